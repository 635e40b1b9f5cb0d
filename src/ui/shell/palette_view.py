"""Rows of the command palette: title with match, description, actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.i18n.texts import _, ngettext, sentences
from app.i18n.units import day, number, usd
from app.models.locations import Country
from app.models.subscriptions import Subscription
from app.models.topups import TopUp, amount_of
from app.present.statuses import network_name, present_badge, present_status, product_name
from app.rules.locations.search import Hit
from app.rules.palette import VERBS, ActionOffer, SubUserOf
from app.rules.words import match_ranges
from ui.widgets.values import PaletteRow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from app.rules.palette import Kind, PaletteItem, Verb

_FEW: Final = 5
"""With fewer results than this, the row says how much was searched."""


_ICONS: Mapping[Kind, str] = {
    "subscription": "gauge",
    "sub_user": "user",
    "country": "globe",
    "topup": "wallet",
    "city": "map-pin",
    "isp": "wifi",
}


def present_entry(
    item: PaletteItem,
    text: str,
    names: Mapping[str, str],
    now: datetime,
    *,
    unconfirmed: Collection[str] = frozenset(),
) -> PaletteRow:
    """`unconfirmed` are the ids of top-ups that the service does not confirm (`TopUpStore.unconfirmed`)."""
    title, detail = _title_and_detail(item, names, now, unconfirmed)
    value = item.value
    return PaletteRow(
        item.key,
        value.icon if isinstance(value, ActionOffer) else _ICONS.get(item.kind, ""),
        value.code if isinstance(value, Country) else "",
        title,
        match_ranges(title, text),
        detail,
        tuple(map(verb_text, VERBS[item.kind])),
    )


def verb_text(verb: Verb) -> str:
    match verb:
        case "copy_credentials":
            return _("Copy credentials")
        case "open":
            return _("Open")
        case "top_up":
            return _("Top up for this plan")
        case "show_usage":
            return _("Show usage")
        case "copy_id":
            return _("Copy ID")
        case "copy_code":
            return _("Copy code")
        case "copy_asn":
            return _("Copy ASN")
        case "run":
            return _("Run")


def may_be_more(found: int, coverage: tuple[int, int]) -> bool:
    """Returns whether there are few results because lists are not loaded (see `coverage_text`)."""
    loaded, countries = coverage
    return found < _FEW and loaded < countries


def coverage_text(found: int, coverage: tuple[int, int]) -> str:
    """Returns that there are no results, or why there may be few; `coverage` is loaded and all countries."""
    loaded, countries = coverage
    parts = [] if found else [_("Nothing found.")]
    if may_be_more(found, coverage):
        text = ngettext(
            "Cities and ISPs of {loaded} of {n} country are loaded.",
            "Cities and ISPs of {loaded} of {n} countries are loaded.",
            countries,
        )
        parts.append(text.format(loaded=number(loaded), n=number(countries)))
    return sentences(parts)


def copy_text(item: PaletteItem) -> str:
    """Returns what the copying verbs copy, the credentials apart; empty if the item has no such thing."""
    match item.value:
        case TopUp(id=topup_id):
            return topup_id
        case Country(code=code):
            return code
        case Hit(locations=locations, row=row):
            code = locations.code(row)
            return code if locations.kind == "cities" else f"AS{code}"
        case _:
            return ""


def _named(label: str, username: str, detail: str) -> tuple[str, str]:
    """Returns title and detail; the username is there too, since labels may be alike."""
    return (label, f"{detail} · {username}") if label else (username, detail)


def _title_and_detail(
    item: PaletteItem, names: Mapping[str, str], now: datetime, unconfirmed: Collection[str]
) -> tuple[str, str]:
    match item.value:
        case Subscription() as one:
            product, status = product_name(one.product_id), present_status(one.status).text
            detail = _("subscription · {product} · {status}").format(product=product, status=status)
            return _named(one.label, one.username, detail)
        case SubUserOf(subscription, sub_user):
            owner = subscription.label or subscription.username
            detail = _("sub-user of {subscription}").format(subscription=owner)
            return _named(sub_user.label, sub_user.username, detail)
        case TopUp() as topup:
            detail = _("top-up on {network} · {status} · {day}").format(
                network=network_name(topup.network),
                status=present_badge(topup.status, is_confirmed=topup.id not in unconfirmed).text,
                day=day(topup.created_at, now),
            )
            return f"{usd(amount_of(topup))} · {topup.coin}", detail
        case Country() as country:
            return names.get(country.code, country.name), _("country · {code}").format(code=country.code)
        case Hit(locations=locations, row=row):
            text = (
                _("city in {country} · {code}") if locations.kind == "cities" else _("AS {code} · {country}")
            )
            where = names.get(locations.country, locations.country)
            if state := locations.state(row):
                text = _("city in {state}, {country} · {code}")
                return locations.name(row), text.format(state=state, country=where, code=locations.code(row))
            return locations.name(row), text.format(country=where, code=locations.code(row))
        case ActionOffer(title=title, detail=detail):
            return title, detail
        case _:
            return item.key, ""
