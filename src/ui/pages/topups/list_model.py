"""The loaded top-ups as a Qt model: newest first, filtered by text, each row presented when it is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from app.present.topups import present_row
from app.rules.topups import is_open

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from app.models.topups import TopUp
    from app.present.topup_views import TopUpRow

RowRole = int(Qt.ItemDataRole.UserRole) + 1

type_index = QModelIndex | QPersistentModelIndex


class TopUpListModel(QAbstractListModel):
    """Holds top-ups by id; keeps order and identity over refreshes, so that selections stay."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Makes an empty list.

        Args:
            now: Tells the service's time, for '2 min ago'.
        """
        super().__init__()
        self._now = now
        self._topups: dict[str, TopUp] = {}
        self._shown: list[str] = []
        self._words: tuple[str, ...] = ()

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many top-ups are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a row's view, or what a screen reader says of it."""
        if role not in {RowRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        if not 0 <= index.row() < len(self._shown):
            return None
        row = self._row(self._shown[index.row()])
        if role == RowRole:
            return row
        return row.when_full if role == Qt.ItemDataRole.ToolTipRole else row.spoken

    def show_topups(self, topups: Iterable[TopUp]) -> None:
        """Replaces everything that is loaded."""
        self.beginResetModel()
        self._topups = {topup.id: topup for topup in topups}
        self._shown = [topup_id for topup_id in self._topups if self._fits(topup_id)]
        self.endResetModel()

    def add_older(self, topups: Iterable[TopUp]) -> None:
        """Appends a further page; what is there already is only renewed."""
        new = []
        for topup in topups:
            if topup.id in self._topups:
                self.update(topup)
            else:
                self._topups[topup.id] = topup
                if self._fits(topup.id):
                    new.append(topup.id)
        if new:
            self.beginInsertRows(QModelIndex(), len(self._shown), len(self._shown) + len(new) - 1)
            self._shown.extend(new)
            self.endInsertRows()

    def add_newest(self, topup: TopUp) -> None:
        """Puts a top-up at the top, or renews it when it is there."""
        if topup.id in self._topups:
            self.update(topup)
            return
        self._topups = {topup.id: topup, **self._topups}
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._shown.insert(0, topup.id)
        self.endInsertRows()

    def update(self, topup: TopUp) -> None:
        """Renews a top-up in its place; an unknown one is ignored."""
        if topup.id not in self._topups:
            return
        self._topups[topup.id] = topup
        index = self.index_of(topup.id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def filter_by(self, text: str) -> None:
        """Shows only the top-ups that hold every word of `text` in what their row or their ids say."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self._words = words
            self.beginResetModel()
            self._shown = [topup_id for topup_id in self._topups if self._fits(topup_id)]
            self.endResetModel()

    def refresh_times(self) -> None:
        """Lets the rows say anew how long ago they were."""
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1), [RowRole])

    def index_of(self, topup_id: str) -> QModelIndex:
        """Returns where a top-up is shown; invalid when it isn't."""
        return self.index(self._shown.index(topup_id)) if topup_id in self._shown else QModelIndex()

    def topup_at(self, index: type_index) -> TopUp | None:
        """Returns the top-up of a row."""
        return self._topups[self._shown[index.row()]] if index.isValid() else None

    def topup(self, topup_id: str) -> TopUp | None:
        """Returns a loaded top-up."""
        return self._topups.get(topup_id)

    def open_topups(self) -> tuple[TopUp, ...]:
        """Returns the loaded top-ups that are still followed."""
        return tuple(topup for topup in self._topups.values() if is_open(topup))

    def loaded(self) -> int:
        """Returns how many top-ups are loaded, shown or not."""
        return len(self._topups)

    def _row(self, topup_id: str) -> TopUpRow:
        return present_row(self._topups[topup_id], self._now())

    def _fits(self, topup_id: str) -> bool:
        if not self._words:
            return True
        topup = self._topups[topup_id]
        purchase = topup.purchase.plan_id if topup.purchase else ""
        text = f"{self._row(topup_id).spoken} {topup.id} {topup.txid or ''} {topup.amount_crypto} {purchase}"
        folded = text.casefold()
        return all(word in folded for word in self._words)
