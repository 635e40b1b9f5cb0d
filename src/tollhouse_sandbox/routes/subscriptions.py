"""Subscription and usage routes (spec 2.4, 2.6, 4.6 to 4.10)."""

from datetime import date
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from tollhouse_sandbox.account.subscriptions import (
    count_sub_users,
    get_subscription,
    list_subscriptions,
    reset_password,
    subscription_status,
    update_subscription,
)
from tollhouse_sandbox.account.usage import Usage, UsageCountry, UsagePoint, read_usage
from tollhouse_sandbox.routes.common import (
    Input,
    ListResponse,
    PresentWorld,
    ResponseBody,
    Timestamp,
    private_router,
)
from tollhouse_sandbox.rules.limits import LABEL_LENGTH
from tollhouse_sandbox.store.records import Subscription, values_of
from tollhouse_sandbox.world import World

PREFIX = "/v1/residential/subscriptions"

router = private_router(PREFIX, "subscriptions")

Day = Annotated[
    str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", json_schema_extra={"format": "date"})
]
ProductId = Literal["residential", "mobile-gb"]


class SubscriptionPatch(Input):
    label: str = Field(default_factory=str, max_length=LABEL_LENGTH)
    auto_renew: bool = Field(default_factory=bool)


class Endpoint(ResponseBody):
    host: str
    http_port: int
    socks_port: int


class SubscriptionResponse(ResponseBody):
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


class UsageResponse(ResponseBody):
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    total_bytes: int
    total_requests: int
    points: list[UsagePoint]
    by_country: list[UsageCountry]


@router.get("", response_model=ListResponse[SubscriptionResponse])
async def read_all(
    world: PresentWorld, product_id: Annotated[ProductId | None, Query(alias="productId")] = None
) -> dict[str, list[dict[str, object]]]:
    """Lists the subscriptions, of one product or of both."""
    return {"data": [_shown(world, row) for row in list_subscriptions(world, product_id)]}


@router.get("/{subscription_id}", response_model=SubscriptionResponse)
async def read(world: PresentWorld, subscription_id: str) -> dict[str, object]:
    """Reads one subscription with its credentials."""
    return _shown(world, get_subscription(world, subscription_id))


@router.patch("/{subscription_id}", response_model=SubscriptionResponse)
async def update(world: PresentWorld, subscription_id: str, patch: SubscriptionPatch) -> dict[str, object]:
    """Renames a subscription, or toggles its auto-renew."""
    changes = patch.model_dump(exclude_unset=True)
    return _shown(world, update_subscription(world, subscription_id, **changes))


@router.post("/{subscription_id}/reset-password", response_model=SubscriptionResponse)
async def reset(world: PresentWorld, subscription_id: str) -> dict[str, object]:
    """Makes a new main password; the old one works for 60 seconds more."""
    return _shown(world, reset_password(world, subscription_id))


@router.get("/{subscription_id}/usage", response_model=UsageResponse)
async def usage(
    world: PresentWorld,
    subscription_id: str,
    first: Annotated[Day, Query(alias="from")] = None,
    last: Annotated[Day, Query(alias="to")] = None,
    sub_user_id: Annotated[str | None, Query(alias="subUserId")] = None,
) -> Usage:
    """Reports daily usage (UTC); days without data are left out."""
    return read_usage(world, subscription_id, first, last, sub_user_id)


def _shown(world: World, subscription: Subscription) -> dict[str, object]:
    return {
        **values_of(subscription),
        "status": subscription_status(subscription, world.clock.now()),
        "traffic_remaining_bytes": max(0, subscription.traffic_total_bytes - subscription.traffic_used_bytes),
        "endpoint": world.settings.gateway,
        "sub_user_count": count_sub_users(world, subscription.id),
    }
