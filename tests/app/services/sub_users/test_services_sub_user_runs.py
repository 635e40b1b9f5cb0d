"""The queue of a run: a few at once, paused, stopped, ended, cancelled and gone on with."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from app.errors import ConflictError, InvalidInputError, RateLimitedError, UnauthorizedError, UnreachableError
from app.models.sub_users import BulkChange, SubUserChange, SubUserChangedError, SubUserDraft
from support.sub_user_routes import ALL, CHANGE, MAKE, committed

if TYPE_CHECKING:
    from app.models.sub_users import RunProgress, SubUser
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService

GB = 10**9
MANY = 50


async def test_the_order_of_the_file_is_the_order_of_the_list(
    service: LinkedService, sub_users: SubUsers, empty_home: str
) -> None:
    drafts = [SubUserDraft(f"Robot {n}") for n in range(8)]
    await service.faults({"route": MAKE, "nth": 3, "kind": "status", "status": 429})
    await sub_users.import_all(empty_home, drafts).run()
    assert [item.label for item in (await sub_users.list(empty_home)).items] == [
        draft.label for draft in drafts
    ]


async def test_at_most_four_are_in_flight_and_new_ones_one_by_one(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    await service.faults({"route": CHANGE, "every": True, "kind": "delay", "seconds": 0.001})
    run = sub_users.bulk(empty_home, fifty[:20], BulkChange("disable"))
    most = 0

    def watch(progress: RunProgress) -> None:
        nonlocal most
        most = max(most, sum(row.state == "sending" for row in progress.rows))

    await run.run(watch)
    assert most == 4
    for item in fifty[:5]:
        await sub_users.delete(empty_home, item)
    most = 0
    await sub_users.import_all(empty_home, [SubUserDraft(f"R{n}") for n in range(5)]).run(watch)
    assert most == 1


async def test_a_pause_that_the_service_asks_for_holds_the_whole_queue_and_is_shown(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    headers = {"retry-after": "150"}
    await service.faults({"route": CHANGE, "nth": 4, "kind": "status", "status": 429, "headers": headers})
    pauses: list[timedelta] = []

    def watch(progress: RunProgress) -> None:
        if progress.pause is not None:
            pauses.append(progress.pause)

    began = service.clock.monotonic()
    ending = await sub_users.bulk(empty_home, fifty[:12], BulkChange("disable")).run(watch)
    assert ending.done == 12
    assert max(pauses) == timedelta(seconds=150)
    assert service.clock.monotonic() - began >= 150
    sent = [entry for entry in await service.ledger() if entry.get("method") == "PATCH"]
    # Four were in flight when the pause was asked for; the fourth is sent again after it.
    assert len(sent) == 13


async def test_a_service_that_always_says_too_many_ends_in_failures(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    await service.faults({"route": CHANGE, "every": True, "kind": "status", "status": 429})
    ending = await sub_users.bulk(empty_home, fifty[:3], BulkChange("disable")).run()
    assert ending.failed == 3
    assert all(isinstance(row.error, RateLimitedError) for row in ending.rows)
    sent = [entry for entry in await service.ledger() if entry.get("method") == "PATCH"]
    assert len(sent) == 18


async def test_stop_finishes_what_is_in_flight_and_sends_no_more(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    run = sub_users.bulk(empty_home, fifty, BulkChange("disable"))

    def stop_after_ten(progress: RunProgress) -> None:
        if progress.done >= 10 and not progress.stopping:
            run.stop()

    ending = await run.run(stop_after_ten)
    assert ending.finished
    assert 10 <= ending.done <= 13
    assert ending.not_tried == MANY - ending.done
    assert (await committed(service, "sub_user.updated")).total() == ending.done
    rest = await run.again().run()
    assert rest.done == ending.not_tried
    assert await committed(service, "sub_user.updated") == dict.fromkeys((item.id for item in fifty), 1)


async def test_stop_ends_a_long_pause(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    headers = {"retry-after": "3600"}
    await service.faults(
        {"route": CHANGE, "every": True, "kind": "status", "status": 429, "headers": headers}
    )
    run = sub_users.bulk(empty_home, fifty, BulkChange("disable"))

    def stop_in_the_pause(progress: RunProgress) -> None:
        if progress.pause is not None and not progress.stopping:
            run.stop()

    began = service.clock.monotonic()
    ending = await run.run(stop_in_the_pause)
    assert (ending.done, ending.not_tried) == (0, MANY)
    assert service.clock.monotonic() - began < 10


async def test_a_very_long_pause_ends_after_ten_minutes(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    headers = {"retry-after": "1200"}
    await service.faults({"route": CHANGE, "nth": 1, "kind": "status", "status": 429, "headers": headers})
    began = service.clock.monotonic()
    ending = await sub_users.bulk(empty_home, fifty[:3], BulkChange("disable")).run()
    assert ending.done == 3
    assert 600 <= service.clock.monotonic() - began < 660


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ({"kind": "status", "status": 401}, UnauthorizedError),
        (None, UnreachableError),
    ],
)
async def test_what_would_fail_for_all_ends_the_run(  # noqa: PLR0917
    service: LinkedService,
    sub_users: SubUsers,
    empty_home: str,
    fifty: list[SubUser],
    fault: dict[str, Any] | None,
    error: type[Exception],
) -> None:
    run = sub_users.bulk(empty_home, fifty, BulkChange("cap", None))
    if fault is None:
        await service.aclose()
    else:
        await service.faults({"route": CHANGE, "nth": 6, "every": True} | fault)
    ending = await run.run()
    assert isinstance(ending.ended_by, error)
    assert ending.not_tried >= MANY - 5 - 4
    assert ending.unclear == 0


async def test_a_full_subscription_ends_an_import(
    sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    await sub_users.delete(empty_home, fifty[0])
    ending = await sub_users.import_all(empty_home, [SubUserDraft(f"R{n}") for n in range(4)]).run()
    assert [row.state for row in ending.rows] == ["done", "failed", "not_tried", "not_tried"]
    assert isinstance(ending.ended_by, ConflictError)
    assert len((await sub_users.list(empty_home)).items) == MANY


async def test_what_another_window_changed_is_reported_and_goes_on_when_tried_again(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    await sub_users.change(empty_home, fifty[2], SubUserChange(traffic_cap_bytes=9 * GB))
    await sub_users.delete(empty_home, fifty[4])
    run = sub_users.bulk(empty_home, fifty[:6], BulkChange("cap", 2 * GB))
    ending = await run.run()
    assert [row.state for row in ending.rows] == ["done", "done", "failed", "done", "failed", "done"]
    assert isinstance(ending.rows[2].error, SubUserChangedError)
    again = await run.again().run()
    assert [row.state for row in again.rows] == ["done", "failed"]
    assert (await sub_users.list(empty_home)).items[2].traffic_cap_bytes == 2 * GB
    assert (await committed(service, "sub_user.updated"))[fifty[2].id] == 2


async def test_an_allowance_comes_on_top_of_what_was_used_once(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    rows = fifty[:3]
    for number, item in enumerate(rows):
        service.world.connection.execute(
            "UPDATE sub_users SET traffic_used_bytes = ? WHERE id = ?", [number * GB + 7, item.id]
        )
    seen = (await sub_users.list(empty_home)).items[:3]
    run = sub_users.bulk(empty_home, seen, BulkChange("cap", 5 * GB, is_allowance=True))
    # It is used meanwhile, and the answer of the second is lost.
    service.world.connection.execute("UPDATE sub_users SET traffic_used_bytes = traffic_used_bytes + 100")
    await service.faults({"route": CHANGE, "nth": 2, "kind": "reset_after"})
    ending = await run.run()
    assert ending.done == 3
    caps = [item.traffic_cap_bytes for item in (await sub_users.list(empty_home)).items[:3]]
    assert caps == [number * GB + 7 + 5 * GB for number in range(3)]
    assert set((await committed(service, "sub_user.updated")).values()) == {1}


async def test_an_allowance_over_the_largest_cap_is_refused_before_it_is_sent(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    used = fifty[0].model_copy(update={"traffic_used_bytes": 10})
    ending = await sub_users.bulk(empty_home, [used], BulkChange("cap", 2**63 - 5, is_allowance=True)).run()
    assert isinstance(ending.rows[0].error, InvalidInputError)
    assert not await committed(service, "sub_user.updated")


async def test_many_rows_need_one_look(
    service: LinkedService, sub_users: SubUsers, empty_home: str, fifty: list[SubUser]
) -> None:
    path = ALL.replace("{subscriptionId}", empty_home)
    before = len(await service.requests("GET", path))
    await sub_users.bulk(empty_home, fifty, BulkChange("enable")).run()
    await sub_users.bulk(empty_home, fifty, BulkChange("disable")).run()
    assert len(await service.requests("GET", path)) - before == 2
    # Who was enabled already was not asked for again.
    assert (await committed(service, "sub_user.updated")).total() == MANY


async def test_a_cancelled_run_sends_no_more(
    service: LinkedService, sub_users: SubUsers, empty_home: str
) -> None:
    await service.faults({"route": MAKE, "nth": 3, "kind": "delay", "seconds": 60.0})
    run = sub_users.import_all(empty_home, [SubUserDraft(f"R{n}") for n in range(5)])
    reached = asyncio.Event()

    def watch(progress: RunProgress) -> None:
        if progress.rows[2].state == "sending":
            reached.set()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(run.run(watch))
        await reached.wait()
        await service.settle()
        task.cancel()
    assert [row.state for row in run.progress.rows] == ["done", "done", "unclear", "not_tried", "not_tried"]
    assert run.progress.finished
    # Whether the third was made nobody knows: it is looked for, and then made.
    await service.faults()
    assert (await run.again().run()).done == 3
    assert [row.number for row in run.again().progress.rows] == [3, 4, 5]
    assert len((await sub_users.list(empty_home)).items) == 5
    assert (await committed(service, "sub_user.created")).total() == 5
