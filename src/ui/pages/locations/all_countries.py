"""The search across the lists of all countries, which can all be loaded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSizePolicy

from app.i18n.texts import _
from app.i18n.units import as_of
from app.present.countries import shown_names
from app.services.locations.loading import load_every_country
from ui.pages.locations.location_pane import LocationPane
from ui.pages.locations.view import loaded_text, present_load
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.layout.boxes import column, fill, framed, row
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.progress import ProgressBar
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from app.clock import Clock
    from app.services.locations.locations import Locations
    from ui.pages.context import PageContext
    from ui.pages.locations.view import LoadView
    from ui.pages.page import Page

_PROGRESS_STEPS = 1000
_CACHED, _LOADING = "cached lists", "every country"
_SHOWN_EVERY = 8


class AllCountries(Card):
    """Searches every list in memory and in the cache."""

    def __init__(self, locations: Locations, clock: Clock, context: PageContext, page: Page) -> None:
        super().__init__(padding=16)
        self._locations = locations
        self._clock = clock
        self._page = page
        self._product: str | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.load = Button(_("Load every country"), "download")
        self.load.clicked.connect(self._on_load_clicked)
        self._stop = Button(_("Stop"), "x")
        self._stop.clicked.connect(lambda: page.tasks.cancel(_LOADING))
        self._loaded = Label("", "secondary", wrap=True)
        self._progress = ProgressBar(_("Loading every country"))
        self.progress_text = Label("", "secondary", wrap=True)
        self._failed = Callout("warning")
        self._failed.hide()
        self.pane = LocationPane(
            _("Search all countries"), _("All countries"), context, page.tasks, mixed=True
        )
        self.pane.file_name = "locations.csv"
        self._lay_out()
        self._show_stopped()

    def open(self, product: str | None) -> None:
        """Shows the lists of a product from memory, then also those from the cache."""
        if product != self._product:
            self._page.tasks.cancel(_LOADING)
            self._show_stopped()
        self._product = product
        self._show_lists()
        self._page.tasks.start(_CACHED, self._open_cached())

    async def _open_cached(self) -> None:
        await self._locations.open_cached(self._product)
        self._show_lists()

    def _show_lists(self) -> None:
        lists = self._locations.lists(self._product)
        self._loaded.setText(loaded_text(lists))
        if lists:
            oldest = min(one.as_of for one in lists)
            self.pane.show_lists(lists, self._locations.names(), age=as_of(oldest, self._clock.now()))
        else:
            self.pane.show_nothing(
                "globe",
                _("Nothing to search yet"),
                _("Open countries, or load every country, to search all their cities and ISPs here."),
            )

    def _on_load_clicked(self) -> None:
        if not self._page.tasks.is_running(_LOADING):
            self._page.tasks.start(_LOADING, self._load_every())

    async def _load_every(self) -> None:
        names = shown_names(self._locations.names())
        try:
            async for progress in load_every_country(self._locations, self._product, self._clock):
                self._show_progress(present_load(progress, names))
                if progress.done % _SHOWN_EVERY == 1:
                    self._show_lists()
                self._page.report_response()
        finally:
            self._show_stopped()
            self._show_lists()

    def _show_progress(self, view: LoadView) -> None:
        self.running.show()
        self.load.hide()
        self._progress.show_progress(round(view.share * _PROGRESS_STEPS), _PROGRESS_STEPS, text=view.text)
        self.progress_text.setText(view.waits or view.text)
        self._failed.show_callout("warning", view.failed)

    def _show_stopped(self) -> None:
        had_focus = self._stop.hasFocus()
        self.running.hide()
        self.load.show()
        if had_focus:
            self.load.setFocus()

    def _lay_out(self) -> None:
        title = Label(_("All countries"), "title", elide="right")
        head = row(self.back, IconLabel("globe", "accent", size=20), (title, 1), spacing=10)
        self.running = framed(column(self._progress, row((self.progress_text, 1), self._stop), spacing=6))
        fill(
            self.body,
            head,
            self._loaded,
            self.load,
            self.running,
            self._failed,
            (self.pane, 1),
            spacing=10,
        )
