"""The countries: search, product, regions, the table, and what of it can be copied."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.i18n.units import found_of
from app.present.countries import read_country, shown_region
from app.present.locations import countries_count, product_words
from app.rules.locations.countries import CountryFilter, pick_countries
from ui.pages.locations.country_table import CountryTable
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.inputs.chips import ChipGroup, Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.cards import Card, Divider
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.shrinking_area import ShrinkingArea
from ui.widgets.layout.skeleton import Skeleton
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.models.choices import CountryChoices
    from app.models.locations import Country
    from ui.pages.locations.country_model import CountryTableModel

ALL = "all"
FAVORITES = "favourites"
RECENT = "recent"
PRODUCTS = (ALL, "residential", "mobile", "mobile-gb")
_SKELETON_ROWS = 9
_ONE_ROW = 760
_NARROWEST = 360
# The titles, one row and a half, the foot, and what is around them.
_MIN_TABLE = 145


class CountryPane(QWidget):
    """Shows the countries that the page picked.

    Signals:
        filter_changed(): Text, product or region are other ones.
        product_chosen(str | None): Another product; None for all.
        all_countries_wanted(): 'All cities and ISPs' was pressed.
        copy_csv_wanted(), save_csv_wanted(): The table is wanted as CSV.
        retry_wanted(): 'Try again' was pressed.
    """

    filter_changed = Signal()
    product_chosen = Signal(object)
    all_countries_wanted = Signal()
    copy_csv_wanted = Signal()
    save_csv_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, model: CountryTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.note = Banner()
        self.search = SearchField(_("Search countries"), _("Country, code or region"))
        self.search.textChanged.connect(self.filter_changed)
        self.note.dismissed.connect(self.search.setFocus)
        self.products = Segments(
            _("Product"), [(key, product_words(None if key == ALL else key)) for key in PRODUCTS]
        )
        self.products.chosen.connect(self._on_product_chosen)
        self.all_countries = Button(_("All cities and ISPs"), "globe")
        self.all_countries.setToolTip(_("Search the cities and ISPs of all countries"))
        self.all_countries.clicked.connect(self.all_countries_wanted)
        self._regions: tuple[str, ...] = ()
        self._unreadable = ""
        self.chips = self._build_chips()
        self.table = CountryTable(model, self.search)
        self._count = Label("", "secondary")
        self.copy_csv = IconButton("copy", _("Copy countries as CSV"))
        self.copy_csv.clicked.connect(self.copy_csv_wanted)
        self.save_csv = IconButton("download", _("Save countries as CSV"))
        self.save_csv.clicked.connect(self.save_csv_wanted)
        self._nothing = EmptyState("search", "", "")
        self._nothing.acted.connect(self._on_nothing_acted)
        self._loading = _build_skeleton()
        self._stack = QStackedWidget()
        for widget in (self.table, self._nothing, self._loading):
            self._stack.addWidget(widget)
        self._lay_out()

    def product(self) -> str | None:
        """Returns the chosen product, None for all."""
        chosen = self.products.selected()
        return None if chosen == ALL else chosen

    def region(self) -> str:
        """Returns the chosen region; '' for all, favorites and recents."""
        chosen = self.chips.selected()
        return chosen.removeprefix("region:") if chosen.startswith("region:") else ""

    def selection(self) -> str:
        """Returns `ALL`, `FAVORITES` or `RECENT`; `ALL` while a region is chosen."""
        chosen = self.chips.selected()
        return chosen if chosen in {FAVORITES, RECENT} else ALL

    def pick(self, countries: tuple[Country, ...], marks: CountryChoices) -> tuple[Country, ...]:
        """Returns the countries that match, in their order; favorites first."""
        selection = self.selection()
        if selection == FAVORITES:
            countries = tuple(country for country in countries if country.code in marks.favorites)
        elif selection == RECENT:
            countries = tuple(country for country in countries if country.code in marks.recents)
        sort, is_descending = self.table.sort()
        wanted = CountryFilter(self.search.text(), self.region(), sort, is_descending)
        return pick_countries(countries, wanted, marks.favorites, read_country)

    def show_regions(self, regions: Sequence[str]) -> None:
        """Offers these regions; what was chosen stays, if it is still there."""
        if tuple(regions) == self._regions:
            return
        self._regions = tuple(regions)
        chosen = self.chips.selected()
        chips = self._build_chips()
        if chosen in chips.keys():  # noqa: SIM118 (a widget's method)
            chips.select(chosen)
        self._above.rows.replaceWidget(self.chips, chips)
        self.chips.hide()
        self.chips.deleteLater()
        self.chips = chips
        self._order_stops()

    def show_loading(self) -> None:
        """Shows placeholder rows."""
        self._stack.setCurrentWidget(self._loading)

    def show_table(self, total: int, age: str) -> None:
        """Shows the rows, or why there are none.

        Args:
            total: How many countries there are, shown or not.
            age: 'as of 14:02'.
        """
        rows = self._model.rowCount()
        is_filtered = bool(self.search.text().strip()) or self.chips.selected() != ALL
        count = found_of(rows, total) if is_filtered else countries_count(rows)
        self.search.show_found(count if self.search.text().strip() else "")
        self._count.setText(_("{count} · {age}").format(count=count, age=age))
        self.copy_csv.setEnabled(rows > 0)
        self.save_csv.setEnabled(rows > 0)
        if rows:
            self._stack.setCurrentWidget(self.table)
            return
        self._say_nothing()

    def show_unreadable(self, text: str) -> None:
        """Says of a list without a readable country how many could not be read; '' of any other."""
        self._unreadable = text

    def show_failed(self, text: str) -> None:
        """Shows why there is nothing to show yet."""
        self._count.setText("")
        self._nothing.show_empty("wifi-off", _("Not loaded"), text, action=_("Try again"))
        self._stack.setCurrentWidget(self._nothing)

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout in a small window."""
        margin = 12 if compact else 20
        self._column.setContentsMargins(margin, 12 if compact else 16, margin if compact else 7, 14)

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for a small window: what stands side by side then stands in rows."""
        return QSize(scaled(_NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves the products below the search where it is narrow, with enough height for the rows."""
        super().resizeEvent(event)
        is_narrow = self.width() < scaled(_ONE_ROW)
        directions = QBoxLayout.Direction
        self._head.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        place = Qt.AlignmentFlag.AlignLeft if is_narrow else Qt.AlignmentFlag.AlignVCenter
        self._head.setAlignment(self.products, place)
        self._above.leave_room(self.height() - scaled(_MIN_TABLE))

    def changeEvent(self, event: QEvent) -> None:
        """Keeps the window's background."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.table.viewport().setAutoFillBackground(False)

    def _say_nothing(self) -> None:
        title, text, action = (
            _("Nothing found"),
            _("No country matches this search."),
            _("Show all countries"),
        )
        icon = "search"
        if not self.search.text().strip():
            text = _("This country is not in the list.")
            if self.selection() == FAVORITES:
                icon, title = "star", _("No favorites yet")
                text = _("Mark a country as a favorite with its star or with Space.")
            elif self.selection() == RECENT:
                icon, title = "history", _("Nothing opened yet")
                text = _("Countries that you open are listed here.")
            elif self._unreadable:
                icon, title, text = "triangle-alert", _("None could be read"), self._unreadable
                action = ""
        self._nothing.show_empty(icon, title, text, action=action)
        self._stack.setCurrentWidget(self._nothing)

    def _build_chips(self) -> ChipGroup:
        options = [(ALL, _("All regions")), (FAVORITES, _("Favorites")), (RECENT, _("Recent"))]
        options += [(f"region:{region}", shown_region(region)) for region in self._regions]
        chips = ChipGroup(_("Region"), options)
        chips.chosen.connect(self.filter_changed)
        return chips

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(10)
        first.addWidget(self.search, 1)
        first.addWidget(self.all_countries)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(10)
        self._head.addLayout(first, 1)
        self._head.addWidget(self.products, 0, Qt.AlignmentFlag.AlignVCenter)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 4, 8, 4)
        foot.setSpacing(2)
        foot.addWidget(self._count, 1)
        foot.addWidget(self.copy_csv)
        foot.addWidget(self.save_csv)
        card = Card(padding=1)
        card.body.setSpacing(0)
        card.body.addWidget(self._stack, 1)
        card.body.addWidget(Divider())
        card.body.addLayout(foot)
        self._above = ShrinkingArea()
        self._above.rows.setContentsMargins(0, 0, 0, 0)
        self._above.rows.setSpacing(10)
        self._above.rows.addLayout(self._head)
        self._above.rows.addWidget(self.chips)
        self._above.rows.addWidget(self.note)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(10)
        self._column.addWidget(self._above)
        self._column.addWidget(card, 1)
        self.set_compact(compact=False)
        self._order_stops()

    def _order_stops(self) -> None:
        """Has the Tab key go as the eye does, also when the regions were made later than the rest."""
        stops = (
            self.search,
            self.search.clear_button,
            self.all_countries,
            *(self.products.button(key) for key in self.products.keys()),  # noqa: SIM118 (a widget's method)
            *(self.chips.button(key) for key in self.chips.keys()),  # noqa: SIM118 (a widget's method)
            *self.note.stops(),
            self.table.horizontalHeader(),
            self.table,
            self.copy_csv,
            self.save_csv,
        )
        for stop, poller in pairwise(stops):
            QWidget.setTabOrder(stop, poller)

    def _on_product_chosen(self, _key: str) -> None:
        self.product_chosen.emit(self.product())

    def _on_nothing_acted(self) -> None:
        if not self._model.rowCount() and self._count.shown_text() == "":
            self.retry_wanted.emit()
            return
        self.chips.select(ALL)
        self.search.clear()
        self.search.setFocus()
        self.filter_changed.emit()


def _build_skeleton() -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(50, 18, 14, 0)
    column.setSpacing(24)
    for _row in range(_SKELETON_ROWS):
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(Skeleton(20, 14))
        row.addWidget(Skeleton(150, 14))
        row.addStretch(1)
        row.addWidget(Skeleton(240, 14))
        column.addLayout(row)
    column.addStretch(1)
    widget.setAccessibleName(_("Loading"))
    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return widget
