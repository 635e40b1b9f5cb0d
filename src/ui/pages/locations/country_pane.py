"""The countries: search, product, regions and the table; rows can be copied or saved as CSV."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from app.i18n.texts import _
from app.i18n.units import found_of
from app.present.countries import read_country, shown_region
from app.present.statuses import unreadable_text
from app.rules.locations.countries import CountryFilter, pick_countries, regions
from app.services.locations.exports import countries_csv
from app.untrusted_text import sanitized
from ui.pages.locations.country_table import CountryTable
from ui.pages.locations.view import countries_count, country_line, product_words
from ui.theme.stylesheet import set_style
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.inputs.chips import ChipGroup, Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import column, fill, framed, row, set_margins, set_stacked, stacked
from ui.widgets.layout.cards import Card, Divider
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.layout.scroll_area import ShrinkingArea
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.models.choices import CountryChoices
    from app.models.locations import Country
    from app.services.locations.cache import CountryList
    from ui.pages.context import PageContext
    from ui.tasks import Tasks

ALL = "all"
FAVORITES = "favorites"
RECENT = "recent"
_REGION = "region:"
PRODUCTS = (ALL, "residential", "mobile", "mobile-gb")
_SKELETON_ROWS = 9
_SEARCH = 180
_GAP = 10
_NARROWEST = 360
# The titles, one row and a half, the foot, and what is around them.
_MIN_TABLE = 145


class CountryPane(QWidget):
    filter_changed = Signal()
    retry_requested = Signal()

    def __init__(self, context: PageContext, tasks: Tasks) -> None:
        super().__init__()
        self._context = context
        self._tasks = tasks
        self.hint = Banner()
        self.search = SearchField(_("Search countries"), _("Country, code or region"))
        self.search.textChanged.connect(self.filter_changed)
        self.hint.dismissed.connect(self.search.setFocus)
        self.products = Segments(
            _("Product"), [(key, product_words(None if key == ALL else key)) for key in PRODUCTS]
        )
        self.all_countries = Button(_("All cities and ISPs"), "globe")
        self.all_countries.setToolTip(_("Search the cities and ISPs of all countries"))
        self._regions: tuple[str, ...] = ()
        self.chips = self._build_chips()
        self.table = CountryTable(self.search)
        self.table.copy_requested.connect(self._on_copy_requested)
        self.table.menu_requested.connect(self._on_menu_requested)
        self._count = Label("", "secondary")
        self.copy_csv = IconButton("copy", _("Copy countries as CSV"))
        self.copy_csv.clicked.connect(self._on_copy_csv_clicked)
        self.save_csv = IconButton("download", _("Save countries as CSV"))
        self.save_csv.clicked.connect(self._on_save_csv_clicked)
        for button in (self.copy_csv, self.save_csv):
            button.setEnabled(False)
        self._nothing = EmptyState("search", "", "")
        self._nothing.acted.connect(self._on_nothing_acted)
        self._stack = stacked(self.table, self._nothing)
        self._lay_out()

    @cached_property
    def _loading(self) -> QWidget:
        rows = [
            row(Skeleton(20, 14), Skeleton(150, 14), None, Skeleton(240, 14), spacing=12)
            for _row in range(_SKELETON_ROWS)
        ]
        widget = framed(column(*rows, None, spacing=24, margins=(50, 18, 14, 0)))
        widget.setAccessibleName(_("Loading"))
        self._stack.addWidget(widget)
        return widget

    def product(self) -> str | None:
        """Returns the chosen product, None for all."""
        chosen = self.products.selected()
        return None if chosen == ALL else chosen

    def shows_recent(self) -> bool:
        return self.chips.selected() == RECENT

    def show_loading(self) -> None:
        self._stack.setCurrentWidget(self._loading)

    def show_countries(self, listed: CountryList, choices: CountryChoices, age: str, opened: str) -> None:
        """Selection and scroll position stay; `opened` is selected where no other country is."""
        self._show_regions(regions(listed.countries))
        self.table.show_countries(
            self._pick(listed.countries, choices), choices.favorites, self.search.text(), opened
        )
        rows = len(self.table.countries)
        is_filtered = bool(self.search.text().strip()) or self.chips.selected() != ALL
        count = found_of(rows, len(listed.countries)) if is_filtered else countries_count(rows)
        self.search.show_found(count if self.search.text().strip() else "")
        self._count.setText(_("{count} · {age}").format(count=count, age=age))
        self.copy_csv.setEnabled(rows > 0)
        self.save_csv.setEnabled(rows > 0)
        if rows:
            self._stack.setCurrentWidget(self.table)
        else:
            self._show_nothing("" if listed.countries else unreadable_text("countries", listed.unreadable))

    def show_failed(self, text: str) -> None:
        self._count.setText("")
        self._nothing.show_empty("wifi-off", _("Not loaded"), text, action=_("Try again"))
        self._stack.setCurrentWidget(self._nothing)

    def set_compact(self, *, compact: bool) -> None:
        margin = 12 if compact else 20
        set_margins(self._column, margin, 12 if compact else 16, margin if compact else 7, 14)

    def minimumSizeHint(self) -> QSize:
        """Fits a small window, where the layout has more rows."""
        return QSize(scaled(_NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.all_countries.sizeHint().width() + self.products.sizeHint().width() + 2 * _GAP
        is_narrow = self._above.width() < scaled(_SEARCH) + beside
        set_stacked(self._head, stacked=is_narrow)
        sides = Qt.AlignmentFlag
        self._head.setAlignment(self.products, sides.AlignLeft if is_narrow else sides.AlignVCenter)
        # The search stays in sight below a banner, too.
        self._above.limit_height(max(self.search.sizeHint().height(), self.height() - scaled(_MIN_TABLE)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.table.viewport().setAutoFillBackground(False)

    def _pick(self, countries: tuple[Country, ...], choices: CountryChoices) -> tuple[Country, ...]:
        """Returns the countries that match; favorites first."""
        chosen = self.chips.selected()
        if chosen in {FAVORITES, RECENT}:
            codes = choices.favorites if chosen == FAVORITES else choices.recents
            countries = tuple(country for country in countries if country.code in codes)
        region = chosen.removeprefix(_REGION) if chosen.startswith(_REGION) else ""
        wanted = CountryFilter(self.search.text(), region, *self.table.sort())
        return pick_countries(countries, wanted, choices.favorites, read_country)

    def _show_regions(self, regions: tuple[str, ...]) -> None:
        """Offers these regions; the chosen one stays, if it is still offered."""
        if regions == self._regions:
            return
        self._regions = regions
        chosen = self.chips.selected()
        chips = self._build_chips()
        if chosen in chips.keys():  # noqa: SIM118 (a widget's method)
            chips.select(chosen)
        self._above.rows.replaceWidget(self.chips, chips)
        self.chips.hide()
        self.chips.deleteLater()
        self.chips = chips
        self._order_stops()

    def _show_nothing(self, unreadable: str) -> None:
        """Shows why there are no rows; `unreadable` if countries could not be read."""
        icon, title, action = "search", _("Nothing found"), _("Show all countries")
        if self.search.text().strip():
            text = _("No country matches this search.")
        elif self.chips.selected() == FAVORITES:
            icon, title = "star", _("No favorites yet")
            text = _("Mark a country as a favorite with its star or with Space.")
        elif self.shows_recent():
            icon, title = "history", _("Nothing opened yet")
            text = _("Countries that you open are listed here.")
        elif unreadable:
            icon, title, text, action = "triangle-alert", _("None could be read"), unreadable, ""
        else:
            text = _("This country is not in the list.")
        self._nothing.show_empty(icon, title, text, action=action)
        self._stack.setCurrentWidget(self._nothing)

    def _build_chips(self) -> ChipGroup:
        options = [(ALL, _("All regions")), (FAVORITES, _("Favorites")), (RECENT, _("Recent"))]
        options += [(f"{_REGION}{region}", shown_region(region)) for region in self._regions]
        chips = ChipGroup(_("Region"), options)
        chips.chosen.connect(self.filter_changed)
        return chips

    def _lay_out(self) -> None:
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        first = row((self.search, 1), self.all_countries, spacing=_GAP)
        fill(self._head, (first, 1), (self.products, Qt.AlignmentFlag.AlignVCenter), spacing=_GAP)
        foot = row((self._count, 1), self.copy_csv, self.save_csv, spacing=2, margins=(14, 4, 8, 4))
        card = Card(padding=1)
        fill(card.body, (self._stack, 1), Divider(), foot, spacing=0)
        self._above = ShrinkingArea()
        fill(self._above.rows, self._head, self.chips, self.hint, spacing=10, margins=(0, 0, 0, 0))
        self._column = column(self._above, (card, 1), spacing=10, on=self)
        self.set_compact(compact=False)
        self._order_stops()

    def _order_stops(self) -> None:
        """Sets the tab order by position, also after the regions were replaced."""
        stops = (
            self.search,
            self.search.clear_button,
            self.all_countries,
            *(self.products.button(key) for key in self.products.keys()),  # noqa: SIM118 (a widget's method)
            *(self.chips.button(key) for key in self.chips.keys()),  # noqa: SIM118 (a widget's method)
            *self.hint.stops(),
            self.table.horizontalHeader(),
            self.table,
            self.copy_csv,
            self.save_csv,
        )
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _on_nothing_acted(self) -> None:
        if not self.table.countries and self._count.shown_text() == "":
            self.retry_requested.emit()
            return
        self.chips.select(ALL)
        self.search.clear()
        self.search.setFocus()
        self.filter_changed.emit()

    def _on_copy_requested(self, row: int) -> None:
        if (country := self.table.country_of(row)) is not None:
            self._context.copy_text(country.code)

    def _on_menu_requested(self, row: int, position: QPoint) -> None:
        country, table = self.table.country_of(row), self.table
        if country is None:
            return
        copy = self._context.copy_text
        menu = QMenu(self)
        set_style(menu, "menu")
        menu.setAccessibleName(sanitized(read_country(country).name))
        menu.addAction(_("Open"), lambda: table.country_opened.emit(country.code))
        menu.addAction(_("Copy code"), lambda: copy(country.code))
        menu.addAction(_("Copy name"), lambda: copy(read_country(country).name))
        menu.addAction(_("Copy row"), lambda: copy(country_line(country)))
        menu.addSeparator()
        star = menu.addAction(_("Favorite"), lambda: table.star_pressed.emit(country.code))
        star.setCheckable(True)
        star.setChecked(table.is_favorite(country.code))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(position)

    def _on_copy_csv_clicked(self) -> None:
        self._context.clipboard.copy_text(countries_csv(self.table.countries))
        self._context.show_message(_("Copied as CSV"))

    def _on_save_csv_clicked(self) -> None:
        self._context.save_file(
            self,
            self._tasks,
            title=_("Save as CSV"),
            name="countries.csv",
            content=countries_csv(self.table.countries).encode(),
            message=_("Saved as {name}"),
        )
