"""A compact index of a long history of top-ups: its rows, and search."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, listed
from app.present.topups import network_name, present_badge
from app.rules.search.words import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from app.models.topups import TopUp
    from app.present.topups import BadgeView

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TopUpRow:
    """A top-up in the list."""

    id: str
    coin: str
    amount: str
    subtitle: str
    badge: BadgeView
    when: str
    when_full: str
    spoken: str


class TopUpIndex:
    """Top-ups in columns, newest first, about 400 bytes each; the top-ups themselves are not retained."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._numbers: dict[str, int] = {}
        self.clear()

    def __len__(self) -> int:
        return len(self._ids)

    def clear(self) -> None:
        """Forgets everything."""
        self._order: dict[str, int] = {}
        self._lowest = 0
        self._ids: list[str] = []
        self._amounts: list[str] = []
        self._texts: list[str] = []
        self._created = array("q")
        self._statuses = array("H")
        self._coins = array("H")
        self._networks = array("H")
        self._confirmations = array("L")
        self._required = array("L")
        self._purchases = array("b")

    def add_older(self, topups: Iterable[TopUp]) -> int:
        """Appends a page; what is there already is renewed. Returns how many were new."""
        before = len(self)
        for topup in topups:
            if self.update(topup) is None:
                self._order[topup.id] = self._lowest + len(self)
                self._insert(len(self), topup)
        return len(self) - before

    def add_newest(self, topup: TopUp) -> bool:
        """Puts a top-up before all others, or renews it where it is. Returns whether it was new."""
        if self.update(topup) is not None:
            return False
        self._lowest -= 1
        self._order[topup.id] = self._lowest
        self._insert(0, topup)
        return True

    def update(self, topup: TopUp) -> int | None:
        """Renews a top-up; returns its position, None if it is not here."""
        position = self.position(topup.id)
        if position is not None:
            self._statuses[position] = self._number(topup.status)
            self._confirmations[position] = min(topup.confirmations, 0xFFFF_FFFF)
            self._required[position] = min(topup.confirmations_required, 0xFFFF_FFFF)
            self._texts[position] = _search_text(topup)
        return position

    def position(self, topup_id: str) -> int | None:
        """Returns the position of a top-up, None if it is not here."""
        number = self._order.get(topup_id)
        return None if number is None else number - self._lowest

    def topup_id(self, position: int) -> str:
        """Returns the id of the top-up at a position."""
        return self._ids[position]

    def status(self, position: int) -> str:
        """Returns the status of the top-up at a position."""
        return self._words[self._statuses[position]]

    def row(self, position: int, now: datetime, *, is_confirmed: bool = True) -> TopUpRow:
        """Returns the row at a position, from 0, the newest.

        Args:
            now: The service's time.
            is_confirmed: Whether the service confirms the top-up (see `TopUpStore.not_confirmed`).
        """
        coin, network = self._words[self._coins[position]], self._words[self._networks[position]]
        subtitle = f"{coin} · {network_name(network)}"
        if self._purchases[position]:
            subtitle += " · " + _("plan")
        progress = (self._confirmations[position], self._required[position])
        badge = present_badge(self.status(position), progress, is_confirmed=is_confirmed)
        amount = units.usd(self._amounts[position])
        created_at = _EPOCH + timedelta(microseconds=self._created[position])
        when = units.ago(created_at, now)
        return TopUpRow(
            id=self._ids[position],
            coin=coin,
            amount=amount,
            subtitle=subtitle,
            badge=badge,
            when=when,
            when_full=units.full_moment(created_at),
            spoken=listed((amount, subtitle, badge.text, when)),
        )

    def matches(
        self, text: str, start: int = 0, stop: int | None = None, hidden: Collection[str] = frozenset()
    ) -> list[int]:
        """Returns the positions of the top-ups that hold every word of a text, without regard to accents.

        Args:
            text: Words, in any order.
            start: Where to begin.
            stop: Where to end; a long search is made in slices.
            hidden: The ids of top-ups to leave out.
        """
        words = fold(text).split()
        texts, ids = self._texts, self._ids
        end = len(ids) if stop is None else min(stop, len(ids))
        return [
            position
            for position in range(start, end)
            if ids[position] not in hidden and all(word in texts[position] for word in words)
        ]

    def _insert(self, position: int, topup: TopUp) -> None:
        self._ids.insert(position, topup.id)
        self._amounts.insert(position, topup.amount_usd)
        self._texts.insert(position, _search_text(topup))
        self._created.insert(position, (topup.created_at - _EPOCH) // timedelta(microseconds=1))
        self._statuses.insert(position, self._number(topup.status))
        self._coins.insert(position, self._number(topup.coin))
        self._networks.insert(position, self._number(topup.network))
        self._confirmations.insert(position, min(topup.confirmations, 0xFFFF_FFFF))
        self._required.insert(position, min(topup.confirmations_required, 0xFFFF_FFFF))
        self._purchases.insert(position, topup.purchase is not None)

    def _number(self, word: str) -> int:
        """Returns the number of a word that many rows share; past 65,535 of them all others are one."""
        number = self._numbers.get(word)
        if number is None:
            if len(self._words) == 0xFFFF:
                return self._number("…") if word != "…" else 0
            number = self._numbers[word] = len(self._words)
            self._words.append(word)
        return number


def _search_text(topup: TopUp) -> str:
    """Returns the text that a search covers: the row's texts, and the IDs that users paste."""
    purchase = topup.purchase
    plan = f"{purchase.plan_id} {purchase.plan_name or ''}" if purchase else ""
    return fold(
        f"{topup.amount_usd} {topup.coin} {network_name(topup.network)} {topup.status.replace('_', ' ')}"
        f" {topup.id} {topup.txid or ''} {topup.amount_crypto} {topup.address} {plan}"
    )
