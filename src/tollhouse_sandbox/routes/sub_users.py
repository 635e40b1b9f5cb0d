"""Sub-user routes (spec 2.5, 4.11 to 4.14)."""

from typing import Annotated

from fastapi import Response
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from tollhouse_sandbox.account.subscriptions import (
    add_sub_user,
    delete_sub_user,
    list_sub_users,
    update_sub_user,
)
from tollhouse_sandbox.errors import refusals
from tollhouse_sandbox.routes.common import (
    Input,
    ListResponse,
    PresentWorld,
    ResponseBody,
    Timestamp,
    private_router,
)
from tollhouse_sandbox.routes.subscriptions import PREFIX
from tollhouse_sandbox.rules.limits import INT64_MAX, LABEL_LENGTH, PASSWORD_LENGTH, SUB_USERS_MAX
from tollhouse_sandbox.store.records import SubUser

router = private_router(PREFIX + "/{subscription_id}/sub-users", "sub-users")


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


class SubUserInput(Input):
    label: Label
    password: Password = Field(default_factory=str)
    traffic_limit_bytes: TrafficLimit | None = None


class SubUserPatch(Input):
    """What to change of a sub-user; absent fields stay as they are, a null cap is no cap."""

    label: Label = Field(default_factory=str)
    traffic_limit_bytes: TrafficLimit | None = None
    enabled: bool = Field(default_factory=bool)
    regenerate_password: bool = False


class SubUserResponse(ResponseBody):
    id: str
    label: str
    username: str
    password: str
    traffic_limit_bytes: int | None
    traffic_used_bytes: int
    enabled: bool
    created_at: Timestamp


class SubUserListResponse(ListResponse[SubUserResponse]):
    limit: int


@router.get("", response_model=SubUserListResponse)
async def read_all(world: PresentWorld, subscription_id: str) -> dict[str, list[SubUser] | int]:
    """Lists a subscription's sub-users, and how many there may be."""
    return {"data": list_sub_users(world, subscription_id), "limit": SUB_USERS_MAX}


@router.post("", status_code=201, response_model=SubUserResponse, responses=refusals(409))
async def create(world: PresentWorld, subscription_id: str, wanted: SubUserInput) -> SubUser:
    """Adds a sub-user; its password is made up unless one is given."""
    return add_sub_user(world, subscription_id, wanted.label, wanted.password, wanted.traffic_limit_bytes)


@router.patch("/{sub_user_id}", response_model=SubUserResponse)
async def update(world: PresentWorld, subscription_id: str, sub_user_id: str, patch: SubUserPatch) -> SubUser:
    """Changes a sub-user; absent fields stay as they are."""
    changes = patch.model_dump(exclude_unset=True)
    regenerate = bool(changes.pop("regenerate_password", False))
    return update_sub_user(world, subscription_id, sub_user_id, regenerate_password=regenerate, **changes)


@router.delete("/{sub_user_id}", status_code=204, response_class=Response)
async def delete(world: PresentWorld, subscription_id: str, sub_user_id: str) -> None:
    """Deletes a sub-user."""
    delete_sub_user(world, subscription_id, sub_user_id)
