"""The sort order and column widths of the table, saved for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.models.choices import TableLayout
from ui.pages.sub_users.columns import COLUMNS, CREATED
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.storage.state import State
    from ui.pages.sub_users.row_menu import RowMenu
    from ui.pages.sub_users.table import SubUserTable
    from ui.pages.sub_users.table_model import SubUserTableModel

_NAME: Final = "sub-users"
_PAUSE_MS = 500  # a column is drawn wider pixel by pixel


class Arrangement(QObject):
    """Joins the titles and the menu with the order of the rows.

    Signals:
        failed(AppError): It could not be saved.
    """

    failed = Signal(object)

    def __init__(self, state: State, model: SubUserTableModel, table: SubUserTable, menu: RowMenu) -> None:
        """Sorts by when they were created, until something else was loaded or chosen."""
        super().__init__(table)
        self._state = state
        self._model = model
        self._table = table
        self._menu = menu
        self._sorted_by = CREATED
        self._is_descending = False
        self.tasks = Tasks(self, self.failed.emit)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._on_timeout)
        table.widths_changed.connect(self._pause.start)
        for asking in (table.header, menu):
            asking.sort_wanted.connect(self._on_sort_wanted)
        self._sort()

    async def load(self) -> None:
        """Arranges the table as it was at the end of the last start.

        Raises:
            StorageError: It can't be read.
        """
        kept = await self._state.load(TableLayout, _NAME)
        self._table.show_widths(kept.widths)
        at = next((at for at, column in enumerate(COLUMNS) if column.key == kept.sorted_by), CREATED)
        if COLUMNS[at].sort is not None:
            self._sorted_by, self._is_descending = at, kept.is_descending
            self._sort()

    def _sort(self) -> None:
        sort = COLUMNS[self._sorted_by].sort
        if sort is not None:
            self._model.sort_by(sort, descending=self._is_descending)
        self._table.header.show_order(self._sorted_by, descending=self._is_descending)
        self._menu.show_order(self._sorted_by, descending=self._is_descending)

    def _on_sort_wanted(self, column: int, descending: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self._sorted_by, self._is_descending = column, descending
        self._sort()
        self._on_timeout()

    def _on_timeout(self) -> None:
        self._pause.stop()
        layout = TableLayout(dict(self._table.widths()), COLUMNS[self._sorted_by].key, self._is_descending)
        self.tasks.start("keep", self._state.save(layout, _NAME))
