"""Rows and columns of widgets, each written as a list of its items."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.widgets.layout.flow_layout import FlowLayout, WrappingRow

if TYPE_CHECKING:
    from collections.abc import Iterator

Part = QWidget | QLayout
Item = Part | tuple[Part, int] | tuple[QWidget, Qt.AlignmentFlag] | QSpacerItem | int | None
"""A widget or layout, alone, with a stretch or with an alignment; a gap in pixels; None for a stretch."""
Margins = tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)

_NONE: Margins = (0, 0, 0, 0)


def row(*items: Item, spacing: int = -1, margins: Margins = _NONE, on: QWidget | None = None) -> QHBoxLayout:
    """Returns items side by side.

    Args:
        spacing: Between two items, in pixels; -1 is that of the style.
        margins: At the start of the reading direction, top, end and bottom, in pixels.
        on: The widget whose layout it becomes.
    """
    return fill(QHBoxLayout(on) if on else QHBoxLayout(), *items, spacing=spacing, margins=margins)


def column(
    *items: Item, spacing: int = -1, margins: Margins = _NONE, on: QWidget | None = None
) -> QVBoxLayout:
    """Returns items one below the other; see `row`."""
    return fill(QVBoxLayout(on) if on else QVBoxLayout(), *items, spacing=spacing, margins=margins)


def wrapping(*items: Part | tuple[Part, int], spacing: int = 8, centered: bool = False) -> WrappingRow:
    """Returns items side by side, or one below the other where they don't fit; see `WrappingRow`."""
    wrapped = WrappingRow(spacing, centered=centered)
    for item in items:
        wrapped.add(*(item if isinstance(item, tuple) else (item, 0)))
    return wrapped


def flow(*widgets: QWidget, spacing: int, on: QWidget | None = None) -> FlowLayout:
    """Returns widgets in as many rows as they need; see `FlowLayout`."""
    flowing = FlowLayout(spacing, parent=on)
    for widget in widgets:
        flowing.addWidget(widget)
    return flowing


def set_margins(layout: QLayout, start: int, top: int, end: int, bottom: int) -> None:
    """Sets margins from the start of the reading direction: Qt itself does not mirror them."""
    left, right = (end, start) if QGuiApplication.isRightToLeft() else (start, end)
    layout.setContentsMargins(left, top, right, bottom)


def fill(box: Box, *items: Item, spacing: int | None = None, margins: Margins | None = None) -> Box:
    """Adds items to a layout, and returns it; None leaves its spacing or margins as they are."""
    if spacing is not None:
        box.setSpacing(spacing)
    if margins is not None:
        set_margins(box, *margins)
    for item in items:
        if item is None:
            box.addStretch(1)
        elif isinstance(item, int):
            box.addSpacing(item)
        elif isinstance(item, QSpacerItem):
            box.addSpacerItem(item)
        else:
            _add(box, *(item if isinstance(item, tuple) else (item, 0)))
    return box


def set_stacked(box: QBoxLayout, *, stacked: bool) -> None:
    """Arranges the items of a layout one below the other, or side by side."""
    directions = QBoxLayout.Direction
    box.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)


@contextmanager
def laid_out_once(layout: QLayout) -> Iterator[None]:
    """Lays out once, at the end, what is shown and hidden meanwhile; Qt would after each of them."""
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.update()


def empty(layout: QLayout) -> None:
    """Removes all items from a layout, and deletes their widgets."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def framed(layout: QLayout) -> QWidget:
    """Returns a widget with a layout, which can be hidden as a whole."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def stacked(*widgets: QWidget) -> QStackedWidget:
    stack = QStackedWidget()
    for widget in widgets:
        stack.addWidget(widget)
    return stack


def _add(box: QBoxLayout, part: Part, how: int | Qt.AlignmentFlag) -> None:
    if isinstance(part, QLayout):
        box.addLayout(part, int(how))
    elif isinstance(how, Qt.AlignmentFlag):
        box.addWidget(part, 0, how)
    else:
        box.addWidget(part, how)
