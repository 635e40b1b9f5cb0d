"""The demo account's sub-users, on a sandbox in process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.sub_user_routes import ALL

if TYPE_CHECKING:
    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService


@pytest.fixture
def scale() -> str:
    return "demo"


@pytest.fixture
def sub_users(service: LinkedService) -> SubUsers:
    return service.account.sub_users


@pytest.fixture
async def home(service: LinkedService) -> str:
    """Gives the id of a subscription with nine sub-users."""
    return (await service.account.subscriptions.list()).items[0].id


@pytest.fixture
async def anna(sub_users: SubUsers, home: str) -> SubUser:
    """Gives its first sub-user."""
    return (await sub_users.list(home)).items[0]


@pytest.fixture
async def empty_home(service: LinkedService) -> str:
    """Gives the id of a subscription without sub-users."""
    return (await service.account.subscriptions.list()).items[-1].id


@pytest.fixture
async def fifty(service: LinkedService, sub_users: SubUsers, empty_home: str) -> list[SubUser]:
    """Gives the fifty sub-users that the empty home has then."""
    path = ALL.replace("{subscriptionId}", empty_home)
    for number in range(50):
        body = {"label": f"Worker {number + 1}", "trafficLimitBytes": 10**9}
        answer = await service.http.post(path, json=body, headers=service.headers)
        assert answer.status_code == 201
    return list((await sub_users.list(empty_home)).items)
