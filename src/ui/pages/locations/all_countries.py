"""A search across the lists of all countries, and loading every one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.i18n.texts import _, ngettext
from ui.pages.locations.places_pane import LocationsPane
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.text.icon_tile import IconSign
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from app.present.location_views import LoadView

_FINE = 1000
_NAMED = 5


class AllCountries(Card):
    """Shows what is found in every list that is loaded.

    Signals:
        load_wanted(), stop_wanted(): 'Load every country' or 'Stop' was pressed.
        close_pressed(): Back to the list or the country before.
    """

    load_wanted = Signal()
    stop_wanted = Signal()
    close_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=16, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.clicked.connect(self.close_pressed)
        self.load = Button(_("Load every country"), "download")
        self.load.clicked.connect(self.load_wanted)
        self.stop = Button(_("Stop"), "x")
        self.stop.clicked.connect(self.stop_wanted)
        self._loaded = Label("", "secondary", wrap=True)
        self._progress = ProgressBar(_("Loading every country"))
        self._progress_text = Label("", "secondary", wrap=True)
        self._failed = Notice("warning")
        self._failed.hide()
        self.places = LocationsPane(_("Search all countries"), _("All countries"))
        self._lay_out()
        self.show_stopped()

    def show_loaded(self, text: str) -> None:
        """Shows what is loaded: '48,210 cities and ISPs of 23 countries'."""
        self._loaded.setText(text)

    def show_progress(self, view: LoadView) -> None:
        """Shows how far the loading of every country is."""
        self._running.show()
        self.load.hide()
        self._progress.show_progress(round(view.share * _FINE), _FINE, text=view.text)
        self._progress_text.setText(view.waits or view.text)
        self._show_failed(view.failed)

    def progress_text(self) -> str:
        """Returns the text of the progress, '' while nothing is loading."""
        return "" if self._running.isHidden() else self._progress_text.shown_text()

    def show_stopped(self) -> None:
        """Offers to load every country."""
        had_focus = self.stop.hasFocus()
        self._running.hide()
        self.load.show()
        if had_focus:
            self.load.setFocus()

    def _show_failed(self, failed: tuple[str, ...]) -> None:
        self._failed.setVisible(bool(failed))
        if not failed:
            return
        named = list(failed[:_NAMED])
        if len(failed) > _NAMED:
            more = len(failed) - _NAMED
            named.append(ngettext("{n} more", "{n} more", more).format(n=more))
        text = ngettext(
            "{n} list could not be loaded: {names}", "{n} lists could not be loaded: {names}", len(failed)
        )
        self._failed.show_notice("warning", text.format(n=len(failed), names=" ".join(named)))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.back)
        head.addWidget(IconSign("globe", "accent", size=20))
        head.addWidget(Label(_("All countries"), "title", elide="right"), 1)
        self._running = QWidget()
        running = QVBoxLayout(self._running)
        running.setContentsMargins(0, 0, 0, 0)
        running.setSpacing(6)
        words = QHBoxLayout()
        words.addWidget(self._progress_text, 1)
        words.addWidget(self.stop)
        running.addWidget(self._progress)
        running.addLayout(words)
        self.body.setSpacing(10)
        self.body.addLayout(head)
        self.body.addWidget(self._loaded)
        self.body.addWidget(self.load)
        self.body.addWidget(self._running)
        self.body.addWidget(self._failed)
        self.body.addWidget(self.places, 1)
