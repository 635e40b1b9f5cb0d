"""Finds what a test leaves running: threads, and Qt's timers, threads and top-level widgets."""

from __future__ import annotations

import gc
import sys
import threading
import time
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from PySide6.QtCore import QThread, QTimer

# A thread that was told to end gets this long to do so.
PATIENCE = 5.0

_started: WeakSet[QTimer | QThread] = WeakSet()


class Leaks:
    """What is alive before a test, to be compared with what is afterwards."""

    def __init__(self) -> None:
        self._threads = set(threading.enumerate())
        self._widgets = set(_top_levels())
        self._running = set(map(id, _running()))

    def found(self) -> list[str]:
        """Returns what was begun since and is still alive, in words."""
        end = time.monotonic() + PATIENCE
        threads = [thread for thread in threading.enumerate() if thread not in self._threads]
        for thread in threads:
            thread.join(max(0, end - time.monotonic()))
        if any(pointer not in self._widgets for pointer in _top_levels()):
            # What only a cycle of references holds is garbage, not left behind.
            gc.collect()
        return [
            *(f"thread {thread.name}" for thread in threads if thread.is_alive()),
            *(words for pointer, words in _top_levels().items() if pointer not in self._widgets),
            *(f"running {_words(one)}" for one in _running() if id(one) not in self._running),
        ]


def watch_starts() -> None:
    """Remembers every timer and thread of Qt that is started from now on."""
    from PySide6.QtCore import QThread, QTimer  # noqa: PLC0415 (tests of the core need no Qt)

    for kind in (QTimer, QThread):
        _watch(kind)


def _watch(kind: Any) -> None:
    start = kind.start

    def remembered(self: Any, *arguments: Any) -> Any:
        _started.add(self)
        return start(self, *arguments)

    kind.start = remembered


def _running() -> list[QTimer | QThread]:
    if not _started:
        return []
    from PySide6.QtCore import QTimer  # noqa: PLC0415 (likewise)
    from shiboken6 import isValid  # noqa: PLC0415 (likewise)

    alive = [one for one in _started if isValid(one)]
    return [one for one in alive if (one.isActive() if isinstance(one, QTimer) else one.isRunning())]


def _top_levels() -> dict[int, str]:
    """Returns the top-level widgets in words, by their addresses: Python may know one by several objects."""
    if "PySide6.QtWidgets" not in sys.modules:
        return {}
    from PySide6.QtCore import QCoreApplication, QEvent  # noqa: PLC0415 (likewise)
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (likewise)
    from shiboken6 import getCppPointer  # noqa: PLC0415 (likewise)

    if QApplication.instance() is None:
        return {}
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return {getCppPointer(one)[0]: f"widget {_words(one)}" for one in QApplication.topLevelWidgets()}


def _words(one: Any) -> str:
    owner = one.parent()
    name = one.objectName() or (one.windowTitle() if hasattr(one, "windowTitle") else "")
    return f"{type(one).__name__} '{name}'" + (f" of {type(owner).__name__}" if owner else "")
