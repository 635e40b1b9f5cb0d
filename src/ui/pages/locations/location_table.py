"""The table of cities or ISPs: columns, painted cells, and the hits of a search, presented when shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtWidgets import QHeaderView

from app.i18n.texts import _
from app.rules.locations.search import Search
from app.untrusted_text import sanitized
from ui.pages.locations.view import present_location
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import Marked, Mirror
from ui.widgets.tables.browse_tables import BrowseTable, RowPainter
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QPainter, QResizeEvent
    from PySide6.QtWidgets import QLineEdit

    from app.rules.locations.search import Hit
    from ui.pages.locations.view import LocationRow

NAME, CODE, COPY = range(3)
_EDGE = 6
_ICON = 15
_GAP = 12
_WORD_GAP = 7
_ONE_LINE, _TWO_LINES = 36, 52
_COPY_WIDTH = 36
_MAX_INSPECTED = 60
_CODE_SHARE = 0.4
_CHECK_MS = 2000


def copy_words(row: LocationRow) -> str:
    """Returns the text of the action that copies a row's code."""
    return _("Copy ID") if row.kind == "cities" else _("Copy ASN")


COLUMNS: Final[tuple[Column[Hit, LocationRow], ...]] = (
    Column(
        key="name",
        title=lambda: _("Name"),
        text=lambda row: row.name,
        accessible_text=lambda row: row.accessible_text,
        tooltip=lambda row: row.accessible_text,
    ),
    Column(
        key="code",
        title=lambda: _("ID or ASN"),
        text=lambda row: row.code,
        tooltip=lambda row: row.accessible_text,
    ),
    Column(key="copy", title=lambda: _("Copy"), text=copy_words),
)


def _draw_beside(drawn: RowPainter, rect: QRectF, row: LocationRow) -> None:
    """Draws a name and its ID or ASN in one line."""
    rect.setRight(drawn.match_at_end(rect, Marked(row.code, row.code_ranges), "mono", "muted") - _GAP)
    drawn.match(rect, Marked(row.name, row.name_ranges), "body", "text")


def _draw_below(drawn: RowPainter, rect: QRectF, row: LocationRow) -> None:
    """Draws a name with its state and country, and the ID or ASN, which may be long, in a second line."""
    half = rect.height() / 2
    line = QRectF(rect.left(), rect.top() + 4, rect.width(), half - 4)
    drawn.match(line.translated(0, half - 4), Marked(row.code, row.code_ranges), "mono", "muted")
    line.setLeft(drawn.match(line, Marked(row.name, row.name_ranges), "body", "text") + _WORD_GAP)
    if row.detail:
        line.setLeft(drawn.match(line, Marked(row.detail, row.detail_ranges), "secondary", "muted"))
    if row.country_name:
        country = sanitized(row.country_name)
        text = _(" · {country}").format(country=country) if row.detail else country
        drawn.text(line, text, "secondary", "muted")


class LocationTable(BrowseTable):
    """The cities or ISPs that a search found; `copied` has the row whose ID or ASN is to be copied."""

    copied = Signal(int)

    def __init__(self, name: str, search: QLineEdit) -> None:
        super().__init__(name, search)
        self._found = Search((), "")
        self._names: Mapping[str, str] = {}
        # It has a check mark in place of its copy button; -1 for none.
        self._copied_row = -1
        self._rows = SequenceModel(COLUMNS, self._present)
        self.setModel(self._rows)
        header = self.horizontalHeader()
        header.hide()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(lambda: self._show_check(-1))
        self.row_pressed.connect(self.copied)
        self.copy_requested.connect(self.copied)
        self.cell_pressed.connect(self._on_cell_pressed)
        theme.follow(self._fit)

    def paint_row(self, painter: QPainter, rect: QRectF, row: int, *, is_pointed: bool) -> None:
        """Paints flag, name, state and country, the ID or ASN, and the copy button."""
        location = self._rows.row(row)
        is_reached = is_pointed or row == self.currentIndex().row()
        self._paint_copy(painter, self.cell(rect, COPY), row, is_reached=is_reached)
        whole = self.cell(rect, NAME) | self.cell(rect, CODE)
        inner = whole.adjusted(_EDGE, 0, -_EDGE, 0)
        drawn = RowPainter(painter, Mirror.of_app(whole))
        if location.country_name:
            inner.setLeft(drawn.flag(inner, location.country))
        if location.country_name or location.detail:
            _draw_below(drawn, inner, location)
        else:
            _draw_beside(drawn, inner, location)

    def show_search(self, search: Search, names: Mapping[str, str]) -> None:
        """Shows the current hits of a search, with the countries' names by code."""
        self._found, self._names, self._copied_row = search, names, -1
        self._rows.show_records(cast("Sequence[Hit]", search))
        self._fit()

    def show_more(self) -> None:
        self._rows.show_appended()

    def row(self, number: int) -> LocationRow:
        return self._rows.row(number)

    def show_copied(self, number: int) -> None:
        """Shows a check mark instead of a row's button for 2 seconds."""
        self._show_check(number)
        self._check.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _present(self, hit: Hit) -> LocationRow:
        return present_location(hit, self._found.text, self._names.get(hit.locations.country, ""))

    def _fit(self) -> None:
        """Gives rows a second line if there is something to show in it."""
        hits = (self._found[number] for number in range(min(self._rows.rowCount(), _MAX_INSPECTED)))
        # Not by the presented rows: most of them are never shown.
        has_two = any(self._names.get(hit.locations.country) or hit.locations.state(hit.row) for hit in hits)
        self.set_row_base(_TWO_LINES if has_two else _ONE_LINE)
        copy_width = theme.scaled(_COPY_WIDTH)
        self.setColumnWidth(COPY, copy_width)
        self.setColumnWidth(CODE, round((self.viewport().width() - copy_width) * _CODE_SHARE))

    def _paint_copy(self, painter: QPainter, cell: QRectF, row: int, *, is_reached: bool) -> None:
        side = theme.scaled(_ICON)
        box = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
        if row == self._copied_row:
            paint_icon(painter, box, "check", "success")
        else:
            paint_icon(painter, box, "copy", "text" if is_reached else "muted")

    def _show_check(self, number: int) -> None:
        self._copied_row = number
        self.viewport().update()

    def _on_cell_pressed(self, row: int, column: int) -> None:
        if column == COPY:
            self.copied.emit(row)
