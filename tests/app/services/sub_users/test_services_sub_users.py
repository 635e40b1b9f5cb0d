"""Single sub-users: made, changed after another look, deleted; files kept private."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import (
    AppError,
    ConflictError,
    InvalidInputError,
    UnknownOutcomeError,
)
from app.models.sub_users import (
    FieldChange,
    SubUserChange,
    SubUserChangedError,
    SubUserDiffersError,
    SubUserDraft,
)
from app.present.errors import present_error
from support.sub_user_routes import CHANGE, DELETE, MAKE, committed, sent

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService

DRAFT = SubUserDraft("Robot", None, 5 * 10**9)


async def test_the_list_tells_the_limit_and_a_new_one_is_in_it(sub_users: SubUsers, home: str) -> None:
    before = await sub_users.list(home)
    made = await sub_users.create(home, SubUserDraft("  Robot ", "own-password", 0))
    after = await sub_users.list(home)
    assert (made.label, made.password, made.traffic_cap_bytes) == ("Robot", "own-password", 0)
    assert (after.items, after.limit) == ((*before.items, made), 50)


async def test_a_bad_draft_is_not_sent(service: LinkedService, sub_users: SubUsers, home: str) -> None:
    with pytest.raises(InvalidInputError):
        await sub_users.create(home, SubUserDraft(""))
    assert await sent(service, "POST") == 0


@pytest.mark.parametrize("traffic_cap_bytes", [None, 0, 10**9])
async def test_one_that_was_made_with_another_cap_does_not_count_as_done(
    service: LinkedService, sub_users: SubUsers, home: str, traffic_cap_bytes: int | None
) -> None:
    fault: dict[str, object] = {"route": MAKE, "kind": "mutate", "path": "trafficLimitBytes"}
    await service.faults(fault | {"value": traffic_cap_bytes})
    with pytest.raises(SubUserDiffersError) as caught:
        await sub_users.create(home, DRAFT)
    assert (caught.value.created.label, caught.value.created.traffic_cap_bytes) == (
        "Robot",
        traffic_cap_bytes,
    )
    assert await sent(service, "POST") == 1


async def test_one_that_was_made_with_another_password_does_not_count_as_done(
    service: LinkedService, sub_users: SubUsers, home: str
) -> None:
    await service.faults({"route": MAKE, "kind": "mutate", "path": "password", "value": "its-own"})
    with pytest.raises(SubUserDiffersError) as caught:
        await sub_users.create(home, SubUserDraft("Robot", "chosen"))
    assert caught.value.created.password == "its-own"
    assert "another password" in present_error(caught.value).text
    assert await sent(service, "POST") == 1


async def test_a_password_that_the_service_was_to_generate_is_no_other(
    service: LinkedService, sub_users: SubUsers, home: str
) -> None:
    await service.faults({"route": MAKE, "kind": "mutate", "path": "password", "value": "its-own"})
    assert (await sub_users.create(home, SubUserDraft("Robot"))).password == "its-own"


async def test_a_full_subscription_refuses_more(sub_users: SubUsers, home: str) -> None:
    for number in range(41):
        await sub_users.create(home, SubUserDraft(f"Worker {number}"))
    with pytest.raises(ConflictError) as caught:
        await sub_users.create(home, DRAFT)
    assert caught.value.code == "sub_user_limit"


async def test_label_cap_and_switch_are_changed_and_null_is_no_cap(
    sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    renamed = await sub_users.change(home, anna, SubUserChange(label=" Berta ", enabled=False))
    assert (renamed.label, renamed.enabled, renamed.traffic_cap_bytes) == ("Berta", False, 5 * 10**9)
    assert (await sub_users.change(home, renamed, SubUserChange(traffic_cap_bytes=0))).traffic_cap_bytes == 0
    now = (await sub_users.list(home)).items[0]
    assert (
        await sub_users.change(home, now, SubUserChange(traffic_cap_bytes=None))
    ).traffic_cap_bytes is None


async def test_what_is_so_already_is_not_sent(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    change = SubUserChange(label=anna.label, traffic_cap_bytes=anna.traffic_cap_bytes, enabled=True)
    assert await sub_users.change(home, anna, change) == anna
    assert await sent(service, "PATCH") == 0


async def test_an_edit_of_another_window_is_reported_before_it_is_overwritten(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await sub_users.change(home, anna, SubUserChange(traffic_cap_bytes=7 * 10**9, label="Berta"))
    mine = SubUserChange(traffic_cap_bytes=9 * 10**9)
    with pytest.raises(SubUserChangedError) as caught:
        await sub_users.change(home, anna, mine)
    assert caught.value.changes == (FieldChange("trafficLimitBytes", 5 * 10**9, 7 * 10**9),)
    assert (await committed(service, "sub_user.updated")).total() == 1
    # Having seen it, the person insists.
    after = await sub_users.change(home, caught.value.now, mine)
    assert (after.traffic_cap_bytes, after.label) == (9 * 10**9, "Berta")


async def test_edits_of_different_fields_live_side_by_side(
    sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await sub_users.change(home, anna, SubUserChange(label="Berta"))
    after = await sub_users.change(home, anna, SubUserChange(enabled=False))
    assert (after.label, after.enabled) == ("Berta", False)


async def test_a_new_password_of_another_window_is_not_replaced_unseen(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    await sub_users.new_password(home, anna)
    with pytest.raises(SubUserChangedError) as caught:
        await sub_users.new_password(home, anna)
    assert caught.value.changes == (FieldChange("password", None, None),)
    assert (await committed(service, "sub_user.updated")).total() == 1


async def test_a_refusal_is_no_unknown_outcome(
    service: LinkedService, sub_users: SubUsers, home: str, anna: SubUser
) -> None:
    for route, call in (
        (MAKE, lambda: sub_users.create(home, DRAFT)),
        (CHANGE, lambda: sub_users.change(home, anna, SubUserChange(enabled=False))),
        (CHANGE, lambda: sub_users.new_password(home, anna)),
        (DELETE, lambda: sub_users.delete(home, anna)),
    ):
        await service.faults({"route": route, "kind": "status", "status": 422})
        with pytest.raises(AppError) as caught:
            await call()
        assert not isinstance(caught.value, UnknownOutcomeError)


async def test_files_to_import_are_ordinary_and_small(sub_users: SubUsers, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes("Łódź\r\n".encode())
    assert await sub_users.read_import(path) == "Łódź\r\n".encode()
    large = tmp_path / "large.csv"
    large.write_bytes(b"x" * (1024 * 1024 + 1))
    for path, code in ((large, "too_large"), (tmp_path, "unreadable"), (tmp_path / "none", "unreadable")):
        with pytest.raises(InvalidInputError) as caught:
            await sub_users.read_import(path)
        assert (caught.value.field, caught.value.code) == ("file", code)
