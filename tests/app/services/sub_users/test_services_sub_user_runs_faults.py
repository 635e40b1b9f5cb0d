"""Runs over fifty sub-users with faults in the middle: none lost, none doubled, by the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.errors import UnknownOutcomeError
from app.models.sub_users import BulkChange, SubUserChange, SubUserDiffersError, SubUserDraft
from app.present.bulk_runs import row_reason
from support.sub_user_routes import CHANGE, DELETE, MAKE, READ, committed

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.sub_users import RunProgress, SubUser
    from app.services.sub_users.bulk_runs import SubUserRun
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService

GB = 10**9
MANY = 50
MIDDLE: tuple[dict[str, Any], ...] = (
    {"nth": 5, "kind": "reset_before"},
    {"nth": 9, "kind": "reset_after"},
    {"nth": 13, "kind": "status", "status": 429, "headers": {"retry-after": "7"}},
    {"nth": 14, "kind": "status", "status": 429},
    {"nth": 18, "kind": "status", "status": 503},
    {"nth": 23, "kind": "status_after", "status": 500},
    {"nth": 27, "kind": "truncate", "bytes": 5},
    {"nth": 31, "kind": "raw_body", "body": "<html>", "content_type": "text/html", "status": 502},
    {"nth": 36, "kind": "status", "status": 408},
    {"nth": 40, "kind": "status", "status": 422},
)


def script(route: str, *faults: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"route": route} | fault for fault in faults]


async def to_the_end(service: LinkedService, run: SubUserRun) -> list[RunProgress]:
    """Runs, and tries again what is left until nothing is; returns how each run ended."""
    endings = [await run.run()]
    await service.faults()
    while endings[-1].left:
        assert len(endings) < 4
        run = run.again()
        endings.append(await run.run())
    return endings


def has_cap(item: SubUser, _seen: SubUser) -> bool:
    return item.traffic_cap_bytes == 3 * GB


def has_allowance(item: SubUser, seen: SubUser) -> bool:
    return item.traffic_cap_bytes == seen.traffic_used_bytes + 2 * GB


def is_off(item: SubUser, _seen: SubUser) -> bool:
    return not item.enabled


def has_new_password(item: SubUser, seen: SubUser) -> bool:
    return item.password != seen.password


@pytest.mark.parametrize(
    ("change", "is_done"),
    [
        (BulkChange("cap", 3 * GB), has_cap),
        (BulkChange("cap", 2 * GB, is_allowance=True), has_allowance),
        (BulkChange("disable"), is_off),
        (BulkChange("new_passwords"), has_new_password),
    ],
)
async def test_fifty_changes_with_faults_in_the_middle(  # noqa: PLR0917
    service: LinkedService,
    sub_users: SubUsers,
    empty_home: str,
    fifty: list[SubUser],
    change: BulkChange,
    is_done: Callable[[SubUser, SubUser], bool],
) -> None:
    await service.faults(*script(CHANGE, *MIDDLE))
    endings = await to_the_end(service, sub_users.bulk(empty_home, fifty, change))
    first = endings[0]
    # Lost before the commit, 503, 408 and 422 are told; lost after it are found; 429 is waited for.
    assert (first.total, first.done, first.failed, first.unclear) == (MANY, 46, 4, 0)
    after = (await sub_users.list(empty_home)).items
    assert all(is_done(item, seen) for item, seen in zip(after, fifty, strict=True))
    assert await committed(service, "sub_user.updated") == dict.fromkeys((item.id for item in fifty), 1)
    assert endings[-1].done == 4
    assert {row.sub_user for ending in endings for row in ending.rows if row.state == "done"} == set(after)


async def test_fifty_deletions_with_faults_in_the_middle(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    await service.faults(*script(DELETE, *MIDDLE))
    endings = await to_the_end(service, sub_users.bulk(empty_home, fifty, BulkChange("delete")))
    assert (await sub_users.list(empty_home)).items == ()
    assert await committed(service, "sub_user.deleted") == dict.fromkeys((item.id for item in fifty), 1)
    assert endings[0].done == 46
    assert all(row.sub_user is None for row in endings[0].rows)


@pytest.mark.parametrize("labels", ["different", "alike"])
async def test_fifty_new_ones_with_faults_in_the_middle(
    service: LinkedService, sub_users: SubUsers, empty_home: str, labels: str
) -> None:
    drafts = [SubUserDraft(f"Robot {n}" if labels == "different" else "Robot", None, GB) for n in range(MANY)]
    await service.faults(*script(MAKE, *MIDDLE))
    endings = await to_the_end(service, sub_users.import_all(empty_home, drafts))
    made = await committed(service, "sub_user.created")
    after = (await sub_users.list(empty_home)).items
    assert made == dict.fromkeys((item.id for item in after), 1)
    assert sorted(item.label for item in after) == sorted(draft.label for draft in drafts)
    assert endings[0].done == 46
    reported = [row.sub_user for ending in endings for row in ending.rows if row.sub_user is not None]
    assert sorted(item.id for item in reported) == sorted(item.id for item in after)


@pytest.mark.parametrize("kind", ["reset_after", "reset_before"])
async def test_new_ones_whose_list_is_lost_too_are_made_once(
    service: LinkedService, sub_users: SubUsers, empty_home: str, kind: str
) -> None:
    drafts = [SubUserDraft("Robot") for _n in range(6)]
    # The third is lost, and none of the three tries to read the list back comes through.
    lost: list[dict[str, object]] = [
        {"route": READ, "nth": nth, "kind": "status", "status": 503} for nth in (4, 5, 6)
    ]
    await service.faults({"route": MAKE, "nth": 3, "kind": kind}, *lost)
    run = sub_users.import_all(empty_home, drafts)
    first = await run.run()
    assert [row.state for row in first.rows] == ["done", "done", "unclear", "done", "done", "done"]
    unknown = first.rows[2].error
    assert isinstance(unknown, UnknownOutcomeError)
    assert unknown.state == "unknown"
    again = run.again()
    assert (await again.run()).done == 1
    assert len((await sub_users.list(empty_home)).items) == 6
    assert (await committed(service, "sub_user.created")).total() == 6


@pytest.mark.parametrize(
    "change",
    [BulkChange("cap", None), BulkChange("cap", 5, is_allowance=True), BulkChange("new_passwords")],
)
async def test_what_was_unclear_is_looked_for_before_it_is_sent_again(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser], change: BulkChange
) -> None:
    lost: dict[str, object] = {"route": READ, "nth": 2, "every": True, "kind": "status", "status": 503}
    await service.faults({"route": CHANGE, "nth": 3, "kind": "reset_after"}, lost)
    run = sub_users.bulk(empty_home, fifty[:8], change)
    first = await run.run()
    assert [row.label for row in first.left] == ["Worker 3"]
    assert (first.unclear, first.done) == (1, 7)
    # The service is still away, and then back.
    again = run.again()
    assert (await again.run()).unclear == 1
    await service.faults()
    assert (await again.again().run()).done == 1
    assert await committed(service, "sub_user.updated") == dict.fromkeys((item.id for item in fifty[:8]), 1)


@pytest.mark.parametrize("status", [401, 409, 422, 429])
async def test_one_that_was_refused_and_made_all_the_same_is_not_made_again(
    service: LinkedService, sub_users: SubUsers, empty_home: str, status: int
) -> None:
    await service.faults({"route": MAKE, "nth": 2, "kind": "status_after", "status": status})
    drafts = [SubUserDraft("Robot") for _n in range(4)]
    await to_the_end(service, sub_users.import_all(empty_home, drafts))
    assert len((await sub_users.list(empty_home)).items) == 4
    assert (await committed(service, "sub_user.created")).total() == 4


async def test_one_with_another_password_is_reported_again_and_makes_no_second(
    service: LinkedService, sub_users: SubUsers, empty_home: str
) -> None:
    password = {"kind": "mutate", "path": "password", "value": "its-own", "every": True}
    await service.faults(
        {"route": MAKE, "kind": "mutate", "path": "trafficLimitBytes", "value": None},
        {"route": MAKE} | password,
        {"route": READ, "path": "data.0.password"} | {"kind": "mutate", "value": "its-own", "every": True},
    )
    run = sub_users.import_all(empty_home, [SubUserDraft("Robot", "chosen", GB)])
    (first,) = (await run.run()).rows
    assert first.state == "failed"
    assert "another traffic cap" in row_reason(first)
    assert "another password" in row_reason(first)
    (second,) = (await run.again().run()).rows
    assert second.state == "failed"
    assert "another password" in row_reason(second)
    assert "another traffic cap" not in row_reason(second)
    assert [item.traffic_cap_bytes for item in (await sub_users.list(empty_home)).items] == [GB]


async def test_the_next_try_gives_a_new_one_its_cap_and_makes_no_second(
    service: LinkedService, sub_users: SubUsers, empty_home: str
) -> None:
    await service.faults(
        {"route": MAKE, "nth": 2, "kind": "mutate", "path": "trafficLimitBytes", "value": None}
    )
    run = sub_users.import_all(empty_home, [SubUserDraft("Robot", None, GB)] * 3)
    first = await run.run()
    assert [row.state for row in first.rows] == ["done", "failed", "done"]
    assert row_reason(first.rows[1]).endswith("Set its cap.")
    created = first.rows[1].error
    assert isinstance(created, SubUserDiffersError)
    await service.client.sub_users.change(
        empty_home, created.created.id, SubUserChange(traffic_cap_bytes=None)
    )
    again = await run.again().run()
    assert [row.state for row in again.rows] == ["done"]
    assert [item.traffic_cap_bytes for item in (await sub_users.list(empty_home)).items] == [GB] * 3
