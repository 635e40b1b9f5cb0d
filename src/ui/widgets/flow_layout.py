"""A layout that puts widgets in rows and wraps like text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FlowLayout(QLayout):
    """Items in rows, in reading direction; its height follows its width."""

    def __init__(self, spacing: int = 8, parent: QWidget | None = None) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        if parent is not None:
            parent.setLayout(self)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Adds an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Returns the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Returns an item, None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Removes and returns an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Asks for no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Its height follows its width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Returns the height of all rows at a width."""
        return self._arrange(QRect(0, 0, width, 0), is_trial=True)

    def setGeometry(self, rect: QRect) -> None:
        """Places the items."""
        super().setGeometry(rect)
        self._arrange(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        """All in one row."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return self._with_margins(QSize(width, max((hint.height() for hint in hints), default=0)))

    def minimumSize(self) -> QSize:
        """The widest item alone."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return self._with_margins(size)

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, is_trial: bool) -> int:
        margins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        left, top, row_height = area.x(), area.y(), 0
        parent = self.parentWidget()
        is_mirrored = parent is not None and parent.isRightToLeft()
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            if left + hint.width() > area.right() + 1 and row_height > 0:
                left, top, row_height = area.x(), top + row_height + self.spacing(), 0
            if not is_trial:
                x = area.right() + 1 - (left - area.x()) - hint.width() if is_mirrored else left
                item.setGeometry(QRect(QPoint(x, top), hint))
            left += hint.width() + self.spacing()
            row_height = max(row_height, hint.height())
        return top + row_height - rect.y() + margins.bottom()
