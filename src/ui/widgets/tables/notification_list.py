"""The list of notifications: icon, title, text, account and age."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from ui.theme import theme
from ui.theme.stylesheet import dress
from ui.widgets.tables.notification_delegate import (
    NotificationDelegate,
    NotificationItem,
    NotificationRole,
)
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

type_index = QModelIndex | QPersistentModelIndex
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[NotificationItem, ...] = ()

    def rowCount(self, parent: type_index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == NotificationRole:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(row.tooltip)
        return plain(row.spoken, 400) if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, rows: tuple[NotificationItem, ...]) -> None:
        if [row.number for row in rows] == [row.number for row in self.rows]:
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()


class NotificationList(QListView):
    """Enter, Space or a click chooses a row.

    Args:
        name: What it lists, for screen readers.
        parent: The widget it stands in.

    Signals:
        notification_chosen(int): The number of the row.
    """

    notification_chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _Model()
        self.setModel(self._rows)
        self._delegate = NotificationDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(self._on_clicked)
        dress(self, "view")
        theme.follow(self._restyle)

    def show_rows(self, rows: Sequence[NotificationItem]) -> None:
        """Shows what happened, in this order; where it is the same, current row and scroll stay."""
        self._rows.show_rows(tuple(rows))

    def content_height(self, width: int) -> int:
        """Returns how high all rows are together at a width."""
        return sum(self._delegate.height(row, width) for row in self._rows.rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Chooses the current row."""
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._on_clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows where the keyboard is: on a row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._rows.rows:
            self.setCurrentIndex(self._rows.index(0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wraps the sentences again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _on_clicked(self, index: QModelIndex) -> None:
        row = cast("NotificationItem | None", index.data(NotificationRole))
        if row is not None:
            self.notification_chosen.emit(row.number)

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
