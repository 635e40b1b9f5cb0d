"""The list of subscriptions: filter by text and product, rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QStackedWidget, QVBoxLayout, QWidget

from app.models.subscriptions import MOBILE_GB, RESIDENTIAL
from app.texts import _
from ui.pages.subscriptions.row_delegate import SubscriptionRowDelegate
from ui.widgets.chips import Segments
from ui.widgets.empty_state import EmptyState
from ui.widgets.search_field import SearchField
from ui.widgets.skeleton import Skeleton

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelection

    from ui.pages.subscriptions.list_model import SubscriptionListModel

ALL = "all"
PANE_WIDTH = 311


class SubscriptionListPane(QWidget):
    """Shows the subscriptions that the page has loaded.

    Signals:
        subscription_chosen(str): The id of the row that was selected by a person.
    """

    subscription_chosen = Signal(str)

    def __init__(self, model: SubscriptionListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._selecting = False
        self.search = SearchField(_("Filter subscriptions"), _("Filter"))
        self.search.textChanged.connect(self._on_filter_changed)
        self.products = Segments(
            _("Product"),
            [(ALL, _("All")), (RESIDENTIAL, _("Residential")), (MOBILE_GB, _("Mobile"))],
        )
        self.products.chosen.connect(self._on_filter_changed)
        self.view = self._build_view()
        self._nothing = EmptyState("search", _("Nothing found"), "")
        self._loading = self._build_skeleton()
        self._stack = QStackedWidget()
        for widget in (self.view, self._nothing, self._loading):
            self._stack.addWidget(widget)
        self._lay_out()

    def show_loading(self) -> None:
        """Shows grey rows in the place of those to come."""
        self._stack.setCurrentWidget(self._loading)

    def show_list(self) -> None:
        """Shows the rows, or says that there are none to show."""
        if self._model.rowCount():
            self._stack.setCurrentWidget(self.view)
            return
        if self.search.text().strip():
            self._nothing.show_empty("search", _("Nothing found"), _("No subscription holds these words."))
        else:
            text = _("There are no subscriptions of this product.")
            self._nothing.show_empty("gauge", _("None here"), text)
        self._stack.setCurrentWidget(self._nothing)

    def select(self, subscription_id: str) -> None:
        """Selects a row without telling, and brings it into view."""
        index = self._model.index_of(subscription_id)
        self._selecting = True
        if not index.isValid():
            self.view.clearSelection()
        elif not self.view.selectionModel().isSelected(index):
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._selecting = False

    def _build_view(self) -> QListView:
        view = QListView()
        view.setAccessibleName(_("Subscriptions"))
        view.setModel(self._model)
        view.setItemDelegate(SubscriptionRowDelegate(view))
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
        view.clicked.connect(self._on_row_activated)
        view.activated.connect(self._on_row_activated)
        return view

    def _build_skeleton(self) -> QWidget:
        widget = QWidget()
        layout = QVBoxLayout(widget)
        layout.setContentsMargins(18, 10, 18, 0)
        layout.setSpacing(10)
        for _row in range(4):
            layout.addWidget(Skeleton(120, 14))
            layout.addWidget(Skeleton(190, 10))
            layout.addWidget(Skeleton(0, 6))
            layout.addSpacing(22)
        layout.addStretch()
        return widget

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 8)
        head.setSpacing(10)
        head.addWidget(self.search)
        head.addWidget(self.products, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)

    def _on_filter_changed(self) -> None:
        product = self.products.selected()
        self._model.filter_by(self.search.text(), None if product == ALL else product)
        self.show_list()

    def _on_selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        if indexes and not self._selecting:
            self._on_row_activated(indexes[0])

    def _on_row_activated(self, index: QModelIndex) -> None:
        subscription = self._model.subscription_at(index)
        if subscription is not None:
            self.subscription_chosen.emit(subscription.id)
