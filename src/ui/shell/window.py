"""The main window: header, page, status bar. They are built after its first paint, as is what they import."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from ui.shell.first_window import FirstWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from ui.shell.shortcuts import Shortcuts
    from ui.widgets.layout.banner import BannerKind
    from ui.widgets.overlays.dialog import ConfirmDialog

SIZE = (1180, 760)
SMALLEST = (640, 480)
_MAX_LOADING_MS = 1_000
_RENEWAL_MS = 500
_LOGOUT_MS = 60_000
"""How long a window that is closed is taken for a part of an announced logout, which may also be canceled."""


class MainWindow(FirstWindow):
    """The frame around the pages; it knows no service.

    Attributes:
        hides_when_closed: Whether closing hides the window only, while the tray icon can restore it.
        is_hidden_by_closing: Whether the user closed it, and the app continues without it.
        unfinished: Returns what ends unfinished if the app ends now; '' for nothing.

    Signals:
        waiting_cancelled(): The button of `show_waiting` was pressed.
        closed(): The user closed the window, and the app with it.
        hidden(): The user closed the window, and the app continues without it.
        escaped(): Esc was pressed, and nothing that has the keyboard takes it.
    """

    waiting_cancelled = Signal()
    closed = Signal()
    hidden = Signal()
    page_changed = Signal()
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.hides_when_closed = False
        self.is_hidden_by_closing = False
        self.is_restarting = False
        self.unfinished: Callable[[], str] = lambda: ""
        self._is_asking = self._is_ending = False
        self._logout = QDeadlineTimer()
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self._on_logout_announced)
        self._in_progress = 0
        self._version = ""
        self._titles: list[tuple[str, str]] = []
        self.setWindowTitle("Tollhouse")
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)

    def build(self) -> None:
        """Builds the parts; what is below needs them."""
        from PySide6.QtWidgets import QStackedWidget  # noqa: PLC0415 (after the first paint)

        from ui.shell.header import Header  # noqa: PLC0415 (likewise)
        from ui.widgets.layout.banner import Banner  # noqa: PLC0415 (likewise)
        from ui.widgets.layout.boxes import column, framed  # noqa: PLC0415 (likewise)
        from ui.widgets.layout.cards import Divider  # noqa: PLC0415 (likewise)
        from ui.widgets.layout.empty_state import EmptyState  # noqa: PLC0415 (likewise)
        from ui.widgets.layout.status_bar import StatusBar  # noqa: PLC0415 (likewise)

        self.header = Header()
        self.header.tabs.chosen.connect(self.tab_chosen)
        self.account_button = self.header.account_button
        self.key_badge, self.tabs = self.header.key_badge, self.header.tabs
        self.account_banner = Banner()
        self._banner_row = column(self.account_banner, margins=(24, 0, 24, 0))
        self._starting = EmptyState("waypoints", "", "")
        self._starting.acted.connect(self.waiting_cancelled)
        self._stack = QStackedWidget()
        self._stack.currentChanged.connect(lambda _index: self.page_changed.emit())
        self.page_changed.connect(self.content_changed)
        # Where large text leaves too little height, the page shrinks: header and status bar stay whole.
        self._stack.setMinimumSize(1, 1)
        self.status_bar = StatusBar()
        parts = (self.header, Divider(), self._banner_row, (self._stack, 1), self.status_bar)
        self._contents = framed(column(*parts, spacing=0))
        self.setCentralWidget(self._contents)
        if self.first_frame is not None and self.first_frame.fits():
            self.first_frame.raise_()
            # What is behind the pictures is not painted in vain.
            self._contents.setUpdatesEnabled(False)
        else:
            self.end_first_frame()

    @cached_property
    def shortcuts(self) -> Shortcuts:
        from ui.shell.shortcuts import Shortcuts  # noqa: PLC0415 (after the first rows)

        return Shortcuts(self, self._titles)

    def take_input(self) -> None:
        """Lets shortcuts work, and input end the first frame; call it once there are tabs.

        What it takes would delay the first rows.
        """
        self.shortcuts.register()
        if self.first_frame is not None:
            self.first_frame.end_on_input()

    def end_first_frame(self, within_ms: int = 0) -> None:
        super().end_first_frame(within_ms)
        if self.first_frame is None:
            self._contents.setUpdatesEnabled(True)
            if self.shown_page() is None:
                self._show_start()

    def uncover(self, rows: QWidget | None) -> None:
        """Ends the first frame; rows, which are waited for, are painted a turn before the rest."""
        frame = self.first_frame
        if frame is None or rows is None or not rows.isVisible():
            self.end_first_frame()
        else:
            frame.uncover(rows)
            self._contents.setUpdatesEnabled(True)

    def add_tab(self, key: str, icon: str, text: str) -> None:
        """Adds a tab with the shortcut Alt and its number."""
        self.tabs.add_tab(key, icon, text)
        self._titles.append((key, text))

    def show_starting(self, text: str) -> None:
        self._starting.show_empty("waypoints", text, "")
        # Behind the pictures its parts would be made in vain.
        if self.first_frame is None:
            self._show_start()

    def show_waiting(self, title: str, text: str, action: str, *, icon: str = "key") -> None:
        """Shows why there is no page yet; its action emits `waiting_cancelled`."""
        self._starting.show_empty(icon, title, text, action=action)
        self._show_start()
        self._starting.button.setFocus()
        self.end_first_frame()

    def show_page(self, page: QWidget, tab: str = "") -> None:
        """`tab` is the key of the page's tab; empty for a page without tabs."""
        if self._stack.indexOf(page) < 0:
            self._stack.addWidget(page)
            if self.shown_page() not in (None, self._starting):
                _paint_later(page)
        had_focus = self._stack.isAncestorOf(self.focusWidget())
        self._stack.setCurrentWidget(page)
        if had_focus:
            self._keep_focus_on(page)
        self.tabs.setVisible(bool(tab))
        if tab:
            self.tabs.select(tab)
        # The page of an account gets the time to load what the pictures show of it.
        self.end_first_frame(_MAX_LOADING_MS if tab else 0)

    def _keep_focus_on(self, page: QWidget) -> None:
        """Focuses the page's list if what had the focus there is gone: Qt would focus the header."""
        from ui.widgets.keyboard_focus import focus_within  # noqa: PLC0415 (after the first paint)

        if not page.isAncestorOf(self.focusWidget()):
            focus_within(page)

    def show_untabbed(self, page: QWidget, name: str) -> None:
        """Shows a page beside the tabs, of which none is active; screen readers find `name` instead."""
        self.show_page(page)
        self.tabs.select_none(name)
        self.tabs.show()

    def shown_page(self) -> QWidget | None:
        return self._stack.currentWidget()

    def is_starting(self) -> bool:
        """Returns whether there is no page yet, or another account's is awaited."""
        return self.shown_page() is self._starting

    def drop_page(self, page: QWidget) -> None:
        self._stack.removeWidget(page)
        page.deleteLater()

    def show_account(self, name: str, service: str, icon: str) -> None:
        self.account_button.show_account(name, service, icon)
        self.account_button.show()
        self.header.search.show()

    def hide_account(self) -> None:
        self.account_button.hide()
        self.header.search.hide()
        self.show_key_state("", "", "")
        self.show_connection("neutral", "")

    def show_key_state(self, badge: str, text: str, action: str, kind: BannerKind = "warning") -> None:
        """Shows the header's badge and the banner; an empty text hides each of them."""
        self.key_badge.setText(badge)
        self.key_badge.setToolTip(badge)
        self.key_badge.setVisible(bool(badge))
        self._banner_row.setContentsMargins(24, 10 if text else 0, 24, 0)
        if text:
            self.account_banner.show_banner(kind, text, icon="key", action=action)
        else:
            self.account_banner.hide_banner()

    def show_connection(self, tone: str, text: str) -> None:
        self.status_bar.show_connection(tone, text)  # type: ignore[arg-type]

    def show_in_progress(self, count: int) -> None:
        self._in_progress = count
        self._show_right()

    def show_version(self, version: str) -> None:
        self._version = version
        self._show_right()

    def bring_to_front(self) -> None:
        from PySide6.QtCore import Qt  # noqa: PLC0415 (after the first paint)

        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def quit(self) -> None:
        """Ends the app, also where closing only hides the window; asks first about work under way."""
        from app.i18n.texts import _  # noqa: PLC0415 (after the first paint)

        self._ask(_("Quit Tollhouse?"), _("Quit"), self.end)

    def restart(self) -> None:
        """Ends the app and starts it again; asks first about work under way."""
        from app.i18n.texts import _  # noqa: PLC0415 (after the first paint)

        self._ask(_("Restart Tollhouse?"), _("Restart now"), partial(self.end, restarts=True))

    def _ask(self, title: str, action: str, agree: Callable[[], None]) -> None:
        """Asks about work under way, once, in front of whatever is open; agrees where there is none.

        The question follows the work, and goes with it.
        """
        work = self.unfinished()
        if not work:
            agree()
            return
        if self._is_asking:
            return
        from ui.widgets.overlays.dialog import ConfirmDialog  # noqa: PLC0415 (seldom shown)

        self._is_asking = True
        self.bring_to_front()
        question = ConfirmDialog(title, work, action, self)
        question.accepted.connect(agree)
        question.finished.connect(self._on_question_finished)
        renewal = QTimer(question, interval=_RENEWAL_MS)
        renewal.timeout.connect(lambda: self._renew(question))
        question.finished.connect(renewal.stop)
        renewal.start()
        question.open()

    def _renew(self, question: ConfirmDialog) -> None:
        if work := self.unfinished():
            question.text.show_text(work)
        else:
            question.reject()

    def end(self, *, restarts: bool = False) -> None:
        """Ends the app, also where closing only hides the window, without a question."""
        self.is_restarting = restarts
        self._is_ending = True
        self.close()

    def _show_start(self) -> None:
        if self._stack.indexOf(self._starting) < 0:
            self._stack.addWidget(self._starting)
        self._stack.setCurrentWidget(self._starting)

    def _show_right(self) -> None:
        from app.i18n.texts import ngettext  # noqa: PLC0415 (after the first paint)

        texts: list[str] = []
        if self._in_progress:
            texts.append(
                ngettext("{n} top-up in progress", "{n} top-ups in progress", self._in_progress).format(
                    n=self._in_progress
                )
            )
        if self._version:
            texts.append(f"v{self._version}")
        self.status_bar.show_right(*texts)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hides the window, or ends the app, as the desktop's logout always does, without a question."""
        ends = self._is_ending or not self._logout.hasExpired()
        if not ends and self.hides_when_closed:
            event.ignore()
            self.is_hidden_by_closing = True
            self.hide()
            self.hidden.emit()
        elif not ends and self.unfinished():
            event.ignore()
            self.quit()
        else:
            super().closeEvent(event)
            self.is_hidden_by_closing = False
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtCore import Qt  # noqa: PLC0415 (after the first paint)

        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Pictures of another size show nothing.
        if self.centralWidget() and self.first_frame is not None and not self.first_frame.fits():
            self.end_first_frame()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.is_hidden_by_closing = False

    def _on_question_finished(self) -> None:
        self._is_asking = False

    def _on_logout_announced(self) -> None:
        # Qt closes the window later, when it no longer reports `isSavingSession`.
        self._logout.setRemainingTime(_LOGOUT_MS)


def _paint_later(page: QWidget) -> None:
    """Lets the window respond after a page is made and laid out, and before it is painted first."""
    page.setUpdatesEnabled(False)
    painting = QTimer(page, singleShot=True, interval=0)
    painting.timeout.connect(lambda: page.setUpdatesEnabled(True))
    painting.timeout.connect(painting.deleteLater)
    painting.start()
