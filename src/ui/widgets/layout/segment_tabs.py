"""Tabs within a page: equal segments with counts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.widgets.layout.keyed_tabs import KeyedTabs
from ui.widgets.painting import paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import unmnemonic

_EDGE = 3
_RADIUS = 6.0


class SegmentTabs(KeyedTabs):
    """Tabs of equal width."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._names: list[str] = []
        self._texts: list[str] = []
        self.setExpanding(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def add_tab(self, key: str, name: str) -> None:
        """Adds a tab at the end; the first is chosen."""
        self._names.append(name)
        self._texts.append(name)
        self._append(key, name)

    def show_text(self, key: str, text: str) -> None:
        """Writes another text on a tab, such as one with a count; its accessible name stays."""
        index = self._keys.index(key)
        self._texts[index] = text
        self.setTabText(index, unmnemonic(text))
        self.setAccessibleTabName(index, self._names[index])
        self.update()

    def tabSizeHint(self, _index: int) -> QSize:
        """All are as wide as they can be, in equal parts."""
        metrics = QFontMetrics(theme.font("medium"))
        widest = max((metrics.horizontalAdvance(text) for text in self._texts), default=0) + 24
        share = self.width() // max(1, len(self._texts))
        return QSize(max(widest, share), max(32, metrics.height() + 14))

    def minimumSizeHint(self) -> QSize:
        """Never so wide that the page could not become narrower again."""
        return QSize(0, self.tabSizeHint(0).height())

    def sizeHint(self) -> QSize:
        """As high as one tab."""
        return self.minimumSizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the trough and the tabs."""
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

    def _restyle(self) -> None:
        self.setFont(theme.font("medium"))
        super()._restyle()
