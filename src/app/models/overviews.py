"""Overviews of accounts: what is known of each at a glance, opened or not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.models.times import Instant  # noqa: TC001 (read by pydantic)

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.topups import TopUp


@dataclass(frozen=True, slots=True)
class SubscriptionSummary:
    """What an overview needs of a subscription; it has no password, so that it can be saved.

    Attributes:
        name: The label, or the username where there is none. Untrusted text.
        remaining_bytes: May be below 0, as in `Subscription`.
        ends_at: None for no end, and for one that is unreadable.
        days_left: How many whole days the traffic lasts at the present pace; None if no pace is known.
    """

    id: str
    name: str
    status: str
    used_bytes: int
    total_bytes: int
    remaining_bytes: int
    ends_at: Instant | None
    auto_renew: bool
    days_left: int | None = None
    is_end_unreadable: bool = False


@dataclass(frozen=True, slots=True)
class SavedSummaries:
    """The subscriptions of an account, and when the service reported them; None if it never did."""

    as_of: Instant | None = None
    subscriptions: tuple[SubscriptionSummary, ...] = ()


class AccountProblem(StrEnum):
    """Why an account's data can't be renewed."""

    OFFLINE = "offline"
    KEY_REFUSED = "key refused"
    KEY_NEEDED = "key needed"
    KEYRING_LOCKED = "keyring locked"
    RATE_LIMITED = "rate limited"
    FAILING = "failing"
    """The service responds with an error."""
    OTHER_SERVICE = "other service"
    """Something else responds, or the responses do not follow the interface."""


@dataclass(frozen=True, slots=True)
class AccountOverview:
    """One account at a glance.

    Attributes:
        now: When it was derived, by the service's clock.
        topups: Those that can still change, the most urgent first.
        unconfirmed: The ids of those that the service does not confirm now.
        denied: The ids of those among them that it finally does not confirm, as one that it has no more.
        subscriptions: None if none were ever reported.
        as_of: When the subscriptions were reported.
        is_current: Whether the service has reported all of it since the start, and nothing went wrong since.
        refused_at: When the key was refused first, if that is the problem.
    """

    account_id: str
    now: datetime
    topups: tuple[TopUp, ...] = ()
    unconfirmed: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    subscriptions: tuple[SubscriptionSummary, ...] | None = None
    as_of: datetime | None = None
    is_current: bool = False
    problem: AccountProblem | None = None
    refused_at: datetime | None = None
