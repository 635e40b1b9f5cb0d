"""The widths of a table's columns: resized by the user, and reduced where the table is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHeaderView

from ui.theme.theme import follow, scaled
from ui.widgets.tables.columns import CONTENTS, STRETCH, Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QTableView

MIN_WIDTH: Final = 60
MAX_WIDTH: Final = 600
_PAUSE_MS = 500  # a column is drawn wider pixel by pixel


class ColumnLayout(QObject):
    """Lays out the columns of a table.

    Args:
        table: Has its model already.
        columns: Those of the model.
        resizable: Whether users can resize columns.

    Signals:
        resized(): The user has resized a column.
    """

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
        """Shows saved widths; those of unknown columns are ignored, and extreme ones are limited."""
        for key in self._resizable & widths.keys():
            self._widths[key] = min(MAX_WIDTH, max(MIN_WIDTH, widths[key]))
        self.lay_out()

    def lay_out(self) -> None:
        """Reduces columns in their `shrink_order` until the rest have enough width."""
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
        self._is_laying_out = False

    def _mode(self, column: Column[Any, Any]) -> QHeaderView.ResizeMode:
        modes = QHeaderView.ResizeMode
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
