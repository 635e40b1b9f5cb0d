"""The columns of the table of countries, and how their cells are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF

from app.i18n.texts import _, listed
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.mirrors import Mirror
from ui.widgets.tables.browse_tables import PADDING, BrowseRowDelegate, RowPainter
from ui.widgets.tables.columns import Column, RowRole
from ui.widgets.tables.highlights import Marked
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.models.locations import Country
    from ui.pages.locations.view import CountryRow
    from ui.widgets.tables.browse_tables import BrowseTable

_STAR = 15


def _name_tooltip(row: CountryRow) -> str:
    return row.name if row.name == row.service_name else listed((row.name, row.service_name))


COLUMNS: Final[tuple[Column[Country, CountryRow], ...]] = (
    Column(
        key="favorite",
        title=lambda: "",
        text=lambda row: _("Favorite") if row.favorite else "",
        width=42,
    ),
    Column(key="name", title=lambda: _("Country"), text=lambda row: row.name, tooltip=_name_tooltip),
    Column(key="code", title=lambda: _("Code"), text=lambda row: row.code, width=68),
    Column(key="region", title=lambda: _("Region"), text=lambda row: row.region, width=130),
    Column(key="products", title=lambda: _("Products"), text=lambda row: listed(row.products), width=210),
    Column(key="cities", title=lambda: _("Cities"), text=lambda row: row.cities, is_number=True, width=84),
    Column(key="asns", title=lambda: _("ISPs"), text=lambda row: row.asns, is_number=True, width=84),
    Column(
        key="carriers", title=lambda: _("Carriers"), text=lambda row: row.carriers, is_number=True, width=96
    ),
)


class CountryDelegate(BrowseRowDelegate):
    """Paints a country: star, flag, name, code, region, products and counts."""

    def paint_cell(self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints one cell."""
        row = cast("CountryRow", index.data(RowRole))
        inner = cell.adjusted(PADDING, 0, -PADDING, 0)
        drawn = RowPainter(painter, Mirror.of_app(cell))
        column = COLUMNS[index.column()]
        match column.key:
            case "favorite":
                table = cast("BrowseTable", self.parent())
                if row.favorite or index.row() == table.pointed_row():
                    _paint_star(painter, cell, is_favorite=row.favorite)
            case "name":
                inner.setLeft(drawn.flag(inner, row.code))
                drawn.match(inner, Marked(row.name, row.name_ranges), "medium", "text")
            case "code":
                drawn.match(inner, Marked(row.code, row.code_ranges), "mono", "text")
            case "region":
                drawn.match(inner, Marked(row.region, row.region_ranges), "secondary", "muted")
            case "products":
                drawn.text(inner, plain(column.text(row)), "secondary", "muted")
            case _:
                drawn.text(inner, column.text(row), "body", "text", at_end=True)


def _paint_star(painter: QPainter, cell: QRectF, *, is_favorite: bool) -> None:
    side = theme.scaled(_STAR)
    box = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
    icon, color = ("star-filled", "warning") if is_favorite else ("star", "muted")
    paint_icon(painter, box, icon, color)
