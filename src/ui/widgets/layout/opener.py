"""The header of a card that can be expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.painted_button import ButtonColors, PaintedButton
from ui.widgets.painting import Mirror, paint_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

OPENER_INSET = 8
_ICON = 16
_GAP = 12


def title_indent() -> int:
    """Returns how far the title is from the header's edge, in pixels."""
    return OPENER_INSET + theme.scaled(_ICON) + _GAP


class Opener(PaintedButton):
    """A header that expands what is below it: an arrow, the title, and a summary."""

    font_role: theme.FontRole = "strong"
    base_height = 28

    def __init__(self, title: str) -> None:
        self._summary = ""
        self._is_beside = False
        super().__init__(title, "chevron-right")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_summary(self, text: str, *, is_beside: bool = False) -> None:
        """Shows a summary at the end, or beside the title."""
        if (text, is_beside) == (self._summary, self._is_beside):
            return
        self._summary, self._is_beside = text, is_beside
        self.setAccessibleDescription(text)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(120), self.sizeHint().height())

    def drawn_icon(self) -> str:
        return "chevron-down" if self.isChecked() else "chevron-right"

    def paint_content(self, painter: QPainter, colors: ButtonColors) -> None:
        mirror, side, height = Mirror.of_widget(self), theme.scaled(_ICON), float(self.height())
        icon_rect = QRectF(OPENER_INSET, (height - side) / 2, side, side)
        paint_icon(painter, mirror.map_rect(icon_rect), self.drawn_icon(), colors.ink)
        left = float(title_indent())
        width = theme.text_width(self.label_text(), self.font_role) + 2
        title = mirror.map_rect(QRectF(left, 0, width, height))
        font = theme.font(self.font_role)
        paint_text(painter, title, self.label_text(), font, colors.ink, align=mirror.start)
        left += width + _GAP
        rest = mirror.map_rect(QRectF(left, 0, self.width() - OPENER_INSET - left, height))
        ink, font = theme.color("muted"), theme.font("secondary")
        align = mirror.start if self._is_beside else mirror.end
        paint_text(painter, rest, self._summary, font, ink, align=align)
