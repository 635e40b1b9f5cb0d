"""The list of top-ups in words: rows and search of a long history, and the pending requests above it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, listed, ngettext
from app.models.topups import PendingState
from app.present.topups import BadgeView, network_name, present_badge
from app.rules.search.words import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from app.models.topups import PendingTopUp, TopUp

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
        """Removes all top-ups."""
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

    def add_older(self, topups: Iterable[TopUp]) -> None:
        """Appends a page; a top-up that is there already is updated."""
        for topup in topups:
            if self.update(topup) is None:
                self._order[topup.id] = self._lowest + len(self)
                self._insert(len(self), topup)

    def add_newest(self, topup: TopUp) -> None:
        """Inserts a top-up before all others, or updates it at its position."""
        if self.update(topup) is None:
            self._lowest -= 1
            self._order[topup.id] = self._lowest
            self._insert(0, topup)

    def update(self, topup: TopUp) -> int | None:
        """Updates a top-up; returns its position, None if it is not here."""
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


@dataclass(frozen=True, slots=True)
class PendingView:
    """A card above the list.

    Attributes:
        key: The request's idempotency key.
        title: What was asked for.
        text: What is known of it.
        badge: Its state.
        asks: Whether 'Check again' is offered.
        can_forget: Whether 'Forget it' is.
        warning: The question before it is forgotten; empty if none is needed.
    """

    key: str
    title: str
    text: str
    badge: BadgeView
    asks: bool
    can_forget: bool
    warning: str


def another_text(titles: Sequence[str]) -> str:
    """Returns the question before another top-up is started while these are pending."""
    return _(
        "The outcome of this is not known yet: {topups}. A top-up that you start now is created in addition."
    ).format(topups=units.enumerated(titles))


def present_pending(pending: PendingTopUp, now: datetime) -> PendingView:
    """Returns the view of a request whose outcome is unknown.

    Args:
        pending: What was asked for.
        now: This computer's time.
    """
    draft = pending.draft
    title = _("A top-up that this app can no longer read")
    if draft is not None:
        title = _("{amount} in {coin} on {network}").format(
            amount=units.usd(draft.amount_usd), coin=draft.coin, network=network_name(draft.network)
        )
    warning = "" if pending.asks else _forget_warning(title)
    if pending.state is PendingState.DAMAGED:
        warning = _damaged_warning()
    return PendingView(
        pending.key,
        title,
        _pending_text(pending, now),
        _pending_badge(pending, now),
        pending.asks,
        pending.can_forget,
        warning,
    )


def _pending_badge(pending: PendingTopUp, now: datetime) -> BadgeView:
    if pending.state is PendingState.DAMAGED:
        return BadgeView("danger", _("Damaged"), "triangle-alert")
    if pending.asks:
        return BadgeView("warning", _("Not certain"), "circle-help")
    if pending.waits(now):
        return BadgeView("info", _("Waiting"), "hourglass")
    return BadgeView("info", _("Checking…"), "loader-circle")


def _damaged_warning() -> str:
    return _(
        "The app can't know any more which top-up this was. Look through the list first: once it is "
        "forgotten, a top-up of the list can be paid without being compared with what was asked for."
    )


def _forget_warning(title: str) -> str:
    return _(
        "The app stops checking {topup}. If the service has created it anyway, it appears in the "
        "list; nobody has to pay it."
    ).format(topup=title)


def _pending_text(pending: PendingTopUp, now: datetime) -> str:
    if pending.state is PendingState.DAMAGED:
        return _(
            "The app's record of this request is damaged, so it is never sent, and a top-up that it could "
            "be about can't be paid. Look through the list, then forget it here."
        )
    when = units.day_and_time(pending.asked_at, now)
    if pending.waits(now) and pending.waits_until is not None:
        return _(
            "Asked for at {when}. The service asks to wait; the app tries again at {time}, and makes no "
            "second top-up."
        ).format(when=when, time=units.day_and_time(pending.waits_until, now))
    return _unknown_text(pending, when)


def _unknown_text(pending: PendingTopUp, when: str) -> str:
    match pending.state:
        case PendingState.CHECKING:
            return _("Requested at {when}. The service is being asked right now.").format(when=when)
        case PendingState.WAITING:
            return _(
                "Requested at {when}, without a response so far. The app tries again by itself; "
                "it never creates a second top-up."
            ).format(when=when)
        case PendingState.AMBIGUOUS:
            found = ngettext(
                "The list holds {n} top-up that could be this one.",
                "The list holds {n} top-ups that could be this one.",
                pending.candidates,
            ).format(n=pending.candidates)
            return _(
                "It may or may not have been created: requested at {when}, without a response. "
                "{found} Compare before you pay any of them."
            ).format(when=when, found=found)
        case _:
            return _(
                "It may or may not have been created: requested at {when}, without a response. It "
                "is too late to ask again safely, and the service's list contains no match."
            ).format(when=when)


def present_restored(moved_to: str) -> str:
    """Returns the message about an outbox that was damaged, moved aside and recreated."""
    return _(
        "This app's record of its requests was damaged. It was moved to {place}, and your top-ups "
        "were read from the service again. Review them before you start a new one."
    ).format(place=moved_to)
