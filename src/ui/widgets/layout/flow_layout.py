"""Layouts that wrap: widgets like text, and a row that becomes a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLayoutItem


class _Part(NamedTuple):
    """An item that is not hidden, with its sizes; `stretch` is its share of the width beyond the minimum."""

    item: QLayoutItem
    width: int
    height: int
    min_width: int
    min_height: int
    stretch: int
    wraps: bool

    def height_for(self, width: int) -> int:
        return self.item.heightForWidth(width) if self.wraps else self.height

    def row_width(self) -> int:
        """Returns its least width beside others."""
        return self.min_width if self.stretch else self.width


class _Measured(NamedTuple):
    """What is laid out: Qt asks for the same sizes again and again, until it calls `invalidate`."""

    parts: Sequence[_Part]
    gap: int
    left: int
    top: int
    across: int
    along: int


class FlowLayout(QLayout):
    """Items in rows, in reading direction; its height depends on its width.

    Args:
        even: Balances the rows, so that none has a single item while others are full.
    """

    def __init__(self, spacing: int = 8, *, even: bool = False, parent: QWidget | None = None) -> None:
        super().__init__()
        self._is_even = even
        self._items: list[QLayoutItem] = []
        self._stretches: list[int] = []
        self._known: _Measured | None = None
        self._hint: QSize | None = None
        self._least: QSize | None = None
        self._heights: dict[int, int] = {}
        self._placed: QRect | None = None
        if parent is not None:
            parent.setLayout(self)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._stretches.append(0)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self.invalidate()
        if not 0 <= index < len(self._items):
            return None
        del self._stretches[index]
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._known = self._hint = self._least = self._placed = None
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Returns the height of all rows at a width."""
        if width not in self._heights:
            measured = self._measured()
            self._heights[width] = self._height_for(measured, width - measured.across) + measured.along
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        if rect != self._placed:
            self._placed = QRect(rect)
            measured, parent = self._measured(), self.parentWidget()
            x, y = rect.x() + measured.left, rect.y() + measured.top
            width, height = rect.width() - measured.across, rect.height() - measured.along
            is_mirrored = parent is not None and parent.isRightToLeft()
            for part, (left, top, part_width, part_height) in self._places(measured, width, height):
                start = width - left - part_width if is_mirrored else left
                part.item.setGeometry(QRect(x + start, y + top, part_width, part_height))

    def sizeHint(self) -> QSize:
        if self._hint is None:
            parts, gap, _left, _top, across, along = self._measured()
            width = sum(part.width for part in parts) + gap * max(0, len(parts) - 1)
            self._hint = QSize(width + across, max((part.height for part in parts), default=0) + along)
        return self._hint

    def minimumSize(self) -> QSize:
        if self._least is None:
            parts, _gap, _left, _top, across, along = self._measured()
            width = max((part.min_width for part in parts), default=0)
            height = max((part.min_height for part in parts), default=0)
            self._least = QSize(width + across, height + along)
        return self._least

    def _measured(self) -> _Measured:
        if self._known is None:
            shown = [pair for pair in zip(self._items, self._stretches, strict=True) if not pair[0].isEmpty()]
            parts = [_measure(item, stretch) for item, stretch in shown]
            margins = self.contentsMargins()
            left, top = margins.left(), margins.top()
            across, along = left + margins.right(), top + margins.bottom()
            self._known = _Measured(parts, self.spacing(), left, top, across, along)
        return self._known

    def _height_for(self, measured: _Measured, width: int) -> int:
        rows = self._rows(measured, width)
        return sum(max(part.height for part in row) for row in rows) + measured.gap * max(0, len(rows) - 1)

    def _places(
        self, measured: _Measured, width: int, _height: int
    ) -> list[tuple[_Part, tuple[int, int, int, int]]]:
        """Returns where the items are: left, top, width and height, each vertically centered in its row."""
        places = []
        top = 0
        for row in self._rows(measured, width):
            height = max(part.height for part in row)
            left = 0
            for part in row:
                places.append((part, (left, top + (height - part.height) // 2, part.width, part.height)))
                left += part.width + measured.gap
            top += height + measured.gap
        return places

    def _rows(self, measured: _Measured, width: int) -> list[list[_Part]]:
        rows = _filled(measured, width)
        while self._is_even and len(rows) > 1:
            narrower = _widest(rows, measured.gap) - 1
            evened = _filled(measured, narrower)
            if len(evened) > len(rows) or _widest(evened, measured.gap) > narrower:
                break
            rows = evened
        return rows


class WrappingRow(FlowLayout):
    """Items side by side, sharing the width; below each other where they don't fit.

    Args:
        centered: Aligns items to the middle of the row's height instead of its top.
    """

    def __init__(self, spacing: int = 8, *, centered: bool = False) -> None:
        super().__init__(spacing)
        self._is_centered = centered

    def add(self, item: QWidget | QLayout, stretch: int = 0) -> None:
        """`stretch` is the share of the width beyond the minimum, 0 for the width of the hint."""
        if isinstance(item, QWidget):
            self.addWidget(item)
        else:
            self.addChildLayout(item)
            self.addItem(item)
        self._stretches[-1] = stretch

    def _height_for(self, measured: _Measured, width: int) -> int:
        widths = _shared(measured, width)
        if widths is not None:
            heights = [part.height_for(own) for part, own in zip(measured.parts, widths, strict=True)]
            return max(heights, default=0)
        heights = [part.height_for(_column_width(part, width)) for part in measured.parts]
        return sum(heights) + measured.gap * max(0, len(heights) - 1)

    def _places(
        self, measured: _Measured, width: int, height: int
    ) -> list[tuple[_Part, tuple[int, int, int, int]]]:
        widths, places = _shared(measured, width), []
        left = top = 0
        if widths is None:
            for part in measured.parts:
                own = _column_width(part, width)
                places.append((part, (0, top, own, part.height_for(own))))
                top += places[-1][1][3] + measured.gap
            return places
        heights = [part.height_for(own) for part, own in zip(measured.parts, widths, strict=True)]
        height = max(height, *heights, 0)
        for part, own, own_height in zip(measured.parts, widths, heights, strict=True):
            top = (height - own_height) // 2 if self._is_centered else 0
            places.append((part, (left, top, own, own_height)))
            left += own + measured.gap
        return places


def _measure(item: QLayoutItem, stretch: int) -> _Part:
    hint, least = item.sizeHint(), item.minimumSize()
    sizes = hint.width(), hint.height(), least.width(), least.height()
    return _Part(item, *sizes, stretch, item.hasHeightForWidth())


def _filled(measured: _Measured, width: int) -> list[list[_Part]]:
    """Returns the rows, each as full as possible; an item that is too wide has its own row."""
    rows: list[list[_Part]] = []
    left = 0
    for part in measured.parts:
        if not rows or left + part.width > width:
            rows.append([])
            left = 0
        rows[-1].append(part)
        left += part.width + measured.gap
    return rows


def _widest(rows: list[list[_Part]], gap: int) -> int:
    return max(sum(part.width + gap for part in row) - gap for row in rows)


def _shared(measured: _Measured, width: int) -> list[int] | None:
    """Returns the widths of items in a row, with what is left over by stretch; None if they don't fit."""
    parts = measured.parts
    rest = width - sum(part.row_width() for part in parts) - measured.gap * (len(parts) - 1)
    if rest < 0:
        return None
    shares = sum(part.stretch for part in parts) or 1
    return [part.row_width() + rest * part.stretch // shares for part in parts]


def _column_width(part: _Part, width: int) -> int:
    return width if part.stretch else min(width, part.width)
