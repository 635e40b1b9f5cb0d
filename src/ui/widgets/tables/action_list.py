"""A list of rows of any height, some with a button of their own."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import theme
from ui.widgets.tables.columns import KeyRole, ModelIndex, RowRole
from ui.widgets.viewports import set_up_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent

    from ui.widgets.buttons.painted_button import PaintedButton
    from ui.widgets.tables.column_model import RecordModel

_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ActionDelegate(QStyledItemDelegate):
    """Paints the rows of an `ActionList`."""

    def __init__(self, view: ActionList) -> None:
        super().__init__(view)
        self.view = view

    def height(self, row: Any, width: int) -> int:  # noqa: ANN401 (each its own row)
        raise NotImplementedError

    def action_rect(self, rect: QRect, row: Any) -> QRect:  # noqa: ANN401 (likewise)
        """Returns the rect for the button of a row, not mirrored."""
        raise NotImplementedError

    def sizeHint(self, _option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        width = self.view.viewport().width()
        return QSize(width, self.height(index.data(RowRole), width))


class ActionList(QListView):
    """Enter, Space or a click chooses a row, and a row's button its action; the signals have its key."""

    row_chosen = Signal(str)
    row_action_chosen = Signal(str)

    def __init__(self, name: str, items: RecordModel[Any, Any]) -> None:
        super().__init__()
        self.items = items
        self._buttons: dict[str, PaintedButton] = {}
        set_up_view(self, name)
        self.setModel(items)
        self._delegate = self.make_delegate()
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.clicked.connect(self._on_clicked)
        theme.follow(self.restyle)

    def make_delegate(self) -> ActionDelegate:
        raise NotImplementedError

    def has_action(self, row: Any) -> bool:  # noqa: ANN401 (each its own row)
        raise NotImplementedError

    def make_button(self, row: Any) -> PaintedButton:  # noqa: ANN401 (likewise)
        """Returns a new button for a row, a child of the viewport."""
        raise NotImplementedError

    def update_button(self, button: PaintedButton, row: Any) -> None:  # noqa: ANN401 (likewise)
        """Shows on a button what has changed of its row."""

    def button_width(self, button: PaintedButton, available: int) -> int:
        return min(button.sizeHint().width(), available)

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Where the order is the same, current row, buttons and scroll position stay."""
        self.items.show_records(rows)
        self._show_buttons()
        self.scheduleDelayedItemsLayout()
        if self.hasFocus():
            self._begin_at_first()

    def button(self, key: str) -> PaintedButton | None:
        return self._buttons.get(key)

    def buttons(self) -> tuple[PaintedButton, ...]:
        return tuple(self._buttons.values())

    def content_height(self, width: int) -> int:
        return sum(self._delegate.height(row, width) for row in self.items.records())

    def doItemsLayout(self) -> None:
        super().doItemsLayout()
        self._place_buttons()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._place_buttons()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._on_clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Makes the first row current where none is."""
        super().focusInEvent(event)
        self._begin_at_first()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scrolls to the row of a button that gets the keyboard."""
        if event.type() == QEvent.Type.FocusIn and watched is not self.viewport():
            key = next((key for key, button in self._buttons.items() if button is watched), "")
            index = self._indexes().get(key)
            if index is not None:
                self.scrollTo(index)
        return super().eventFilter(watched, event)

    def _begin_at_first(self) -> None:
        if not self.currentIndex().isValid() and self.items.rowCount():
            self.setCurrentIndex(self.items.index(0, 0))

    def _indexes(self) -> dict[str, QModelIndex]:
        found = (self.items.index(number, 0) for number in range(self.items.rowCount()))
        return {str(index.data(KeyRole)): index for index in found}

    def _show_buttons(self) -> None:
        found = ((key, index.data(RowRole)) for key, index in self._indexes().items())
        rows = {key: row for key, row in found if self.has_action(row)}
        for key in self._buttons.keys() - rows.keys():
            self._buttons.pop(key).deleteLater()
        for key, row in rows.items():
            button = self._buttons.get(key)
            if button is None:
                button = self._buttons[key] = self.make_button(row)
                button.clicked.connect(partial(self.row_action_chosen.emit, key))
                button.installEventFilter(self)
            self.update_button(button, row)
        for above, below in pairwise((self, *(self._buttons[key] for key in rows))):
            self.setTabOrder(above, below)
        self._place_buttons()

    def _place_buttons(self) -> None:
        for key, index in self._indexes().items():
            button = self._buttons.get(key)
            if button is not None:
                row = self.visualRect(index)
                rect = self._delegate.action_rect(row, index.data(RowRole))
                rect.setWidth(self.button_width(button, rect.width()))
                button.setGeometry(QStyle.visualRect(self.layoutDirection(), row, rect))
                button.show()

    def _on_clicked(self, index: QModelIndex) -> None:
        key = index.data(KeyRole)
        if key is not None:
            self.row_chosen.emit(str(key))

    def restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
