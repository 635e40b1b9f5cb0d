"""The main window over the app's own services, joined as the app joins them and put away in order."""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtTest import QTest

from support.account_services import MemoryKeyring, running
from ui.clipboard import Clipboard
from ui.links import Links
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow
from ui.start.event_loop import cancel_others

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from app.bootstrap import Services


class Harness:
    """The window with its navigation; each test's own harness adds what a person does there."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.window = MainWindow()
        self.window.build()
        self.window.show()
        # Before anything is started: the waiting lets Qt work in the middle of this step.
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.navigation = Navigation(self.window, services, clipboard=Clipboard(self.window), links=Links())
        self.window.take_input()


class Closable(Protocol):
    """What can be closed."""

    async def aclose(self) -> None: ...


_D = TypeVar("_D", bound=Harness)
_C = TypeVar("_C", bound=Closable)


@asynccontextmanager
async def at_window(
    make: Callable[[Services], _D],
    folder: Path,
    ring: MemoryKeyring | None = None,
    demo_options: tuple[str, ...] = ("--scale", "empty"),
) -> AsyncIterator[_D]:
    """Runs the app from one start to its end; without a ring there is no keyring."""
    async with running(folder, lambda: ring, demo_options=demo_options) as services:
        harness = make(services)
        try:
            yield harness
        finally:
            harness.window.close()
            await cancel_others()
            harness.window.deleteLater()


@asynccontextmanager
async def closed_after(make: Callable[[Path], _C], folder: Path) -> AsyncIterator[_C]:
    """Makes what a test works with on the app's loop, and closes it in the end."""
    async with aclosing(make(folder)) as made:
        yield made
