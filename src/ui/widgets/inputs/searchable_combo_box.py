"""A combo box whose list has groups and a search line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem

from app.i18n.texts import _, listed
from ui.theme import theme
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.boxes import row
from ui.widgets.painting import Mirror, paint_text
from ui.widgets.screen_reader import announce
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex


_GROUP: Final = int(Qt.ItemDataRole.UserRole) + 1
_HEADING: Final = int(Qt.ItemDataRole.UserRole) + 2
_OFF: Final = int(Qt.ItemDataRole.ToolTipRole)
_MIN_WIDTH = 320
_HEIGHT = 420
_GAP = 4
_EDGE = 6
_INDENT = 4
_HEADING_TOP = 8
_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
_CHOOSE: Final = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))
_STAY: Final = frozenset((Qt.Key.Key_Tab, Qt.Key.Key_Backtab))
"""Keys without an effect: there is nothing else in the list's window."""


class SearchableComboBox(ComboBox):
    """Typing opens the list and searches it, also by the names of its groups.

    Args:
        fold: Returns a text as the search compares it, such as without case and accents.

    Signals:
        opening(): The list is about to be shown.
    """

    opening = Signal()

    def __init__(self, search_name: str, fold: Callable[[str], str]) -> None:
        super().__init__()
        self._search_name = search_name
        self._fold = fold
        self.setProperty("searchable", True)

    def show_items(self, items: Iterable[tuple[str, str, str]], chosen: str = "") -> None:
        """Shows other items, those of one group one after the other.

        Args:
            items: Text, value and group of each.
            chosen: The value to choose; '' leaves the one that is chosen, if it is among them.
        """
        before = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for text, value, group in items:
                self.addItem(text, value)
                self.setItemData(self.count() - 1, group, _GROUP)
            self.setCurrentIndex(max(0, self.findData(chosen or before)))
        if self.currentData() != before:
            self.currentIndexChanged.emit(self.currentIndex())

    @cached_property
    def search(self) -> SearchField:
        """The search line, made with the list's window when that is needed first."""
        search = SearchField(self._search_name)
        search.textChanged.connect(self._find)
        search.installEventFilter(self)
        self.setItemDelegate(_Delegate(self))
        self._list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        layout = cast("QBoxLayout", self._popup.layout())
        layout.insertLayout(0, row(search, margins=(_EDGE, _EDGE, _EDGE, 0)))
        layout.insertWidget(1, self._nothing, 0, Qt.AlignmentFlag.AlignTop)
        return search

    @cached_property
    def _list(self) -> QListView:
        return cast("QListView", self.view())

    @cached_property
    def _popup(self) -> QFrame:
        return cast("QFrame", self._list.parentWidget())

    @cached_property
    def _nothing(self) -> Label:
        nothing = Label(_("Nothing found"), "secondary")
        nothing.setContentsMargins(12, 8, 12, 8)
        return nothing

    def showPopup(self) -> None:
        """Opens the list, with the keyboard in the search line."""
        self.opening.emit()
        self.search.clear()
        self._find("")
        super().showPopup()
        # Qt takes its frame away with each style sheet.
        self._popup.setFrameShape(QFrame.Shape.StyledPanel)
        self._place_popup()
        self._list.setCurrentIndex(self.model().index(self.currentIndex(), 0))
        self._list.scrollTo(self._list.currentIndex(), QListView.ScrollHint.PositionAtCenter)
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter opens the list and is searched for."""
        text, control = event.text(), Qt.KeyboardModifier.ControlModifier
        if text.strip() and text.isprintable() and not event.modifiers() & control:
            self.showPopup()
            self.search.setText(text)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles the keys of the list in the search line."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.search:
            return self._handle_key(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _handle_key(self, key: Qt.Key) -> bool:
        if key in _STEPS:
            self._step(_STEPS[key])
        elif key in _CHOOSE:
            self._choose()
        elif key == Qt.Key.Key_Escape and not self.search.text():
            self.hidePopup()
        else:
            return key in _STAY
        return True

    def _shown(self) -> list[int]:
        return [number for number in range(self.count()) if not self._list.isRowHidden(number)]

    def _step(self, rows: int) -> None:
        shown, current = self._shown(), self._list.currentIndex().row()
        if shown:
            at = shown.index(current) if current in shown else -1
            self._go_to(shown[min(max(at + rows, 0), len(shown) - 1)])

    def _go_to(self, number: int) -> None:
        self._list.setCurrentIndex(self.model().index(number, 0))
        self._list.scrollTo(self._list.currentIndex())
        words = (self.itemText(number), self.itemData(number, _GROUP), self.itemData(number, _OFF) or "")
        announce(self.search, listed(filter(None, words)))

    def _choose(self) -> None:
        chosen = self._list.currentIndex().row()
        if chosen in self._shown():
            self.setCurrentIndex(chosen)
            self.hidePopup()
            self.activated.emit(chosen)

    def _find(self, text: str) -> None:
        """Shows the items that contain every word, and goes to the first, if possible one that begins so."""
        wanted, start = self._fold(text).split(), self._fold(text).strip()
        names = [self._fold(self.itemText(number)) for number in range(self.count())]
        before = ""
        for number, name in enumerate(names):
            group = self.itemData(number, _GROUP)
            is_found = all(word in f"{name} {self._fold(group)}" for word in wanted)
            self._list.setRowHidden(number, not is_found)
            # The first shown item of a group has its name above it.
            self.setItemData(number, group if is_found and group != before else "", _HEADING)
            before = group if is_found else before
        self._list.doItemsLayout()
        shown = self._shown()
        self._nothing.setVisible(not shown)
        self._list.setVisible(bool(shown))
        if wanted and shown:
            self._go_to(next((number for number in shown if names[number].startswith(start)), shown[0]))

    def _place_popup(self) -> None:
        """Moves the list's window below or above the box, where there is room for it."""
        screen, top = self.screen().availableGeometry(), self.mapToGlobal(self.rect().topLeft())
        below = screen.bottom() - top.y() - self.height() - 2 * _GAP
        above = top.y() - screen.top() - 2 * _GAP
        wanted = theme.scaled(_HEIGHT)
        is_below = below >= min(wanted, above)
        height = min(wanted, below if is_below else above)
        width = min(max(self.width(), theme.scaled(_MIN_WIDTH)), screen.width())
        left = top.x() + self.width() - width if self.isRightToLeft() else top.x()
        left = min(max(left, screen.left()), screen.right() + 1 - width)
        y = top.y() + self.height() + _GAP if is_below else top.y() - _GAP - height
        self._popup.setGeometry(QRect(left, y, width, height))


class _Delegate(QStyledItemDelegate):
    """Draws an item, and above the first one of a group its name."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height = theme.metrics("body").height() + 12
        width = super().sizeHint(option, index).width()
        return QSize(width, height + (_heading_height() if index.data(_HEADING) else 0))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        heading = index.data(_HEADING)
        if heading:
            area = QRectF(option.rect).adjusted(_INDENT, _HEADING_TOP, -_INDENT, 0)
            area.setHeight(_heading_height() - _HEADING_TOP)
            start = Mirror.of_row(option).start
            painter.save()
            paint_text(painter, area, heading, theme.font("caption"), theme.color("muted"), align=start)
            painter.restore()
            option.rect.setTop(option.rect.top() + _heading_height())
        super().paint(painter, option, index)


def _heading_height() -> int:
    return theme.metrics("caption").height() + _HEADING_TOP + 4
