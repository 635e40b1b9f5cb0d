"""Notifications about top-ups and subscriptions."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from app.models.times import Instant
from app.models.value import Text, Value

NotificationKind = Literal[
    "credited",
    "rejected",
    "purchase_failed",
    "about_to_expire",
    "traffic_80",
    "traffic_95",
    "traffic_left",
    "days_left",
    "ending",
]
"""`traffic_80` and `traffic_95` are the first and the second threshold of the traffic used."""

KINDS: Final[tuple[NotificationKind, ...]] = get_args(NotificationKind)

OF_TRAFFIC: Final = frozenset[NotificationKind](("traffic_80", "traffic_95", "traffic_left", "days_left"))


class Notification(Value):
    """An event with the facts that its text needs; it holds no secret.

    Attributes:
        occasion: Identifies the event among those of the same subject.
        at: When, by the service's clock.
        amount_usd: Of a top-up, a decimal string; with `credited` what was credited, empty if unknown.
        spent_usd: What a plan that was bought with it took at once, a decimal string; empty if none was.
        name: Of the plan, or of the subscription; untrusted text.
        ends_at: When the rate lock or the subscription ends.
        percent: How much of the traffic is used.
        days: How long the traffic lasts at `bytes_per_day`, an estimate.
    """

    kind: NotificationKind
    subject_id: Text
    occasion: Text
    at: Instant
    amount_usd: Text = ""
    spent_usd: Text = ""
    coin: Text = ""
    name: Text = ""
    ends_at: Instant | None = None
    percent: int = 0
    left_bytes: int = 0
    days: int = 0
    bytes_per_day: int = 0
    auto_renew: bool = False

    @property
    def is_of_subscription(self) -> bool:
        return self.kind in OF_TRAFFIC or self.kind == "ending"

    @property
    def topic(self) -> str:
        """What it is about, with its subject; a later notification of the same topic outdates it."""
        if not self.is_of_subscription:
            return self.subject_id
        used = self.kind in {"traffic_80", "traffic_95"}
        return f"{self.subject_id}/{'used' if used else self.kind}"


class SavedNotification(NamedTuple):
    """A notification as it is saved; the names are those in files that users have."""

    notice: Notification
    is_read: bool = False


class StoredNotification(NamedTuple):
    """A notification in the list; later ones have higher numbers."""

    number: int
    account: str
    notification: Notification
    is_read: bool = False
