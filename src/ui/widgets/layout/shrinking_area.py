"""A scroll area that takes its content's height, up to a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.widgets.layout.scroll_area import ScrollArea

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_MAX = 10_000


class ShrinkingArea(ScrollArea):
    """Takes the height that its rows need at its width, but no more than is left to it.

    Args:
        parent: the widget it stands in.

    Attributes:
        rows: What is in it, from top to bottom.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room = _MAX
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        content.installEventFilter(self)
        self.setWidget(content)
        self.rows = QVBoxLayout(content)

    def leave_room(self, height: int) -> None:
        """Takes no more than this height, in pixels; the rest is scrolled."""
        self._room = height
        self._take_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Takes the height that the rows need at this width."""
        super().resizeEvent(event)
        self._take_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Updates its height after rows came, went or grew."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._take_height()
        return super().eventFilter(watched, event)

    def _take_height(self) -> None:
        wanted = self.rows.totalHeightForWidth(self.width())
        if wanted < 0:  # nothing in it wraps
            wanted = self.rows.totalSizeHint().height()
        # A bar that comes and goes changes what wraps, and so whether it is needed, without end.
        policies = Qt.ScrollBarPolicy
        is_short = wanted > self._room
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAsNeeded if is_short else policies.ScrollBarAlwaysOff
        )
        self.setFixedHeight(max(1, min(self._room, wanted)))
