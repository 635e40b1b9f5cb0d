"""The main window: header, the page that is open, status bar. Light: it is painted before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.texts import _, ngettext
from ui.icons import app_icon
from ui.pages.accounts.welcome import WelcomePage
from ui.theme import follow, scaled
from ui.widgets.account_button import AccountButton
from ui.widgets.empty_state import EmptyState
from ui.widgets.status_bar import StatusBar
from ui.widgets.tab_bar import TabBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent

SIZE = (1180, 760)
SMALLEST = (640, 480)
_COMPACT_BELOW = 900


class MainWindow(QMainWindow):
    """The frame around the pages; it knows no service.

    Signals:
        painted(): It has been painted for the first time.
        closed(): A person closed it.
        demo_wanted(): The demo is to be opened.
        account_chosen(str): An account's id, from the switcher.
        new_wanted(), refresh_wanted(), search_wanted(): Shortcuts for the page that is open.
    """

    painted = Signal()
    closed = Signal()
    demo_wanted = Signal()
    account_chosen = Signal(str)
    new_wanted = Signal()
    refresh_wanted = Signal()
    search_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._was_painted = False
        self._in_progress = 0
        self._version = ""
        self.setWindowTitle("Tollhouse")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self.account_button = AccountButton()
        self.account_button.clicked.connect(self._on_account_clicked)
        self.account_button.hide()
        self._accounts = QMenu(self)
        self.tabs = TabBar(_("Pages"))
        self.tabs.add_tab("topups", "wallet", _("Top-ups"))
        self.tabs.hide()
        self.welcome = WelcomePage()
        self.welcome.demo_wanted.connect(self.demo_wanted)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.welcome)
        self.status_bar = StatusBar()
        self._lay_out()
        self._add_shortcuts()
        self._show_right()
        follow(self._fit)

    def show_welcome(self) -> None:
        """Shows the first page of a first start."""
        self._stack.setCurrentWidget(self.welcome)
        self.tabs.hide()

    def show_starting(self) -> None:
        """Shows that the demo account is being opened."""
        starting = EmptyState("flask-conical", _("Opening the demo account…"), "")
        self._stack.addWidget(starting)
        self._stack.setCurrentWidget(starting)

    def show_page(self, page: QWidget) -> None:
        """Shows the page of an account."""
        if self._stack.indexOf(page) < 0:
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self.tabs.show()
        self.tabs.select("topups")

    def show_account(self, name: str, place: str, icon: str) -> None:
        """Shows in the header whose account is open."""
        self.account_button.show_account(name, place, icon)
        self.account_button.show()

    def show_accounts(self, accounts: Sequence[tuple[str, str]], current: str) -> None:
        """Fills the switcher.

        Args:
            accounts: (id, name) of each.
            current: The id of the one that is open.
        """
        self._accounts.clear()
        group = QActionGroup(self._accounts)
        for account_id, name in accounts:
            action = QAction(name.replace("&", "&&"), self._accounts)
            action.setCheckable(True)
            action.setChecked(account_id == current)
            action.triggered.connect(
                lambda _checked=False, chosen=account_id: self.account_chosen.emit(chosen)
            )
            group.addAction(action)
            self._accounts.addAction(action)

    def show_connection(self, tone: str, text: str) -> None:
        """Says at the bottom how the connection is."""
        self.status_bar.show_connection(tone, text)  # type: ignore[arg-type]

    def show_in_progress(self, count: int) -> None:
        """Says at the bottom how many top-ups are under way."""
        self._in_progress = count
        self._show_right()

    def show_version(self, version: str) -> None:
        """Says at the bottom which version of the app this is."""
        self._version = version
        self._show_right()

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
        self._left, self._right = QWidget(), QWidget()
        left = QHBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.addWidget(self.account_button)
        left.addStretch(1)
        header = QWidget()
        header.setObjectName("header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(header)
        row.setContentsMargins(8, 5, 16, 5)
        row.setSpacing(8)
        row.addWidget(self._left, 1)
        row.addWidget(self.tabs)
        row.addWidget(self._right, 1)
        header.setMinimumHeight(51)
        line = QFrame()
        line.setObjectName("divider")
        line.setFixedHeight(1)
        content = QWidget()
        content.setObjectName("page")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(line)
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

    def _on_account_clicked(self) -> None:
        self._accounts.popup(self.account_button.mapToGlobal(QPoint(0, self.account_button.height() + 2)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Takes words away where the window is small."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        compact = self.width() < scaled(_COMPACT_BELOW)
        self.tabs.set_compact(compact)
        self.account_button.set_compact(compact)

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
