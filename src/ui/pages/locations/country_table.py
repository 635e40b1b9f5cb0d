"""The table of countries: columns, painted cells, sortable titles, clickable stars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, get_args

from PySide6.QtCore import QRectF, Qt, Signal

from app.i18n.texts import _, listed
from app.rules.locations.countries import CountrySort
from app.untrusted_text import sanitized
from ui.pages.locations.view import present_country
from ui.theme import theme
from ui.theme.icons import flag, paint_icon
from ui.widgets.painting import Marked, Mirror
from ui.widgets.tables.browse_tables import PADDING, BrowseTable, RowPainter, flag_size
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column, ColumnLayout
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from PySide6.QtCore import QItemSelection
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QLineEdit

    from app.models.locations import Country
    from ui.pages.locations.view import CountryRow

_STAR = 15
_MIN_NAME = 150


def _name_tooltip(row: CountryRow) -> str:
    return row.name if row.name == row.service_name else listed((row.name, row.service_name))


def _accessible_row(row: CountryRow) -> str:
    """Returns what names a row: moving through the rows reads their first cell."""
    return listed((row.name, row.code, row.region, _("Favorite") if row.favorite else ""))


COLUMNS: Final[tuple[Column[Country, CountryRow], ...]] = (
    Column(
        key="favorite",
        title=lambda: "",
        accessible_title=lambda: _("Favorite"),
        text=lambda row: _("Favorite") if row.favorite else "",
        accessible_text=_accessible_row,
        width=42,
    ),
    Column(
        key="name",
        title=lambda: _("Country"),
        text=lambda row: row.name,
        tooltip=_name_tooltip,
        min_width=_MIN_NAME,
    ),
    Column(key="code", title=lambda: _("Code"), text=lambda row: row.code, width=68),
    Column(key="region", title=lambda: _("Region"), text=lambda row: row.region, width=130, shrink_order=2),
    Column(
        key="products",
        title=lambda: _("Products"),
        text=lambda row: listed(row.products),
        width=210,
        shrink_order=1,
    ),
    Column(key="cities", title=lambda: _("Cities"), text=lambda row: row.cities, is_number=True, width=84),
    Column(
        key="asns",
        title=lambda: _("ISPs"),
        text=lambda row: row.asns,
        is_number=True,
        width=84,
        shrink_order=4,
    ),
    Column(
        key="carriers",
        title=lambda: _("Carriers"),
        text=lambda row: row.carriers,
        is_number=True,
        width=96,
        shrink_order=3,
    ),
)


def _paint_cell(
    painter: QPainter, cell: QRectF, column: Column[Country, CountryRow], row: CountryRow
) -> None:
    inner = cell.adjusted(PADDING, 0, -PADDING, 0)
    drawn = RowPainter(painter, Mirror.of_app(cell))
    match column.key:
        case "name":
            inner.setLeft(drawn.flag(inner, row.code))
            drawn.match(inner, Marked(row.name, row.name_ranges), "medium", "text")
        case "code":
            drawn.match(inner, Marked(row.code, row.code_ranges), "mono", "text")
        case "region":
            drawn.match(inner, Marked(row.region, row.region_ranges), "secondary", "muted")
        case "products":
            drawn.text(inner, sanitized(column.text(row)), "secondary", "muted")
        case _:
            drawn.text(inner, column.text(row), "body", "text", at_end=True)


def _paint_star(painter: QPainter, cell: QRectF, *, is_favorite: bool) -> None:
    side = theme.scaled(_STAR)
    box = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
    icon, color = ("star-filled", "warning") if is_favorite else ("star", "muted")
    paint_icon(painter, box, icon, color)


class CountryTable(BrowseTable):
    """The signals have a country's code: it became current, or was clicked or pressed by Enter."""

    country_reached = Signal(str)
    country_opened = Signal(str)
    star_pressed = Signal(str)

    def __init__(self, search: QLineEdit) -> None:
        super().__init__(_("Countries"), search)
        self.countries: Sequence[Country] = ()
        self._favorites: Collection[str] = ()
        self._text = ""
        self._is_quiet = False
        self._marked = ""
        self._rows = SequenceModel(COLUMNS, self._present)
        self.setModel(self._rows)
        # The rules sort, not the model.
        numbers = [at for at, column in enumerate(COLUMNS) if column.is_number]
        self._head = SortHeader(
            [self.column(key) for key in get_args(CountrySort)], self, largest_first=numbers
        )
        self._head.show_order(self.column("name"), descending=False)
        self._head.sort_requested.connect(self._on_sort_requested)
        self.setHorizontalHeader(self._head)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._layout = ColumnLayout(self, COLUMNS, resizable=False)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.row_pressed.connect(lambda row: self.country_opened.emit(self.countries[row].code))
        self.mark_requested.connect(self._on_mark_requested)
        self.cell_pressed.connect(self._on_cell_pressed)

    def paint_row(self, painter: QPainter, rect: QRectF, row: int, *, is_pointed: bool) -> None:
        """Paints star, flag, name, code, region, products and counts."""
        country = self._rows.row(row)
        if country.favorite or is_pointed:
            _paint_star(painter, self.cell(rect, 0), is_favorite=country.favorite)
        for at, column in enumerate(COLUMNS[1:], 1):
            if not self.isColumnHidden(at):
                _paint_cell(painter, self.cell(rect, at), column, country)

    def sort(self) -> tuple[CountrySort, bool]:
        """Returns the sort column, and whether the largest comes first."""
        return cast("CountrySort", COLUMNS[self._head.sorted_by].key), self._head.is_descending

    def show_countries(
        self, countries: Sequence[Country], favorites: Collection[str], text: str, opened: str
    ) -> None:
        """Keeps selection and scroll position; selects `opened` where no row is current.

        A row that Space has moved among the favorites stays in sight.
        """
        current = self.country_of(self.currentIndex().row())
        scroll, is_marked = self.verticalScrollBar().value(), favorites != self._favorites
        if (countries, favorites, text) != (self.countries, self._favorites, self._text):
            self.countries, self._favorites, self._text = countries, favorites, text
            self._rows.show_records(countries)
            # A turn later, they would be painted once more.
            self.executeDelayedItemsLayout()
        self.select_country(opened if current is None else current.code)
        self.verticalScrollBar().setValue(scroll)
        if is_marked and current is not None and current.code == self._marked:
            self.scrollTo(self.currentIndex())

    def is_favorite(self, code: str) -> bool:
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

    def prepare_rows(self, code: str = "") -> Iterator[None]:
        """Presents rows and draws their flags, in steps: to do that for all when they are painted takes long.

        Args:
            code: They are those that may come into view where this country is selected; else the first.
        """
        row = max(0, self.row_of(code))
        in_view = self.viewport().height() // self.row_height() + 1
        for number in range(max(0, row - in_view), row + in_view):
            if number >= len(self.countries):
                # Meanwhile there may be fewer, such as while something is typed in the search.
                return
            self._rows.row(number)
            flag(self.countries[number].code.lower(), *flag_size(), self)
            yield

    def row_of(self, code: str) -> int:
        """Returns the row of a country, -1 where it is not shown."""
        return next((row for row, country in enumerate(self.countries) if country.code == code), -1)

    def country_of(self, row: int) -> Country | None:
        return self.countries[row] if 0 <= row < len(self.countries) else None

    def sort_by(self, column: str, *, descending: bool) -> None:
        """Shows which column is sorted by, and emits `layout_changed`: the rows are sorted elsewhere."""
        self._head.show_order(self.column(column), descending=descending)
        self.layout_changed.emit()

    def _present(self, country: Country) -> CountryRow:
        return present_country(country, favorite=self.is_favorite(country.code), text=self._text)

    def _on_selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        country = self.country_of(indexes[0].row()) if indexes else None
        if country is not None and not self._is_quiet:
            self.country_reached.emit(country.code)

    def _on_mark_requested(self, row: int) -> None:
        self._marked = self.countries[row].code
        self.star_pressed.emit(self._marked)

    def _on_cell_pressed(self, row: int, column: int) -> None:
        pressed = self.star_pressed if COLUMNS[column].key == "favorite" else self.country_opened
        pressed.emit(self.countries[row].code)
