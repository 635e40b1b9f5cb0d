"""The page of locations: countries beside what is open, a country or the search across all of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.clock import PastMoment
from app.errors import AppError, StorageError
from app.i18n.texts import _
from app.i18n.units import as_of
from app.present.errors import present_error
from app.present.statuses import unreadable_text
from ui.pages.locations.all_countries import AllCountries
from ui.pages.locations.country_detail import CountryDetail
from ui.pages.locations.country_pane import CountryPane
from ui.pages.locations.view import present_country, targeting_hint
from ui.pages.page import Page
from ui.tasks import SAVING, in_turns
from ui.widgets.layout.boxes import column, framed, set_margins, stacked
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from app.clock import Clock
    from app.models.choices import CountryChoices
    from app.models.locations import Country, LocationKind
    from app.services.locations.cache import CountryList
    from app.services.locations.locations import Locations
    from ui.pages.context import PageContext

_DETAIL_WIDTH = 373
_PAINTED_AFTER_S = 0.02
_TIMES_EVERY = 60
_REACHED_AFTER_MS = 150
"""Moving over countries with the arrow keys asks the service for none of them."""


class LocationsPage(Page):
    """The locations that can be targeted at one service; no key is needed."""

    def __init__(self, locations: Locations, clock: Clock, context: PageContext) -> None:
        super().__init__(clock, connection_status=locations.connection_status, private=False)
        self._locations = locations
        self._context = context
        self._listed: CountryList | None = None
        self._age = ""
        self._was_loaded = False
        self._current: Country | None = None
        self.pane = CountryPane(context, self.tasks)
        self._nothing = EmptyState(
            "globe", _("Choose a country"), _("Its cities and ISPs appear here, each with its own search.")
        )
        self._opened = stacked(self._nothing)
        self._side_column = column(self._opened)
        self.panes = TwoPanes(self.pane, framed(self._side_column), detail_width=_DETAIL_WIDTH)
        self.footers = (self.pane.copy_csv,)
        self.body.addWidget(self.panes)
        self._reached = QTimer(self, singleShot=True, interval=_REACHED_AFTER_MS)
        self._reached.timeout.connect(self._on_reached_for_a_while)
        SecondTicks(self).ticked.connect(self._on_second_passed)
        self._connect()

    @cached_property
    def detail(self) -> CountryDetail:
        """The open country; made when the first one is opened."""
        detail = CountryDetail(self._locations, self._clock, self._context, self)
        self._opened.addWidget(detail)
        detail.favorite.clicked.connect(lambda: self.toggle_favorite(self.current_code()))
        self.panes.follow_compact(detail.back.setVisible)
        for left in (detail.back.clicked, detail.left):
            left.connect(self.show_list)
        return detail

    @cached_property
    def all_countries(self) -> AllCountries:
        """The search across all countries; made when it is opened first."""
        all_countries = AllCountries(self._locations, self._clock, self._context, self)
        self._opened.addWidget(all_countries)
        self.footers += (all_countries.pane.copy_csv,)
        for left in (all_countries.back.clicked, all_countries.pane.table.left):
            left.connect(self._on_all_closed)
        all_countries.pane.country_requested.connect(self._open_country)
        return all_countries

    def focus_search(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self._opened.isAncestorOf(focused):
            self._focus_opened()
        else:
            self.panes.show_pane(detail=False)
            self.pane.search.setFocus()

    def go_back(self) -> None:
        if isinstance(self._opened.currentWidget(), AllCountries):
            self._on_all_closed()
        else:
            self.panes.go_back()

    def current_code(self) -> str:
        """Returns the code of the open country, empty for none."""
        return "" if self._current is None else self._current.code

    def show_skeleton(self) -> None:
        if self._listed is None:
            self.pane.show_loading()

    async def load_now(self) -> None:
        """Shows the cached countries, loads them in the background, and refreshes the open lists."""
        renew, self._was_loaded = self._was_loaded, True
        # It may be that of another account at the same service.
        self._connection_status = self._locations.connection_status
        if self._listed is None:
            await self._save(self._locations.choices.load())
            if not self._choices().targeting_hint_read:
                self.pane.hint.show_banner("info", targeting_hint(), dismissible=True)
        elif self._current is not None:
            self.detail.renew()
        await self._load_countries(renew=renew)

    async def _load_countries(self, *, renew: bool) -> None:
        started = self._clock.now()
        try:
            async for listed in self._locations.countries(self.pane.product(), renew=renew):
                is_first, self._listed = self._listed is None, listed
                self._responded_at = PastMoment(self._clock, listed.as_of)
                # One that was saved before the clock was set back is of a time to come.
                if started <= listed.as_of <= self._clock.now():
                    self.report_response()
                if is_first:
                    await self._show_first_countries()
                else:
                    self._show_countries()
        except AppError as error:
            if self._listed is None:
                self.pane.show_failed(present_error(error).text)
            raise
        self.clear_failed_call()
        self.show_connection_status()

    async def _show_first_countries(self) -> None:
        """Shows the countries, and paints them when their rows are prepared."""
        self.pane.table.setUpdatesEnabled(False)
        try:
            self._show_countries()
            await in_turns(self.pane.table.prepare_rows())
        finally:
            self.pane.table.setUpdatesEnabled(True)

    def _show_countries(self) -> None:
        """Filters again, and updates the open country."""
        if self._listed is None:
            return
        self._age = age = as_of(self._listed.as_of, self._clock.now())
        self.show_unreadable(unreadable_text("countries", self._listed.unreadable))
        self.pane.show_countries(self._listed, self._choices(), age, self.current_code())
        if self._current is not None:
            code = self._current.code
            self._current = next((one for one in self._listed.countries if one.code == code), self._current)
            self._show_head(self._current)

    def _show_head(self, country: Country) -> None:
        self.detail.show_head(present_country(country, favorite=country.code in self._choices().favorites))

    def show_country(self, code: str) -> None:
        country = self._locations.known(code)
        if country is None:
            return
        self._reached.stop()
        self._opened.setCurrentWidget(self.detail)
        if code != self.current_code():
            self._current = country
            self._show_head(country)
            self.detail.open(country, self.pane.product())
        self.tasks.start("select", self._select())

    async def _select(self) -> None:
        """Selects the open country when it is painted: where the list scrolls, all its rows and flags are."""
        await self._clock.sleep(_PAINTED_AFTER_S)
        await in_turns(self.pane.table.prepare_rows(self.current_code()))
        self.pane.table.select_country(self.current_code())

    def open_location(self, code: str, kind: LocationKind | None = None, name: str = "") -> None:
        self._open_country(code)
        if kind is not None:
            self.detail.show_tab(kind)
            self.detail.pane(kind).search.setText(name)
        self._focus_opened()

    def show_all_countries(self) -> None:
        self._opened.setCurrentWidget(self.all_countries)
        self.all_countries.open(self.pane.product())
        self.panes.show_pane(detail=True)
        self._focus_opened()

    def toggle_favorite(self, code: str) -> None:
        on = code not in self._choices().favorites
        change = self._locations.choices.set_favorite(code, on=on)
        self.tasks.start(f"{SAVING}favorite {code}", self._save(change))

    def show_list(self) -> None:
        self.panes.show_pane(detail=False)
        self.pane.table.setFocus(Qt.FocusReason.TabFocusReason)

    def _open_country(self, code: str) -> None:
        """Opens a country and adds it to the recents."""
        self.show_country(code)
        self.panes.show_pane(detail=True)
        self.tasks.start("recent", self._save(self._locations.choices.add_recent(code)))

    def _on_second_passed(self, count: int) -> None:
        self.follow_connection()
        if count % _TIMES_EVERY == 0 and self._listed is not None:
            if as_of(self._listed.as_of, self._clock.now()) != self._age:
                self._show_countries()
            if "detail" in vars(self):
                self.detail.follow_time()
            if "all_countries" in vars(self):
                self.all_countries.pane.follow_time(self._clock.now())

    def _choices(self) -> CountryChoices:
        return self._locations.choices.now

    async def _save(self, change: Awaitable[CountryChoices]) -> None:
        """Saves favorites or recents; what can't be saved lasts until the app ends."""
        before = self._choices()
        try:
            await change
        except StorageError as error:
            self._context.show_message(present_error(error).text)
        now = self._choices()
        if now.favorites != before.favorites or (now != before and self.pane.shows_recent()):
            self._show_countries()

    def _focus_opened(self) -> None:
        opened = self._opened.currentWidget()
        if opened is not self._nothing:
            is_all = isinstance(opened, AllCountries)
            pane = self.all_countries.pane if is_all else self.detail.pane(self.detail.shown())
            pane.search.setFocus(Qt.FocusReason.TabFocusReason)

    def _connect(self) -> None:
        pane, table = self.pane, self.pane.table
        pane.filter_changed.connect(self._show_countries)
        pane.products.chosen.connect(self._on_product_chosen)
        pane.all_countries.clicked.connect(self.show_all_countries)
        pane.retry_requested.connect(self.load)
        pane.hint.dismissed.connect(self._on_hint_dismissed)
        table.layout_changed.connect(self._show_countries)
        table.country_reached.connect(lambda _code: self._reached.start())
        table.country_opened.connect(self._open_country)
        table.row_pressed.connect(lambda _row: self._focus_opened())
        table.left.connect(lambda: table.setFocus(Qt.FocusReason.TabFocusReason))
        table.star_pressed.connect(self.toggle_favorite)
        self.panes.page_turned.connect(lambda detail: (self._focus_opened if detail else table.setFocus)())
        self.panes.follow_compact(self._on_compact_changed)

    def _on_hint_dismissed(self) -> None:
        self.tasks.start("targeting hint", self._save(self._locations.choices.read_targeting_hint()))

    def _on_product_chosen(self) -> None:
        product = self.pane.product()
        self.record_load()
        self.tasks.start("load", self._load_countries(renew=False))
        if self._current is not None:
            self.detail.open(self._current, product)
        if isinstance(self._opened.currentWidget(), AllCountries):
            self.all_countries.open(product)

    def _on_reached_for_a_while(self) -> None:
        country = self.pane.table.country_of(self.pane.table.currentIndex().row())
        if country is not None and not self.panes.is_compact:
            self.show_country(country.code)

    def _on_all_closed(self) -> None:
        """Returns to the country that was open before, or to the list."""
        self._opened.setCurrentWidget(self._nothing if self._current is None else self.detail)
        self.show_list()

    def _on_compact_changed(self, compact: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.pane.set_compact(compact=compact)
        set_margins(self._side_column, *((12, 12, 12, 14) if compact else (7, 16, 20, 14)))
        self.panes.show_pane(detail=self._opened.currentWidget() is not self._nothing)
