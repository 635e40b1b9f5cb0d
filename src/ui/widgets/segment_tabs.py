"""Tabs within a page: parts of one trough that share its width, with counts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from ui import theme
from ui.widgets.foreign_text import unmnemonic
from ui.widgets.painting import paint_box, paint_ring, paint_text

_EDGE = 3
_RADIUS = 6.0


class SegmentTabs(QTabBar):
    """Tabs of equal width; the arrow keys move between them.

    Args:
        name: what is chosen here, for screen readers.
        parent: the widget it stands in.

    Signals:
        chosen: the person chose another tab; its key.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tabs: list[tuple[str, str]] = []
        self._texts: list[str] = []
        self._is_quiet = False
        self._is_ringed = False
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(True)
        self.setUsesScrollButtons(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.currentChanged.connect(self._on_current_changed)
        theme.follow(self._restyle)

    def add_tab(self, key: str, name: str) -> None:
        """Adds a tab at the end; the first is chosen."""
        self._tabs.append((key, name))
        self._texts.append(name)
        self._is_quiet = True
        index = self.addTab(unmnemonic(name))
        self._is_quiet = False
        self.setAccessibleTabName(index, name)

    def show_text(self, key: str, text: str) -> None:
        """Writes another text on a tab, such as one with a count; its accessible name stays."""
        index = self._index(key)
        self._texts[index] = text
        self.setTabText(index, unmnemonic(text))
        self.setAccessibleTabName(index, self._tabs[index][1])
        self.update()

    def text_of(self, key: str) -> str:
        """Returns what stands on a tab."""
        return self._texts[self._index(key)]

    def select(self, key: str) -> None:
        """Chooses without telling."""
        self._is_quiet = True
        self.setCurrentIndex(self._index(key))
        self._is_quiet = False

    def selected(self) -> str:
        """Returns the chosen key."""
        return self._tabs[self.currentIndex()][0]

    def tabSizeHint(self, _index: int) -> QSize:
        """All are as wide as they can be, in equal parts."""
        metrics = QFontMetrics(theme.font("medium"))
        widest = max((metrics.horizontalAdvance(text) for text in self._texts), default=0) + 24
        share = self.width() // max(1, len(self._tabs))
        return QSize(max(widest, share), max(32, metrics.height() + 14))

    def minimumTabSizeHint(self, index: int) -> QSize:
        """A text is not cut."""
        return self.tabSizeHint(index)

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
            if is_current and self._is_ringed and self.hasFocus():
                paint_ring(painter, rect, radius=_RADIUS)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard, not the mouse, came here."""
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _index(self, key: str) -> int:
        return [tab[0] for tab in self._tabs].index(key)

    def _on_current_changed(self, index: int) -> None:
        self.update()
        if not self._is_quiet and 0 <= index < len(self._tabs):
            self.chosen.emit(self._tabs[index][0])

    def _restyle(self) -> None:
        self.setFont(theme.font("medium"))
        self.updateGeometry()
        self.update()
