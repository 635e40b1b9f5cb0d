"""The window's header: the account, the tabs, and what is at hand from everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.texts import _
from ui.shell.account_menu import AccountMenu
from ui.widgets.account_button import AccountButton
from ui.widgets.buttons import Button
from ui.widgets.tab_bar import TabBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton


class Header(QWidget):
    """One row: the switcher and how the key stands, the tabs, the tools.

    Attributes:
        account_button: The switcher.
        menu: The switcher's menu.
        key_badge: How the key stands, if there is something to say.
        tabs: The tabs.

    Signals:
        key_badge_pressed(): How the key stands is to be shown.
    """

    key_badge_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumHeight(51)
        self.account_button = AccountButton()
        self.account_button.clicked.connect(self._on_account_clicked)
        self.account_button.hide()
        self.menu = AccountMenu(self)
        self.key_badge = Button("", "key", compact=True)
        self.key_badge.clicked.connect(self.key_badge_pressed)
        self.key_badge.hide()
        self.tabs = TabBar(_("Pages"))
        self.tabs.hide()
        left, right = QWidget(), QWidget()
        row = QHBoxLayout(left)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.account_button)
        row.addWidget(self.key_badge)
        row.addStretch(1)
        self._tools = QHBoxLayout(right)
        self._tools.setContentsMargins(0, 0, 0, 0)
        self._tools.setSpacing(4)
        self._tools.addStretch(1)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(8, 5, 16, 5)
        columns.setSpacing(8)
        columns.addWidget(left, 1)
        columns.addWidget(self.tabs)
        columns.addWidget(right, 1)

    def add_tool(self, button: QAbstractButton) -> None:
        """Adds a button at the right end."""
        self._tools.addWidget(button)

    def set_compact(self, *, compact: bool) -> None:
        """Takes words away where the window is small for its text."""
        self.tabs.set_compact(compact)
        self.account_button.set_compact(compact)

    def _on_account_clicked(self) -> None:
        self.menu.popup(self.account_button.mapToGlobal(QPoint(0, self.account_button.height() + 2)))
