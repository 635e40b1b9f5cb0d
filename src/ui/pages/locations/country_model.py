"""The countries as a Qt model: filtered and sorted by the core, presented when they are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.i18n.texts import _, listed
from ui.pages.locations.view import present_country
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from app.models.locations import Country
    from app.rules.locations.countries import CountrySort
    from ui.pages.locations.view import CountryRow

type_index = QModelIndex | QPersistentModelIndex

RowRole = int(Qt.ItemDataRole.UserRole) + 1
STAR, NAME, CODE, REGION, PRODUCTS, CITIES, ISPS, CARRIERS = range(8)
SORTS: dict[int, CountrySort] = {
    NAME: "name",
    CODE: "code",
    REGION: "region",
    CITIES: "cities",
    ISPS: "asns",
    CARRIERS: "carriers",
}
"""Which columns can be sorted by, and the core's words for it."""

NUMBERS = frozenset((CITIES, ISPS, CARRIERS))
_ROLES = frozenset((RowRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole))


class CountryTableModel(QAbstractTableModel):
    """Shows what the page picked; a country is presented when it is first painted or read."""

    def __init__(self) -> None:
        super().__init__()
        self._countries: Sequence[Country] = ()
        self._favorites: Collection[str] = ()
        self._text = ""
        self._presented: dict[int, CountryRow] = {}
        self._titles = (
            "",
            _("Country"),
            _("Code"),
            _("Region"),
            _("Products"),
            _("Cities"),
            _("ISPs"),
            _("Carriers"),
        )

    def show_countries(self, countries: Sequence[Country], favorites: Collection[str], text: str) -> None:
        """Shows these, in this order.

        Args:
            countries: What was picked.
            favorites: The codes of those with a star.
            text: What was searched for, to be highlighted.
        """
        self.beginResetModel()
        self._countries, self._favorites, self._text = countries, favorites, text
        self._presented.clear()
        self.endResetModel()

    def country_at(self, row: int) -> Country | None:
        """Returns the country of a row."""
        return self._countries[row] if 0 <= row < len(self._countries) else None

    def countries(self) -> Sequence[Country]:
        """Returns what is shown, in its order."""
        return self._countries

    def is_favorite(self, code: str) -> bool:
        """Returns whether a country has a star."""
        return code in self._favorites

    def row_of(self, code: str) -> int:
        """Returns where a country is shown, -1 where it isn't."""
        return next((row for row, country in enumerate(self._countries) if country.code == code), -1)

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many countries are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._countries)

    def columnCount(self, parent: type_index | None = None) -> int:
        """Returns how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a country's line, or a cell's accessible text."""
        if role not in _ROLES:
            return None
        row = self._row(index.row())
        if role == RowRole:
            return row
        text = _cell_text(row, index.column())
        if role != Qt.ItemDataRole.ToolTipRole:
            return plain(text)
        is_other = index.column() == NAME and row.service_name != text
        return tooltip(listed((text, row.service_name)) if is_other else text)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a column's title, and to which side it stands."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            flags = Qt.AlignmentFlag
            return (flags.AlignRight if section in NUMBERS else flags.AlignLeft) | flags.AlignVCenter
        return None

    def _row(self, number: int) -> CountryRow:
        if number not in self._presented:
            country = self._countries[number]
            favorite = country.code in self._favorites
            self._presented[number] = present_country(country, favorite=favorite, text=self._text)
        return self._presented[number]


def _cell_text(row: CountryRow, column: int) -> str:
    texts = (
        _("Favorite") if row.favorite else "",
        row.name,
        row.code,
        row.region,
        listed(row.products),
        row.cities,
        row.asns,
        row.carriers,
    )
    return texts[column]
