"""The command `locations`: countries, and the cities and ISPs of one; it needs no key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from app.cli.output import Cell, print_details, print_error, print_json, print_records, print_table
from app.cli.session import DONE, USAGE, CommandError, find_account
from app.errors import AppError, NotFoundError
from app.i18n.texts import _
from app.i18n.units import as_of, number
from app.present.countries import read_country
from app.present.errors import present_error, service_words
from app.present.statuses import unreadable_text
from app.rules.locations.countries import CountryFilter, has_isps, pick_countries
from app.rules.locations.search import Search

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.cli.session import Context
    from app.rules.locations.lists import LocationList
    from app.services.locations.cache import CountryList
    from app.services.locations.locations import Locations

_CODE: Final = re.compile(r"[A-Z]{2}")
_T = TypeVar("_T", "CountryList", "LocationList")


async def list_locations(context: Context) -> int:
    arguments, accounts = context.arguments, context.services.accounts
    account = find_account(context, arguments.account)
    service = await accounts.browse_demo() if account.is_demo else accounts.browse(account.base_url)
    code = (arguments.cities or arguments.isps or "").strip().upper()
    if not code:
        return await _countries(context, service.locations)
    if not _CODE.fullmatch(code):
        raise CommandError(_("A country's code has two letters, such as DE."), USAGE)
    if arguments.isps and not has_isps(arguments.product):
        raise CommandError(_("The service lists ISPs for residential only."), USAGE)
    found = (
        service.locations.cities(code, arguments.product)
        if arguments.cities
        else service.locations.asns(code)
    )
    try:
        listed = await _latest(context, found)
    except NotFoundError as error:
        text = _("There is no country '{code}'. See 'tollhouse locations'.")
        raise CommandError(text.format(code=code)) from error
    return await _rows(context, listed)


async def _countries(context: Context, locations: Locations) -> int:
    arguments = context.arguments
    listed = await _latest(context, locations.countries(arguments.product))
    if listed.unreadable:
        print_error(unreadable_text("countries", listed.unreadable))
    picked = pick_countries(listed.countries, CountryFilter(arguments.word), read=read_country)
    if not picked:
        print_error(
            _("No country matches '{word}'; --cities and --isps search within one.").format(
                word=arguments.word
            )
        )
    if arguments.json:
        print_records(context.terminal, picked)
        return DONE
    rows = []
    for one in picked:
        texts = read_country(one)
        counts = map(number, (one.cities, one.asns, one.carriers))
        products = ", ".join(one.products)
        rows.append([Cell(one.code, "strong"), *map(Cell, (texts.name, texts.region, products, *counts))])
    titles = (
        _("Code"), _("Name"), _("Region"), _("Products"), _("Cities"), _("ISPs"), _("Carriers")
    )  # fmt: skip
    print_table(context.terminal, titles, rows, right=(4, 5, 6), narrows=(1, 2, 3))
    return DONE


async def _rows(context: Context, listed: LocationList) -> int:
    if listed.unreadable:
        print_error(unreadable_text("locations", listed.unreadable))
    search = Search((listed,), context.arguments.word)
    while search.step():
        pass
    rows = [search[index].row for index in range(len(search))]
    if not rows:
        print_error(_("Nothing found."))
    if listed.kind == "cities":
        if context.arguments.json:
            records: list[dict[str, object]] = [
                {"id": listed.code(row), "name": listed.name(row), "state": listed.state(row) or None}
                for row in rows
            ]
            print_json(context.terminal, records)
            return DONE
        cells = [(Cell(listed.code(row), "strong"), listed.name(row), listed.state(row)) for row in rows]
        print_table(context.terminal, (_("City ID"), _("Name"), _("State or region")), cells, narrows=(1,))
        return DONE
    if context.arguments.json:
        print_json(
            context.terminal, [{"asn": int(listed.code(row)), "name": listed.name(row)} for row in rows]
        )
        return DONE
    isps = [(Cell(listed.code(row), "strong"), listed.name(row)) for row in rows]
    print_table(context.terminal, (_("ASN"), _("Name")), isps, right=(0,), narrows=(1,))
    return DONE


async def _latest(context: Context, lists: AsyncIterator[_T]) -> _T:
    """Returns the last list that comes; a cached one, with its time, where the service does not respond."""
    found: _T | None = None
    try:
        async for one in lists:
            found = one
    except AppError as error:
        if found is None:
            raise
        now = context.services.clock.now()
        print_error(f"{present_error(error).text} ({as_of(found.as_of, now)})")
        print_details(service_words(error))
    if found is None:
        raise CommandError(_("No list is loaded yet."))
    return found
