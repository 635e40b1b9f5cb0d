"""Mirrors painted parts in right-to-left layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget


class Mirror:
    """Converts positions from the left to positions from the start of the reading direction.

    Args:
        whole: the rect that contains them.
        is_on: one reads from right to left.

    Attributes:
        start: the alignment of a text that begins where reading starts.
        end: the alignment of a text at the other end.
    """

    def __init__(self, whole: QRectF, *, is_on: bool) -> None:
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        self._whole = whole
        self._is_on = is_on
        self.start, self.end = (right, left) if is_on else (left, right)

    @classmethod
    def of_widget(cls, widget: QWidget) -> Mirror:
        """Returns the mirror of all of a widget."""
        return cls(QRectF(widget.rect()), is_on=widget.isRightToLeft())

    @classmethod
    def of_app(cls, whole: QRectF) -> Mirror:
        """Returns the mirror of a part that reads as all of the app does."""
        return cls(whole, is_on=QGuiApplication.isRightToLeft())

    @classmethod
    def of_row(cls, option: QStyleOptionViewItem) -> Mirror:
        """Returns the mirror of a row that a delegate paints."""
        return cls(QRectF(option.rect), is_on=option.direction == Qt.LayoutDirection.RightToLeft)

    def map_rect(self, rect: QRectF) -> QRectF:
        """Returns where a part stands that `rect` counts from the left."""
        if not self._is_on:
            return rect
        left = self._whole.left() + self._whole.right() - rect.right()
        return QRectF(left, rect.top(), rect.width(), rect.height())
