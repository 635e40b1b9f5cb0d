"""The list of subscriptions: filter by text and product, rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _, pgettext
from app.i18n.units import found_of
from app.models.subscriptions import MOBILE_GB, RESIDENTIAL
from ui.pages.subscriptions.row_delegate import SubscriptionRowDelegate
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.skeleton import Skeleton
from ui.widgets.tables.card_list import CardList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from ui.pages.subscriptions.list_model import SubscriptionListModel

ALL = "all"
PANE_WIDTH = 311


class SubscriptionListPane(QWidget):
    """Shows the subscriptions that the page has loaded.

    Signals:
        subscription_chosen(str): The ID of the row that the user selected.
        copy_wanted(str): Ctrl+C on a row; its id.
        formats_wanted(str, QPoint): A row's menu is asked for, or Ctrl+Shift+C was pressed; its place.
    """

    subscription_chosen = Signal(str)
    copy_wanted = Signal(str)
    formats_wanted = Signal(str, QPoint)

    def __init__(self, model: SubscriptionListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._chosen_id = ""
        self._unreadable = ""
        self.search = SearchField(_("Filter subscriptions"), _("Filter"))
        self.search.textChanged.connect(self._on_filter_changed)
        self.products = Segments(
            _("Product"),
            [
                (ALL, pgettext("subscriptions", "All")),
                (RESIDENTIAL, _("Residential")),
                (MOBILE_GB, _("Mobile")),
            ],
        )
        self.products.chosen.connect(self._on_filter_changed)
        self.list = CardList(_("Subscriptions"), model, SubscriptionRowDelegate(), _skeleton())
        self.list.chosen.connect(self._on_row_chosen)
        self.list.copy_wanted.connect(lambda index: self.copy_wanted.emit(model.id_at(index)))
        for signal in (self.list.menu_wanted, self.list.formats_wanted):
            signal.connect(lambda index, place: self.formats_wanted.emit(model.id_at(index), place))
        self._found = Label("", "secondary")
        self._found.setContentsMargins(16, 4, 16, 8)
        self._found.hide()
        self.view = self.list.view
        self.search.lead_to(self.view)
        self._lay_out()

    def show_list(self, unreadable: str | None = None) -> None:
        """Shows the rows and how many pass the filter, or says that there are none to show.

        Args:
            unreadable: How many could not be read, in words; '' when all could, None for as it was.
        """
        if unreadable is not None:
            self._unreadable = unreadable
        is_filtered = bool(self.search.text().strip()) or self.products.selected() != ALL
        self._found.setText(found_of(self._model.rowCount(), self._model.loaded()))
        self._found.setVisible(is_filtered)
        self.search.show_found(self._found.shown_text() if self.search.text().strip() else "")
        if self._model.rowCount():
            self.list.show_rows()
        elif self.search.text().strip():
            self.list.show_nothing("search", _("Nothing found"), _("No subscription matches this filter."))
        elif self._unreadable:
            self.list.show_nothing("triangle-alert", _("None could be read"), self._unreadable)
        else:
            text = _("There are no subscriptions of this product.")
            self.list.show_nothing("gauge", _("None here"), text)

    def select(self, subscription_id: str) -> None:
        """Selects a row without a signal, and scrolls to it."""
        self._chosen_id = subscription_id
        self.list.select(self._model.index_of(subscription_id))

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
        layout.addWidget(self.list, 1)
        layout.addWidget(self._found)

    def _on_filter_changed(self) -> None:
        product = self.products.selected()
        self._model.filter_by(self.search.text(), None if product == ALL else product)
        self.show_list()
        self.view.scrollToTop()
        self.select(self._chosen_id)

    def _on_row_chosen(self, index: QModelIndex) -> None:
        subscription = self._model.subscription_at(index)
        if subscription is not None:
            self._chosen_id = subscription.id
            self.subscription_chosen.emit(subscription.id)


def _skeleton() -> QWidget:
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
