"""The bridge between Qt and asyncio: the only module that creates tasks."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary, WeakSet

from shiboken6 import isValid

from app.errors import AppError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QDialog


SAVING: Final = "saving "
"""Begins the names of tasks that save what the user entered or chose: the end of the app waits for them."""

_all: WeakSet[Tasks] = WeakSet()
_last: WeakKeyDictionary[asyncio.AbstractEventLoop, Tasks] = WeakKeyDictionary()
"""Who alone still starts tasks on an event loop, where all other work was stopped."""


async def stop_all_work(*, but: Tasks) -> None:
    """Cancels the tasks of all owners but one, and waits for their ends; no other owner starts any more."""
    _last[asyncio.get_running_loop()] = but
    stopped = [task for tasks in _all if tasks is not but for task in tasks.cancel_all()]
    if stopped:
        await asyncio.wait(stopped)


async def in_turns(steps: Iterable[object]) -> None:
    """Takes steps, each in a turn of the event loop, so that the window stays responsive."""
    for _step in steps:
        await asyncio.sleep(0)


class Tasks:
    """The background tasks of one owner, by name.

    Starting a name again cancels the earlier task of that name. An `AppError` that escapes goes to
    `on_error`; any other exception is a crash and goes to `sys.excepthook`. The owner's destruction
    cancels all tasks, and nothing of them is reported any more.

    Attributes:
        on_success: Called with the name of each task that ended without an error.
    """

    def __init__(self, owner: QObject, on_error: Callable[[AppError], None]) -> None:
        self._on_error = on_error
        self.on_success: Callable[[str], None] | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._numbers = count()
        self._is_owner_gone = False
        _all.add(self)
        owner.destroyed.connect(self._on_owner_destroyed)

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Starts a task; one of the same name that is still running is cancelled.

        Nothing is started any more after the work of all other owners was stopped.
        """
        self.cancel(name)
        loop = asyncio.get_running_loop()
        if _last.get(loop, self) is not self:
            work.close()
            return
        # The task is made of the coroutine itself: one around it would leak 'never awaited' when it is
        # cancelled before its first step.
        task = loop.create_task(work, name=name)
        self._running[name] = task
        task.add_done_callback(partial(self._on_task_done, name))

    def add(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Starts a task beside those of the same name, with a number after its own."""
        self.start(f"{name} {next(self._numbers)}", work)

    def cancel(self, name: str) -> None:
        task = self._running.pop(name, None)
        if task is not None:
            task.cancel()

    def cancel_all(self) -> list[asyncio.Task[None]]:
        """Cancels all tasks, and returns them."""
        cancelled = list(self._running.values())
        for name in list(self._running):
            self.cancel(name)
        return cancelled

    def delete_at_end(self, dialog: QDialog) -> None:
        """Cancels the tasks when a dialog is closed, and deletes the dialog once they have ended.

        Cancelled tasks clean up first, and use the dialog's widgets for it.
        """
        from PySide6.QtCore import Qt  # noqa: PLC0415 (not before the first paint)

        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        dialog.finished.connect(lambda: self._cancel_and_delete(dialog))

    def _cancel_and_delete(self, dialog: QDialog) -> None:
        ending = set(self.cancel_all())
        if not ending:
            dialog.deleteLater()

        def on_done(task: asyncio.Task[None]) -> None:
            ending.discard(task)
            if not ending and isValid(dialog):
                dialog.deleteLater()

        for task in tuple(ending):
            task.add_done_callback(on_done)

    def is_running(self, name: str) -> bool:
        return name in self._running

    def names(self) -> frozenset[str]:
        return frozenset(self._running)

    async def join(self, *names: str) -> None:
        """Waits until no task of these names is running, or none at all; includes those started meanwhile."""
        while waited := [task for name, task in self._running.items() if not names or name in names]:
            await asyncio.wait(waited)
            # The done-callbacks, which take the names out, run one step later.
            await asyncio.sleep(0)

    def _on_owner_destroyed(self) -> None:
        self._is_owner_gone = True
        self.cancel_all()

    def _on_task_done(self, name: str, task: asyncio.Task[None]) -> None:
        is_current = self._running.get(name) is task
        if is_current:
            del self._running[name]
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            if self.on_success is not None and not self._is_owner_gone:
                self.on_success(name)
            return
        if self._is_owner_gone and isinstance(error, RuntimeError):
            # What a cancelled task cleans up may be widgets that are gone.
            return
        if not isinstance(error, AppError):
            sys.excepthook(type(error), error, error.__traceback__)
        elif is_current:
            self._on_error(error)
