"""Imports and builds in a thread what the window needs, while it is shown already."""

from __future__ import annotations

import gc
import threading
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEventLoop, QObject, Signal

from app.errors import AppError
from ui.start.first_paint import DEMO, is_saved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.bootstrap import Services
    from app.storage.instance import Instance
    from app.storage.paths import AppPaths
    from ui.shell.window import MainWindow

_FOR_REQUESTS: Final = (
    # httpx and others import these at the first request only.
    "anyio._backends._asyncio",
    "httpcore._backends.anyio",
    "ui.start.event_loop",
    "ui.tasks",
)
_ALWAYS: Final = (
    "ui.clipboard",
    "ui.links",
    "ui.shell.header",
    "ui.shell.shortcuts",
    "ui.start.frame_saver",
    "ui.shell.navigation",
)
PAGES: Final = {
    "topups": "ui.pages.topups.page",
    "subscriptions": "ui.pages.subscriptions.page",
    "sub-users": "ui.pages.sub_users.page",
    "locations": "ui.pages.locations.page",
    "settings": "ui.pages.settings.page",
}


class Preparation(QObject):
    """Imports heavy modules and builds the services in a thread, while the window is shown.

    Attributes:
        result: The services, or why there are none; None until `ended`.
        instance: This process as the first of its user; None where another one runs.
        other_answered: Whether that other one showed its window; None where there is none.
        was_closed: Whether the window was closed meanwhile.

    Signals:
        ended(): The result is available.
        raised(): A later start asks for the window; emitted in a thread.
    """

    ended = Signal()
    raised = Signal()

    def __init__(
        self, window: MainWindow, environment: Mapping[str, str], *, opens: str, debug: bool
    ) -> None:
        super().__init__()
        self._environment, self._opens, self._debug = environment, opens, debug
        self.result: Services | AppError | None = None
        self.instance: Instance | None = None
        self.other_answered: bool | None = None
        self.crash: BaseException | None = None
        self.was_closed = not window.isVisible()
        self.raised.connect(window.bring_to_front)
        self._thread = threading.Thread(target=self._run, name="preparation", daemon=True)
        window.closed.connect(self._on_window_closed)
        self._thread.start()

    def join(self) -> None:
        """Waits for the end of the thread, which follows `ended`.

        Raises:
            BaseException: The preparation crashed.
        """
        self._thread.join()
        if self.crash is not None:
            raise self.crash

    def _run(self) -> None:
        try:
            self._claim_and_build()
        except AppError as error:
            self.result = error
        except BaseException as error:  # noqa: BLE001 (raised again on the GUI thread)
            self.crash = error
        # What has been made since `import_qt` turned the collector off lasts.
        gc.freeze()
        gc.enable()
        self.ended.emit()

    def _claim_and_build(self) -> None:
        from app.storage.files import remove_unfinished  # noqa: PLC0415 (after the first paint)
        from app.storage.instance import Instance, raise_first  # noqa: PLC0415 (likewise)
        from app.storage.paths import find_paths  # noqa: PLC0415 (likewise)

        paths = find_paths()
        instance = Instance(paths.data)
        if instance.claim():
            self.instance = instance
            remove_unfinished(paths.data)
            self.result = self._build(paths)
            instance.listen(self.raised.emit)
        else:
            self.other_answered = raise_first(paths.data)

    def _build(self, paths: AppPaths) -> Services:
        """Builds the services, and imports what their first requests need."""
        from app.services.demo import DemoServer  # noqa: PLC0415 (after the first paint)
        from app.storage.keys import KeyStore  # noqa: PLC0415 (likewise)

        demo, keys = DemoServer(paths.demo), KeyStore()
        # Other processes: they start while this one imports.
        if self._opens == DEMO:
            demo.begin()
        elif is_saved(self._opens):
            keys.begin()
        from app.bootstrap import build  # noqa: PLC0415 (likewise)
        from app.storage.logs import start_log  # noqa: PLC0415 (likewise)

        start_log(paths.log, debug=self._debug)
        services = build(paths, environment=self._environment, key_store=keys, demo=demo)
        for name in _FOR_REQUESTS:
            import_module(name)
        return services

    def _on_window_closed(self) -> None:
        self.was_closed = True


def import_for(tab: str) -> None:
    """Loads what the window needs with its first page, so that it never waits for that.

    Args:
        tab: The key of the tab that it opens at; empty for the first.
    """
    from app.i18n.locales import load_locales  # noqa: PLC0415 (after the first paint)
    from app.models.topups import TopUp  # noqa: PLC0415 (likewise)

    # Else the first response would wait for its validator to be built, and the window with it.
    TopUp.model_rebuild()
    for name in (*_ALWAYS, PAGES.get(tab, PAGES["topups"])):
        import_module(name)
    load_locales()
    gc.freeze()


def prepare(window: MainWindow, environment: Mapping[str, str], *, opens: str, debug: bool) -> Preparation:
    """Builds the services behind a window that is already shown and stays responsive.

    Args:
        opens: The account that is opened first, as of `FirstPaint`: what that needs is started early.
    """
    preparation = Preparation(window, environment, opens=opens, debug=debug)
    waiting = QEventLoop()
    preparation.ended.connect(waiting.quit)
    waiting.exec()
    preparation.join()
    return preparation
