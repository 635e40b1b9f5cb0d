"""The main window: header, the page that is open, status bar. Light: it is painted before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app.texts import ngettext
from ui.icons import app_icon
from ui.shell.header import Header
from ui.theme import follow, scaled
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent

    from ui.widgets.banner import BannerKind

SIZE = (1180, 760)
SMALLEST = (640, 480)
_COMPACT_BELOW = 900
_MOST_TABS = 9


class MainWindow(QMainWindow):
    """The frame around the pages; it knows no service.

    Attributes:
        header: The account, the tabs and the tools.
        status_bar: The connection, and notes.

    Signals:
        painted(): It has been painted for the first time.
        closed(): A person closed it.
        tab_chosen(str): A tab's key.
        key_badge_pressed(), account_banner_acted(): How the key stands is to be shown.
        new_wanted(), refresh_wanted(), search_wanted(): Shortcuts for the page that is open.
    """

    painted = Signal()
    closed = Signal()
    tab_chosen = Signal(str)
    key_badge_pressed = Signal()
    account_banner_acted = Signal()
    new_wanted = Signal()
    refresh_wanted = Signal()
    search_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._was_painted = False
        self._in_progress = 0
        self._version = ""
        self._tab_keys: list[str] = []
        self.setWindowTitle("Tollhouse")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self.header = Header()
        self.header.key_badge_pressed.connect(self.key_badge_pressed)
        self.header.tabs.chosen.connect(self.tab_chosen)
        self.account_button, self.menu = self.header.account_button, self.header.menu
        self.key_badge, self.tabs = self.header.key_badge, self.header.tabs
        self.account_banner = Banner()
        self.account_banner.acted.connect(self.account_banner_acted)
        self._starting = EmptyState("waypoints", "", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._starting)
        self.status_bar = StatusBar()
        self._lay_out()
        self._add_shortcuts()
        follow(self._fit)

    def add_tab(self, key: str, icon: str, text: str) -> None:
        """Adds a tab; Alt and its number lead to it."""
        self.tabs.add_tab(key, icon, text)
        self._tab_keys.append(key)

    def show_starting(self, text: str) -> None:
        """Shows that an account is being opened."""
        self._starting.show_empty("waypoints", text, "")
        self._stack.setCurrentWidget(self._starting)

    def show_page(self, page: QWidget, tab: str = "") -> None:
        """Shows a page between header and status bar.

        Args:
            page: The page.
            tab: The key of its tab; empty for a page without tabs.
        """
        if self._stack.indexOf(page) < 0:
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self.tabs.setVisible(bool(tab))
        if tab:
            self.tabs.select(tab)

    def drop_page(self, page: QWidget) -> None:
        """Ends a page."""
        self._stack.removeWidget(page)
        page.deleteLater()

    def show_account(self, name: str, place: str, icon: str) -> None:
        """Shows in the header whose account is open."""
        self.account_button.show_account(name, place, icon)
        self.account_button.show()

    def hide_account(self) -> None:
        """Shows that no account is open."""
        self.account_button.hide()
        self.show_key_state("", "", "")

    def show_key_state(self, badge: str, text: str, action: str, kind: BannerKind = "warning") -> None:
        """Says how the account's key stands.

        Args:
            badge: Two words that last; empty for none.
            text: A sentence across the page; empty for none.
            action: The words of the sentence's button.
            kind: The banner's kind.
        """
        self.key_badge.setText(badge)
        self.key_badge.setVisible(bool(badge))
        self._banner_row.setContentsMargins(24, 10 if text else 0, 24, 0)
        if text:
            self.account_banner.show_banner(kind, text, icon="key", action=action)
        else:
            self.account_banner.hide_banner()

    def show_connection(self, tone: str, text: str) -> None:
        """Says at the bottom how the connection is."""
        self.status_bar.show_connection(tone, text)  # type: ignore[arg-type]

    def show_in_progress(self, count: int) -> None:
        """Says at the bottom how many top-ups are under way."""
        self._in_progress = count
        self._show_right()

    def show_version(self, version: str) -> None:
        """Says at the bottom which version this is."""
        self._version = version
        self._show_right()

    def come_forward(self) -> None:
        """Stands before other windows, as a second start asks for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _show_right(self) -> None:
        texts = []
        if self._in_progress:
            texts.append(
                ngettext("{n} top-up in progress", "{n} top-ups in progress", self._in_progress).format(
                    n=self._in_progress
                )
            )
        if self._version:
            texts.append(f"v{self._version}")
        self.status_bar.show_right(*texts)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("divider")
        line.setFixedHeight(1)
        self._banner_row = QVBoxLayout()
        self._banner_row.setContentsMargins(24, 0, 24, 0)
        self._banner_row.addWidget(self.account_banner)
        content = QWidget()
        content.setObjectName("page")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(line)
        column.addLayout(self._banner_row)
        column.addWidget(self._stack, 1)
        column.addWidget(self.status_bar)
        self.setCentralWidget(content)

    def _add_shortcuts(self) -> None:
        for keys, signal in (
            ("Ctrl+N", self.new_wanted),
            ("F5", self.refresh_wanted),
            ("Ctrl+R", self.refresh_wanted),
            ("Ctrl+F", self.search_wanted),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(signal)
        QShortcut(QKeySequence("Ctrl+Q"), self).activated.connect(self.close)
        for number in range(1, _MOST_TABS + 1):
            shortcut = QShortcut(QKeySequence(f"Alt+{number}"), self)
            shortcut.activated.connect(lambda number=number: self._on_tab_number(number))

    def _on_tab_number(self, number: int) -> None:
        if self.tabs.isVisible() and number <= len(self._tab_keys):
            self.tab_chosen.emit(self._tab_keys[number - 1])

    def _fit(self) -> None:
        """Takes words away where the window is small for its text."""
        self.header.set_compact(compact=self.width() < scaled(_COMPACT_BELOW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits the header to the width."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tells once that the window is there."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tells that the end has come."""
        super().closeEvent(event)
        self.closed.emit()
