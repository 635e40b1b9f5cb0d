"""Traffic subscriptions and their gateway endpoint (spec 2.4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.numbers import Count, Int64
from app.models.times import Instant
from app.models.untrusted_text import Text
from app.models.value import LENIENT, Value

RESIDENTIAL = "residential"
MOBILE_GB = "mobile-gb"

PRODUCTS = (RESIDENTIAL, MOBILE_GB)

ACTIVE = "active"

Port = Annotated[int, Field(strict=True, ge=1, le=65535)]


class Endpoint(Value):
    """The gateway of a subscription."""

    host: Text
    http_port: Port
    socks_port: Port


class Subscription(Value):
    """A traffic subscription (spec 2.4).

    `status` stays open: the spec shows `active` alone. What remains may be below 0 when more was used
    than bought.
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
    sub_user_count: Annotated[Count, LENIENT] = 0
    created_at: Instant


class SubscriptionChange(Value):
    """What to change about a subscription; None leaves as it is (spec 4.8)."""

    label: str | None = None
    auto_renew: bool | None = None
