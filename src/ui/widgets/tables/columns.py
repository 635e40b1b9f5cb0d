"""The columns of a table: what each declares, and their widths in a wide or narrow table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from ui.theme.theme import follow, scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QColor, QIcon
    from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QTableView

Record = TypeVar("Record")
Row = TypeVar("Row")

ModelIndex = QModelIndex | QPersistentModelIndex

KeyRole: Final = int(Qt.ItemDataRole.UserRole) + 1
"""Identifies a row: a str that stays the same over refreshes."""
RowRole: Final = KeyRole + 1
"""The presented row, for cells that paint more than a text."""

STRETCH: Final = 0
"""The width of a column that takes what the others leave."""
CONTENTS: Final = -1
"""The width of a column that is as wide as its contents."""

MIN_WIDTH: Final = 60
MAX_WIDTH: Final = 600
_PAUSE_MS = 500  # a column is drawn wider pixel by pixel


def _empty(_row: object) -> str:
    return ""


class Column(NamedTuple, Generic[Record, Row]):
    """A column.

    Attributes:
        key: Identifies the column, also in a saved layout.
        title: Returns the title; empty for a column of controls.
        accessible_title: Returns the accessible title where it differs.
        text: Returns a cell's text, untrusted.
        accessible_text: Returns a cell's accessible text where it differs; never a secret.
        tooltip: Returns a cell's tooltip where it differs from the text.
        is_checked: Returns whether a cell's switch is on, in a column of switches.
        sort_key: Returns what a record sorts by; None where the column does not sort.
        is_number: Whether cells are aligned to the end, and the largest comes first when sorted.
        width: In pixels at a text scale of 1, `STRETCH` or `CONTENTS`.
        min_width: The width in a narrow table, 0 to hide the column; for `STRETCH` the width to leave it.
        shrink_order: The order in which columns shrink to `min_width` in a narrow table; 0 for never.
        is_fixed: Whether users can't resize the column, even in a table of resizable columns.
        icon: Returns the icon before a cell's text, for the view's own delegate.
        color: Returns the color of a cell's text, None for the usual one, for the view's own delegate.
        cell: Makes the delegate, with the view as parent; None for the view's own.
    """

    key: str
    title: Callable[[], str]
    accessible_title: Callable[[], str] | None = None
    text: Callable[[Row], str] = _empty
    accessible_text: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    is_checked: Callable[[Row], bool] | None = None
    sort_key: Callable[[Record], Any] | None = None
    is_number: bool = False
    width: int = STRETCH
    min_width: int = 0
    shrink_order: int = 0
    is_fixed: bool = False
    icon: Callable[[Row], QIcon | None] | None = None
    color: Callable[[Row], QColor | None] | None = None
    cell: Callable[[QObject], QStyledItemDelegate] | None = None


class ColumnLayout(QObject):
    """Lays out the columns of a table, which has its model already."""

    resized = Signal()

    def __init__(self, table: QTableView, columns: Sequence[Column[Any, Any]], *, resizable: bool) -> None:
        super().__init__(table)
        self._table, self._columns = table, columns
        self._is_laying_out = False
        self._widths = {one.key: one.width for one in columns if one.width > 0}
        self._resizable = {one.key for one in columns if resizable and one.width > 0 and not one.is_fixed}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.resized)
        header = table.horizontalHeader()
        for at, column in enumerate(columns):
            header.setSectionResizeMode(at, self._mode(column))
        header.sectionResized.connect(self._on_section_resized)
        follow(self.lay_out)

    def widths(self) -> dict[str, int]:
        """Returns the widths of the resizable columns by key, in pixels at a text scale of 1."""
        return {key: width for key, width in self._widths.items() if key in self._resizable}

    def show_widths(self, widths: Mapping[str, int]) -> None:
        """Unknown columns are ignored, and extreme widths are limited."""
        for key in self._resizable & widths.keys():
            self._widths[key] = min(MAX_WIDTH, max(MIN_WIDTH, widths[key]))
        self.lay_out()

    def lay_out(self) -> None:
        """Shrinks columns in their `shrink_order` until the rest have enough width."""
        self._is_laying_out = True
        stretch = sum(scaled(one.min_width) for one in self._columns if one.width == STRETCH)
        available = self._table.viewport().width() - stretch
        widths = {key: scaled(width) for key, width in self._widths.items()}
        for at, column in enumerate(self._columns):
            # A translated title may be wider than the texts below it; the user can widen other columns.
            if column.key in widths.keys() - self._resizable:
                title_width = self._table.horizontalHeader().sectionSizeHint(at)
                widths[column.key] = max(widths[column.key], title_width)
        for column in sorted(self._columns, key=lambda one: one.shrink_order):
            if column.shrink_order and sum(widths.values()) > available:
                widths[column.key] = scaled(column.min_width)
        for at, column in enumerate(self._columns):
            if column.key in widths:
                self._table.setColumnHidden(at, not widths[column.key])
                if widths[column.key]:
                    self._table.setColumnWidth(at, widths[column.key])
            elif column.width == STRETCH and column.min_width:
                self._lay_out_stretched(at, column, fits=sum(widths.values()) <= available)
        self._is_laying_out = False

    def _lay_out_stretched(self, at: int, column: Column[Any, Any], *, fits: bool) -> None:
        """Gives a column what the others leave, or its least where the table scrolls instead."""
        header, policies = self._table.horizontalHeader(), Qt.ScrollBarPolicy
        if not fits and self._table.horizontalScrollBarPolicy() != policies.ScrollBarAlwaysOff:
            header.setSectionResizeMode(at, header.ResizeMode.Fixed)
            self._table.setColumnWidth(at, scaled(column.min_width))
        else:
            header.setSectionResizeMode(at, header.ResizeMode.Stretch)

    def _mode(self, column: Column[Any, Any]) -> QHeaderView.ResizeMode:
        modes = self._table.horizontalHeader().ResizeMode
        if column.width == CONTENTS:
            return modes.ResizeToContents
        if column.width == STRETCH:
            return modes.Stretch
        return modes.Interactive if column.key in self._resizable else modes.Fixed

    def _on_section_resized(self, at: int, _old: int, new: int) -> None:
        key = self._columns[at].key
        if key in self._resizable and new > 0 and not self._is_laying_out:
            self._widths[key] = max(MIN_WIDTH, round(new * 100 / scaled(100)))
            self._pause.start()
