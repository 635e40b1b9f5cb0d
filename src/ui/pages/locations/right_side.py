"""What stands beside the countries: one of them, the search across all, or nothing yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.locations.all_countries import AllCountries
from ui.pages.locations.country_detail import CITIES, CountryDetail
from ui.widgets.layout.empty_state import EmptyState

if TYPE_CHECKING:
    from ui.pages.locations.places_pane import LocationsPane


class RightSide(QWidget):
    """Holds the panels and knows which one is open.

    Attributes:
        detail: One country.
        all_countries: The search across all.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.detail = CountryDetail()
        self.all_countries = AllCountries()
        self._nothing = EmptyState(
            "globe", _("Choose a country"), _("Its cities and ISPs appear here, each with its own search.")
        )
        self._stack = QStackedWidget()
        for panel in (self._nothing, self.detail, self.all_countries):
            self._stack.addWidget(panel)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._stack)
        self.set_compact(compact=False)

    def panes(self) -> tuple[LocationsPane, ...]:
        """Returns all panes with cities and ISPs."""
        return self.detail.cities, self.detail.isps, self.all_countries.places

    def show_country(self) -> None:
        """Shows the country's panel."""
        self._stack.setCurrentWidget(self.detail)

    def show_all(self) -> None:
        """Shows the search across all countries."""
        self._stack.setCurrentWidget(self.all_countries)

    def close_all(self, *, has_country: bool) -> None:
        """Leaves the search across all countries for what was there before."""
        self._stack.setCurrentWidget(self.detail if has_country else self._nothing)

    def is_all_shown(self) -> bool:
        """Returns whether the search across all countries is open."""
        return self._stack.currentWidget() is self.all_countries

    def is_empty(self) -> bool:
        """Returns whether nothing is open."""
        return self._stack.currentWidget() is self._nothing

    def focus_search(self) -> None:
        """Puts the cursor into the search of what is open."""
        if self.is_all_shown():
            self.all_countries.places.search.setFocus(Qt.FocusReason.TabFocusReason)
        elif not self.is_empty():
            self.detail.pane(self.detail.shown()).search.setFocus(Qt.FocusReason.TabFocusReason)

    def file_name(self) -> str:
        """Returns the name that a file with what is open is offered with, such as 'cities-de.csv'."""
        if self.is_all_shown():
            return "locations.csv"
        kind = "cities" if self.detail.shown() == CITIES else "isps"
        code = self.detail.code
        is_plain = code.isascii() and code.isalpha()
        return f"{kind}-{code.lower()}.csv" if is_plain else f"{kind}.csv"

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout with a Back button, in a small window."""
        self.detail.set_compact(compact=compact)
        if compact:
            self._column.setContentsMargins(12, 12, 12, 14)
        else:
            self._column.setContentsMargins(7, 16, 20, 14)
