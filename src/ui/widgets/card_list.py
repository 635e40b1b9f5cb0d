"""A list of cards beside a detail, and what stands in its place while there is nothing to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QStackedWidget, QStyledItemDelegate

from app.texts import _
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QItemSelection
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget


class _CardView(QListView):
    """Knows when the keyboard moves in it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_moving = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves, or opens."""
        self.is_moving = True
        super().keyPressEvent(event)
        self.is_moving = False


class CardList(QStackedWidget):
    """One row is chosen at a time, by mouse or keyboard; rows are as high as their delegate says.

    Args:
        name: What the list holds, for screen readers.
        model: The rows.
        delegate: Paints them; it ends with the list.
        loading: Grey rows of the size of those to come.

    Attributes:
        view: The rows themselves.

    Signals:
        chosen(QModelIndex): A person chose a row, or the same one again. In a small window the arrows only
            move: what they would open would take the list's place.
    """

    chosen = Signal(QModelIndex)

    def __init__(
        self, name: str, model: QAbstractItemModel, delegate: QStyledItemDelegate, loading: QWidget
    ) -> None:
        super().__init__()
        self._is_telling = True
        self._has_begun = False
        self._is_compact = False
        self.view = self._build_view(name, model, delegate)
        self._nothing = EmptyState("search", _("Nothing found"), "")
        self._loading = loading
        for widget in (self.view, self._nothing, self._loading):
            self.addWidget(widget)
        # Else the tallest of the three would push what stands around it out of a small window.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def show_rows(self) -> None:
        """Shows the rows; the first time they get the keyboard."""
        self.setCurrentWidget(self.view)
        if not self._has_begun:
            self._has_begun = True
            self.view.setFocus()

    def show_nothing(self, icon: str, title: str, text: str) -> None:
        """Says why there are no rows."""
        self._nothing.show_empty(icon, title, text)
        self.setCurrentWidget(self._nothing)

    def show_loading(self) -> None:
        """Shows grey rows in the place of those to come."""
        self.setCurrentWidget(self._loading)

    def is_loading(self) -> bool:
        """Returns whether grey rows are shown."""
        return self.currentWidget() is self._loading

    def select(self, index: QModelIndex) -> None:
        """Selects a row without telling, and brings it into view; an invalid one is no row."""
        self._is_telling = False
        if not index.isValid():
            self.view.clearSelection()
        elif not self.view.selectionModel().isSelected(index):
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._is_telling = True

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Has the arrow keys choose no row, in a small window."""
        self._is_compact = compact

    def _build_view(self, name: str, model: QAbstractItemModel, delegate: QStyledItemDelegate) -> _CardView:
        view = _CardView()
        view.setAccessibleName(name)
        view.setModel(model)
        delegate.setParent(view)
        view.setItemDelegate(delegate)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.viewport().setAutoFillBackground(False)
        view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        # In a small window the selected row opens again, by a click as by Enter.
        view.clicked.connect(self.chosen)
        view.activated.connect(self.chosen)
        return view

    def _on_selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        if indexes and self._is_telling and not (self._is_compact and self.view.is_moving):
            self.chosen.emit(indexes[0])
