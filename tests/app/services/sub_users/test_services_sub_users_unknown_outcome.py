"""Lost answers about single sub-users: read back, told as they are, never sent twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.errors import (
    AppError,
    NotFoundError,
    UnknownOutcomeError,
)
from app.models.sub_users import SubUserChange, SubUserDraft
from support.sub_user_routes import CHANGE, DELETE, MAKE, READ, committed, sent

if TYPE_CHECKING:
    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService

DRAFT = SubUserDraft("Robot", None, 5 * 10**9)


@pytest.mark.parametrize(
    "fault",
    [{"kind": "reset_after"}, {"kind": "truncate", "bytes": 10}, {"kind": "status_after", "status": 502}],
)
async def test_one_whose_answer_was_lost_is_found_and_not_made_again(
    service: LinkedService, sub_users: SubUsers, home: str, fault: dict[str, Any]
) -> None:
    await service.faults({"route": MAKE, **fault})
    made = await sub_users.create(home, DRAFT)
    assert (await sub_users.list(home)).items[-1] == made
    assert (await committed(service, "sub_user.created")).total() == 1
    assert await sent(service, "POST") == 1


@pytest.mark.parametrize("fault", [{"kind": "reset_before"}, {"kind": "status", "status": 500}])
async def test_one_that_was_not_made_is_reported_and_made_by_the_next_try(
    service: LinkedService, sub_users: SubUsers, home: str, fault: dict[str, Any]
) -> None:
    await service.faults({"route": MAKE, **fault})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.create(home, DRAFT)
    assert caught.value.state == "not_seen"
    assert await sent(service, "POST") == 1
    made = await sub_users.create(home, DRAFT, caught.value)
    assert made.label == "Robot"
    assert (await committed(service, "sub_user.created")).total() == 1


async def test_when_nothing_can_be_read_back_the_next_try_finds_it(
    service: LinkedService, sub_users: SubUsers, home: str
) -> None:
    await service.faults(
        {"route": MAKE, "kind": "reset_after"},
        {"route": READ, "nth": 2, "every": True, "kind": "status", "status": 503},
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.create(home, DRAFT)
    assert caught.value.state == "unknown"
    with pytest.raises(UnknownOutcomeError) as still:
        await sub_users.create(home, DRAFT, caught.value)
    assert still.value.state == "unknown"
    await service.faults()
    made = await sub_users.create(home, DRAFT, caught.value)
    assert (await sub_users.list(home)).items[-1] == made
    assert (await committed(service, "sub_user.created")).total() == 1


async def test_one_like_it_from_another_window_leaves_it_unclear(
    service: LinkedService, sub_users: SubUsers, home: str
) -> None:
    await service.faults(
        {"route": MAKE, "kind": "reset_before"}, {"route": READ, "nth": 2, "kind": "reset_before"}
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.create(home, DRAFT)
    for _twin in range(2):
        await sub_users.create(home, DRAFT)
    with pytest.raises(UnknownOutcomeError) as again:
        await sub_users.create(home, DRAFT, caught.value)
    assert again.value.state == "unknown"
    assert (await committed(service, "sub_user.created")).total() == 2


async def test_another_new_one_in_the_list_makes_it_unclear_rather_than_sent_again(
    service: LinkedService, sub_users: SubUsers, home: str
) -> None:
    await service.faults(
        {"route": MAKE, "kind": "reset_after"},
        {"route": READ, "nth": 2, "kind": "mutate", "path": "data.9.label", "value": "Robot (2)"},
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.create(home, DRAFT)
    assert caught.value.state == "unknown"


async def test_a_change_whose_answer_is_lost_is_read_back(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults({"route": CHANGE, "kind": "reset_after"})
    assert not (await sub_users.change(home, anna, SubUserChange(enabled=False))).enabled
    await service.faults({"route": CHANGE, "kind": "reset_before"})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.change(home, anna, SubUserChange(label="Berta"))
    assert caught.value.state == "not_seen"
    assert await sent(service, "PATCH") == 2


async def test_a_new_password_is_made_once(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults({"route": CHANGE, "kind": "reset_after"})
    new = await sub_users.new_password(home, anna)
    assert new.password != anna.password
    assert new == (await sub_users.list(home)).items[0]
    assert await sent(service, "PATCH") == 1


async def test_a_password_of_unknown_outcome_is_looked_for_before_another_is_made(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults(
        {"route": CHANGE, "kind": "reset_after"},
        {"route": READ, "nth": 2, "every": True, "kind": "status", "status": 503},
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.new_password(home, anna)
    assert caught.value.state == "unknown"
    with pytest.raises(UnknownOutcomeError) as still:
        await sub_users.new_password(home, anna, caught.value)
    assert still.value.state == "unknown"
    await service.faults()
    new = await sub_users.new_password(home, anna, caught.value)
    assert new.password != anna.password
    assert (await committed(service, "sub_user.updated")).total() == 1


async def test_a_password_that_was_not_made_is_reported(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults({"route": CHANGE, "kind": "status", "status": 500})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.new_password(home, anna)
    assert caught.value.state == "not_seen"
    assert (await sub_users.new_password(home, anna, caught.value)).password != anna.password


async def test_deleted_is_deleted_whoever_did_it(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults({"route": DELETE, "kind": "reset_after"})
    await sub_users.delete(home, anna)
    assert anna not in (await sub_users.list(home)).items
    await sub_users.delete(home, anna)
    assert (await committed(service, "sub_user.deleted")).total() == 1
    with pytest.raises(NotFoundError):
        await sub_users.delete("sub_gone", anna)
    with pytest.raises(NotFoundError):
        await sub_users.change(home, anna, SubUserChange(enabled=False))


async def test_one_that_was_not_deleted_is_reported(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults({"route": DELETE, "kind": "reset_before"})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.delete(home, anna)
    assert caught.value.state == "not_seen"
    await service.faults(
        {"route": DELETE, "kind": "reset_before"}, {"route": READ, "every": True, "kind": "reset_before"}
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.delete(home, anna)
    assert caught.value.state == "unknown"


async def test_one_that_may_be_unreadable_is_not_called_gone(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.faults(
        {"route": READ, "every": True, "kind": "mutate", "path": "data.0.enabled", "value": "yes"}
    )
    with pytest.raises(AppError) as caught:
        await sub_users.change(home, anna, SubUserChange(enabled=False))
    assert not isinstance(caught.value, NotFoundError)


@pytest.mark.parametrize(
    "change", [SubUserChange(traffic_cap_bytes=7 * 10**9), SubUserChange(label="Anna", enabled=False)]
)
async def test_a_response_that_does_not_show_the_change_is_no_success(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser, change: SubUserChange
) -> None:
    await service.answer({CHANGE: anna.model_dump(mode="json", by_alias=True)})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.change(home, anna, change)
    assert caught.value.state == "not_seen"


async def test_a_response_with_the_old_password_is_no_new_one(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await service.answer({CHANGE: anna.model_dump(mode="json", by_alias=True)})
    with pytest.raises(UnknownOutcomeError) as caught:
        await sub_users.new_password(home, anna)
    assert caught.value.state == "not_seen"


async def test_a_label_that_the_service_has_cleaned_is_changed(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    cleaned = anna.model_copy(update={"label": "Anna B.", "enabled": False})
    await service.answer({CHANGE: cleaned.model_dump(mode="json", by_alias=True)})
    assert await sub_users.change(home, anna, SubUserChange(label="Anna  B.", enabled=False)) == cleaned
