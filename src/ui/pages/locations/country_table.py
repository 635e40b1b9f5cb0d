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
    CountryTableModel,
)
from ui.theme.theme import follow, scaled
from ui.widgets.tables.browse_tables import BrowseTable
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtCore import QItemSelection
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLineEdit

    from app.models.locations import Country
    from app.rules.locations.countries import CountrySort

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

    def __init__(self, search: QLineEdit) -> None:
        super().__init__(_("Countries"), search)
        self._rows = CountryTableModel()
        self._is_quiet = False
        self._head = header = SortHeader(SORTS, self, largest_first=NUMBERS)
        self.setHorizontalHeader(header)
        self.setModel(self._rows)
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

    def show_countries(
        self, countries: Sequence[Country], favorites: Collection[str], text: str, opened: str
    ) -> None:
        """Shows countries in this order; selection and scroll position stay.

        Args:
            favorites: The codes of those with a star.
            text: The search text, whose matches are highlighted.
            opened: The code of the country to select where none is current.
        """
        current = self.country_of(self.currentIndex().row())
        scroll = self.verticalScrollBar().value()
        self._rows.show_countries(countries, favorites, text)
        self.select_country(opened if current is None else current.code)
        self.verticalScrollBar().setValue(scroll)

    def countries(self) -> Sequence[Country]:
        """Returns the countries that are shown, in their order."""
        return self._rows.countries()

    def is_favorite(self, code: str) -> bool:
        """Returns whether a country has a star."""
        return self._rows.is_favorite(code)

    def select_country(self, code: str) -> None:
        """Selects a country without a signal or scrolling; none where it is not shown."""
        row = self._rows.row_of(code)
        self._is_quiet = True
        if row < 0:
            self.clearSelection()
        else:
            flags = self.selectionModel().SelectionFlag
            index = self._rows.index(row, NAME)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._is_quiet = False

    def row_of(self, code: str) -> int:
        """Returns the row of a country, -1 where it is not shown."""
        return self._rows.row_of(code)

    def country_of(self, row: int) -> Country | None:
        """Returns the country of a row."""
        return self._rows.country_at(row)

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
