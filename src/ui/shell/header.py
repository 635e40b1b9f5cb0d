"""The window's header: account switcher, tabs, search, notifications, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.buttons.header_buttons import AccountButton, SearchButton
from ui.widgets.layout.boxes import framed, row
from ui.widgets.layout.tab_bar import TabBar
from ui.widgets.painting import paint_ground

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from ui.widgets.layout.tab_bar import TabTexts

_MIN_WIDE = 900
_SPACE = 8
_MIN_HEIGHT = 51


class Header(QWidget):
    """One row: the switcher and the state of the key, the tabs, the tools."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.account_button = AccountButton()
        self.account_button.hide()
        self.key_badge = Button("", "key", compact=True)
        self.key_badge.hide()
        self.tabs = TabBar(_("Pages"))
        self.tabs.hide()
        self.search = SearchButton(_("Search everything"), _("Ctrl K"))
        self.search.hide()
        left = framed(row(self.account_button, self.key_badge, None, spacing=8))
        self._tools = row(None, self.search, spacing=4)
        right = framed(self._tools)
        self.setLayout(row((left, 1), self.tabs, (right, 1), spacing=8, margins=(8, 5, 16, 5)))

    def add_tool(self, button: QAbstractButton) -> None:
        """Adds a button at the right end."""
        self._tools.addWidget(button)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), max(_MIN_HEIGHT, hint.height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_ground(QPainter(self), self.rect(), theme.color("surface"))

    def event(self, event: QEvent) -> bool:
        """Hides labels where they don't fit, and shows them again where they do."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        is_wide = self.width() >= scaled(_MIN_WIDE)
        texts: TabTexts = "all" if is_wide and self._fits("all") else "current"
        if texts == "current" and not self._fits("current"):
            texts = "none"
        self.tabs.show_texts(texts)
        self.account_button.set_compact(texts != "all")
        self.search.set_compact(texts != "all")

    def _fits(self, texts: TabTexts) -> bool:
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
