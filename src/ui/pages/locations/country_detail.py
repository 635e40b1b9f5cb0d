"""One country: flag, name, products, and its cities and ISPs, loaded when their tab is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.errors import AppError
from app.i18n.texts import _
from app.i18n.units import as_of
from app.present.errors import present_error
from app.rules.locations.countries import has_isps
from ui.pages.locations.location_pane import LocationPane
from ui.pages.locations.view import no_isps_reason, tab_title
from ui.theme import theme
from ui.theme.icons import paint_flag
from ui.widgets.buttons.buttons import CopyFeedback, IconButton
from ui.widgets.layout.boxes import fill, row, stacked
from ui.widgets.layout.cards import Card
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.tab_bar import SegmentTabs
from ui.widgets.text.badge import Tag
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.clock import Clock
    from app.models.locations import Country, LocationKind
    from app.rules.locations.lists import LocationList
    from app.services.locations.locations import Locations
    from ui.pages.context import PageContext
    from ui.pages.locations.view import CountryRow
    from ui.pages.page import Page

CITIES: Final[LocationKind] = "cities"
ISPS: Final[LocationKind] = "asns"
_FLAG = (32, 24)


class CountryDetail(Card):
    """Shows one country; `left` is emitted when the keyboard leaves a table for the list of countries."""

    left = Signal()

    def __init__(self, locations: Locations, clock: Clock, context: PageContext, page: Page) -> None:
        super().__init__(padding=16)
        self._locations = locations
        self._clock = clock
        self._context = context
        self._page = page
        self._country: Country | None = None
        self._product: str | None = None
        self._loaded: set[LocationKind] = set()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self._flag = _Flag()
        self.title = Label("", "title", elide="right")
        self.favorite = IconButton("star", _("Favorite"), framed=True)
        self.favorite.setCheckable(True)
        self.copy_code = IconButton("copy", _("Copy code"), framed=True)
        self.copy_code.clicked.connect(self._on_copy_code_clicked)
        self._feedback = CopyFeedback(self.copy_code)
        self._tags = QWidget()
        self._tag_row = FlowLayout(spacing=6, parent=self._tags)
        self._shown_tags: list[Tag] = []
        self.tabs = SegmentTabs(_("Lists"))
        for kind in (CITIES, ISPS):
            self.tabs.add_tab(kind, tab_title(kind))
        self.tabs.chosen.connect(self._show_tab)
        self._panes: dict[LocationKind, LocationPane] = {}
        self._stack = stacked()
        self._lay_out()

    def show_head(self, country: CountryRow) -> None:
        self._flag.show_code(country.code)
        self.title.setText(country.name)
        self.favorite.setChecked(country.favorite)
        self.favorite.show_icon("star-filled" if country.favorite else "star")
        self.copy_code.setToolTip(_("Copy code {code}").format(code=country.code))
        if [tag.accessibleName() for tag in self._shown_tags] != list(country.products):
            self._show_tags(country.products)

    def open(self, country: Country, product: str | None) -> None:
        self._country, self._product = country, product
        self._loaded.clear()
        for kind, pane in self._panes.items():
            self._page.tasks.cancel(kind)
            pane.search.clear()
            pane.show_loading()
        self.tabs.show_text(CITIES, tab_title(CITIES, country.cities))
        self.tabs.show_text(ISPS, tab_title(ISPS, country.asns if has_isps(product) else None))
        self._show_tab()

    def follow_time(self) -> None:
        for pane in self._panes.values():
            pane.follow_time(self._clock.now())

    def renew(self) -> None:
        self._start(self.shown(), renew=True)

    def show_tab(self, kind: LocationKind) -> None:
        self.tabs.select(kind)
        self._show_tab()

    def shown(self) -> LocationKind:
        return CITIES if self.tabs.selected() == CITIES else ISPS

    def pane(self, kind: LocationKind) -> LocationPane:
        """Returns the cities or the ISPs, built when their tab is opened first."""
        if kind not in self._panes:
            words = (_("Search cities"), _("Cities")) if kind == CITIES else (_("Search ISPs"), _("ISPs"))
            pane = self._panes[kind] = LocationPane(*words, self._context, self._page.tasks)
            pane.nothing.acted.connect(lambda: self._start(kind, renew=True))
            pane.table.left.connect(self.left)
            self._page.footers += (pane.copy_csv,)
            self._stack.addWidget(pane)
        return self._panes[kind]

    def _start(self, kind: LocationKind, *, renew: bool) -> None:
        if self._country is None:
            return
        pane = self.pane(kind)
        if kind == ISPS and not has_isps(self._product):
            pane.show_nothing("info", _("No ISPs here"), no_isps_reason(self._product))
            return
        if kind not in self._loaded:
            pane.show_loading()
        self._page.tasks.start(kind, self._load(kind, self._country, renew=renew))

    async def _load(self, kind: LocationKind, country: Country, *, renew: bool) -> None:
        started = self._clock.now()
        lists = (
            self._locations.cities(country.code, self._product, renew=renew)
            if kind == CITIES
            else self._locations.asns(country.code, renew=renew)
        )
        try:
            async for one in lists:
                self._show_list(one, country)
                if started <= one.as_of <= self._clock.now():
                    self._page.report_response()
        except AppError as error:
            if kind not in self._loaded:
                view = present_error(error)
                self.pane(kind).show_nothing(view.icon, _("Not loaded"), view.text, action=_("Try again"))
            raise

    def _show_list(self, shown: LocationList, country: Country) -> None:
        self._loaded.add(shown.kind)
        self.tabs.show_text(shown.kind, tab_title(shown.kind, len(shown)))
        pane = self.pane(shown.kind)
        suffix = f"-{country.code.lower()}" if country.code.isascii() and country.code.isalpha() else ""
        pane.file_name = f"cities{suffix}.csv" if shown.kind == CITIES else f"isps{suffix}.csv"
        pane.show_lists(
            (shown,),
            {country.code: country.name},
            age=as_of(shown.as_of, self._clock.now()),
            when_empty=_("The service lists no cities here for this product.")
            if shown.kind == CITIES
            else _("The service lists no ISPs here."),
        )

    def _show_tags(self, words: Iterable[str]) -> None:
        for tag in self._shown_tags:
            self._tag_row.removeWidget(tag)
            tag.hide()
            tag.deleteLater()
        self._shown_tags = [Tag(word, parent=self._tags) for word in words]
        for tag in self._shown_tags:
            tag.show()
            self._tag_row.addWidget(tag)
        self._tag_row.invalidate()

    def _lay_out(self) -> None:
        head = row(self.back, self._flag, (self.title, 1), self.favorite, self.copy_code, spacing=10)
        fill(self.body, head, self._tags, self.tabs, (self._stack, 1), spacing=10)

    def _show_tab(self) -> None:
        self._stack.setCurrentWidget(self.pane(self.shown()))
        if self.shown() not in self._loaded:
            self._start(self.shown(), renew=False)

    def _on_copy_code_clicked(self) -> None:
        if self._country is not None:
            self._context.copy_text(self._country.code)
            self._feedback.show_copied()


class _Flag(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._code = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_code(self, code: str) -> None:
        self._code = code
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(_FLAG[0]), theme.scaled(_FLAG[1]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_flag(QPainter(self), QRectF(self.rect()), self._code.lower())
