"""Imports and builds what the window needs, while it is shown already: in a thread what uses no Qt.

PySide6 makes a class when it is imported. Before Python 3.12 that changes a table that the GUI thread reads
without the interpreter's lock, for any event: a thread that imported such a module could crash the app. So
modules of the window are imported on the GUI thread, each in a turn of its own.
"""

from __future__ import annotations

import gc
import threading
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Signal

from app.errors import AppError
from ui.start.first_paint import DEMO, FIRST_TAB, is_saved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from app.bootstrap import Services
    from app.services.demo import DemoServer
    from app.storage.instance import Instance
    from app.storage.keys import KeyStore
    from app.storage.paths import AppPaths
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks

_TURNS_OF_REQUESTS: Final = 10
_FOR_APPLICATION: Final = ("ui.theme.theme", "ui.theme.appearance", "ui.start.application")
_ALWAYS: Final = (
    "ui.clipboard",
    "ui.shell.header",
    "ui.start.frame_saver",
    "ui.shell.navigation",
)
PAGES: Final = {
    "topups": ("ui.pages.topups.page",),
    "subscriptions": (
        # Imported with the page, in one turn, they would take 40 ms.
        "app.present.subscriptions",
        "app.rules.proxy_formats.rendering",
        "ui.pages.subscriptions.credentials_card",
        "ui.pages.subscriptions.sticky_card",
        "ui.pages.subscriptions.usage_card",
        "ui.pages.subscriptions.page",
    ),
    "sub-users": ("ui.pages.sub_users.page",),
    "locations": ("ui.pages.locations.page",),
    "settings": ("ui.pages.settings.page",),
}
"""The modules of each page, the last one with the page itself."""


class Preparation(QObject):
    """Builds the services in a thread, while the window is shown.

    It begins at once; `build` lets it go on once the window has its language and its look.

    Attributes:
        result: The services, or why there are none; None until `build`.
        instance: This process as the first of its user; None where another one runs.
        other_answered: Whether that other one showed its window; None where there is none.
        was_closed: Whether the window was closed meanwhile.

    Signals:
        raised(): A later start asks for the window; emitted in a thread.
    """

    raised = Signal()
    _claimed = Signal()
    _ended = Signal()

    def __init__(
        self, window: MainWindow, environment: Mapping[str, str], *, opens: str, debug: bool
    ) -> None:
        """`opens` is the account that is opened first, as of `FirstPaint`: what it needs is started early."""
        super().__init__()
        self._environment, self._opens, self._debug = environment, opens, debug
        self.result: Services | AppError | None = None
        self.instance: Instance | None = None
        self.other_answered: bool | None = None
        self.was_closed = not window.isVisible()
        self._crash: BaseException | None = None
        self._may_build = threading.Event()
        self._waiting = QEventLoop()
        self._claimed.connect(self._waiting.quit)
        self._ended.connect(self._waiting.quit)
        self.raised.connect(window.bring_to_front)
        window.closed.connect(self._on_window_closed)
        self._thread = threading.Thread(target=self._run, name="preparation", daemon=True)
        self._thread.start()

    def import_application(self) -> None:
        """Imports `ui.start.application`, in more than one turn of the event loop."""
        self._wait()
        for name in _FOR_APPLICATION:
            import_module(name)
            QCoreApplication.processEvents()

    def build(self) -> None:
        """Builds the services behind the window, which stays responsive."""
        self._may_build.set()
        self._wait()
        self._thread.join()

    def _wait(self) -> None:
        self._waiting.exec()
        if self._crash is not None:
            raise self._crash

    def _run(self) -> None:
        try:
            self._prepare()
        except BaseException as error:  # noqa: BLE001 (raised again on the GUI thread)
            self._crash = error
        # What has been made since `import_qt` turned the collector off lasts.
        gc.freeze()
        gc.enable()
        self._ended.emit()

    def _prepare(self) -> None:
        try:
            found = self._claim()
        except AppError as error:
            found, self.result = None, error
        import_module("app.storage.settings")
        self._claimed.emit()
        # The window gets its look in the GUI thread meanwhile; two that work would wait for each other.
        self._may_build.wait()
        if found is None or self.instance is None:
            return
        paths, demo, keys = found
        try:
            self.result = self._build(paths, demo, keys)
            self.instance.listen(self.raised.emit)
        except AppError as error:
            # The keyring must not ask for its password beside the message.
            keys.end_read()
            self.result = error

    def _claim(self) -> tuple[AppPaths, DemoServer, KeyStore] | None:
        """Claims the app's folder, and starts the process that the first account needs."""
        from app.storage.files import remove_unfinished  # noqa: PLC0415 (after the first paint)
        from app.storage.instance import Instance  # noqa: PLC0415 (likewise)
        from app.storage.paths import find_paths  # noqa: PLC0415 (likewise)

        paths = find_paths()
        instance = Instance(paths.data)
        self.other_answered = instance.claim_or_call()
        if self.other_answered is not None:
            return None
        self.instance = instance
        remove_unfinished(paths.data)
        from app.services.demo import DemoServer  # noqa: PLC0415 (likewise)

        demo = DemoServer(paths.demo)
        if self._opens == DEMO:
            demo.begin()
        from app.storage.keys import KeyStore  # noqa: PLC0415 (after that start)

        keys = KeyStore()
        if is_saved(self._opens):
            keys.begin_read(self._opens)
        return paths, demo, keys

    def _build(self, paths: AppPaths, demo: DemoServer, keys: KeyStore) -> Services:
        """Builds the services, and imports what their first requests need."""
        from app.libraries import import_libraries  # noqa: PLC0415 (after the first paint)

        import_libraries()
        from app.bootstrap import build  # noqa: PLC0415 (likewise)
        from app.storage.logs import start_log  # noqa: PLC0415 (likewise)

        start_log(paths.log, debug=self._debug)
        services = build(paths, environment=self._environment, key_store=keys, demo=demo)
        if all(account.id != self._opens for account in services.accounts.known()):
            # It was removed, so that no call will need its key.
            keys.end_read()
        load(has_time=self._opens == DEMO)
        if self._opens:
            # Here, where the GUI thread rests: while it imports, each access to a file waits for it. What is
            # wrong with it is raised by the first call that needs it.
            with suppress(AppError):
                services.outbox.check()
        return services

    def _on_window_closed(self) -> None:
        self.was_closed = True
        if self.instance is not None:
            # A later start waits for the end, instead of asking for a window that is gone.
            self.instance.stop_listening()


async def import_for(tab: str, requests: Tasks | None = None, *, has_time: bool = False) -> None:
    """Imports what the window needs with its first page, so that it never waits for that.

    Args:
        tab: The key of the tab that it opens at; empty for the first.
        requests: What is requested for the page meanwhile. It takes many short turns, some of which go
            before each import: else the request would be sent after most of them only.
        has_time: Whether there is time for what is needed then, as while the demo's service starts.
    """
    import asyncio  # noqa: PLC0415 (after the first paint)

    for name in modules_for(tab, has_time=has_time):
        for _turn in range(_TURNS_OF_REQUESTS if requests is not None and requests.names() else 0):
            await asyncio.sleep(0)
        await import_all((name,))
    from ui.theme.icons import outlines  # noqa: PLC0415 (imported now)

    outlines()
    gc.freeze()


async def import_all(names: Iterable[str]) -> None:
    """Imports modules: those of `app`, which use no Qt, in a thread, and each of the others in a turn."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    for name in names:
        if name.startswith("app."):
            await asyncio.to_thread(import_module, name)
        else:
            import_module(name)
            await asyncio.sleep(0)


def modules_for(tab: str, *, has_time: bool = False) -> Iterator[str]:
    """Yields the modules of the window that `import_for` imports."""
    yield from (*_ALWAYS, *PAGES.get(tab, PAGES[FIRST_TAB]))
    if has_time:
        from ui.pages.topups.topup_page import PARTS  # noqa: PLC0415 (imported before)

        yield from PARTS


def load(*, has_time: bool = False) -> None:
    """Loads what the first page needs beside its modules, without Qt."""
    from app.i18n.locales import locale_data  # noqa: PLC0415 (after the first paint)
    from app.models.topups import TopUp  # noqa: PLC0415 (likewise)

    # Else the first response would wait for its validator to be built, and the window with it.
    TopUp.model_rebuild()
    # Read here, not by the first text that contains a number.
    locale_data()
    if has_time:
        import_module("qrcode.main")
