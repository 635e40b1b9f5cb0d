"""Usage by day and by country (spec 2.6, 4.10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tollhouse_sandbox.account.subscriptions import get_sub_user, get_subscription
from tollhouse_sandbox.errors import invalid
from tollhouse_sandbox.rules.limits import USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX
from tollhouse_sandbox.world import World


@dataclass(frozen=True, slots=True)
class UsagePoint:
    date: str
    bytes: int
    requests: int


@dataclass(frozen=True, slots=True)
class UsageCountry:
    country: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Usage:
    first: date
    last: date
    total_bytes: int
    total_requests: int
    points: list[UsagePoint]
    by_country: list[UsageCountry]


def read_usage(
    world: World, subscription_id: str, first: str | None, last: str | None, sub_user_id: str | None
) -> Usage:
    """Reports the usage from one day to another, both included, UTC; days without data are left out.

    Raises:
        ApiError: 404 for an unknown id, or 422 on `from` or `to`.
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
    )
    points = [UsagePoint(*row) for row in rows]
    total = sum(point.bytes for point in points)
    requests = sum(point.requests for point in points)
    by_country = _by_country(total, subscription.country_weights)
    return Usage(from_day, to_day, total, requests, points, by_country)


def _days(first: str | None, last: str | None, today: date) -> tuple[date, date]:
    to_day = today if last is None else _day("to", last)
    if first is None:
        earliest = timedelta(days=min(USAGE_DAYS_DEFAULT - 1, to_day.toordinal() - 1))
        return to_day - earliest, to_day
    from_day = _day("from", first)
    if from_day > to_day:
        raise invalid("from", "invalid", "The first day is after the last.")
    if (to_day - from_day).days + 1 > USAGE_DAYS_MAX:
        raise invalid("from", "range_too_long", f"A report spans at most {USAGE_DAYS_MAX} days.")
    return from_day, to_day


def _day(field: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise invalid(field, "invalid", "There is no such day.") from None


def _by_country(total: int, weights: str) -> list[UsageCountry]:
    pairs = [item.split(":") for item in weights.split()]
    if not total or not pairs:
        return []
    parts = share_out(total, [int(weight) for _, weight in pairs])
    return [UsageCountry(code, part) for (code, _), part in zip(pairs, parts, strict=True)]


def share_out(total: int, weights: Sequence[int]) -> list[int]:
    """Splits `total` in proportion to `weights`, one of them above 0; the parts add up to it exactly."""
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    largest = max(range(len(weights)), key=lambda index: weights[index])
    parts[largest] += total - sum(parts)
    return parts
