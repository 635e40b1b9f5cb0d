"""Frozen views of subscriptions: texts and flags, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.present.badges import BadgeView, Kind

BarKind = Literal["normal", "warning", "danger"]


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription in the list.

    Attributes:
        id: Its id.
        label: Its label; its username when it has none. Untrusted text.
        product: 'Residential', 'Mobile (per GB)'; an unknown product is its raw word.
        product_id: For the filter.
        used: '31.4 of 50 GB'.
        share: How much of it is used, 0 to 1.
        bar: The color of the bar: amber from 80 %, red from 95 %.
        ends: 'Renews 4 Dec', 'Expires in 6 days', 'No expiry', 'Ended 3 Oct'.
        ends_full: The moment in full, for the tooltip; empty without expiry.
        auto_renew: Whether it renews by itself.
        badge: Its status.
        spoken: All of it in one sentence.
        search: The folded text that the filter searches.
    """

    id: str
    label: str
    product: str
    product_id: str
    used: str
    share: float
    bar: BarKind
    ends: str
    ends_full: str
    auto_renew: bool
    badge: BadgeView
    spoken: str
    search: str


@dataclass(frozen=True, slots=True)
class EndedView:
    """The notice that a subscription ended or is used up, with an offer to top up for its plan."""

    kind: Kind
    icon: str
    text: str
    plan_id: str

    @property
    def offers_topup(self) -> bool:
        """Whether the plan is known, so that 'Top up for this plan' can be offered."""
        return bool(self.plan_id)


@dataclass(frozen=True, slots=True)
class SubscriptionView:
    """One subscription; its password is not here, but shown and copied from the value itself."""

    row: SubscriptionRow
    title: str
    remaining: str
    sub_users: str
    username: str
    host: str
    ports: str
    http_port: str
    socks_port: str
    plan_id: str
    ended: EndedView | None
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OutcomeNote:
    """How something went that was asked for: a check, a new password."""

    kind: Kind
    icon: str
    text: str
    details: str = ""
