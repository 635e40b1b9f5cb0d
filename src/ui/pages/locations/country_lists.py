"""Loads the open country's tabs: cached lists at once, refreshed in the background; reports errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import AppError
from app.i18n.texts import _
from app.i18n.units import as_of
from app.present.errors import present_error
from app.present.locations import no_isps_reason
from app.rules.locations.countries import has_isps
from ui.pages.locations.country_detail import CITIES, ISPS

if TYPE_CHECKING:
    from app.clock import Clock
    from app.models.locations import Country, LocationKind
    from app.rules.locations.lists import LocationList
    from app.services.locations.locations import Locations
    from ui.pages.locations.country_detail import CountryDetail
    from ui.tasks import Tasks


class CountryLists(QObject):
    """Joins the detail of a country with the service; the country that was opened last wins.

    Signals:
        failed(AppError): A list could not be renewed.
        answered(): The service has responded.
    """

    failed = Signal(object)
    answered = Signal()

    def __init__(self, detail: CountryDetail, locations: Locations, clock: Clock, tasks: Tasks) -> None:
        super().__init__(detail)
        self._detail = detail
        self._locations = locations
        self._clock = clock
        self._tasks = tasks
        self._country: Country | None = None
        self._product: str | None = None
        self._loaded: set[LocationKind] = set()
        detail.tab_chosen.connect(self._on_tab_chosen)
        detail.cities.retry_wanted.connect(lambda: self._start(CITIES, renew=True))
        detail.isps.retry_wanted.connect(lambda: self._start(ISPS, renew=True))

    def open(self, country: Country, product: str | None) -> None:
        """Shows the lists of a country; what was searched for in another one's is forgotten."""
        for key in (CITIES, ISPS):
            self._tasks.cancel(key)
            self._detail.pane(key).search.clear()
        self._country, self._product = country, product
        self._loaded.clear()
        self._detail.show_count(CITIES, country.cities)
        self._detail.show_count(ISPS, country.asns if has_isps(product) else None)
        self._detail.pane(ISPS).show_loading()
        self._start(self._detail.shown(), renew=False)

    def renew(self) -> None:
        """Loads the visible lists again."""
        if self._country is not None:
            self._start(self._detail.shown(), renew=True)

    def _on_tab_chosen(self) -> None:
        key = self._detail.shown()
        if self._country is not None and key not in self._loaded:
            self._start(key, renew=False)

    def _start(self, key: LocationKind, *, renew: bool) -> None:
        if self._country is None:
            return
        pane = self._detail.pane(key)
        if key == ISPS and not has_isps(self._product):
            pane.show_nothing("info", _("No ISPs here"), no_isps_reason(self._product))
            return
        if key not in self._loaded:
            pane.show_loading()
        self._tasks.start(key, self._load(key, self._country, renew=renew))

    async def _load(self, key: LocationKind, country: Country, *, renew: bool) -> None:
        started = self._clock.now()
        lists = (
            self._locations.cities(country.code, self._product, renew=renew)
            if key == CITIES
            else self._locations.asns(country.code, renew=renew)
        )
        try:
            async for places in lists:
                self._show(key, places)
                if places.as_of >= started:
                    self.answered.emit()
        except AppError as error:
            if key not in self._loaded:
                view = present_error(error)
                self._detail.pane(key).show_nothing(
                    view.icon, _("Not loaded"), view.text, action=_("Try again")
                )
            self.failed.emit(error)

    def _show(self, key: LocationKind, places: LocationList) -> None:
        self._loaded.add(key)
        self._detail.show_count(key, len(places))
        self._detail.pane(key).show_lists(
            (places,),
            age=as_of(places.as_of, self._clock.now()),
            when_empty=_("The service lists no cities here for this product.")
            if key == CITIES
            else _("The service lists no ISPs here."),
        )
