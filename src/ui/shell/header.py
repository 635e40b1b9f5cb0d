"""The window's header: account switcher, tabs, search, notifications, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.i18n.texts import _
from ui.shell.account_menu import AccountMenu
from ui.theme.theme import color, scaled
from ui.widgets.buttons.account_button import AccountButton
from ui.widgets.buttons.buttons import Button
from ui.widgets.buttons.search_button import SearchButton
from ui.widgets.layout.tab_bar import TabBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from ui.widgets.layout.tab_bar import TabTexts

_ROOMY_FROM = 900
_SPACE = 8
_MIN_HEIGHT = 51


class Header(QWidget):
    """One row: the switcher and how the key stands, the tabs, the tools.

    Attributes:
        account_button: The switcher.
        menu: The switcher's menu.
        key_badge: The state of the key, if there is something to show.
        tabs: The tabs.
        search: Leads to the palette; hidden until there is something to find.

    Signals:
        key_badge_pressed(): How the key stands is to be shown.
        search_pressed(): Everything is to be searched.
    """

    key_badge_pressed = Signal()
    search_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.account_button = AccountButton()
        self.account_button.clicked.connect(self._on_account_clicked)
        self.account_button.hide()
        self.menu = AccountMenu(self)
        self.key_badge = Button("", "key", compact=True)
        self.key_badge.clicked.connect(self.key_badge_pressed)
        self.key_badge.hide()
        self.tabs = TabBar(_("Pages"))
        self.tabs.hide()
        self.search = SearchButton(_("Search everything"), _("Ctrl K"))
        self.search.clicked.connect(self.search_pressed)
        self.search.hide()
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
        self._tools.addWidget(self.search)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(8, 5, 16, 5)
        columns.setSpacing(8)
        columns.addWidget(left, 1)
        columns.addWidget(self.tabs)
        columns.addWidget(right, 1)

    def add_tool(self, button: QAbstractButton) -> None:
        """Adds a button at the right end."""
        self._tools.addWidget(button)

    def sizeHint(self) -> QSize:
        """As high as its parts, never lower than the switcher with its margins."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(_MIN_HEIGHT, hint.height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws its ground."""
        QPainter(self).fillRect(self.rect(), color("surface"))

    def event(self, event: QEvent) -> bool:
        """Hides labels where they don't fit, and shows them again where they do."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        is_roomy = self.width() >= scaled(_ROOMY_FROM)
        texts: TabTexts = "all" if is_roomy and self._has_room("all") else "current"
        if texts == "current" and not self._has_room("current"):
            texts = "none"
        self.tabs.show_texts(texts)
        self.account_button.set_compact(texts != "all")
        self.search.set_compact(texts != "all")

    def _has_room(self, texts: TabTexts) -> bool:
        widths = [tool.sizeHint().width() for tool in self._tool_buttons() if not tool.isHidden()]
        if not self.account_button.isHidden():
            widths.append(self.account_button.minimumSizeHint().width())
        if not self.key_badge.isHidden():
            widths.append(self.key_badge.sizeHint().width())
        if not self.tabs.isHidden():
            widths.append(self.tabs.width_with(texts))
        return sum(widths) + _SPACE * (len(widths) + 3) <= self.width()

    def _tool_buttons(self) -> list[QWidget]:
        items = map(self._tools.itemAt, range(self._tools.count()))
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if widget is not None]

    def _on_account_clicked(self) -> None:
        self.menu.popup(self.account_button.mapToGlobal(QPoint(0, self.account_button.height() + 2)))
