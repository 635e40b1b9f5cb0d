"""The table of cities or ISPs: the hits of a search, presented when they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHeaderView

from ui.pages.locations.location_cells import CODE, COLUMNS, COPY, NAME, LocationDelegate
from ui.pages.locations.view import present_location
from ui.theme import theme
from ui.widgets.tables.browse_tables import BrowseTable
from ui.widgets.tables.column_model import SequenceModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLineEdit

    from app.rules.locations.search import Hit, Search
    from ui.pages.locations.view import LocationRow

_ONE_LINE, _TWO_LINES = 36, 52
_COPY_WIDTH = 36
_MAX_INSPECTED = 60
_CODE_SHARE = 0.4
_CHECK_MS = 2000


class LocationTable(BrowseTable):
    """The cities or ISPs that a search found.

    Signals:
        copied(int): The ID or ASN of a row is to be copied, by its button, Enter or Ctrl+C.
    """

    copied = Signal(int)

    def __init__(self, name: str, search: QLineEdit) -> None:
        super().__init__(name, search)
        self._text = ""
        self._names: Mapping[str, str] = {}
        self._rows = SequenceModel(COLUMNS, self._present)
        self.setModel(self._rows)
        self._cells = LocationDelegate(self)
        self.setItemDelegate(self._cells)
        header = self.horizontalHeader()
        header.hide()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(lambda: self._show_check(-1))
        self.row_pressed.connect(self.copied)
        self.copy_wanted.connect(self.copied)
        self.cell_pressed.connect(self._on_cell_pressed)
        theme.follow(self._fit)

    def show_search(self, search: Search, names: Mapping[str, str]) -> None:
        """Shows the hits that a search has found by now.

        Args:
            names: The countries that rows name, by code; empty where rows don't name theirs.
        """
        self._text, self._names, self._cells.copied_row = search.text, names, -1
        self._rows.show_records(cast("Sequence[Hit]", search))
        self._fit()

    def show_more(self) -> None:
        """Shows the hits that were found since."""
        self._rows.show_appended()

    def row(self, number: int) -> LocationRow:
        """Returns a presented row."""
        return self._rows.row(number)

    def show_copied(self, number: int) -> None:
        """Shows a check mark instead of a row's button for 2 seconds."""
        self._show_check(number)
        self._check.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distributes the width again."""
        super().resizeEvent(event)
        self._fit()

    def _present(self, hit: Hit) -> LocationRow:
        return present_location(hit, self._text, self._names.get(hit.locations.country, ""))

    def _fit(self) -> None:
        """Gives rows a second line where there is one to show."""
        rows = (self.row(number) for number in range(min(self._rows.rowCount(), _MAX_INSPECTED)))
        has_two = any(row.detail or row.country_name for row in rows)
        self.set_row_base(_TWO_LINES if has_two else _ONE_LINE)
        copy_width = theme.scaled(_COPY_WIDTH)
        self.setColumnWidth(COPY, copy_width)
        self.setColumnWidth(CODE, round((self.viewport().width() - copy_width) * _CODE_SHARE))

    def _show_check(self, number: int) -> None:
        self._cells.copied_row = number
        self.viewport().update()

    def _on_cell_pressed(self, row: int, column: int) -> None:
        if column == COPY:
            self.copied.emit(row)
