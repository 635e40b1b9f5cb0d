"""The loaded top-ups as a Qt model, newest first and filtered by text, and the delegate that paints them."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QRectF, QTimer, Signal

from app.i18n.texts import _
from app.present.topup_rows import TopUpRow, TopUpSummary, present_row, search_text, summarize
from app.rules.words import fold
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.tables.card_list import PADDING, CardRowDelegate, name_height, paint_name, paint_pair
from ui.widgets.tables.column_model import MAX_PRESENTED, ColumnModel
from ui.widgets.tables.columns import Column, RowRole
from ui.widgets.text.badge import paint_coin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from PySide6.QtGui import QPainter

    from app.models.topups import TopUp
    from ui.widgets.painting import Mirror
    from ui.widgets.tables.columns import ModelIndex


SEARCH_SLICE: Final = 4_000
"""How many top-ups are searched at a time: a few milliseconds."""
_ARRIVAL_SLICE: Final = 100
"""How many top-ups are summarized at a time: likewise; as many as a page of the service has at most."""
_AFTER_PAINT_MS: Final = 16
"""After the first of them the others arrive in other turns than that in which the list is painted."""

_COIN = 34
_GAP = 12
_CARD: Final[Column[TopUpSummary, TopUpRow]] = Column(
    key="card",
    title=lambda: _("Top-ups"),
    text=lambda row: row.accessible_text,
    tooltip=lambda row: row.when_full,
)


class TopUpListModel(ColumnModel[TopUpSummary, TopUpRow]):
    """Summaries of the top-ups; their order and identity last over refreshes, so that selections stay.

    A position counts all that are loaded, from the newest; a row counts those that the filter lets pass. Many
    that arrive at once are loaded piece by piece, so that the window stays responsive.

    Signals:
        found_more(): A continued search has found rows, or has ended.
        arrived(): More of those that arrived at once are loaded.
    """

    found_more = Signal()
    arrived = Signal()

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__((_CARD,))
        self._now = now
        self._summaries: list[str] = []
        self._texts: list[str] = []
        # Numbers that rise with the position, from `_lowest` on: a new first one changes no other's.
        self._numbers: dict[str, int] = {}
        self._lowest = 0
        self._arriving: deque[TopUp] = deque()
        self._arrivals = QTimer(self, singleShot=True)
        self._arrivals.timeout.connect(self._on_arrivals_due)
        self._rows: dict[int, TopUpRow] = {}  # by number
        self._text = ""
        self._hidden: frozenset[str] = frozenset()
        self._references: dict[str, str] = {}  # folded
        self._unconfirmed: frozenset[str] = frozenset()
        # The numbers of those that are shown; None when all are. One whose id is searched for is first, if
        # there is one; the others are in rising order.
        self._shown: list[int] | None = None
        self._leading = 0
        self._searched = 0
        self._searching = QTimer(self, singleShot=True)
        self._searching.timeout.connect(self._search_on)
        self.newest_at: datetime | None = None

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        if parent is not None and parent.isValid():
            return 0
        return len(self._summaries) if self._shown is None else len(self._shown)

    def row(self, number: int) -> TopUpRow:
        key = self._position(number) + self._lowest
        if key not in self._rows:
            if len(self._rows) >= MAX_PRESENTED:
                self._rows.clear()
            self._rows[key] = self._present(number)
        return self._rows[key]

    def dated_row(self, number: int) -> TopUpRow:
        """Returns a row with a day instead of an age."""
        return self._present(number, is_dated=True)

    def _present(self, number: int, *, is_dated: bool = False) -> TopUpRow:
        summary = TopUpSummary.from_json(self._summaries[self._position(number)])
        is_confirmed = summary.id not in self._unconfirmed
        return present_row(summary, self._now(), is_confirmed=is_confirmed, is_dated=is_dated)

    def replace_all(self, topups: Sequence[TopUp]) -> None:
        self._arriving.clear()
        self.beginResetModel()
        self._summaries, self._texts, self._numbers = [], [], {}
        self._rows.clear()
        self._filter()
        self.endResetModel()
        self.add_older(topups)
        if self._arriving:
            self._arrivals.start(_AFTER_PAINT_MS)
        self.newest_at = _newest_at(topups[:_ARRIVAL_SLICE])

    def renew(self, first: Sequence[TopUp]) -> bool:
        """Replaces the first page, so that rows that only moved down keep selection and scroll position.

        Returns:
            Whether the list was reset, because the loaded rows don't continue that page.
        """
        count = next((number for number, topup in enumerate(first) if self.has(topup.id)), -1)
        if count < 0:
            self.replace_all(first)
            return True
        for topup in reversed(first[:count]):
            self.add_newest(topup)
        positions = [self._position_of(topup.id) for topup in first]
        if positions != list(range(len(first))):
            self.replace_all(first)
            return True
        for topup in first:
            self.update(topup)
        return False

    def add_older(self, topups: Iterable[TopUp]) -> None:
        """Appends a further page; top-ups that are loaded already are updated."""
        self._arriving.extend(topups)
        self._add_arrivals()

    def add_newest(self, topup: TopUp) -> None:
        """Inserts a top-up at the top, or updates it in its row."""
        if self.has(topup.id):
            self.update(topup)
            return
        self.beginInsertRows(QModelIndex(), self._leading, self._leading)
        self._lowest -= 1
        self._numbers[topup.id] = self._lowest
        self._summaries.insert(0, summarize(topup).to_json())
        self._texts.insert(0, self._search_text(topup))
        if self._shown is not None:
            self._shown.insert(self._leading, self._lowest)
            self._searched += 1
        self.endInsertRows()
        self.newest_at = topup.created_at

    def update(self, topup: TopUp) -> None:
        """Ignores an unknown top-up."""
        position = self._position_of(topup.id)
        if position is None:
            at = next((at for at, one in enumerate(self._arriving) if one.id == topup.id), None)
            if at is not None:
                self._arriving[at] = topup
            return
        self._summaries[position], self._texts[position] = (
            summarize(topup).to_json(),
            self._search_text(topup),
        )
        self._refresh(topup.id)

    def filter_by(self, text: str) -> None:
        """Shows only the top-ups with every word of `text` in their row's texts or IDs.

        The one whose id it is comes first, the others as ever: newest first.
        A long list is searched piece by piece, so that typing never waits.
        """
        if text.split() != self._text.split():
            self._text = text
            self._reset_filter()

    def hide_ids(self, hidden: frozenset[str]) -> None:
        if hidden != self._hidden:
            self._hidden = hidden
            self._reset_filter()

    def set_reference(self, topup_id: str, reference: str) -> None:
        """Lets a top-up be found by the account holder's own reference."""
        before, after = self._references.pop(topup_id, ""), f" {fold(reference)}" if reference else ""
        if after:
            self._references[topup_id] = after
        if (position := self._position_of(topup_id)) is not None:
            self._texts[position] = self._texts[position].removesuffix(before) + after

    def show_unconfirmed(self, unconfirmed: frozenset[str]) -> None:
        """Marks the top-ups of these IDs, and no others, as not confirmed by the service."""
        changed = unconfirmed ^ self._unconfirmed
        self._unconfirmed = unconfirmed
        for topup_id in changed:
            self._refresh(topup_id)

    def refresh_times(self) -> None:
        self._rows.clear()
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 0), [RowRole])

    def index_of(self, topup_id: str) -> QModelIndex:
        """Returns the index of a top-up; invalid when it isn't shown."""
        number = self._numbers.get(topup_id)
        if number is None:
            return QModelIndex()
        if self._shown is None:
            return self.index(number - self._lowest, 0)
        if self._leading and number == self._shown[0]:
            return self.index(0, 0)
        row = bisect_left(self._shown, number, lo=self._leading)
        is_shown = row < len(self._shown) and self._shown[row] == number
        return self.index(row, 0) if is_shown else QModelIndex()

    def id_at(self, index: ModelIndex) -> str:
        if not index.isValid():
            return ""
        return TopUpSummary.from_json(self._summaries[self._position(index.row())]).id

    def has(self, topup_id: str) -> bool:
        """Returns whether a top-up is loaded, shown or not."""
        return topup_id in self._numbers

    def loaded(self) -> int:
        return len(self._summaries)

    def _search_text(self, topup: TopUp) -> str:
        return search_text(topup) + self._references.get(topup.id, "")

    def _position(self, row: int) -> int:
        return row if self._shown is None else self._shown[row] - self._lowest

    def _position_of(self, topup_id: str) -> int | None:
        number = self._numbers.get(topup_id)
        return None if number is None else number - self._lowest

    def _refresh(self, topup_id: str) -> None:
        if (number := self._numbers.get(topup_id)) is not None:
            self._rows.pop(number, None)
        index = self.index_of(topup_id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def _add_arrivals(self) -> None:
        """Adds some of those that arrived, and the others in later turns of the event loop."""
        new: dict[str, TopUp] = {}
        for _number in range(min(len(self._arriving), _ARRIVAL_SLICE)):
            topup = self._arriving.popleft()
            if self.has(topup.id):
                self.update(topup)
            else:
                new.setdefault(topup.id, topup)  # the service may list one twice
        self._append(new)
        if self._arriving:
            self._arrivals.start(0)

    def _on_arrivals_due(self) -> None:
        self._add_arrivals()
        self.arrived.emit()

    def _append(self, new: dict[str, TopUp]) -> None:
        before, are_all_shown = len(self._summaries), self._shown is None
        if are_all_shown and new:
            self.beginInsertRows(QModelIndex(), before, before + len(new) - 1)
        for number, topup in enumerate(new.values(), self._lowest + before):
            self._numbers[topup.id] = number
            self._summaries.append(summarize(topup).to_json())
            self._texts.append(self._search_text(topup))
        if are_all_shown:
            if new:
                self.endInsertRows()
        elif self._text.strip() in new:
            self._reset_filter()
        elif self._searched == before:
            self._search_on()

    def _reset_filter(self) -> None:
        self.beginResetModel()
        self._filter()
        self.endResetModel()

    def _filter(self) -> None:
        self._searching.stop()
        self._shown, self._leading = None, 0
        if self._text.split() or self._hidden:
            self._searched = min(SEARCH_SLICE, len(self._summaries))
            self._shown = self._matches(0, self._searched)
            exact = self._numbers.get(self._text.strip())
            if exact is not None and self._text.strip() not in self._hidden:
                self._leading = 1
                self._shown = [exact, *(number for number in self._shown if number != exact)]
            self._searching.start(0)

    def _search_on(self) -> None:
        """Searches the next piece; the last one ends the search."""
        if self._shown is None:
            return
        start = self._searched
        self._searched = min(start + SEARCH_SLICE, len(self._summaries))
        found = self._matches(start, self._searched)
        if self._leading and self._shown[0] in found:
            found.remove(self._shown[0])
        if found:
            self.beginInsertRows(QModelIndex(), len(self._shown), len(self._shown) + len(found) - 1)
            self._shown.extend(found)
            self.endInsertRows()
        if self._searched < len(self._summaries):
            self._searching.start(0)
        self.found_more.emit()

    def _matches(self, start: int, stop: int) -> list[int]:
        """Returns the numbers of those that pass from `start` to `stop`, without regard to accents."""
        found: Iterable[int] = range(start, stop)
        for word in fold(self._text).split():
            found = [position for position in found if word in self._texts[position]]
        hidden = {self._numbers.get(topup_id) for topup_id in self._hidden}
        numbers = [position + self._lowest for position in found]
        return [number for number in numbers if number not in hidden]


def _newest_at(topups: Sequence[TopUp]) -> datetime | None:
    """Returns when the first of a list that begins with the newest was made; None for any other list."""
    is_newest_first = all(newer.created_at >= older.created_at for newer, older in pairwise(topups))
    return topups[0].created_at if topups and is_newest_first else None


class TopUpRowDelegate(CardRowDelegate):
    """Paints two lines beside the coin's icon."""

    def height(self) -> int:
        return name_height() * 2 + 2 * PADDING + 4

    def paint_row(self, painter: QPainter, inner: QRectF, row: TopUpRow, mirror: Mirror) -> None:
        coin = min(float(theme.scaled(_COIN)), inner.height())
        middle, line = inner.center().y(), name_height()
        coin_rect = mirror.map_rect(QRectF(inner.left(), middle - coin / 2, coin, coin))
        paint_coin(painter, coin_rect, sanitized(row.coin, 12))
        text = inner.adjusted(coin + _GAP, 0, 0, 0)
        upper = QRectF(text.left(), middle - line - 1, text.width(), line)
        paint_name(painter, upper, row.amount, row.badge, mirror)
        lower = QRectF(text.left(), middle + 1, text.width(), line)
        paint_pair(painter, lower, (row.subtitle, row.when), mirror)
