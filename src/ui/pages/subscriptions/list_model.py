"""The subscriptions as a Qt model: in the service's order, filtered, each presented once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from app.present.subscriptions import matches, present_subscription_row
from app.rules.search.words import is_code
from ui.widgets.tables.card_rows import RowRole
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from app.models.subscriptions import Subscription
    from app.present.subscription_views import SubscriptionRow


type_index = QModelIndex | QPersistentModelIndex


class SubscriptionListModel(QAbstractListModel):
    """Holds subscriptions by ID; keeps order and identity over refreshes, so that selections stay."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Makes an empty list.

        Args:
            now: Returns the service's time, for 'Expires in 6 days'.
        """
        super().__init__()
        self._now = now
        self._subscriptions: dict[str, Subscription] = {}
        self._rows: dict[str, SubscriptionRow] = {}
        self._shown: list[str] = []
        self._text = ""
        self._product: str | None = None

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many subscriptions are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a row's view, or its accessible text."""
        if role not in {RowRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        if not 0 <= index.row() < len(self._shown):
            return None
        row = self._rows[self._shown[index.row()]]
        if role == RowRole:
            return row
        return tooltip(row.ends_full) if role == Qt.ItemDataRole.ToolTipRole else plain(row.spoken)

    def show_subscriptions(self, subscriptions: Iterable[Subscription]) -> None:
        """Replaces everything; where the order is the same, selection and scroll stay."""
        self._subscriptions = {subscription.id: subscription for subscription in subscriptions}
        now = self._now()
        self._rows = {
            subscription.id: present_subscription_row(subscription, now)
            for subscription in self._subscriptions.values()
        }
        self._show_fitting()

    def update(self, subscription: Subscription) -> None:
        """Updates a subscription in its row; an unknown one is ignored."""
        if subscription.id not in self._subscriptions:
            return
        self._subscriptions[subscription.id] = subscription
        self._rows[subscription.id] = present_subscription_row(subscription, self._now())
        index = self.index_of(subscription.id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def filter_by(self, text: str, product: str | None) -> None:
        """Shows only what fits.

        Args:
            text: Words that a row must hold; the one whose id or username it is comes first.
            product: Its product, None for any.
        """
        if (text, product) != (self._text, self._product):
            self._text, self._product = text, product
            self._show_fitting()

    def refresh_times(self) -> None:
        """Updates the times of the rows."""
        self.show_subscriptions(self._subscriptions.values())

    def index_of(self, subscription_id: str) -> QModelIndex:
        """Returns where a subscription is shown; invalid when it isn't."""
        if subscription_id not in self._shown:
            return QModelIndex()
        return self.index(self._shown.index(subscription_id))

    def id_at(self, index: type_index) -> str:
        """Returns the id of a row's subscription; empty when there is none."""
        return self._shown[index.row()] if index.isValid() else ""

    def subscription_at(self, index: type_index) -> Subscription | None:
        """Returns the subscription of a row."""
        return self._subscriptions[self._shown[index.row()]] if index.isValid() else None

    def subscription(self, subscription_id: str) -> Subscription | None:
        """Returns a loaded subscription."""
        return self._subscriptions.get(subscription_id)

    def loaded(self) -> int:
        """Returns how many subscriptions there are, shown or not."""
        return len(self._subscriptions)

    def _show_fitting(self) -> None:
        shown = [key for key, row in self._rows.items() if matches(row, self._text, self._product)]
        shown.sort(key=lambda key: not is_code(self._text, (key, self._subscriptions[key].username)))
        if shown == self._shown:
            if shown:
                self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))
            return
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()
