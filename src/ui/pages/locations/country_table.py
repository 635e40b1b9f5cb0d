"""The table of countries: adaptive columns, sortable titles, clickable stars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView

from app.i18n.texts import _
from ui.pages.locations.country_delegate import CountryDelegate
from ui.pages.locations.country_model import (
    CARRIERS,
    CITIES,
    CODE,
    ISPS,
    NAME,
    NUMBERS,
    PRODUCTS,
    REGION,
    SORTS,
    STAR,
)
from ui.theme.theme import follow, scaled
from ui.widgets.tables.browse_tables import BrowseTable
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelection
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLineEdit, QWidget

    from app.models.locations import Country
    from app.rules.locations.countries import CountrySort
    from ui.pages.locations.country_model import CountryTableModel

_WIDTHS = {STAR: 42, CODE: 68, REGION: 130, PRODUCTS: 210, CITIES: 84, ISPS: 84, CARRIERS: 96}
_NEEDS = {REGION: 610, PRODUCTS: 960, CARRIERS: 480, ISPS: 380}
"""How wide the table must be for a column, in pixels at a text scale of 1."""


class CountryTable(BrowseTable):
    """Countries, one a row.

    Signals:
        country_reached(str): The selection came to a country; its code.
        country_opened(str): A country was clicked, or Enter was pressed on it.
        star_pressed(str): A country's star was clicked.
        sort_changed(): Another title was pressed.
    """

    country_reached = Signal(str)
    country_opened = Signal(str)
    star_pressed = Signal(str)
    sort_changed = Signal()

    def __init__(self, model: CountryTableModel, search: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__(_("Countries"), search, parent)
        self._countries = model
        self._is_quiet = False
        self._head = header = SortHeader(SORTS, self, largest_first=NUMBERS)
        self.setHorizontalHeader(header)
        self.setModel(model)
        self.setItemDelegate(CountryDelegate(self))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.show_order(NAME, descending=False)
        header.sort_wanted.connect(self._on_sort_wanted)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.row_pressed.connect(self._on_row_pressed)
        self.cell_pressed.connect(self._on_cell_pressed)
        self.mark_wanted.connect(self._on_mark_wanted)
        follow(self._fit)

    def sort(self) -> tuple[CountrySort, bool]:
        """Returns what is sorted by, in the core's words, and whether the largest is first."""
        return SORTS[self._head.sorted_by], self._head.is_descending

    def select_country(self, code: str) -> None:
        """Selects a country without a signal or scrolling; none where it is not shown."""
        row = self._countries.row_of(code)
        self._is_quiet = True
        if row < 0:
            self.clearSelection()
        else:
            flags = self.selectionModel().SelectionFlag
            index = self._countries.index(row, NAME)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._is_quiet = False

    def country_of(self, row: int) -> Country | None:
        """Returns the country of a row."""
        return self._countries.country_at(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides columns that don't fit."""
        super().resizeEvent(event)
        self._hide_columns()

    def _fit(self) -> None:
        for column, width in _WIDTHS.items():
            # A translated title may be wider than the numbers below it.
            self.setColumnWidth(column, max(scaled(width), self._head.sectionSizeHint(column)))
        self._hide_columns()

    def _hide_columns(self) -> None:
        for column, width in _NEEDS.items():
            self.setColumnHidden(column, self.viewport().width() < scaled(width))

    def _on_sort_wanted(self, section: int, descending: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self._head.show_order(section, descending=descending)
        self.sort_changed.emit()

    def _on_selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        country = self.country_of(indexes[0].row()) if indexes else None
        if country is not None and not self._is_quiet:
            self.country_reached.emit(country.code)

    def _on_row_pressed(self, row: int) -> None:
        country = self.country_of(row)
        if country is not None:
            self.country_opened.emit(country.code)

    def _on_cell_pressed(self, row: int, column: int) -> None:
        if column == STAR:
            self._on_mark_wanted(row)
        else:
            self._on_row_pressed(row)

    def _on_mark_wanted(self, row: int) -> None:
        country = self.country_of(row)
        if country is not None:
            self.star_pressed.emit(country.code)
