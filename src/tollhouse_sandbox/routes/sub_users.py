"""Sub-user routes (spec 4.11 to 4.14)."""

from fastapi import APIRouter, Depends, Response

from tollhouse_sandbox.account.sub_users import add_sub_user, delete_sub_user, list_sub_users, update_sub_user
from tollhouse_sandbox.routes.common import PresentWorld, bearer
from tollhouse_sandbox.routes.subscriptions import PREFIX
from tollhouse_sandbox.rules.limits import SUB_USERS_MAX
from tollhouse_sandbox.schemas.base import refusals
from tollhouse_sandbox.schemas.subscriptions import (
    SubUserAnswer,
    SubUserInput,
    SubUserListAnswer,
    SubUserPatch,
    sub_user_answer,
)
from tollhouse_sandbox.web.answers import answer
from tollhouse_sandbox.web.strict_json import StrictRoute

router = APIRouter(
    prefix=PREFIX + "/{subscription_id}/sub-users",
    tags=["sub-users"],
    dependencies=[Depends(bearer)],
    route_class=StrictRoute,
)


@router.get("", response_model=SubUserListAnswer, responses=refusals(401))
async def read_all(world: PresentWorld, subscription_id: str) -> Response:
    """Lists a subscription's sub-users, and how many there may be."""
    rows = list_sub_users(world, subscription_id)
    return answer(SubUserListAnswer(data=[sub_user_answer(row) for row in rows], limit=SUB_USERS_MAX))


@router.post("", status_code=201, response_model=SubUserAnswer, responses=refusals(401, 409))
async def create(world: PresentWorld, subscription_id: str, wanted: SubUserInput) -> Response:
    """Adds a sub-user; its password is made up unless one is given."""
    made = add_sub_user(
        world, subscription_id, wanted.label, wanted.password or None, wanted.traffic_limit_bytes
    )
    return answer(sub_user_answer(made), 201)


@router.patch("/{sub_user_id}", response_model=SubUserAnswer, responses=refusals(401))
async def update(
    world: PresentWorld,
    subscription_id: str,
    sub_user_id: str,
    patch: SubUserPatch,
) -> Response:
    """Changes a sub-user; what is absent stays as it is."""
    changes = patch.model_dump(exclude_unset=True)
    regenerate = bool(changes.pop("regenerate_password", False))
    changed = update_sub_user(world, subscription_id, sub_user_id, regenerate_password=regenerate, **changes)
    return answer(sub_user_answer(changed))


@router.delete("/{sub_user_id}", status_code=204, responses=refusals(401))
async def delete(world: PresentWorld, subscription_id: str, sub_user_id: str) -> Response:
    """Deletes a sub-user."""
    delete_sub_user(world, subscription_id, sub_user_id)
    return Response(status_code=204)
