"""Usage of a subscription by day and by country (spec 2.6)."""

from __future__ import annotations

from pydantic import Field

from app.models.numbers import Count
from app.models.times import Day
from app.models.untrusted_text import Text
from app.models.value import Value


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
