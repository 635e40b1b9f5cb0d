"""Joins the search across all countries with the lists that are loaded, and loads every one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _, ngettext
from app.i18n.units import as_of, number
from app.present.countries import shown_names
from app.present.locations import present_load
from app.services.locations.loading import load_every_country

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.clock import Clock
    from app.services.locations.locations import Locations
    from ui.pages.locations.all_countries import AllCountries
    from ui.tasks import Tasks

_KEPT, _LOADING = "kept lists", "every country"
_SHOWN_EVERY = 8


class AllLoading(QObject):
    """Loads lists of all countries while users search those that are loaded.

    Signals:
        answered(): The service has responded.
    """

    answered = Signal()

    def __init__(
        self,
        panel: AllCountries,
        locations: Locations,
        clock: Clock,
        tasks: Tasks,
        names: Callable[[], Mapping[str, str]],
    ) -> None:
        """Joins them.

        Args:
            names: Returns the countries' names by code, as reported by the service.
        """
        super().__init__(panel)
        self._panel = panel
        self._locations = locations
        self._clock = clock
        self._tasks = tasks
        self._names = names
        self._product: str | None = None
        panel.load_wanted.connect(self._on_load_wanted)
        panel.stop_wanted.connect(self._on_stop_wanted)

    def open(self, product: str | None) -> None:
        """Shows the lists of a product in memory, then also those in the cache."""
        if product != self._product:
            self._tasks.cancel(_LOADING)
            self._panel.show_stopped()
        self._product = product
        self._show_lists()
        self._tasks.start(_KEPT, self._open_kept())

    async def _open_kept(self) -> None:
        await self._locations.open_kept(self._product)
        self._show_lists()

    def _show_lists(self) -> None:
        """Shows every list in memory; what was searched for is searched for again."""
        lists = self._locations.lists(self._product)
        if not lists:
            self._panel.show_loaded(_("No list is loaded yet."))
            self._panel.places.show_nothing(
                "globe",
                _("Nothing to search yet"),
                _("Open countries, or load every country, to search all their cities and ISPs here."),
            )
            return
        countries = len({places.country for places in lists})
        text = ngettext(
            "{rows} cities and ISPs of {n} country are loaded.",
            "{rows} cities and ISPs of {n} countries are loaded.",
            countries,
        )
        self._panel.show_loaded(text.format(rows=number(sum(map(len, lists))), n=number(countries)))
        oldest = min(places.as_of for places in lists)
        self._panel.places.show_lists(
            lists, age=as_of(oldest, self._clock.now()), names=shown_names(self._names())
        )

    def _on_load_wanted(self) -> None:
        if not self._tasks.is_running(_LOADING):
            self._tasks.start(_LOADING, self._load_every())

    async def _load_every(self) -> None:
        names = shown_names(self._names())
        try:
            async for progress in load_every_country(self._locations, self._product, self._clock):
                self._panel.show_progress(present_load(progress, names))
                if progress.done % _SHOWN_EVERY == 1:
                    self._show_lists()
                self.answered.emit()
        finally:
            self._panel.show_stopped()
            self._show_lists()

    def _on_stop_wanted(self) -> None:
        self._tasks.cancel(_LOADING)
