"""An icon button with a count in its corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.painting import paint_box, paint_text

if TYPE_CHECKING:
    from ui.widgets.buttons.painted_button import ButtonLook

_MAX = 9
_PADDING = 4


class CountButton(IconButton):
    """Its name stays; how many there are is its description, for screen readers."""

    _count = 0

    def show_count(self, count: int, text: str) -> None:
        """Shows how many there are.

        Args:
            count: None is drawn for 0; above 9 '9+'.
            text: The same in words; empty for none.
        """
        self._count = count
        self.setAccessibleDescription(text)
        self.update()

    def paint_content(self, painter: QPainter, look: ButtonLook) -> None:
        """Draws the icon, and the count on it."""
        super().paint_content(painter, look)
        if not self._count:
            return
        text = str(self._count) if self._count <= _MAX else f"{_MAX}+"
        font = theme.font("caption")
        metrics = QFontMetrics(font)
        height = float(metrics.height())
        width = max(height, metrics.horizontalAdvance(text) + 2 * _PADDING)
        left = 0.0 if self.isRightToLeft() else self.width() - width
        pill = QRectF(left, 0.0, width, height)
        paint_box(painter, pill, theme.color("accent"), radius=height / 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        paint_text(painter, pill, text, font, theme.color("on_accent"), align=middle)
