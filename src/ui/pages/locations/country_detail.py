"""One country: flag, name, products, and its cities and ISPs, each searchable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from app.i18n.texts import _
from app.present.locations import tab_title
from ui.pages.locations.places_pane import LocationsPane
from ui.theme import theme
from ui.theme.flags import paint_flag
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.layout.cards import Card
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.segment_tabs import SegmentTabs
from ui.widgets.text.label import Label
from ui.widgets.text.tag import Tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.locations import LocationKind
    from app.present.location_views import CountryRow

CITIES: Final[LocationKind] = "cities"
ISPS: Final[LocationKind] = "asns"
_FLAG = (32, 24)
_CHECK_MS = 2000


class CountryDetail(Card):
    """Shows one country.

    Attributes:
        code: The country's code, '' before one is shown.
        cities: The pane of its cities.
        isps: The pane of its ISPs.

    Signals:
        favorite_toggled(bool): The star was pressed.
        copy_pressed(): 'Copy code' was pressed.
        back_pressed(): Back to the list, in a small window.
        tab_chosen(): The other tab was opened.
    """

    favorite_toggled = Signal(bool)
    copy_pressed = Signal()
    back_pressed = Signal()
    tab_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=16, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.clicked.connect(self.back_pressed)
        self.back.hide()
        self.code = ""
        self._flag = _Flag()
        self.title = Label("", "title", elide="right")
        self.favorite = IconButton("star", _("Favorite"), framed=True)
        self.favorite.setCheckable(True)
        self.favorite.clicked.connect(self.favorite_toggled)
        self.copy_code = IconButton("copy", _("Copy code"), framed=True)
        self.copy_code.clicked.connect(self.copy_pressed)
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(lambda: self.copy_code.show_icon("copy"))
        self._tags = QWidget()
        self._tag_row = FlowLayout(spacing=6, parent=self._tags)
        self._shown_tags: list[Tag] = []
        self.tabs = SegmentTabs(_("Lists"))
        self.tabs.add_tab(CITIES, _("Cities"))
        self.tabs.add_tab(ISPS, _("ISPs"))
        self.tabs.chosen.connect(self._on_tab_chosen)
        self.cities = LocationsPane(_("Search cities"), _("Cities"))
        self.isps = LocationsPane(_("Search ISPs"), _("ISPs"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.cities)
        self._stack.addWidget(self.isps)
        self._lay_out()

    def show_country(self, row: CountryRow) -> None:
        """Shows a country's head; its lists come later."""
        self.code = row.code
        self._flag.show_code(row.code)
        self.title.setText(row.name)
        self.favorite.setChecked(row.favorite)
        self.favorite.show_icon("star-filled" if row.favorite else "star")
        self.copy_code.setToolTip(_("Copy code {code}").format(code=row.code))
        if [tag.shown_text() for tag in self._shown_tags] != list(row.products):
            self._show_tags(row.products)

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

    def show_count(self, key: LocationKind, count: int | None) -> None:
        """Writes on a tab how many there are, None for nothing to count."""
        if count is None:
            self.tabs.show_text(key, _("Cities") if key == CITIES else _("ISPs"))
        else:
            self.tabs.show_text(key, tab_title(key, count))

    def show_copied(self) -> None:
        """Shows a check mark instead of the button's icon for 2 seconds."""
        self.copy_code.show_icon("check")
        self._check.start()

    def show_tab(self, key: LocationKind) -> None:
        """Opens a tab."""
        self.tabs.select(key)
        self._on_tab_chosen()

    def shown(self) -> LocationKind:
        """Returns which tab is open."""
        return CITIES if self.tabs.selected() == CITIES else ISPS

    def pane(self, key: LocationKind) -> LocationsPane:
        """Returns the pane of a tab."""
        return self.cities if key == CITIES else self.isps

    def set_compact(self, *, compact: bool) -> None:
        """Shows Back in a small window."""
        self.back.setVisible(compact)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.back)
        head.addWidget(self._flag)
        head.addWidget(self.title, 1)
        head.addWidget(self.favorite)
        head.addWidget(self.copy_code)
        self.body.setSpacing(10)
        self.body.addLayout(head)
        self.body.addWidget(self._tags)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._stack, 1)

    def _on_tab_chosen(self) -> None:
        self._stack.setCurrentWidget(self.pane(self.shown()))
        self.tab_chosen.emit()


class _Flag(QWidget):
    """The country's flag, large."""

    def __init__(self) -> None:
        super().__init__()
        self._code = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self.updateGeometry)

    def show_code(self, code: str) -> None:
        self._code = code
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(_FLAG[0]), theme.scaled(_FLAG[1]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_flag(QPainter(self), QRectF(self.rect()), self._code.lower())
