"""From nothing to a working window: paint, then import and build behind it, then run."""

from __future__ import annotations

import gc
import sys
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.errors import AppError
from ui.crash import CrashReporter
from ui.shell.window import MainWindow
from ui.theme import apply_theme, system_scheme

if TYPE_CHECKING:
    from app.bootstrap import Services


def run_app(*, demo: bool) -> int:
    """Runs the app with a window; returns the exit code."""
    app = build_application()
    crashes = CrashReporter()
    crashes.install()
    window = MainWindow()
    crashes.show_over(window)
    if demo:
        window.show_starting()
    window.show()
    preparation = prepare(window)
    if isinstance(preparation.result, AppError):
        return _say_why_not(preparation.result)
    if preparation.was_closed or preparation.result is None:
        return 0
    from ui import eventloop  # noqa: PLC0415 (after the first paint)

    services = preparation.result
    demo = demo or preparation.was_demo_wanted
    return eventloop.run(app, lambda: conduct(window, services, demo=demo))


def build_application() -> QApplication:
    """Returns the application with its name, theme and fonts."""
    # Named here: to touch `app.style()` from Python costs a tenth of the time to the first paint.
    app = QApplication([*sys.argv, "-style", "fusion"])
    app.setApplicationName("Tollhouse")
    app.setApplicationDisplayName("Tollhouse")
    app.setDesktopFileName("tollhouse")
    app.setQuitOnLastWindowClosed(False)
    apply_theme(app, system_scheme(app))
    app.styleHints().colorSchemeChanged.connect(lambda: apply_theme(app, system_scheme(app)))
    return app


class Preparation(QObject):
    """Imports what is heavy and builds the services in a thread, while the window is there.

    Attributes:
        result: The services, or why there are none; None until `ended`.
        was_closed: Whether the window was closed meanwhile.
        was_demo_wanted: Whether the demo was asked for meanwhile.

    Signals:
        ended(): The result is there.
    """

    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.result: Services | AppError | None = None
        self.crash: BaseException | None = None
        self.was_closed = False
        self.was_demo_wanted = False
        self._thread = threading.Thread(target=self._run, name="preparation", daemon=True)
        window.closed.connect(self._on_window_closed)
        window.demo_wanted.connect(self._on_demo_wanted)
        # What comes after the first paint must not delay it.
        window.painted.connect(lambda: QTimer.singleShot(0, self, self._thread.start))

    def join(self) -> None:
        """Waits for the thread's end, which has come with `ended`.

        Raises:
            BaseException: The preparation crashed.
        """
        self._thread.join()
        if self.crash is not None:
            raise self.crash

    def _run(self) -> None:
        # Modules and classes are for good: looking through them again and again costs a tenth of the start.
        gc.disable()
        try:
            self.result = _build()
        except AppError as error:
            self.result = error
        except BaseException as error:  # noqa: BLE001 (raised again on the GUI thread)
            self.crash = error
        gc.freeze()
        gc.enable()
        self.ended.emit()

    def _on_window_closed(self) -> None:
        self.was_closed = True

    def _on_demo_wanted(self) -> None:
        self.was_demo_wanted = True


def _build() -> Services:
    """Builds the services, and imports what the window needs next, so that it never waits for that."""
    import httpcore._backends.anyio  # noqa: F401, PLC0415 (after the first paint)

    import ui.clipboard  # noqa: PLC0415 (likewise)
    import ui.eventloop  # noqa: PLC0415 (likewise)
    import ui.links  # noqa: PLC0415 (likewise)
    import ui.shell.navigation  # noqa: F401, PLC0415 (likewise)
    from app.bootstrap import build  # noqa: PLC0415 (likewise)
    from app.storage.logs import start_log  # noqa: PLC0415 (likewise)
    from app.storage.places import find_places  # noqa: PLC0415 (likewise)

    places = find_places()
    start_log(places.log)
    return build(places)


def prepare(window: MainWindow) -> Preparation:
    """Builds the services behind a window that is shown already, and stays alive meanwhile."""
    preparation = Preparation(window)
    waiting = QEventLoop()
    preparation.ended.connect(waiting.quit)
    waiting.exec()
    preparation.join()
    return preparation


async def conduct(window: MainWindow, services: Services, *, demo: bool) -> int:
    """Lives as long as the window: the one coroutine from which all others start."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    from ui.clipboard import Clipboard  # noqa: PLC0415 (likewise)
    from ui.links import Links  # noqa: PLC0415 (likewise)
    from ui.shell.navigation import Navigation  # noqa: PLC0415 (likewise)

    end = asyncio.Event()
    window.closed.connect(end.set)
    clipboard = Clipboard(window)
    navigation = Navigation(window, services, clipboard=clipboard, links=Links())
    navigation.open_first(demo=demo)
    try:
        await end.wait()
    finally:
        clipboard.clear_if_ours()
        from ui.eventloop import cancel_others  # noqa: PLC0415 (likewise)

        await cancel_others()
        await services.accounts.close()
    return 0


def _say_why_not(error: AppError) -> int:
    from app.present.errors import present_error  # noqa: PLC0415 (only when the start failed)

    view = present_error(error)
    print(f"tollhouse: {view.text} {view.details}".rstrip(), file=sys.stderr)  # noqa: T201 (a command's output)
    return 1
