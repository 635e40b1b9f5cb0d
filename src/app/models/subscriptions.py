"""Traffic subscriptions, their gateway endpoint, and their usage (spec 2.4, 2.6)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.times import Day, Instant
from app.models.value import LENIENT, Count, Int64, Opaque, Text, Value

RESIDENTIAL = "residential"
MOBILE_GB = "mobile-gb"

PRODUCTS = (RESIDENTIAL, MOBILE_GB)

ACTIVE = "active"

Port = Annotated[int, Field(strict=True, ge=1, le=65535)]


class Endpoint(Value):
    host: Text
    http_port: Port
    socks_port: Port


class Subscription(Value):
    """A traffic subscription (spec 2.4).

    `status` stays open: the spec shows `active` alone. What remains may be below 0 when more was used
    than bought. Without a count of sub-users there may be some.

    Attributes:
        reported_end: What the service sent as `expiresAt`, readable or not.
    """

    id: Text
    product_id: Text
    label: Annotated[Text, LENIENT] = ""
    plan_id: Annotated[Text, LENIENT] = ""
    status: Text
    traffic_total_bytes: Count
    traffic_used_bytes: Count
    traffic_remaining_bytes: Int64
    expires_at: Annotated[Instant | None, LENIENT] = None
    auto_renew: StrictBool
    username: Text
    password: Text = Field(repr=False)
    endpoint: Endpoint
    sub_user_count: Annotated[Count | None, LENIENT] = None
    created_at: Instant
    reported_end: Annotated[Opaque, LENIENT] = Field(None, alias="expiresAt", exclude=True, repr=False)

    @property
    def is_end_unreadable(self) -> bool:
        """Returns whether it has an end that can't be read, which is not the same as no end."""
        return self.expires_at is None and self.reported_end is not None


class SubscriptionChange(Value):
    """What to change about a subscription; None leaves as it is (spec 4.8)."""

    label: str | None = None
    auto_renew: bool | None = None


class UsagePoint(Value):
    """What was used on one day, UTC."""

    day: Day = Field(alias="date")
    used_bytes: Count = Field(alias="bytes")
    requests: Count


class CountryUsage(Value):
    """What was used in one country, an ISO 3166-1 alpha-2 code."""

    country: Text
    used_bytes: Count = Field(alias="bytes")


class UsageReport(Value):
    """The usage of the days from `first_day` to `last_day`, both included.

    Days that the service left out are not in `points`; `unreadable` counts points and countries that
    it sent in a wrong shape.
    """

    first_day: Day = Field(alias="from")
    last_day: Day = Field(alias="to")
    total_bytes: Count
    total_requests: Count
    points: tuple[UsagePoint, ...] = ()
    by_country: tuple[CountryUsage, ...] = ()
    unreadable: int = 0


class Pace(Value):
    """An estimate of how much a subscription uses a day, from the days before `as_of` (UTC)."""

    bytes_per_day: Annotated[int, Field(strict=True, ge=1)]
    as_of: Day
