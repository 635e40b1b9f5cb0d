"""Subscription, sub-user and usage bodies (spec 2.4 to 2.6, 4.6 to 4.14)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from tollhouse_sandbox.account.subscriptions import subscription_status
from tollhouse_sandbox.account.usage import Usage
from tollhouse_sandbox.rules.limits import INT64_MAX, LABEL_LENGTH, PASSWORD_LENGTH
from tollhouse_sandbox.schemas.base import Answer, Input, Timestamp
from tollhouse_sandbox.store.records import Subscription, SubUser

ProductId = Literal["residential", "mobile-gb"]


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("missing", "A label is required.")
    return text


def _printable(text: str) -> str:
    if not text.isprintable():
        raise PydanticCustomError("unprintable", "A password holds printable characters only.")
    return text


Label = Annotated[str, Field(max_length=LABEL_LENGTH), AfterValidator(_not_blank)]
Password = Annotated[str, Field(min_length=1, max_length=PASSWORD_LENGTH), AfterValidator(_printable)]
TrafficLimit = Annotated[int, Field(ge=0, le=INT64_MAX)]


class SubscriptionPatch(Input):
    """What to change of a subscription; what is absent stays."""

    label: str = Field(default_factory=str, max_length=LABEL_LENGTH)
    auto_renew: bool = Field(default_factory=bool)


class SubUserInput(Input):
    """A new sub-user."""

    label: Label
    password: Password = Field(default_factory=str)
    traffic_limit_bytes: TrafficLimit | None = None


class SubUserPatch(Input):
    """What to change of a sub-user; what is absent stays, a null cap is no cap."""

    label: Label = Field(default_factory=str)
    traffic_limit_bytes: TrafficLimit | None = None
    enabled: bool = Field(default_factory=bool)
    regenerate_password: bool = False


class Endpoint(Answer):
    """Where the proxy listens."""

    host: str
    http_port: int
    socks_port: int


class SubscriptionAnswer(Answer):
    """A subscription (spec 2.4)."""

    id: str
    product_id: ProductId
    label: str
    plan_id: str
    status: Literal["active", "expired"]
    traffic_total_bytes: int
    traffic_used_bytes: int
    traffic_remaining_bytes: int
    expires_at: Timestamp | None
    auto_renew: bool
    username: str
    password: str
    endpoint: Endpoint
    sub_user_count: int
    created_at: Timestamp


class SubscriptionListAnswer(Answer):
    """Subscriptions."""

    data: list[SubscriptionAnswer]


class SubUserAnswer(Answer):
    """A sub-user (spec 2.5)."""

    id: str
    label: str
    username: str
    password: str
    traffic_limit_bytes: int | None
    traffic_used_bytes: int
    enabled: bool
    created_at: Timestamp


class SubUserListAnswer(Answer):
    """Sub-users, and how many there may be."""

    data: list[SubUserAnswer]
    limit: int


class UsagePoint(Answer):
    """One day."""

    date: str
    bytes: int
    requests: int


class UsageCountry(Answer):
    """One country."""

    country: str
    bytes: int


class UsageAnswer(Answer):
    """A usage report (spec 2.6)."""

    first: str = Field(alias="from")
    last: str = Field(alias="to")
    total_bytes: int
    total_requests: int
    points: list[UsagePoint]
    by_country: list[UsageCountry]


def subscription_answer(
    subscription: Subscription, endpoint: Endpoint, sub_user_count: int, now: datetime
) -> SubscriptionAnswer:
    """Returns a subscription as of now."""
    fields = SubscriptionAnswer.model_fields
    remaining = subscription.traffic_total_bytes - subscription.traffic_used_bytes
    return SubscriptionAnswer(
        **{name: getattr(subscription, name) for name in fields if hasattr(subscription, name)},
        status=subscription_status(subscription, now),
        traffic_remaining_bytes=max(0, remaining),
        endpoint=endpoint,
        sub_user_count=sub_user_count,
    )


def sub_user_answer(sub_user: SubUser) -> SubUserAnswer:
    """Returns a sub-user."""
    return SubUserAnswer(**{name: getattr(sub_user, name) for name in SubUserAnswer.model_fields})


def usage_answer(usage: Usage) -> UsageAnswer:
    """Returns a usage report."""
    return UsageAnswer(
        first=usage.first.isoformat(),
        last=usage.last.isoformat(),
        total_bytes=sum(count for _, count, _ in usage.days),
        total_requests=sum(requests for _, _, requests in usage.days),
        points=[UsagePoint(date=day, bytes=count, requests=requests) for day, count, requests in usage.days],
        by_country=[UsageCountry(country=code, bytes=count) for code, count in usage.countries],
    )
