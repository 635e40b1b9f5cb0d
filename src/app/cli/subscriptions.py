"""The commands `subs`, `usage` and `creds`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.cli.output import SYMBOLS, Cell, print_error, print_json, print_table
from app.cli.session import DONE, USAGE, CommandError, find_sub_user, find_subscription, open_session
from app.errors import InvalidInputError
from app.i18n.texts import _
from app.i18n.units import data_in_unit_of, data_size, number, percent, utc_day
from app.present.countries import country_name
from app.present.proxy_formats import format_name, reason_text
from app.present.statuses import unreadable_text
from app.present.subscriptions import present_subscription_row
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import FORMATS, TEMPLATE, USERNAME_ONLY, Order
from app.rules.subscriptions.sticky import check_count, check_session, new_id
from app.rules.subscriptions.usage import MAX_DAYS, country_shares, fill_days, last_days

if TYPE_CHECKING:
    from app.cli.session import Context
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession

_SECRETS: Final = {"password"}


async def _list(context: Context) -> int:
    session = await open_session(context)
    found = await session.subscriptions.list()
    if found.unreadable:
        print_error(unreadable_text("subscriptions", found.unreadable))
    if context.arguments.json:
        records = [one.model_dump(mode="json", by_alias=True, exclude=_SECRETS) for one in found.items]
        print_json(context.terminal, records)
        return DONE
    now = session.service_clock.now()
    rows = []
    for subscription in found.items:
        row = present_subscription_row(subscription, now)
        badge = Cell(f"{SYMBOLS[row.badge.kind]} {row.badge.text}", row.badge.kind)
        used = Cell(row.used, "" if row.bar == "normal" else row.bar)
        sub_users = number(subscription.sub_user_count)
        rows.append((Cell(row.label, "strong"), row.product, badge, used, row.ends, sub_users, row.id))
    titles = (
        _("Label"), _("Product"), _("Status"), _("Used"), _("Expires"), _("Sub-users"), _("Subscription ID")
    )  # fmt: skip
    print_table(context.terminal, titles, rows, right=(5,), narrows=(0, 1))
    return DONE


async def _usage(context: Context) -> int:
    arguments, terminal = context.arguments, context.terminal
    if arguments.days > MAX_DAYS:
        raise InvalidInputError("from", "too_long")
    session = await open_session(context)
    subscription, sub_user = await _find(session, context)
    span = last_days(arguments.days, session.service_clock.now().date())
    report = await session.subscriptions.usage(subscription.id, span, sub_user.id if sub_user else None)
    if report.unreadable:
        print_error(unreadable_text("usage", report.unreadable))
    if arguments.json:
        print_json(terminal, report.model_dump(mode="json", by_alias=True, exclude={"unreadable"}))
        return DONE
    points = fill_days(report, span)
    most = max((point.used_bytes for point in points if point is not None), default=0)
    rows: list[tuple[str | Cell, ...]] = []
    for index, point in enumerate(points):
        day = utc_day(span.first + timedelta(days=index), span.last)
        if point is None:
            rows.append((day, Cell(_("No data"), "dim"), ""))
        else:
            rows.append((day, data_in_unit_of(point.used_bytes, most), number(point.requests)))
    total = (_("Total"), data_size(report.total_bytes), number(report.total_requests))
    rows.append(tuple(Cell(text, "strong") for text in total))
    print_table(terminal, (_("Day (UTC)"), _("Traffic"), _("Requests")), rows, right=(1, 2))
    shares = country_shares(report)
    if shares:
        terminal.write()
        countries = [
            (country_name(one.code), data_size(one.used_bytes), percent(one.share)) for one in shares
        ]
        print_table(terminal, (_("Country"), _("Traffic"), ""), countries, right=(1, 2))
    return DONE


async def _credentials(context: Context) -> int:
    """Writes credentials exactly as they are copied from the window; nothing else goes to standard output."""
    arguments, terminal = context.arguments, context.terminal
    formats = {form.key.replace("_", "-"): form for form in (*FORMATS, USERNAME_ONLY)}
    if arguments.format == "list":
        rows = [(name, format_name(form)) for name, form in formats.items()]
        print_table(terminal, (_("Format"), _("Name")), rows)
        return DONE
    form = formats.get(arguments.format)
    if form is None:
        raise CommandError(
            _("There is no format '{name}'. See '--format list'.").format(name=arguments.format), USAGE
        )
    if arguments.template and form.key != TEMPLATE:
        raise CommandError(_("--template needs '--format template'."), USAGE)
    if arguments.sticky is None and (arguments.session or arguments.count != 1):
        raise CommandError(_("--session and --count need --sticky."), USAGE)
    sticky = None
    if arguments.sticky is not None:
        sticky = check_session(arguments.session or new_id(), arguments.sticky)
        check_count(arguments.count)
    session = await open_session(context)
    subscription, sub_user = await _find(session, context)
    order = Order(
        form.key, arguments.template, credentials_of(subscription, sub_user), sticky, arguments.count
    )
    rendered = await order.render_resolved(session.subscriptions.resolve_host)
    if not rendered.ok:
        raise CommandError(reason_text(rendered.reason))
    if terminal.is_live and not rendered.text.replace("\r\n", "\n").replace("\n", "").isprintable():
        # A terminal would act on them; a file takes them as they are.
        raise CommandError(_("The credentials contain control characters: write them to a file."))
    terminal.write(rendered.text)
    return DONE


async def _find(session: AccountSession, context: Context) -> tuple[Subscription, SubUser | None]:
    subscription = await find_subscription(session, context.arguments.subscription)
    if context.arguments.sub_user is None:
        return subscription, None
    sub_users = await session.sub_users.list(subscription.id)
    return subscription, find_sub_user(context.arguments.sub_user, sub_users.items)


COMMANDS: Final = {"subs": _list, "usage": _usage, "creds": _credentials}
