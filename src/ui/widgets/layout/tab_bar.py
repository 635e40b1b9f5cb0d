"""Tab bars: the window's tabs, and segments within a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import Mirror, paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import tooltip, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QFocusEvent

TabTexts = Literal["all", "current", "none"]
_PADDING = 14
_GAP = 9
_SPACE = 4  # between two tabs
_ICON = 16
_EDGE = 3
_RADIUS = 6.0
_HIDDEN = ""


class KeyedTabs(QTabBar):
    """Tabs with keys; the arrow keys move between them. Subclasses paint their own."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._keys: list[str] = []
        self._is_quiet = False
        self._is_ringed = False
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.currentChanged.connect(self._on_current_changed)

    def select(self, key: str) -> None:
        self._is_quiet = True
        self.setCurrentIndex(self._keys.index(key))
        if key != _HIDDEN and _HIDDEN in self._keys:
            self.removeTab(self._keys.index(_HIDDEN))
            self._keys.remove(_HIDDEN)
        self._is_quiet = False

    def select_none(self, name: str) -> None:
        """Selects a hidden tab: none of the others is active, and screen readers find it by this name."""
        if _HIDDEN not in self._keys:
            self._append(_HIDDEN, name)
            self.setTabVisible(self.count() - 1, False)
        self.select(_HIDDEN)

    def selected(self) -> str:
        """Returns the chosen key, '' before the first tab is added."""
        return self._keys[self.currentIndex()] if self._keys else ""

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _append(self, key: str, text: str) -> None:
        """Adds a tab at the end; the first is selected, without a signal."""
        self._keys.append(key)
        self._is_quiet = True
        index = self.addTab(unmnemonic(text))
        self._is_quiet = False
        self.setAccessibleTabName(index, text)

    def _remove_all(self) -> None:
        self._keys.clear()
        self._is_quiet = True
        while self.count():
            self.removeTab(0)
        self._is_quiet = False

    def _shows_ring(self, index: int) -> bool:
        return index == self.currentIndex() and self._is_ringed and self.hasFocus()

    def _refresh(self) -> None:
        """Shows what the tabs are like now, and asks for their sizes again."""
        self.updateGeometry()
        self.update()

    def _on_current_changed(self, index: int) -> None:
        self._refresh()
        if not self._is_quiet and 0 <= index < len(self._keys) and self._keys[index] != _HIDDEN:
            self.chosen.emit(self._keys[index])


class TabBar(KeyedTabs):
    """Tabs with icon and text."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._known: list[tuple[str, str, str]] = []
        self._tabs: list[tuple[str, str, str]] = []
        self._texts: TabTexts = "all"
        self.setExpanding(False)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def add_tab(self, key: str, icon: str, text: str) -> None:
        self._known.append((key, icon, text))
        self._add((key, icon, text))
        self._refresh()

    def offer(self, keys: Collection[str] | None) -> None:
        """Shows only these tabs, None for all; screen readers and shortcuts don't find the others either."""
        wanted = [tab for tab in self._known if keys is None or tab[0] in keys]
        if wanted == self._tabs:
            return
        chosen = self.selected()
        self._tabs.clear()
        self._remove_all()
        for tab in wanted:
            self._add(tab)
        if any(tab[0] == chosen for tab in wanted):
            self.select(chosen)
        self._refresh()

    def show_texts(self, texts: TabTexts) -> None:
        """Shows the text of every tab beside its icon, of the chosen one, or of none."""
        if texts != self._texts:
            self._texts = texts
            self._refresh()

    def width_with(self, texts: TabTexts) -> int:
        """Returns the width that all tabs need, whichever is chosen."""
        text_width = [self._text_width(index) for index in range(len(self._tabs))]
        shown = {"all": sum(text_width), "current": max(text_width, default=0), "none": 0}
        return len(text_width) * self._bare_width() + shown[texts]

    def tabSizeHint(self, index: int) -> QSize:
        """Reserves the width of the bolder text, so that nothing jumps when another tab is selected."""
        width = self._bare_width()
        if index < len(self._tabs) and self._shows_text(index):
            width += self._text_width(index)
        return QSize(width, theme.metrics("strong").height() + 17)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        pointed = self.tabAt(self.mapFromGlobal(self.cursor().pos())) if self.underMouse() else -1
        for index in range(len(self._tabs)):
            self._paint_tab(painter, index, is_hovered=index == pointed)
        if self._shows_ring(len(self._tabs)):
            # None is active.
            paint_ring(painter, QRectF(self.rect()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def _add(self, tab: tuple[str, str, str]) -> None:
        key, _icon, text = tab
        self._tabs.append(tab)
        self._append(key, text)

    def _paint_tab(self, painter: QPainter, index: int, *, is_hovered: bool) -> None:
        _key, icon, text = self._tabs[index]
        rect = QRectF(self.tabRect(index)).adjusted(_SPACE / 2, 0, -_SPACE / 2, 0)
        is_current = index == self.currentIndex()
        if is_current or is_hovered:
            paint_box(painter, rect, theme.color("accent_tint" if is_current else "sunken"))
        ink = theme.color("accent" if is_current else "muted")
        side = theme.scaled(_ICON)
        icon_rect = QRectF(rect.left() + _PADDING, rect.center().y() - side / 2, side, side)
        mirror = Mirror(rect, is_on=self.isRightToLeft())
        paint_icon(painter, mirror.map_rect(icon_rect), icon, ink)
        if self._shows_text(index):
            text_rect = mirror.map_rect(rect.adjusted(_PADDING + side + _GAP, 0, -_PADDING + 2, 0))
            font = theme.font("strong" if is_current else "medium")
            paint_text(painter, text_rect, text, font, ink, align=mirror.start)
        if self._shows_ring(index):
            paint_ring(painter, rect)

    def _bare_width(self) -> int:
        return 2 * _PADDING + theme.scaled(_ICON) + _SPACE

    def _text_width(self, index: int) -> int:
        return _GAP + theme.text_width(self._tabs[index][2], "strong") + 1

    def _shows_text(self, index: int) -> bool:
        return self._texts == "all" or (self._texts == "current" and index == self.currentIndex())

    def _refresh(self) -> None:
        for index, (_key, _icon, text) in enumerate(self._tabs):
            self.setTabToolTip(index, "" if self._texts == "all" else tooltip(text))
            self.setTabText(index, unmnemonic(text))  # has Qt ask for the sizes again
        super()._refresh()


class SegmentTabs(KeyedTabs):
    """Tabs of equal width."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._names: list[str] = []
        self._texts: list[str] = []
        self.setExpanding(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add_tab(self, key: str, name: str) -> None:
        self._names.append(name)
        self._texts.append(name)
        self._append(key, name)

    def show_text(self, key: str, text: str) -> None:
        """Shows another text on a tab, such as one with a count; its accessible name stays."""
        index = self._keys.index(key)
        self._texts[index] = text
        self.setTabText(index, unmnemonic(text))
        self.setAccessibleTabName(index, self._names[index])
        self.update()

    def tabSizeHint(self, _index: int) -> QSize:
        widest = max((theme.text_width(text, "medium") for text in self._texts), default=0) + 24
        share = self.width() // max(1, len(self._texts))
        return QSize(max(widest, share), max(32, theme.metrics("medium").height() + 14))

    def minimumSizeHint(self) -> QSize:
        """Small, so that the page can become narrower again."""
        return QSize(0, self.tabSizeHint(0).height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_box(painter, QRectF(self.rect()), theme.color("sunken"))
        middle = Qt.AlignmentFlag.AlignHCenter
        for index, text in enumerate(self._texts):
            rect = QRectF(self.tabRect(index)).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            is_current = index == self.currentIndex()
            if is_current:
                paint_box(painter, rect, theme.color("surface"), radius=_RADIUS)
            ink = theme.color("text" if is_current else "muted")
            paint_text(painter, rect, text, theme.font("medium"), ink, align=middle)
            if self._shows_ring(index):
                paint_ring(painter, rect, radius=_RADIUS)
