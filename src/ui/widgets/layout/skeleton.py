"""Placeholder blocks in the size of what is loading."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.widgets.painting import paint_box


class Skeleton(QWidget):
    """One still block.

    Args:
        width: in pixels at a text scale of 1; 0 fills the width.
        height: in pixels at a text scale of 1.
        parent: the widget it stands in.
    """

    def __init__(self, width: int = 0, height: int = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width, self._height = width, height
        across = QSizePolicy.Policy.Fixed if width else QSizePolicy.Policy.Expanding
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:
        """The size of what comes."""
        return QSize(theme.scaled(self._width or 80), theme.scaled(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the block."""
        rect = QRectF(self.rect())
        paint_box(QPainter(self), rect, theme.color("border"), radius=min(8.0, rect.height() / 2))

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
