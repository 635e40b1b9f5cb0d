"""The table of cities or ISPs: as many rows as there are, none of them held by the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHeaderView

from ui.pages.locations.location_delegate import LocationDelegate
from ui.pages.locations.location_model import CODE, COPY, NAME, LocationTableModel
from ui.theme import theme
from ui.widgets.tables.browse_tables import BrowseTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLineEdit, QWidget

    from app.rules.locations.search import Search
    from ui.pages.locations.view import LocationRow

_ONE_LINE, _TWO_LINES = 36, 52
_COPY_WIDTH = 36
_LOOKED_AT = 60
_CODE_SHARE = 0.4
_CHECK_MS = 2000


class LocationTable(BrowseTable):
    """What a search found.

    Signals:
        copied(int): The id or ASN of a row is wanted, by its button, Enter or Ctrl+C.
    """

    copied = Signal(int)

    def __init__(self, name: str, search: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__(name, search, parent)
        self._rows = LocationTableModel()
        self.setModel(self._rows)
        self.setItemDelegate(LocationDelegate(self))
        header = self.horizontalHeader()
        header.hide()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(self._on_check_ended)
        self.row_pressed.connect(self.copied)
        self.copy_wanted.connect(self.copied)
        self.cell_pressed.connect(self._on_cell_pressed)
        theme.follow(self.fit)

    def show_search(self, search: Search, names: Mapping[str, str]) -> None:
        """Shows another search, as far as it has come; `names` are the countries that rows name, by code."""
        self._rows.show_search(search, names)
        self.fit()

    def show_more(self) -> None:
        """Shows what the search has found since."""
        self._rows.show_more()

    def row(self, row: int) -> LocationRow:
        """Returns a presented row."""
        return self._rows.row(row)

    def show_copied(self, row: int) -> None:
        """Shows a check mark instead of a row's button for 2 seconds."""
        self._rows.mark_copied(row)
        self._check.start()

    def fit(self) -> None:
        """Gives rows a second line where there is one to show."""
        rows = (self._rows.row(row) for row in range(min(self._rows.rowCount(), _LOOKED_AT)))
        has_two = any(row.detail or row.country_name for row in rows)
        self.set_row_base(_TWO_LINES if has_two else _ONE_LINE)
        copy_width = theme.scaled(_COPY_WIDTH)
        self.setColumnWidth(COPY, copy_width)
        self.setColumnWidth(CODE, round((self.viewport().width() - copy_width) * _CODE_SHARE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distributes the width again."""
        super().resizeEvent(event)
        self.fit()

    def _on_cell_pressed(self, row: int, column: int) -> None:
        if column == COPY:
            self.copied.emit(row)

    def _on_check_ended(self) -> None:
        self._rows.mark_copied(-1)
