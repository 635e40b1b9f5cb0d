"""Usage by day and by country (spec 2.6, 4.10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tollhouse_sandbox.account.sub_users import get_sub_user
from tollhouse_sandbox.account.subscriptions import get_subscription
from tollhouse_sandbox.errors import invalid
from tollhouse_sandbox.rules.limits import USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX
from tollhouse_sandbox.rules.moments import parse_day
from tollhouse_sandbox.rules.shares import share_out
from tollhouse_sandbox.world import World


@dataclass(frozen=True, slots=True)
class Usage:
    """A usage report: days as (day, bytes, requests), countries as (code, bytes)."""

    first: date
    last: date
    days: Sequence[tuple[str, int, int]]
    countries: Sequence[tuple[str, int]]


def read_usage(
    world: World, subscription_id: str, first: str | None, last: str | None, sub_user_id: str | None
) -> Usage:
    """Reports the usage from one day to another, both included, UTC; days without data are left out.

    Raises:
        ApiError: 404, or 422 on `from` or `to`.
    """
    subscription = get_subscription(world, subscription_id)
    if sub_user_id is not None:
        get_sub_user(world, subscription_id, sub_user_id)
    from_day, to_day = _days(first, last, world.clock.now().date())
    rows = world.connection.execute(
        "SELECT day, sum(bytes), sum(requests) FROM usage_days"
        " WHERE subscription_id = ? AND day BETWEEN ? AND ? AND (? IS NULL OR sub_user_id = ?)"
        " GROUP BY day ORDER BY day",
        [subscription_id, from_day.isoformat(), to_day.isoformat(), sub_user_id, sub_user_id],
    ).fetchall()
    total = sum(row[1] for row in rows)
    return Usage(from_day, to_day, rows, _by_country(total, subscription.country_weights))


def _days(first: str | None, last: str | None, today: date) -> tuple[date, date]:
    to_day = today if last is None else parse_day(last)
    if to_day is None:
        raise invalid("to", "invalid", "There is no such day.")
    if first is None:
        earliest = timedelta(days=min(USAGE_DAYS_DEFAULT - 1, to_day.toordinal() - 1))
        return to_day - earliest, to_day
    from_day = parse_day(first)
    if from_day is None:
        raise invalid("from", "invalid", "There is no such day.")
    if from_day > to_day:
        raise invalid("from", "invalid", "The first day is after the last.")
    if (to_day - from_day).days + 1 > USAGE_DAYS_MAX:
        raise invalid("from", "range_too_long", f"A report spans at most {USAGE_DAYS_MAX} days.")
    return from_day, to_day


def _by_country(total: int, weights: str) -> list[tuple[str, int]]:
    pairs = [item.split(":") for item in weights.split()]
    if not total or not pairs:
        return []
    parts = share_out(total, [int(weight) for _, weight in pairs])
    return [(code, part) for (code, _), part in zip(pairs, parts, strict=True)]
