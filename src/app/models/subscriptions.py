"""Traffic subscriptions, their gateway endpoint, and their usage (spec 2.4, 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.times import parse_day, parse_instant
from app.models.value import (
    INT64_MAX,
    Value,
    count,
    flag,
    lenient,
    many,
    optional,
    required,
    text,
    whole_number,
)

if TYPE_CHECKING:
    from datetime import date, datetime

RESIDENTIAL = "residential"
MOBILE_GB = "mobile-gb"

PRODUCTS = (RESIDENTIAL, MOBILE_GB)

ACTIVE = "active"

_port = whole_number(1, 65535)


class Endpoint(Value):
    host: str = required(text)
    http_port: int = required(_port)
    socks_port: int = required(_port)


class Subscription(Value):
    """A traffic subscription (spec 2.4).

    `status` stays open: the spec shows `active` alone. What remains may be below 0 when more was used
    than bought.
    """

    id: str = required(text)
    product_id: str = required(text)
    label: str = lenient(text, default="")
    plan_id: str = lenient(text, default="")
    status: str = required(text)
    traffic_total_bytes: int = required(count)
    traffic_used_bytes: int = required(count)
    traffic_remaining_bytes: int = required(whole_number(-INT64_MAX - 1))
    expires_at: datetime | None = lenient(parse_instant, default=None)
    auto_renew: bool = required(flag)
    username: str = required(text)
    password: str = required(text, is_secret=True)
    endpoint: Endpoint = required(Endpoint.model_validate)
    sub_user_count: int = lenient(count, default=0)
    created_at: datetime = required(parse_instant)


class SubscriptionChange(Value):
    """What to change about a subscription; None leaves as it is (spec 4.8)."""

    label: str | None = optional(text, default=None)
    auto_renew: bool | None = optional(flag, default=None)


class UsagePoint(Value):
    """What was used on one day, UTC."""

    day: date = required(parse_day, json_name="date")
    used_bytes: int = required(count, json_name="bytes")
    requests: int = required(count)


class CountryUsage(Value):
    """What was used in one country, an ISO 3166-1 alpha-2 code."""

    country: str = required(text)
    used_bytes: int = required(count, json_name="bytes")


class UsageReport(Value):
    """The usage of the days from `first_day` to `last_day`, both included.

    Days that the service left out are not in `points`; `unreadable` counts points and countries that
    it sent in a wrong shape.
    """

    first_day: date = required(parse_day, json_name="from")
    last_day: date = required(parse_day, json_name="to")
    total_bytes: int = required(count)
    total_requests: int = required(count)
    points: tuple[UsagePoint, ...] = optional(many(UsagePoint.model_validate), default=())
    by_country: tuple[CountryUsage, ...] = optional(many(CountryUsage.model_validate), default=())
    unreadable: int = optional(count, default=0)
