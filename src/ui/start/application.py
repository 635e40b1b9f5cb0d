"""Runs the application after the first paint: its language, window and loop, and how it ends."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEventLoop, QLibraryInfo, Qt, QTranslator

from app.errors import AppError
from app.i18n.texts import CHINESE, _, chosen_language, current, reads_right_to_left, use_language
from app.storage.settings import SettingsFile
from app.versions import VERSION
from ui.crash import CrashReporter
from ui.shell.window_geometry import geometry_of
from ui.start import preparation
from ui.start.first_paint import DEMO, FIRST_TAB, data_folder
from ui.start.signals import EndSignals
from ui.theme.appearance import Appearance
from ui.theme.theme import load_chinese_font

if TYPE_CHECKING:
    import asyncio

    from PySide6.QtWidgets import QApplication

    from app.bootstrap import Services
    from app.models.settings import Settings
    from app.storage.settings import SavedSettings
    from ui.clipboard import Clipboard
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow
    from ui.start.debug import StallMonitor
    from ui.start.first_paint import FirstPaint

RESTART: Final = -1
"""The code of a run after which another one is wanted; no process ends with it."""

_QT_CODES: Final = {CHINESE: "zh_CN"}
_NAME: Final = "words-of-qt"
_SETTLED_AFTER_S: Final = 0.3
_INPUT_WITHIN_S: Final = 0.25
_LATER: Final = (
    *(name for names in preparation.PAGES.values() for name in names),
    "ui.pages.topups.detail",
    "ui.pages.topups.report_card",
    "ui.pages.topups.new_dialog",
    "ui.shell.palette",
    "ui.shell.bell_panel",
    # Their pages import these with the first call.
    "app.api.catalog",
    "app.services.topups.deposits",
    "app.services.sub_users.sub_users",
    "app.services.locations.locations",
)
_FOR_SEVERAL_ACCOUNTS: Final = "ui.pages.overview.page"


def run_app(first: FirstPaint, prepared: preparation.Preparation, *, demo: bool, debug: bool = False) -> int:
    """Runs the app with a window that was painted; returns the exit code, or `RESTART`.

    A second start of the same user brings the first one's window forward and ends.
    """
    app, window = first.app, first.window
    crashes = CrashReporter()
    crashes.install()
    crashes.show_over(window)
    signals = EndSignals(window)
    signals.received.connect(window.end)
    settings = first_settings().settings
    apply_language(app, chosen_language(settings.language))
    app.processEvents()
    appearance = Appearance(app, window, settings)
    app.processEvents()
    monitor = _start_stall_monitor(window) if debug else None
    prepared.build()
    try:
        if isinstance(prepared.result, AppError):
            if prepared.instance is not None:
                # A later start tries itself, while this one shows why it could not.
                prepared.instance.close()
            return _report_error(window, prepared.result)
        if prepared.other_answered is False:
            text = _("It is running already, but its window does not respond. End it, then start it again.")
            return _report(window, text)
        if prepared.other_answered:
            window.hide()
            return 0
        if prepared.was_closed or prepared.result is None:
            return 0
        services = prepared.result
        from ui.start import event_loop  # noqa: PLC0415 (after the first paint)

        main = partial(conduct, window, services, demo=demo, appearance=appearance, first=first)
        return event_loop.run(app, main)
    finally:
        signals.stop()
        if monitor is not None:
            monitor.stop()
        if prepared.instance is not None:
            prepared.instance.close()


def _start_stall_monitor(window: MainWindow) -> StallMonitor:
    from ui.start.debug import StallMonitor, StallWindow  # noqa: PLC0415 (only for this option)

    monitor = StallMonitor(window)
    StallWindow(monitor, window).show()
    return monitor


def apply_language(app: QApplication, code: str) -> None:
    """Sets the language of later texts, and the layout direction unless Qt's `-reverse` was given.

    Args:
        code: As of `app.i18n.texts.use_language`.
    """
    use_language(code)
    if current() == CHINESE:
        load_chinese_font()
    directions = Qt.LayoutDirection
    app.setLayoutDirection(
        directions.RightToLeft if reads_right_to_left() else directions.LayoutDirectionAuto
    )
    for former in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(former)
        former.setParent(None)
    text = QTranslator(app)
    text.setObjectName(_NAME)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if text.load(f"qtbase_{_QT_CODES.get(current(), current())}", folder):
        app.installTranslator(text)


async def conduct(
    window: MainWindow, services: Services, *, demo: bool, appearance: Appearance, first: FirstPaint
) -> int:
    """Runs the app until the window is closed; returns the exit code, or `RESTART`."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    from ui.start.event_loop import cancel_others  # noqa: PLC0415 (likewise)
    from ui.tasks import Tasks  # noqa: PLC0415 (likewise)

    end = asyncio.Event()
    window.closed.connect(end.set)
    if not window.isVisible():
        end.set()  # it was closed before anything listened
    geometry = services.settings.window_geometry
    tab = (geometry and geometry.tab) or FIRST_TAB
    ahead = Tasks(window, lambda _error: None)
    first_account = services.accounts.first(demo=demo)
    if first_account is not None:
        opened = services.accounts.open_ahead(first_account, lists_topups=tab == FIRST_TAB)
        ahead.start("open", opened)
    try:
        await preparation.import_for(tab, ahead, has_time=first_account == DEMO)
        if not end.is_set():
            await _show_first_page(
                window, services, end, demo=demo, tab=tab, appearance=appearance, first=first
            )
    finally:
        await cancel_others()
        await services.accounts.close()
    return RESTART if window.is_restarting else 0


async def _show_first_page(  # noqa: PLR0913 (of `conduct`, by keyword)
    window: MainWindow,
    services: Services,
    end: asyncio.Event,
    *,
    demo: bool,
    tab: str,
    appearance: Appearance,
    first: FirstPaint,
) -> None:
    """Builds the window, and opens the first account until the end."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    from ui.clipboard import Clipboard  # noqa: PLC0415 (imported now)
    from ui.links import Links  # noqa: PLC0415 (likewise)
    from ui.shell.navigation import Navigation  # noqa: PLC0415 (likewise)
    from ui.start.event_loop import finish_saving  # noqa: PLC0415 (likewise)
    from ui.start.frame_saver import FrameSaver  # noqa: PLC0415 (likewise)

    window.build()
    await asyncio.sleep(0)
    clipboard = Clipboard(window)
    services.settings.watch(lambda: _apply_settings(services.settings.now, appearance, clipboard))
    window.show_version(VERSION)
    navigation = Navigation(window, services, clipboard=clipboard, links=Links())
    navigation.router.choose_tab(tab)
    saver = FrameSaver(first, services, navigation)
    navigation.open_first(demo=demo)
    navigation.tasks.start("rest", build_rest(window, services, navigation, clipboard))
    has_several_accounts = sum(not account.is_demo for account in services.accounts.known()) > 1
    navigation.tasks.start("import", prepare_others(navigation, has_several_accounts=has_several_accounts))
    navigation.tasks.start("input", take_input(window, navigation))
    try:
        await end.wait()
        await finish_saving()
        with suppress(AppError):
            await services.settings.save_window_geometry(geometry_of(window, navigation.router.tab.key))
        await saver.finish()
    finally:
        clipboard.clear_if_ours()


async def take_input(window: MainWindow, navigation: Navigation) -> None:
    """Lets the window take input; the rows of a service that responds soon are painted first."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    with suppress(TimeoutError):
        async with asyncio.timeout(_INPUT_WITHIN_S):
            await navigation.wait_for_first_rows()
    await asyncio.sleep(0)
    window.take_input()


async def build_rest(
    window: MainWindow, services: Services, navigation: Navigation, clipboard: Clipboard
) -> None:
    """Builds the icons of window and tray, and hides secrets after a time without input.

    Before the first page has loaded, there are none.
    """
    await navigation.wait_for_first_load()
    await preparation.import_all(("ui.shell.privacy", "ui.shell.tray"))
    from ui.shell.privacy import ClipboardCountdown, IdleLock  # noqa: PLC0415 (likewise)
    from ui.shell.tray import Tray  # noqa: PLC0415 (likewise)
    from ui.theme.icons import app_icon  # noqa: PLC0415 (likewise)

    window.setWindowIcon(app_icon())
    Tray(window, services, navigation, clipboard)
    ClipboardCountdown(window.status_bar, clipboard)
    idle_lock = IdleLock(clipboard, window)

    def set_limit() -> None:
        minutes = services.settings.now.idle_minutes
        idle_lock.set_limit(None if minutes is None else minutes * 60_000)

    services.settings.watch(set_limit)


async def prepare_others(navigation: Navigation, *, has_several_accounts: bool) -> None:
    """Imports and builds what was not opened, once the first page has loaded, so that it opens at once."""
    import asyncio  # noqa: PLC0415 (after the first paint)

    await navigation.wait_for_first_load()
    # The top-up beside the list is checked and shown first: the imports would take turns with it.
    await asyncio.sleep(_SETTLED_AFTER_S)
    await preparation.import_all((*_LATER, _FOR_SEVERAL_ACCOUNTS) if has_several_accounts else _LATER)
    from app.models.choices import CountryChoices, RecentItems  # noqa: PLC0415 (likewise)
    from app.models.overviews import SavedSummaries  # noqa: PLC0415 (likewise)
    from app.models.subscriptions import Pace  # noqa: PLC0415 (likewise)
    from app.models.value import build_validators  # noqa: PLC0415 (likewise)
    from app.storage.state import build_adapters  # noqa: PLC0415 (likewise)

    await asyncio.to_thread(build_validators)
    await asyncio.to_thread(build_adapters, SavedSummaries, CountryChoices, RecentItems, Pace)
    navigation.router.build_ahead()


def _apply_settings(settings: Settings, appearance: Appearance, clipboard: Clipboard) -> None:
    appearance.choose(settings)
    clipboard.clear_after_s = settings.clipboard_seconds


def _report_error(window: MainWindow, error: AppError) -> int:
    from app.present.errors import present_start_error  # noqa: PLC0415 (only when the start failed)

    view = present_start_error(error)
    return _report(window, view.text, view.details)


def _report(window: MainWindow, text: str, details: str = "") -> int:
    """Reports why the app can't start; returns the exit code.

    At a terminal, and in the window until that is closed: who starts it from a menu sees no terminal.
    """
    print(f"tollhouse: {text}{details and f' ({details})'}", file=sys.stderr)  # noqa: T201 (a command's output)
    window.build()
    window.show_waiting(_("Tollhouse can't start"), text, _("Quit Tollhouse"), icon="triangle-alert")
    window.waiting_cancelled.connect(window.quit)
    window.take_input()
    closing = QEventLoop()
    window.closed.connect(closing.quit)
    if window.isVisible():
        closing.exec()
    return 1


def first_settings() -> SavedSettings:
    """Returns the saved settings, or the defaults where they can't be read."""
    return SettingsFile(data_folder() / "settings.json").peek()
