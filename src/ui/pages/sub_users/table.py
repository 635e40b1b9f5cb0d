"""The table 'Sub-users': which cells stand in its columns, and how wide they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView

from app.i18n.texts import _
from ui.pages.sub_users import columns
from ui.pages.sub_users.columns import COLUMNS
from ui.theme.theme import follow, scaled
from ui.widgets.tables.cells import BarCell, CheckCell, MenuCell, SecretCell, SwitchCell, TextCell
from ui.widgets.tables.row_table import RowTable
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from ui.pages.sub_users.table_model import SubUserTableModel

_MIN_LABEL = 150
_MIN = 60
_FIXED = (columns.MARK, columns.MENU)


class SubUserTable(RowTable):
    """Shows the model; in a small window the least important columns are hidden.

    Signals:
        password_wanted(str): The password of a row is to be copied.
        widths_changed(): The user resized a column.
    """

    password_wanted = Signal(str)
    widths_changed = Signal()

    def __init__(self, model: SubUserTableModel, parent: QWidget | None = None) -> None:
        super().__init__(_("Sub-users"), parent)
        self._widths = {column.key: column.width for column in COLUMNS}
        self._is_arranging = False
        self.header = SortHeader([at for at, column in enumerate(COLUMNS) if column.sort], self)
        self.setHorizontalHeader(self.header)
        self.secrets = SecretCell(self)
        menus = MenuCell(self)
        cells = (
            CheckCell(self),
            TextCell("strong", "text", self),
            TextCell("mono", "text", self),
            self.secrets,
            BarCell(self),
            SwitchCell(self),
            TextCell("secondary", "muted", self),
            menus,
        )
        self.show_model(model, cells)
        self.setAccessibleDescription(
            _("Arrows move, Space selects or switches, Enter edits, the Menu key opens the actions.")
        )
        self.secrets.pressed.connect(self._on_secret_pressed)
        menus.pressed.connect(self._on_menu_pressed)
        self.header.sectionResized.connect(self._on_section_resized)
        self.header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column in _FIXED:
            self.header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.header.setSectionResizeMode(columns.LABEL, QHeaderView.ResizeMode.Stretch)
        follow(self._arrange)

    def widths(self) -> dict[str, int]:
        """Returns the user's column widths, in pixels at a text scale of 1."""
        return {key: width for key, width in self._widths.items() if width and key not in ("mark", "menu")}

    def show_widths(self, widths: Mapping[str, int]) -> None:
        """Takes remembered widths; those that can't be right are ignored."""
        for key in self.widths():
            if key in widths:
                self._widths[key] = min(600, max(_MIN, widths[key]))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves columns out where the table is narrow."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Hides or narrows the least important columns, one by one, until the labels fit."""
        if self.model() is None:
            return
        self._is_arranging = True
        room = self.viewport().width() - scaled(_MIN_LABEL)
        widths = [scaled(self._widths[column.key]) for column in COLUMNS]
        for _turn, at in sorted((column.shed, at) for at, column in enumerate(COLUMNS) if column.shed):
            if sum(widths) > room:
                widths[at] = scaled(COLUMNS[at].least)
        for at, width in enumerate(widths):
            self.setColumnHidden(at, not width and at != columns.LABEL)
            if width:
                self.setColumnWidth(at, width)
        self._is_arranging = False

    def _on_section_resized(self, column: int, _old: int, new: int) -> None:
        is_by_hand = not self._is_arranging and column not in (*_FIXED, columns.LABEL) and new > 0
        if is_by_hand:
            self._widths[COLUMNS[column].key] = max(_MIN, round(new * 100 / scaled(100)))
            self.widths_changed.emit()

    def _on_secret_pressed(self, index: QModelIndex) -> None:
        self.password_wanted.emit(self._key(index))

    def _on_menu_pressed(self, index: QModelIndex) -> None:
        rect = self.visualRect(index)
        self.menu_wanted.emit(self._key(index), self.viewport().mapToGlobal(rect.bottomLeft()))
