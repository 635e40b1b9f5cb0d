"""A row that becomes a column where it is too narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from ui.widgets.layout.flow_layout import FlowLayout

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayout, QLayoutItem


class WrappingRow(FlowLayout):
    """Items side by side, sharing the width; below each other where they don't fit.

    Args:
        spacing: Pixels between two items.
        centered: Each stands in the middle of the row's height, not at its top.
    """

    def __init__(self, spacing: int = 8, *, centered: bool = False) -> None:
        super().__init__(spacing)
        self._is_centered = centered
        self._stretches: list[int] = []

    def add(self, item: QWidget | QLayout, stretch: int = 0) -> None:
        """Adds a widget or a layout at the end.

        Args:
            item: What to add.
            stretch: Its share of the width beyond its minimum; 0 for its hint's width.
        """
        self._stretches.append(stretch)
        if isinstance(item, QWidget):
            self.addWidget(item)
        else:
            self.addChildLayout(item)
            self.addItem(item)

    def _arrange(self, rect: QRect, *, is_trial: bool) -> int:
        area = rect.marginsRemoved(self.contentsMargins())
        shown = [
            (item, stretch)
            for item, stretch in zip(self._items, self._stretches, strict=True)
            if not item.isEmpty()
        ]
        least = sum(_least(item, stretch) for item, stretch in shown) + self.spacing() * (len(shown) - 1)
        height = (
            self._arrange_column(shown, area, is_trial=is_trial)
            if least > area.width()
            else self._arrange_row(shown, area, is_trial=is_trial)
        )
        margins = self.contentsMargins()
        return height + margins.top() + margins.bottom()

    def _arrange_column(self, items: list[tuple[QLayoutItem, int]], area: QRect, *, is_trial: bool) -> int:
        top = area.y()
        for item, stretch in items:
            width = area.width() if stretch else min(area.width(), item.sizeHint().width())
            height = _height(item, width)
            if not is_trial:
                left = area.right() + 1 - width if self._is_mirrored() else area.x()
                item.setGeometry(QRect(left, top, width, height))
            top += height + self.spacing()
        return max(0, top - self.spacing() - area.y())

    def _arrange_row(self, items: list[tuple[QLayoutItem, int]], area: QRect, *, is_trial: bool) -> int:
        widths = self._shares(items, area.width())
        heights = [_height(item, width) for (item, _), width in zip(items, widths, strict=True)]
        height = max(heights, default=0)
        if is_trial:
            return height
        left = area.x()
        for (item, _), width, own in zip(items, widths, heights, strict=True):
            x = area.right() + 1 - (left - area.x()) - width if self._is_mirrored() else left
            y = area.y() + ((max(height, area.height()) - own) // 2 if self._is_centered else 0)
            item.setGeometry(QRect(x, y, width, own))
            left += width + self.spacing()
        return height

    def _shares(self, items: list[tuple[QLayoutItem, int]], width: int) -> list[int]:
        """Returns the widths of a row's items; what is left over goes by stretch."""
        widths = [_least(item, stretch) for item, stretch in items]
        rest = width - sum(widths) - self.spacing() * (len(items) - 1)
        parts = sum(stretch for _, stretch in items)
        for index, (_, stretch) in enumerate(items):
            if parts:
                widths[index] += rest * stretch // parts
        return widths


def _least(item: QLayoutItem, stretch: int) -> int:
    return (item.minimumSize() if stretch else item.sizeHint()).width()


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
