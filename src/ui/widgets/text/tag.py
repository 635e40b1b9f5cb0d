"""A word in a tinted pill: a property, not a status."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.widgets.painting import paint_box, paint_text
from ui.widgets.text.untrusted_text import ELLIPSIS, plain, set_whole_tooltip

_PADDING = 8
_MAX = 40
_MAX_WIDTH = 220


class Tag(QWidget):
    """A pill with a word; its accessible name is the word.

    Args:
        text: the word; a foreign one is made plain and capped at 40 characters, the tooltip has more.
        parent: the widget it stands in.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = plain(text, _MAX)
        self.setAccessibleName(self._text)
        is_cut = self._text.endswith(ELLIPSIS) or self._full_width() > self.sizeHint().width()
        set_whole_tooltip(self, text, is_cut=is_cut)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def shown_text(self) -> str:
        """Returns the word."""
        return self._text

    def sizeHint(self) -> QSize:
        """As large as the word, up to a greatest width."""
        height = QFontMetrics(theme.font("badge")).height() + 5
        return QSize(min(self._full_width(), theme.scaled(_MAX_WIDTH)), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the pill."""
        painter, rect = QPainter(self), QRectF(self.rect())
        paint_box(painter, rect, theme.color("info_tint"), radius=rect.height() / 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        words = rect.adjusted(_PADDING - 1, 0, 1 - _PADDING, 0)
        paint_text(painter, words, self._text, theme.font("badge"), theme.color("info"), align=middle)

    def _full_width(self) -> int:
        return QFontMetrics(theme.font("badge")).horizontalAdvance(self._text) + 1 + 2 * _PADDING

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
