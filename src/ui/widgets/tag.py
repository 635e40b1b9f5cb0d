"""A word in a tinted pill: what something is, not how it stands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme
from ui.widgets.foreign_text import plain
from ui.widgets.painting import paint_box, paint_text

_PADDING = 8
_MOST = 40


class Tag(QWidget):
    """A pill with a word; its accessible name is the word.

    Args:
        text: the word; a foreign one is made plain and capped at 40 characters.
        parent: the widget it stands in.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = plain(text, _MOST)
        self.setAccessibleName(self._text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def shown_text(self) -> str:
        """Returns the word."""
        return self._text

    def sizeHint(self) -> QSize:
        """As large as the word."""
        metrics = QFontMetrics(theme.font("badge"))
        return QSize(metrics.horizontalAdvance(self._text) + 1 + 2 * _PADDING, metrics.height() + 5)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the pill."""
        painter, rect = QPainter(self), QRectF(self.rect())
        paint_box(painter, rect, theme.color("info_tint"), radius=rect.height() / 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        paint_text(painter, rect, self._text, theme.font("badge"), theme.color("info"), align=middle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
