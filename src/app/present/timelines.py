"""The snapshots of a top-up as a timeline, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.i18n import units
from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.models.snapshots import TopUpSnapshot
    from app.models.topups import TopUp


class Look(Protocol):
    """One entry of the history: the top-up itself, or a stored snapshot of it."""

    @property
    def status(self) -> str:
        """As reported by the service."""
        ...

    @property
    def confirmations(self) -> int:
        """Seen so far."""
        ...

    @property
    def confirmations_required(self) -> int:
        """Needed."""
        ...

    @property
    def amount_received_crypto(self) -> str | None:
        """Seen on the network; None or empty until known."""
        ...

    @property
    def coin(self) -> str:
        """The coin it is paid with."""
        ...


def describe_snapshots(snapshots: Iterable[TopUpSnapshot]) -> tuple[tuple[datetime, str], ...]:
    """Returns what was new in each stored snapshot, for `present_timeline`."""
    described = []
    before: TopUpSnapshot | None = None
    for snapshot in snapshots:
        text = describe_change(before, snapshot)
        if text:
            described.append((snapshot.at, text))
        before = snapshot
    return tuple(described)


def describe_change(before: Look | None, after: Look) -> str:
    """Returns what is new between two snapshots of a top-up, or an empty text."""
    if before is not None and after.status not in {before.status, "verifying"}:
        texts = {
            "awaiting_payment": _("Waiting for the payment"),
            "rejected": _("Not accepted"),
            "expired": _("The rate lock ended"),
            "credited": "",  # it has its own time in the top-up, as being reported has
        }
        return texts.get(after.status, _("State: {word}").format(word=after.status))
    if after.status != "verifying":
        return ""
    if after.confirmations and (before is None or before.confirmations != after.confirmations):
        return _("{n} of {m} confirmations").format(n=after.confirmations, m=after.confirmations_required)
    if after.amount_received_crypto and (before is None or not before.amount_received_crypto):
        return _("Payment seen on the network, {amount} {coin}").format(
            amount=after.amount_received_crypto, coin=after.coin
        )
    return ""


def present_timeline(
    topup: TopUp, seen: tuple[tuple[datetime, str], ...], now: datetime
) -> tuple[tuple[str, str], ...]:
    """Returns (time, text) lines, newest first: the service's own times, and what this app saw between."""
    rate = _("Created, 1 {coin} = {rate} until {when}").format(
        coin=topup.coin,
        rate=units.rate_usd(topup.rate),
        when=units.day_and_time(topup.expires_at, now),
    )
    events = [(topup.created_at, rate)]
    if topup.txid_submitted_at is not None:
        events.append((topup.txid_submitted_at, _("Reported as sent")))
    # The service's time is known to a second or two; nothing was seen before it was there.
    events.extend((max(at, topup.created_at), text) for at, text in seen)
    if topup.credited_at is not None:
        text = _("Credited, {amount}").format(amount=units.usd(topup.credited_usd or topup.amount_usd))
        events.append((topup.credited_at, text))
    # What this app saw is known to the second; within one, the order above is the order of things.
    events.sort(key=lambda event: event[0].replace(microsecond=0))
    events.reverse()
    same_day = all(moment.astimezone().date() == now.astimezone().date() for moment, _text in events)
    return tuple(
        (
            units.clock_time(moment, seconds=True) if same_day else units.day_and_time(moment, now),
            text,
        )
        for moment, text in events
    )
