"""The tab of locations: countries beside what is open, a country or the search across all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.errors import AppError
from app.i18n.units import as_of
from app.present.errors import present_error
from app.present.locations import present_country, targeting_hint
from app.present.unreadable import unreadable_countries
from app.rules.locations.countries import regions
from ui.pages.locations.all_loading import AllLoading
from ui.pages.locations.country_copying import CountryCopying
from ui.pages.locations.country_lists import CountryLists
from ui.pages.locations.country_model import CountryTableModel
from ui.pages.locations.country_pane import CountryPane
from ui.pages.locations.marking import Marking
from ui.pages.locations.place_copying import LocationCopying
from ui.pages.locations.right_side import RightSide
from ui.pages.page import Page
from ui.widgets.layout.two_panes import TwoPanes

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QShowEvent

    from app.clock import Clock
    from app.models.locations import Country, LocationKind
    from app.services.locations.country_cache import CountryList
    from app.services.locations.locations import Locations
    from ui.pages.context import PageContext

_DETAIL_WIDTH = 373
_SKELETON_AFTER_MS = 300
_REACHED_AFTER_MS = 150
"""Passing over countries with the arrow keys asks the service for none of them."""


class LocationsPage(Page):
    """What one service can target; it needs no key."""

    def __init__(
        self, locations: Locations, clock: Clock, context: PageContext, parent: QWidget | None = None
    ) -> None:
        """Builds the page; `load` fills it.

        Args:
            locations: The service's catalog.
        """
        super().__init__(clock, parent, connection_status=locations.connection_status, private=False)
        self._locations = locations
        self._listed: CountryList | None = None
        self._was_loaded = False
        self._current: Country | None = None
        self.model = CountryTableModel()
        self.pane = CountryPane(self.model)
        self.right = RightSide()
        self.detail, self.all_countries = self.right.detail, self.right.all_countries
        self.marking = Marking(locations.marks, context, self.tasks, self)
        self.lists = CountryLists(self.detail, locations, clock, self.tasks)
        self.all_loading = AllLoading(self.all_countries, locations, clock, self.tasks, self.names)
        self.countries_copying = CountryCopying(self.pane, self.model, context, self.tasks)
        self.copyings = [
            LocationCopying(pane, context, self.tasks, file_name=self.right.file_name, names=self.names)
            for pane in self.right.panes()
        ]
        self.panes = TwoPanes(self.pane, self.right, detail_width=_DETAIL_WIDTH)
        self.footers = (self.pane.copy_csv, *(places.copy_csv for places in self.right.panes()))
        self.body.addWidget(self.panes)
        self._connect()
        self._reached = QTimer(self, singleShot=True, interval=_REACHED_AFTER_MS)
        self._reached.timeout.connect(self._on_reached_for_a_while)
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self.show_connection_status)

    def focus_search(self) -> None:
        """Puts the cursor into the search of the half where the keyboard is."""
        focused = QApplication.focusWidget()
        if focused is not None and self.right.isAncestorOf(focused):
            self.right.focus_search()
        else:
            self.panes.show_pane(detail=False)
            self.pane.search.setFocus()

    def names(self) -> dict[str, str]:
        """Returns the names of all known countries by code, as reported by the service."""
        listed = self._locations.known_countries() or self._listed
        return {} if listed is None else {country.code: country.name for country in listed.countries}

    def current_code(self) -> str:
        """Returns the code of the country that is open, '' for none."""
        return "" if self._current is None else self._current.code

    async def load_now(self) -> None:
        """Shows the cached countries, loads them in the background, and refreshes the open lists."""
        renew, self._was_loaded = self._was_loaded, True
        # It may be that of another account at the same service.
        self._connection_status = self._locations.connection_status
        if self._listed is None:
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
            await self.marking.load()
            if not self.marking.now.targeting_hint_read:
                self.pane.note.show_banner("info", targeting_hint(), dismissible=True)
        else:
            self.lists.renew()
        await self._load_countries(renew=renew)

    async def _load_countries(self, *, renew: bool) -> None:
        product = self.pane.product()
        started = self._clock.now()
        try:
            async for listed in self._locations.countries(product, renew=renew):
                self._listed = listed
                self._answered_at = listed.as_of
                if listed.as_of >= started:
                    self.report_answer()
                self.pane.show_regions(regions(listed.countries))
                self._show_countries()
        except AppError as error:
            if self._listed is None:
                self.pane.show_failed(present_error(error).text)
            raise
        self.clear_banner()
        self.show_connection_status()

    def _show_countries(self) -> None:
        """Filters again; selection and scroll position stay."""
        if self._listed is None:
            return
        marks = self.marking.now
        picked = self.pane.pick(self._listed.countries, marks)
        table = self.pane.table
        reached = table.country_of(table.currentIndex().row())
        scroll = table.verticalScrollBar().value()
        self.model.show_countries(picked, marks.favorites, self.pane.search.text())
        unreadable = unreadable_countries(self._listed.unreadable)
        self.show_unreadable(unreadable)
        self.pane.show_unreadable("" if self._listed.countries else unreadable)
        self.pane.show_table(len(self._listed.countries), as_of(self._listed.as_of, self._clock.now()))
        table.select_country(self.current_code() if reached is None else reached.code)
        table.verticalScrollBar().setValue(scroll)
        self._renew_current()

    def _renew_current(self) -> None:
        """Shows the head of the open country as it is now."""
        if self._current is None or self._listed is None:
            return
        code = self._current.code
        self._current = next((one for one in self._listed.countries if one.code == code), self._current)
        favorites = self.marking.now.favorites
        self.detail.show_country(present_country(self._current, favorite=code in favorites))

    def show_country(self, code: str) -> None:
        """Opens a country of the list."""
        known = self._locations.known_countries() or self._listed
        countries = () if known is None else known.countries
        country = next((one for one in countries if one.code == code), None)
        if country is None:
            return
        self._reached.stop()
        self.right.show_country()
        if code != self.current_code():
            self._current = country
            self._renew_current()
            self.lists.open(country, self.pane.product())
        self.pane.table.select_country(code)

    def open_place(self, code: str, kind: LocationKind | None = None, name: str = "") -> None:
        """Goes to a country, and there to its cities or ISPs of a name.

        Args:
            code: The country's code.
            kind: Which of its lists; None for whichever is open.
            name: What to search there.
        """
        self._open_country(code)
        if kind is not None:
            self.detail.show_tab(kind)
            self.detail.pane(kind).search.setText(name)
            self.right.focus_search()

    def show_all_countries(self) -> None:
        """Opens the search across all countries."""
        self.right.show_all()
        self.all_loading.open(self.pane.product())
        self.panes.show_pane(detail=True)
        self.right.focus_search()

    def _open_country(self, code: str) -> None:
        """Opens a country that the user chose."""
        self.show_country(code)
        self.panes.show_pane(detail=True)
        self.marking.add_recent(code)

    def _connect(self) -> None:
        pane, detail, table = self.pane, self.detail, self.pane.table
        pane.filter_changed.connect(self._show_countries)
        pane.product_chosen.connect(self._on_product_chosen)
        pane.all_countries_wanted.connect(self.show_all_countries)
        pane.retry_wanted.connect(self.load)
        pane.note.dismissed.connect(self.marking.read_targeting_hint)
        table.sort_changed.connect(self._show_countries)
        table.country_reached.connect(lambda _code: self._reached.start())
        table.country_opened.connect(self._open_country)
        table.row_pressed.connect(lambda _row: self.right.focus_search())
        table.star_pressed.connect(self.marking.toggle_favorite)
        detail.favorite_toggled.connect(lambda _on: self.marking.toggle_favorite(self.current_code()))
        detail.copy_pressed.connect(self._on_copy_pressed)
        detail.back_pressed.connect(self.show_list)
        self.all_countries.close_pressed.connect(self._on_all_closed)
        for places in (detail.cities, detail.isps):
            places.table.left.connect(self.show_list)
        self.all_countries.places.table.left.connect(self._on_all_closed)
        self.lists.failed.connect(self.show_error)
        self.lists.answered.connect(self.report_answer)
        self.all_loading.answered.connect(self.report_answer)
        self.marking.changed.connect(self._show_countries)
        for copying in self.copyings:
            copying.country_wanted.connect(self._open_country)
        self.panes.compact_changed.connect(self._on_compact_changed)
        self.panes.page_turned.connect(self._on_page_turned)
        self._on_compact_changed(self.panes.is_compact)

    def show_list(self) -> None:
        """Goes back to the countries."""
        self.panes.show_pane(detail=False)
        self.pane.table.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_product_chosen(self, product: str | None) -> None:
        self.note_question()
        self.tasks.start("load", self._load_countries(renew=False))
        if self._current is not None:
            self.lists.open(self._current, product)
        if self.right.is_all_shown():
            self.all_loading.open(product)

    def _on_reached_for_a_while(self) -> None:
        country = self.pane.table.country_of(self.pane.table.currentIndex().row())
        if country is not None and not self.panes.is_compact:
            self.show_country(country.code)

    def _on_copy_pressed(self) -> None:
        self.countries_copying.copy(self.current_code())
        self.detail.show_copied()

    def _on_all_closed(self) -> None:
        """Goes back to the country that was open before, or to the list."""
        self.right.close_all(has_country=self._current is not None)
        self.show_list()

    def _on_compact_changed(self, compact: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.pane.set_compact(compact=compact)
        self.right.set_compact(compact=compact)
        self.panes.show_pane(detail=not self.right.is_empty())

    def _on_page_turned(self, detail: bool) -> None:  # noqa: FBT001 (Qt's signal)
        """Takes the keyboard along to the page that is seen."""
        if not detail:
            self.pane.table.setFocus()
        else:
            self.right.focus_search()

    def _on_loading_takes_long(self) -> None:
        if self._listed is None and self.tasks.is_running("load"):
            self.pane.show_loading()

    def showEvent(self, event: QShowEvent) -> None:
        """The clock runs only while it is seen."""
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """The timer stops while the page is hidden."""
        super().hideEvent(event)
        self._timer.stop()
