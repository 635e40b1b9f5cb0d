"""Layouts that wrap: widgets like text, and a row that becomes a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayoutItem


class FlowLayout(QLayout):
    """Items in rows, in reading direction; its height depends on its width.

    Args:
        even: Balances the rows, so that none has a single item while others are full.
    """

    def __init__(self, spacing: int = 8, *, even: bool = False, parent: QWidget | None = None) -> None:
        super().__init__()
        self._is_even = even
        self._items: list[QLayoutItem] = []
        # Qt asks for the same sizes again and again: they are cached until it calls `invalidate`.
        self._sizes: dict[QLayoutItem, tuple[QSize, QSize]] = {}
        self._heights: dict[int, int] = {}
        self._placed: QRect | None = None
        if parent is not None:
            parent.setLayout(self)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._sizes.clear()
        self._heights.clear()
        self._placed = None
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Returns the height of all rows at a width."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), is_trial=True)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        if rect != self._placed:
            self._placed = QRect(rect)
            self._arrange(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        hints = [hint for hint, _minimum in self._shown().values()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return self._with_margins(QSize(width, max((hint.height() for hint in hints), default=0)))

    def minimumSize(self) -> QSize:
        size = QSize()
        for _hint, minimum in self._shown().values():
            size = size.expandedTo(minimum)
        return self._with_margins(size)

    def _shown(self) -> dict[QLayoutItem, tuple[QSize, QSize]]:
        """Returns the items that are not hidden, each with its hint and its minimum size."""
        if not self._sizes:
            self._sizes = {
                item: (item.sizeHint(), item.minimumSize()) for item in self._items if not item.isEmpty()
            }
        return self._sizes

    def _is_mirrored(self) -> bool:
        parent = self.parentWidget()
        return parent is not None and parent.isRightToLeft()

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, is_trial: bool) -> int:
        area = rect.marginsRemoved(self.contentsMargins())
        top = area.y()
        for row in self._rows(area.width()):
            height = max(self._shown()[item][0].height() for item in row)
            if not is_trial:
                self._set_row(row, QRect(area.x(), top, area.width(), height))
            top += height + self.spacing()
        margins = self.contentsMargins()
        return max(0, top - self.spacing() - area.y()) + margins.top() + margins.bottom()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows = self._filled(width)
        while self._is_even and len(rows) > 1:
            narrower = self._widest(rows) - 1
            evened = self._filled(narrower)
            if len(evened) > len(rows) or self._widest(evened) > narrower:
                break
            rows = evened
        return rows

    def _widest(self, rows: list[list[QLayoutItem]]) -> int:
        gap = self.spacing()
        return max(sum(self._shown()[item][0].width() + gap for item in row) - gap for row in rows)

    def _filled(self, width: int) -> list[list[QLayoutItem]]:
        """Returns the rows, each as full as possible; an item that is too wide has its own row."""
        rows: list[list[QLayoutItem]] = []
        left = 0
        gap = self.spacing()
        for item, (hint, _minimum) in self._shown().items():
            if not rows or left + hint.width() > width:
                rows.append([])
                left = 0
            rows[-1].append(item)
            left += hint.width() + gap
        return rows

    def _set_row(self, row: list[QLayoutItem], area: QRect) -> None:
        """Sets the geometry of a row's items, vertically centered."""
        left = area.x()
        for item in row:
            hint = self._shown()[item][0]
            x = area.right() + 1 - (left - area.x()) - hint.width() if self._is_mirrored() else left
            item.setGeometry(QRect(QPoint(x, area.y() + (area.height() - hint.height()) // 2), hint))
            left += hint.width() + self.spacing()


class WrappingRow(FlowLayout):
    """Items side by side, sharing the width; below each other where they don't fit.

    Args:
        centered: Aligns items to the middle of the row's height instead of its top.
    """

    def __init__(self, spacing: int = 8, *, centered: bool = False) -> None:
        super().__init__(spacing)
        self._is_centered = centered
        self._stretches: list[int] = []

    def add(self, item: QWidget | QLayout, stretch: int = 0) -> None:
        """`stretch` is the share of the width beyond the minimum, 0 for the width of the hint."""
        self._stretches.append(stretch)
        if isinstance(item, QWidget):
            self.addWidget(item)
        else:
            self.addChildLayout(item)
            self.addItem(item)

    def _arrange(self, rect: QRect, *, is_trial: bool) -> int:
        area = rect.marginsRemoved(self.contentsMargins())
        shown = self._min_widths()
        minimum = sum(width for _item, _stretch, width in shown) + self.spacing() * (len(shown) - 1)
        arrange = self._arrange_column if minimum > area.width() else self._arrange_row
        margins = self.contentsMargins()
        return arrange(shown, area, is_trial=is_trial) + margins.top() + margins.bottom()

    def _min_widths(self) -> list[tuple[QLayoutItem, int, int]]:
        """Returns the items that are not hidden, each with its stretch and minimum width in a row."""
        sizes = self._shown()
        return [
            (item, stretch, sizes[item][1 if stretch else 0].width())
            for item, stretch in zip(self._items, self._stretches, strict=True)
            if item in sizes
        ]

    def _arrange_column(
        self, items: list[tuple[QLayoutItem, int, int]], area: QRect, *, is_trial: bool
    ) -> int:
        top = area.y()
        for item, stretch, minimum in items:
            width = area.width() if stretch else min(area.width(), minimum)
            height = self._height(item, width)
            if not is_trial:
                left = area.right() + 1 - width if self._is_mirrored() else area.x()
                item.setGeometry(QRect(left, top, width, height))
            top += height + self.spacing()
        return max(0, top - self.spacing() - area.y())

    def _arrange_row(self, items: list[tuple[QLayoutItem, int, int]], area: QRect, *, is_trial: bool) -> int:
        """Places the items; what is left over of the width goes by stretch."""
        rest = area.width() - sum(minimum for _, _, minimum in items) - self.spacing() * (len(items) - 1)
        parts = sum(stretch for _, stretch, _ in items) or 1
        widths = [minimum + rest * stretch // parts for _, stretch, minimum in items]
        heights = [self._height(item, width) for (item, _, _), width in zip(items, widths, strict=True)]
        height = max(heights, default=0)
        if is_trial:
            return height
        left = area.x()
        for (item, _, _), width, own in zip(items, widths, heights, strict=True):
            x = area.right() + 1 - (left - area.x()) - width if self._is_mirrored() else left
            y = area.y() + ((max(height, area.height()) - own) // 2 if self._is_centered else 0)
            item.setGeometry(QRect(x, y, width, own))
            left += width + self.spacing()
        return height

    def _height(self, item: QLayoutItem, width: int) -> int:
        return item.heightForWidth(width) if item.hasHeightForWidth() else self._shown()[item][0].height()
