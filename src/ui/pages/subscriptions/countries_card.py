"""Where the traffic went: bars by country, and beside them a map of the world."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from ui.pages.subscriptions.usage_view import load_world, present_map
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.charts.country_bars import CountryBars
from ui.widgets.charts.world_map import WorldMap
from ui.widgets.layout.boxes import column, fill, framed, row, stacked
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.widgets.values import CountryUsage

_PADDING = 16
_ROWS = 6
_MAP_HEIGHT = 236


class CountriesCard(Card):
    """Usage by country; the map needs another layout."""

    map_switched = Signal(bool)

    def __init__(self) -> None:
        super().__init__(padding=_PADDING)
        self._countries: Sequence[CountryUsage] = ()
        self.bars = CountryBars(_("Usage by country"))
        self.map = WorldMap(_("Map of usage by country"))
        self.map.hide()
        self.show_map = IconButton("map", _("Show on a map"), framed=True)
        self.show_map.setCheckable(True)
        self.show_map.toggled.connect(self._on_map_toggled)
        self._stack = stacked(self.bars)
        self._none = Label(_("No traffic in this period."), "secondary", wrap=True)
        self._off_map = Label("", "caption", wrap=True, limit=400)
        self._off_map.hide()
        head = row((Label(_("By country"), "strong"), 1), self.show_map)
        fill(
            self.body,
            head,
            self._none,
            (row((self.map, 2), (self._stack, 1), spacing=24), 1),
            self._off_map,
            spacing=8,
            margins=(_PADDING, 13, _PADDING, 12),
        )
        follow(self._fit)

    @cached_property
    def _skeleton(self) -> QWidget:
        rows = [row(Skeleton(20, 14), Skeleton(0, 14), spacing=12) for _row in range(_ROWS)]
        skeleton = framed(column(*rows, None, spacing=18, margins=(0, 8, 0, 0)))
        skeleton.setAccessibleName(_("Loading"))
        self._stack.addWidget(skeleton)
        return skeleton

    def show_loading(self) -> None:
        """Shows a skeleton, for a report that takes long."""
        self._stack.setCurrentWidget(self._skeleton)

    def show_countries(self, countries: Sequence[CountryUsage] | None) -> None:
        """Shows a report; None while another one is loaded."""
        self._countries = countries or ()
        self.bars.show_countries(self._countries)
        self._stack.setCurrentWidget(self.bars)
        self._stack.setVisible(countries is None or bool(countries))
        self._none.setVisible(countries is not None and not countries)
        self._draw_map()

    def tab_after(self, before: QWidget) -> None:
        """Puts its controls after another one in the tab order."""
        for control in (self.show_map, self.map, self.bars):
            QWidget.setTabOrder(before, control)
            before = control

    def _draw_map(self) -> None:
        if not self.show_map.isChecked():
            return
        if not self.map.has_shapes():
            world = load_world()
            self.map.set_shapes(world.width, world.height, world.shapes)
        view = present_map(self._countries)
        self.map.show_countries(view.countries, view.legend)
        self._off_map.show_text(view.off_map)

    def _on_map_toggled(self, shown: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self._draw_map()
        self.map.setVisible(shown)
        if not shown:
            self._off_map.hide()
        self.map_switched.emit(shown)

    def _fit(self) -> None:
        self.bars.setMinimumHeight(self.bars.height_of(_ROWS))
        self.map.setMinimumHeight(scaled(_MAP_HEIGHT))
