"""The commands `subs` and `usage`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.cli.output import SYMBOLS, Cell, print_error, print_json, print_table
from app.cli.session import DONE, find_owner, open_session
from app.errors import InvalidInputError
from app.i18n.texts import _
from app.i18n.units import data_in_unit_of, data_size, number, percent, utc_day
from app.present.countries import country_name
from app.present.statuses import unreadable_text
from app.present.subscriptions import present_subscription_row
from app.rules.subscriptions.usage import MAX_DAYS, country_shares, fill_days, last_days

if TYPE_CHECKING:
    from app.cli.session import Context
    from app.models.subscriptions import Subscription


async def _list(context: Context) -> int:
    session = await open_session(context)
    found = await session.subscriptions.list()
    if found.unreadable:
        print_error(unreadable_text("subscriptions", found.unreadable))
    if context.arguments.json:
        print_json(context.terminal, [_record(one) for one in found.items])
        return DONE
    now = session.service_clock.now()
    rows = []
    for subscription in found.items:
        row = present_subscription_row(subscription, now)
        badge = Cell(f"{SYMBOLS[row.badge.kind]} {row.badge.text}", row.badge.kind)
        used = Cell(row.used, "" if row.bar == "normal" else row.bar)
        count = subscription.sub_user_count
        sub_users = "–" if count is None else number(count)
        rows.append((Cell(row.label, "strong"), row.product, badge, used, row.ends, sub_users, row.id))
    titles = (
        _("Label"), _("Product"), _("Status"), _("Used"), _("Expires"), _("Sub-users"), _("Subscription ID")
    )  # fmt: skip
    print_table(context.terminal, titles, rows, right=(5,), narrows=(0, 1))
    return DONE


def _record(subscription: Subscription) -> dict[str, object]:
    """Returns a subscription without its password, and without an end that can't be read: null is no end."""
    hidden = {"password", "expires_at"} if subscription.is_end_unreadable else {"password"}
    return subscription.model_dump(mode="json", by_alias=True, exclude=hidden)


async def _usage(context: Context) -> int:
    arguments, terminal = context.arguments, context.terminal
    if arguments.days > MAX_DAYS:
        raise InvalidInputError("from", "too_long")
    session = await open_session(context)
    subscription, sub_user = await find_owner(context, session)
    span = last_days(arguments.days, session.service_clock.now().date())
    report = await session.subscriptions.usage(subscription.id, span, sub_user.id if sub_user else None)
    if report.unreadable:
        print_error(unreadable_text("records", report.unreadable))
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
        largest = max(one.used_bytes for one in shares)
        countries = [
            (country_name(one.code), data_in_unit_of(one.used_bytes, largest), percent(one.share))
            for one in shares
        ]
        print_table(terminal, (_("Country"), _("Traffic"), ""), countries, right=(1, 2))
    return DONE


COMMANDS: Final = {"subs": _list, "usage": _usage}
