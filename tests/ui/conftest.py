"""Runs coroutines on Qt's event loop, as the app does, and proves that nothing stays behind."""

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from support.leaks import watch_starts
from ui.start.event_loop import new_event_loop
from ui.theme.theme import apply_theme

watch_starts()
_ENDING_SECONDS = 10.0


@pytest.fixture
def run(qapp: QApplication) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs one coroutine to its end; tasks that are left pending fail the test."""

    def run(main: Coroutine[Any, Any, Any]) -> Any:
        async def watched() -> Any:
            result = await main
            ending = {task for task in asyncio.all_tasks() if task.cancelling()}
            if ending:
                # What was cancelled may have to wait for a thread first.
                await asyncio.wait(ending, timeout=_ENDING_SECONDS)
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, f"left pending: {left}"
            return result

        # As in the app: the end of the last window is not the end of the loop.
        qapp.setQuitOnLastWindowClosed(False)
        with asyncio.Runner(loop_factory=lambda: new_event_loop(qapp)) as runner:
            return runner.run(watched())

    return run


@pytest.fixture(autouse=True)
def garbage_ends_here() -> Iterator[None]:
    """As in the app, no worker thread collects widgets."""
    gc.disable()
    yield
    gc.collect(2 if gc.get_count()[2] > gc.get_threshold()[2] else 1)
    gc.enable()


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> None:
    apply_theme(qapp, "light")


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Collects what reaches `sys.excepthook`."""
    seen: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: seen.append(error))
    return seen
