"""The bridge between Qt and asyncio: latest wins, errors, crashes, canceling, nothing left."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from app.errors import AppError, UnreachableError
from ui.start import event_loop
from ui.start.event_loop import cancel_others, finish_saving
from ui.tasks import SAVING, Tasks

Run = Callable[[Coroutine[Any, Any, Any]], Any]


async def test_the_latest_of_a_name_wins_and_the_earlier_is_cancelled() -> None:
    ended: list[str] = []

    async def work(name: str, gate: asyncio.Event) -> None:
        try:
            await gate.wait()
        except asyncio.CancelledError:
            ended.append(f"{name} cancelled")
            raise
        ended.append(f"{name} done")

    gate = asyncio.Event()
    tasks = Tasks(QObject(), lambda _error: None)
    tasks.start("load", work("first", gate))
    await asyncio.sleep(0)
    tasks.start("load", work("second", gate))
    gate.set()
    await tasks.join()
    assert sorted(ended) == ["first cancelled", "second done"]


async def test_work_cancelled_before_its_first_step_leaks_nothing() -> None:
    tasks = Tasks(QObject(), lambda _error: None)
    for _round in range(3):
        tasks.start("load", asyncio.sleep(60))
    tasks.cancel_all()
    await tasks.join()
    await asyncio.sleep(0)


async def test_an_expected_error_is_reported_once_to_the_owner(crashes: list[BaseException]) -> None:
    reported: list[AppError] = []

    async def fail() -> None:
        raise UnreachableError("refused")

    tasks = Tasks(QObject(), reported.append)
    tasks.start("load", fail())
    await tasks.join()
    assert [type(error) for error in reported] == [UnreachableError]
    assert crashes == []


async def test_the_error_of_replaced_work_is_not_reported() -> None:
    reported: list[AppError] = []

    async def fail_when_cancelled() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise UnreachableError("too late") from None

    tasks = Tasks(QObject(), reported.append)
    tasks.start("load", fail_when_cancelled())
    await asyncio.sleep(0)
    tasks.start("load", asyncio.sleep(0))
    await tasks.join()
    await asyncio.sleep(0)
    assert reported == []


async def test_anything_else_is_a_crash(crashes: list[BaseException]) -> None:
    reported: list[AppError] = []

    async def fail() -> None:
        raise ZeroDivisionError

    tasks = Tasks(QObject(), reported.append)
    tasks.start("load", fail())
    await tasks.join()
    assert [type(error) for error in crashes] == [ZeroDivisionError]
    assert reported == []


async def test_a_destroyed_owner_cancels_its_work_and_hears_nothing() -> None:
    reported: list[AppError] = []
    cancelled: list[bool] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise UnreachableError("after the end") from None

    owner = QObject()
    tasks = Tasks(owner, reported.append)
    tasks.start("load", work())
    await asyncio.sleep(0)
    delete(owner)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert cancelled == [True]
    assert reported == []


async def test_work_that_cleans_up_a_destroyed_owner_is_no_crash(crashes: list[BaseException]) -> None:
    owner = QObject()
    cleaned: list[bool] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            cleaned.append(True)
            owner.setObjectName("idle")

    tasks = Tasks(owner, lambda _error: None)
    tasks.start("load", work())
    await asyncio.sleep(0)
    tasks.cancel_all()
    delete(owner)
    await asyncio.sleep(0.01)
    assert cleaned == [True]
    assert crashes == []


async def test_join_waits_for_named_work_only() -> None:
    tasks = Tasks(QObject(), lambda _error: None)
    tasks.start("follow", asyncio.sleep(60))
    tasks.start("load", asyncio.sleep(0.001))
    await tasks.join("load")
    assert tasks.names() == {"follow"}
    tasks.cancel_all()
    await asyncio.sleep(0)


async def test_the_end_cancels_whatever_is_left() -> None:
    tasks = Tasks(QObject(), lambda _error: None)
    for name in ("one", "two", "three"):
        tasks.start(name, asyncio.sleep(60))
    await asyncio.sleep(0)
    await cancel_others()
    assert tasks.names() == frozenset()


async def test_the_end_does_not_wait_for_a_disk_that_does_not_respond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_loop, "_MAX_SAVING_S", 0.01)
    tasks = Tasks(QObject(), lambda _error: None)
    tasks.start(f"{SAVING}note", asyncio.Event().wait())  # type: ignore[arg-type] # its result does not matter
    await finish_saving()
    assert tasks.is_running(f"{SAVING}note")
    await cancel_others()


async def test_what_escapes_in_a_callback_is_a_crash(crashes: list[BaseException]) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0.01)
    assert [type(error) for error in crashes] == [ZeroDivisionError]


@pytest.mark.parametrize("count", [20_000])
def test_this_pyside_survives_many_calls_that_return_nothing(qapp: object, count: int) -> None:
    """PySide6 6.12.0 on Python below 3.12 loses a reference to None a call, and aborts after some 5,000."""
    owner = QObject()
    for _call in range(count):
        owner.setObjectName("x")
    assert owner.objectName() == "x"
