"""What stands between head and bar: the table, or why there is nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.unloaded import show_unloaded
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.skeleton import Skeleton
from ui.widgets.tables.select_all_box import SelectAllBox

if TYPE_CHECKING:
    from app.errors import AppError
    from ui.widgets.tables.table_view import TableView

_GREY_ROWS = 6
_GREY_WIDTHS = (16, 130, 110, 160)


class SubUsersPane(Card):
    """A card with the table.

    Signals:
        add_wanted(): The first sub-user is to be added.
        retry_wanted(): 'Try again' was pressed.
    """

    add_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, table: TableView, parent: QWidget | None = None) -> None:
        super().__init__(padding=1, parent=parent)
        self._table = table
        self.empty = EmptyState(
            "users",
            _("No sub-users yet"),
            _("A sub-user has its own username and password, and a traffic cap if you set one."),
            action=_("Add sub-user"),
            action_icon="user-plus",
        )
        self.empty.acted.connect(self.add_wanted)
        self._nothing = EmptyState("search", _("Nothing found"), _("No sub-user matches this filter."))
        self._unloaded = EmptyState("wifi-off", "", "")
        self._unloaded.acted.connect(self.retry_wanted)
        self._loading = self._build_skeleton()
        self._stack = QStackedWidget()
        for widget in (table, self.empty, self._nothing, self._unloaded, self._loading):
            self._stack.addWidget(widget)
        self.body.addWidget(self._stack)
        self.select_all = SelectAllBox(table, self)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self._stack.sizePolicy().Policy.Expanding)

    def show_loading(self) -> None:
        """Shows placeholder rows."""
        self._stack.setCurrentWidget(self._loading)

    def show_error(self, error: AppError) -> None:
        """Shows why there are no rows."""
        show_unloaded(self._unloaded, error)
        self._stack.setCurrentWidget(self._unloaded)

    def show_rows(self, *, loaded: int, shown: int, unreadable: str = "") -> None:
        """Shows the table, or says why it would be empty.

        Args:
            loaded: How many sub-users there are.
            shown: How many pass the filter.
            unreadable: How many could not be read, in words.
        """
        if shown:
            self._stack.setCurrentWidget(self._table)
        elif unreadable and not loaded:
            self._unloaded.show_empty("triangle-alert", _("None could be read"), unreadable)
            self._stack.setCurrentWidget(self._unloaded)
        else:
            self._stack.setCurrentWidget(self._nothing if loaded else self.empty)

    def _build_skeleton(self) -> QWidget:
        widget = QWidget()
        column = QVBoxLayout(widget)
        column.setContentsMargins(16, 54, 16, 16)
        column.setSpacing(28)
        for _row in range(_GREY_ROWS):
            row = QHBoxLayout()
            row.setSpacing(40)
            for width in _GREY_WIDTHS:
                row.addWidget(Skeleton(width, 16))
            row.addStretch()
            column.addLayout(row)
        column.addStretch()
        return widget
