"""The table of countries: adaptive columns, sortable titles, clickable stars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView

from app.i18n.texts import _
from app.rules.locations.countries import CountrySort
from ui.pages.locations.country_cells import COLUMNS, CountryDelegate
from ui.pages.locations.view import present_country
from ui.theme.theme import follow, scaled
from ui.widgets.tables.browse_tables import BrowseTable
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import STRETCH
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtCore import QItemSelection
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLineEdit

    from app.models.locations import Country
    from ui.pages.locations.view import CountryRow

COLUMN_NUMBERS: Final = {column.key: number for number, column in enumerate(COLUMNS)}
_SORTABLE = frozenset(COLUMN_NUMBERS[key] for key in get_args(CountrySort))
_NUMBERS = frozenset(number for number, column in enumerate(COLUMNS) if column.is_number)
_SHOWN_FROM = {"region": 610, "products": 960, "carriers": 480, "asns": 380}
"""The width of the table from which a column is shown, in pixels at a text scale of 1."""


class CountryTable(BrowseTable):
    """Countries, one a row.

    Signals:
        country_reached(str): The selection moved to a country; its code.
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
        self._countries: Sequence[Country] = ()
        self._favorites: Collection[str] = ()
        self._text = ""
        self._is_quiet = False
        self._rows = SequenceModel(COLUMNS, self._present)
        self._head = header = SortHeader(_SORTABLE, self, largest_first=_NUMBERS)
        self.setHorizontalHeader(header)
        self.setModel(self._rows)
        self.setItemDelegate(CountryDelegate(self))
        for number, column in enumerate(COLUMNS):
            modes = QHeaderView.ResizeMode
            header.setSectionResizeMode(number, modes.Stretch if column.width == STRETCH else modes.Fixed)
        header.show_order(COLUMN_NUMBERS["name"], descending=False)
        header.sort_wanted.connect(self._on_sort_wanted)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.row_pressed.connect(self._on_row_pressed)
        self.cell_pressed.connect(self._on_cell_pressed)
        self.mark_wanted.connect(self._on_mark_wanted)
        follow(self._fit)

    def sort(self) -> tuple[CountrySort, bool]:
        """Returns what is sorted by, and whether the largest comes first."""
        return cast("CountrySort", COLUMNS[self._head.sorted_by].key), self._head.is_descending

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
        self._countries, self._favorites, self._text = countries, favorites, text
        self._rows.show_records(countries)
        self.select_country(opened if current is None else current.code)
        self.verticalScrollBar().setValue(scroll)

    def countries(self) -> Sequence[Country]:
        """Returns the countries that are shown, in their order."""
        return self._countries

    def is_favorite(self, code: str) -> bool:
        """Returns whether a country has a star."""
        return code in self._favorites

    def select_country(self, code: str) -> None:
        """Selects a country without a signal or scrolling; none where it is not shown."""
        row = self.row_of(code)
        self._is_quiet = True
        if row < 0:
            self.clearSelection()
        else:
            self.selectRow(row)
        self._is_quiet = False

    def row_of(self, code: str) -> int:
        """Returns the row of a country, -1 where it is not shown."""
        return next((row for row, country in enumerate(self._countries) if country.code == code), -1)

    def country_of(self, row: int) -> Country | None:
        """Returns the country of a row."""
        return self._countries[row] if 0 <= row < len(self._countries) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides columns that don't fit."""
        super().resizeEvent(event)
        self._hide_columns()

    def _present(self, country: Country) -> CountryRow:
        return present_country(country, favorite=self.is_favorite(country.code), text=self._text)

    def _fit(self) -> None:
        for number, column in enumerate(COLUMNS):
            if column.width != STRETCH:
                # A translated title may be wider than the numbers below it.
                self.setColumnWidth(number, max(scaled(column.width), self._head.sectionSizeHint(number)))
        self._hide_columns()

    def _hide_columns(self) -> None:
        for key, width in _SHOWN_FROM.items():
            self.setColumnHidden(COLUMN_NUMBERS[key], self.viewport().width() < scaled(width))

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
        if COLUMNS[column].key == "favorite":
            self._on_mark_wanted(row)
        else:
            self._on_row_pressed(row)

    def _on_mark_wanted(self, row: int) -> None:
        country = self.country_of(row)
        if country is not None:
            self.star_pressed.emit(country.code)
