"""The check box 'Select all' in the header of a table of which many rows are selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.inputs.check_box import CheckBox

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from ui.widgets.tables.multi_select_table import MultiSelectTable

_SIDE = 16
_Kinds = QEvent.Type
_FOLLOWED = frozenset((_Kinds.Resize, _Kinds.Move, _Kinds.Show, _Kinds.Hide, _Kinds.LayoutDirectionChange))


class SelectAllBox(CheckBox):
    """Selects all rows that are shown, or none; partially checked while some are selected.

    Rows that a filter hides are never selected.

    Args:
        table: Has its model already; the box is above its first column.
        parent: A widget around the table: screen readers expect nothing but cells in a table.
    """

    def __init__(self, table: MultiSelectTable, parent: QWidget) -> None:
        header = table.horizontalHeader()
        super().__init__("", parent)
        self._table, self._around = table, parent
        self._header = header
        self.setTristate(True)
        self.setAccessibleName(_("Select all"))
        self.setToolTip(_("Select all"))
        self.clicked.connect(self._on_clicked)
        table.selection_changed.connect(self._show_state)
        for changed in (table.model().modelReset, table.model().rowsInserted, table.model().rowsRemoved):
            changed.connect(self._show_state)
        header.installEventFilter(self)
        header.sectionResized.connect(self._fit)
        theme.follow(self._fit)
        self._show_state()

    def nextCheckState(self) -> None:
        """Leaves the state to the selection."""

    def showEvent(self, event: QShowEvent) -> None:
        """Restores the tab order: box, titles, rows."""
        super().showEvent(event)
        QWidget.setTabOrder(self, self._header)
        QWidget.setTabOrder(self._header, self._table)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._header and event.type() in _FOLLOWED:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        side = theme.scaled(_SIDE) + 6
        middle = self._header.sectionViewportPosition(0) + self._header.sectionSize(0) // 2
        corner = self._header.mapTo(self._around, QPoint(middle - side // 2, 0))
        self.setGeometry(QRect(corner, QSize(side, self._header.height() - 1)))
        self.setVisible(self._header.isVisible())
        self.raise_()

    def _show_state(self) -> None:
        marked, rows = len(self._table.selectionModel().selectedRows()), self._table.model().rowCount()
        self.setEnabled(rows > 0)
        states = Qt.CheckState
        if not marked:
            self.setCheckState(states.Unchecked)
        else:
            self.setCheckState(states.Checked if marked == rows else states.PartiallyChecked)

    def _on_clicked(self) -> None:
        if self.checkState() == Qt.CheckState.Checked:
            self._table.clearSelection()
        else:
            self._table.selectAll()
