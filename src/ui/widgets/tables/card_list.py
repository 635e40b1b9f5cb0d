"""A list of cards, and its rows."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QStackedWidget

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.painting import CARD_RADIUS, Mirror, paint_box, paint_ring, paint_text
from ui.widgets.tables.row_view import RowDelegate, RowState, RowView, is_formats_key, is_menu_key
from ui.widgets.text.badge import badge_size, paint_badge

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from PySide6.QtCore import QItemSelection, SignalInstance
    from PySide6.QtGui import QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

    from ui.widgets.tables.column_model import ColumnModel
    from ui.widgets.text.badge import BadgeKind

PADDING = 10
"""Between a card's edge and its content, in pixels."""
_MARGIN = 8
_MAX_SHARE = 0.7
"""Of a line, for the text at its end."""


class State(Protocol):
    """A state as a badge shows it."""

    @property
    def kind(self) -> BadgeKind:
        """Its color."""

    @property
    def text(self) -> str:
        """Its text, untrusted."""

    @property
    def icon(self) -> str:
        """Its icon."""


class CardRowDelegate(RowDelegate):
    """The style of the list: the selected row is a card, the others are on the background."""

    @abstractmethod
    def paint_row(self, painter: QPainter, inner: QRectF, row: Any, mirror: Mirror) -> None:  # noqa: ANN401 (each its own view)
        """Paints the content of a card; `inner` is the card without its padding, and not mirrored yet."""

    def paint(self, painter: QPainter, rect: QRectF, row: Any, state: RowState) -> None:  # noqa: ANN401 (each its own view)
        card = rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        if state.is_selected:
            paint_box(painter, card, theme.color("surface"), theme.color("border"), radius=CARD_RADIUS)
        elif state.is_hovered:
            paint_box(painter, card, theme.color("sunken"), radius=CARD_RADIUS)
        if state.has_focus:
            paint_ring(painter, card, radius=CARD_RADIUS)
        inner = card.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        self.paint_row(painter, inner, row, Mirror(rect, is_on=state.is_mirrored))


def paint_name(painter: QPainter, rect: QRectF, name: str, state: State, mirror: Mirror) -> None:
    """Paints a name, which may be untrusted, and the status at the other end of the line."""
    word, shown = sanitized(state.text, 24), sanitized(name)
    size = badge_size(word)
    # The name goes first: a long state takes what it leaves, or half of the line.
    left = rect.width() - theme.text_width(shown, "strong") - 8
    size.setWidth(min(size.width(), int(max(left, rect.width() / 2))))
    top = rect.center().y() - size.height() / 2
    badge_rect = QRectF(rect.right() - size.width(), top, size.width(), size.height())
    paint_badge(painter, mirror.map_rect(badge_rect), state.kind, word, state.icon)
    title_rect = mirror.map_rect(rect.adjusted(0, 0, -size.width() - 6, 0))
    paint_text(painter, title_rect, shown, theme.font("strong"), theme.color("text"), align=mirror.start)


def paint_pair(
    painter: QPainter, rect: QRectF, texts: tuple[str, str], mirror: Mirror, *, tone: str = "muted"
) -> None:
    """Paints a text, maybe untrusted, at the start and one at the end, which is bold in another tone."""
    first, last = texts
    role: theme.FontRole = "secondary" if tone == "muted" else "badge"
    width = min(theme.text_width(last, role), int(rect.width() * _MAX_SHARE))
    end = rect.adjusted(rect.width() - width, 0, 0, 0)
    paint_text(painter, mirror.map_rect(end), last, theme.font(role), theme.color(tone), align=mirror.end)
    first_rect = mirror.map_rect(rect.adjusted(0, 0, -width - 8, 0))
    font, ink = theme.font("secondary"), theme.color("muted")
    paint_text(painter, first_rect, sanitized(first), font, ink, align=mirror.start)


def name_height() -> int:
    return max(theme.metrics("strong").height(), badge_size("x").height())


class _CardView(RowView):
    """Requests menus and copies; `is_moving` while the keyboard moves in it."""

    selected = Signal(QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)
    copy_requested = Signal(QModelIndex)
    formats_requested = Signal(QModelIndex, QPoint)

    is_moving = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtGui import QKeySequence  # noqa: PLC0415 (as in `is_menu_key`)

        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self._emit(self.copy_requested, index)
            return
        if is_formats_key(event):
            self._emit(self.formats_requested, index, self._point_of(index))
            return
        if is_menu_key(event):
            self._emit(self.menu_requested, index, self._point_of(index))
            return
        self.is_moving = True
        super().keyPressEvent(event)
        self.is_moving = False

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        for index in selected.indexes():
            self.selected.emit(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            event.accept()
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """For the row under the pointer, or the current one."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(self.viewport().mapFromGlobal(event.globalPos()))
            self._emit(self.menu_requested, index, event.globalPos())
        else:
            index = self.currentIndex()
            self._emit(self.menu_requested, index, self._point_of(index))

    def _point_of(self, index: QModelIndex) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(index).center())

    def _emit(self, signal: SignalInstance, index: QModelIndex, *args: QPoint) -> None:
        if index.isValid():
            signal.emit(index, *args)


class CardList(QStackedWidget):
    """A list of cards of which one is selected; the delegate decides the rows' height.

    Args:
        loading: Returns placeholder rows of the usual size; called when loading takes long.

    Signals:
        chosen(QModelIndex): The user chose a row, or the same one again; not by arrow keys in a small
            window.
    """

    chosen = Signal(QModelIndex)

    def __init__(
        self,
        name: str,
        model: ColumnModel[Any, Any],
        delegate: CardRowDelegate,
        loading: Callable[[], QWidget],
    ) -> None:
        super().__init__()
        self._emits = True
        self._has_begun = False
        self._is_compact = False
        self.view = _CardView(name, model, delegate)
        self._connect()
        self._nothing = EmptyState("search", _("Nothing found"), "")
        self._make_loading = loading
        for widget in (self.view, self._nothing):
            self.addWidget(widget)
        # Else the tallest of them would push its neighbors out of a small window.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    @cached_property
    def _loading(self) -> QWidget:
        loading = self._make_loading()
        self.addWidget(loading)
        return loading

    def show_rows(self) -> None:
        self.setCurrentWidget(self.view)
        if not self._has_begun:
            self._has_begun = True
            self.view.setFocus()

    def show_nothing(self, icon: str, title: str, text: str) -> None:
        self._nothing.show_empty(icon, title, text)
        self.setCurrentWidget(self._nothing)

    def show_loading(self) -> None:
        self.setCurrentWidget(self._loading)

    def select(self, index: QModelIndex) -> None:
        """Selects a row without a signal, and scrolls to it; an invalid index clears the selection."""
        self._emits = False
        if not index.isValid():
            self.view.clearSelection()
        elif not self.view.selectionModel().isSelected(index):
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._emits = True

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """In a small window, arrow keys do not choose: the detail would replace the list."""
        self._is_compact = compact

    def _connect(self) -> None:
        view = self.view
        view.selected.connect(self._on_selected)
        # In a small window the selected row opens again, by a click as by Enter.
        view.clicked.connect(self.chosen)
        view.activated.connect(self.chosen)

    def _on_selected(self, index: QModelIndex) -> None:
        if self._emits and not (self._is_compact and self.view.is_moving):
            self.chosen.emit(index)
