"""Subscription routes (spec 4.6 to 4.10)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from tollhouse_sandbox.account.subscriptions import (
    count_sub_users,
    get_subscription,
    list_subscriptions,
    reset_password,
    update_subscription,
)
from tollhouse_sandbox.account.usage import read_usage
from tollhouse_sandbox.routes.common import PresentWorld, bearer
from tollhouse_sandbox.schemas.base import refusals
from tollhouse_sandbox.schemas.subscriptions import (
    Endpoint,
    ProductId,
    SubscriptionAnswer,
    SubscriptionListAnswer,
    SubscriptionPatch,
    UsageAnswer,
    subscription_answer,
    usage_answer,
)
from tollhouse_sandbox.store.records import Subscription
from tollhouse_sandbox.web.answers import answer
from tollhouse_sandbox.web.strict_json import StrictRoute
from tollhouse_sandbox.world import World

PREFIX = "/v1/residential/subscriptions"

router = APIRouter(
    prefix=PREFIX, tags=["subscriptions"], dependencies=[Depends(bearer)], route_class=StrictRoute
)

Day = Annotated[
    str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", json_schema_extra={"format": "date"})
]


@router.get("", response_model=SubscriptionListAnswer, responses=refusals(401))
async def read_all(
    world: PresentWorld, product_id: Annotated[ProductId | None, Query(alias="productId")] = None
) -> Response:
    """Lists the subscriptions, of one product or of both."""
    rows = list_subscriptions(world, product_id)
    return answer(SubscriptionListAnswer(data=[_view(world, row) for row in rows]))


@router.get("/{subscription_id}", response_model=SubscriptionAnswer, responses=refusals(401))
async def read(world: PresentWorld, subscription_id: str) -> Response:
    """Reads one subscription with its credentials."""
    return answer(_view(world, get_subscription(world, subscription_id)))


@router.patch("/{subscription_id}", response_model=SubscriptionAnswer, responses=refusals(401))
async def update(world: PresentWorld, subscription_id: str, patch: SubscriptionPatch) -> Response:
    """Renames a subscription, or toggles its auto-renew."""
    changes = patch.model_dump(exclude_unset=True)
    return answer(_view(world, update_subscription(world, subscription_id, **changes)))


@router.post("/{subscription_id}/reset-password", response_model=SubscriptionAnswer, responses=refusals(401))
async def reset(world: PresentWorld, subscription_id: str) -> Response:
    """Makes a new main password; the old one works for 60 seconds more."""
    return answer(_view(world, reset_password(world, subscription_id)))


@router.get("/{subscription_id}/usage", response_model=UsageAnswer, responses=refusals(401))
async def usage(
    world: PresentWorld,
    subscription_id: str,
    first: Annotated[Day, Query(alias="from")] = None,
    last: Annotated[Day, Query(alias="to")] = None,
    sub_user_id: Annotated[str | None, Query(alias="subUserId")] = None,
) -> Response:
    """Reports daily usage (UTC); days without data are left out."""
    return answer(usage_answer(read_usage(world, subscription_id, first, last, sub_user_id)))


def _view(world: World, subscription: Subscription) -> SubscriptionAnswer:
    gateway = world.settings.gateway
    endpoint = Endpoint(host=gateway.host, http_port=gateway.http_port, socks_port=gateway.socks_port)
    count = count_sub_users(world, subscription.id)
    return subscription_answer(subscription, endpoint, count, world.clock.now())
