"""The tabs of the header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.layout.keyed_tabs import KeyedTabs
from ui.widgets.mirrors import Mirror
from ui.widgets.painting import paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import tooltip, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Collection

TabTexts = Literal["all", "current", "none"]

_PADDING = 14
_GAP = 9
_SPACE = 4  # between two tabs
_ICON = 16


class TabBar(KeyedTabs):
    """Tabs with icon and text."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._known: list[tuple[str, str, str]] = []
        self._tabs: list[tuple[str, str, str]] = []
        self._texts: TabTexts = "all"
        self.setExpanding(False)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def add_tab(self, key: str, icon: str, text: str) -> None:
        """Adds a tab at the end; the first is chosen."""
        self._known.append((key, icon, text))
        self._add((key, icon, text))
        self._restyle()

    def offer(self, keys: Collection[str]) -> None:
        """Has only these of the tabs; what is left out is gone for screen readers and shortcuts too."""
        wanted = [tab for tab in self._known if tab[0] in keys]
        if wanted == self._tabs:
            return
        chosen = self.selected()
        self._tabs.clear()
        self._remove_all()
        for tab in wanted:
            self._add(tab)
        if chosen in keys:
            self.select(chosen)
        self._restyle()

    def show_texts(self, texts: TabTexts) -> None:
        """Shows the text of every tab beside its icon, of the chosen one, or of none."""
        if texts != self._texts:
            self._texts = texts
            self._restyle()

    def width_with(self, texts: TabTexts) -> int:
        """Returns the width that all tabs need, whichever is chosen."""
        words = [self._text_width(index) for index in range(len(self._tabs))]
        shown = {"all": sum(words), "current": max(words, default=0), "none": 0}
        return len(words) * self._bare_width() + shown[texts]

    def tabSizeHint(self, index: int) -> QSize:
        """Reserves the width of the bolder text, so that nothing jumps when another tab is selected."""
        width = self._bare_width()
        if index < len(self._tabs) and self._shows_text(index):
            width += self._text_width(index)
        return QSize(width, QFontMetrics(theme.font("strong")).height() + 17)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the tabs."""
        painter = QPainter(self)
        pointed = self.tabAt(self.mapFromGlobal(self.cursor().pos())) if self.underMouse() else -1
        for index in range(len(self._tabs)):
            self._paint_tab(painter, index, is_hot=index == pointed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows which tab the mouse is over."""
        super().mouseMoveEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Shows that the mouse left."""
        super().leaveEvent(event)
        self.update()

    def _add(self, tab: tuple[str, str, str]) -> None:
        key, _icon, text = tab
        self._tabs.append(tab)
        self._append(key, text)

    def _paint_tab(self, painter: QPainter, index: int, *, is_hot: bool) -> None:
        _key, icon, text = self._tabs[index]
        rect = QRectF(self.tabRect(index)).adjusted(_SPACE / 2, 0, -_SPACE / 2, 0)
        is_current = index == self.currentIndex()
        if is_current or is_hot:
            paint_box(painter, rect, theme.color("accent_tint" if is_current else "sunken"))
        ink = theme.color("accent" if is_current else "muted")
        side = theme.scaled(_ICON)
        sign = QRectF(rect.left() + _PADDING, rect.center().y() - side / 2, side, side)
        mirror = Mirror(rect, is_on=self.isRightToLeft())
        paint_icon(painter, mirror.place(sign), icon, ink)
        if self._shows_text(index):
            words = mirror.place(rect.adjusted(_PADDING + side + _GAP, 0, -_PADDING + 2, 0))
            font = theme.font("strong" if is_current else "medium")
            paint_text(painter, words, text, font, ink, align=mirror.start)
        if self._shows_ring(index):
            paint_ring(painter, rect)

    def _bare_width(self) -> int:
        return 2 * _PADDING + theme.scaled(_ICON) + _SPACE

    def _text_width(self, index: int) -> int:
        return _GAP + QFontMetrics(theme.font("strong")).horizontalAdvance(self._tabs[index][2]) + 1

    def _shows_text(self, index: int) -> bool:
        return self._texts == "all" or (self._texts == "current" and index == self.currentIndex())

    def _restyle(self) -> None:
        for index, (_key, _icon, text) in enumerate(self._tabs):
            self.setTabToolTip(index, "" if self._texts == "all" else tooltip(text))
            self.setTabText(index, unmnemonic(text))  # has Qt ask for the sizes again
        super()._restyle()
