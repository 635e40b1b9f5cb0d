"""Runs asyncio on Qt's event loop, with a clean shutdown and garbage collection on the GUI thread only."""

from __future__ import annotations

import asyncio
import gc
import inspect
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import qasync
from PySide6.QtCore import QObject, QTimer

from ui.tasks import SAVING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from PySide6.QtWidgets import QApplication

_PAUSE_MS = 1000
_MAX_SAVING_S: Final = 2.0


class GarbageRounds(QObject):
    """Collects garbage in the GUI thread only, where Python's own collector runs in any thread.

    Disables automatic collection, and checks once a second whether a round is due.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collects the oldest generation that is due by Python's own thresholds."""
        due = [
            generation
            for generation, (count, limit) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if limit and count > limit
        ]
        if due and due[0] == 0:
            gc.collect(due[-1])


# Files, SQLite and the keyring: few and short jobs. qasync's own executor would start ten threads.
_WORKERS = 2


def run(app: QApplication, main: Callable[[], Awaitable[int]]) -> int:
    """Runs `main` on Qt's event loop until it returns; then nothing is pending.

    Args:
        app: The application. It must not quit by itself: `main` decides when it ends.
        main: Creates the coroutine; it returns the exit code.
    """
    app.setQuitOnLastWindowClosed(False)
    GarbageRounds(app)
    with asyncio.Runner(loop_factory=lambda: new_event_loop(app)) as runner:
        return runner.run(_guarded(main))


def new_event_loop(app: QApplication) -> asyncio.AbstractEventLoop:
    """Returns an asyncio loop that runs on Qt's, with a small thread pool."""
    loop: asyncio.AbstractEventLoop = qasync.QEventLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(_WORKERS, thread_name_prefix="worker"))
    loop.set_exception_handler(_on_loop_exception)
    return loop


async def _guarded(main: Callable[[], Awaitable[int]]) -> int:
    try:
        return await main()
    finally:
        await cancel_others()


async def finish_saving() -> None:
    """Waits until what the user entered or chose last is saved, but not for a disk that does not respond."""
    saving = [task for task in asyncio.all_tasks() if task.get_name().startswith(SAVING)]
    if saving:
        await asyncio.wait(saving, timeout=_MAX_SAVING_S)


async def cancel_others() -> None:
    """Cancels every other task of the loop and waits for their ends.

    A task is cancelled after its first step only: before, its coroutine's arguments would be left
    'never awaited'.
    """
    cancelled: set[asyncio.Task[Any]] = set()
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in others - cancelled:
            if _has_begun(task):
                task.cancel()
                cancelled.add(task)
        if others <= cancelled:
            await asyncio.wait(others)
        else:
            await asyncio.sleep(0)


def _has_begun(task: asyncio.Task[Any]) -> bool:
    work = task.get_coro()
    return not inspect.iscoroutine(work) or inspect.getcoroutinestate(work) != inspect.CORO_CREATED


def _on_loop_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Sends what escaped in a callback of the loop to the crash dialog, like any other crash."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        sys.excepthook(type(error), error, error.__traceback__)
    else:
        loop.default_exception_handler(context)
