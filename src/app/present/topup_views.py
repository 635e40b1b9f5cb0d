"""Frozen views of top-ups: texts and flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["warning", "info", "success", "danger", "neutral", "unknown"]
StepState = Literal["done", "current", "future", "failed"]


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A status: icon, word and color."""

    kind: Kind
    text: str
    icon: str


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


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the way."""

    text: str
    state: StepState


@dataclass(frozen=True, slots=True)
class ClockView:
    """The rate lock's clock."""

    seconds_left: float
    total_seconds: float
    text: str
    trailing: str
    second_line: str


@dataclass(frozen=True, slots=True)
class ConfirmingView:
    """How far the network is; `left` is an estimate in words, empty when there is none."""

    title: str
    value: int
    maximum: int
    note: str
    left: str = ""


@dataclass(frozen=True, slots=True)
class PaymentSeenView:
    """What is known of the payment: identifiers are untrusted text."""

    txid: str
    received: str
    coin: str
    explorer_url: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The card with the status or final result; kinds as for badges.

    `asks_first`: a new one is not the next thing to do: the service is to be asked before.
    `offers_check`: the service can be asked at once how it stands.
    """

    kind: Kind
    icon: str
    title: str
    lines: tuple[str, ...]
    details: str
    offers_new: bool
    asks_first: bool = False
    offers_check: bool = False


@dataclass(frozen=True, slots=True)
class ReportView:
    """The form for 'I've sent the payment'."""

    title: str
    text: str
    placeholder: str


@dataclass(frozen=True, slots=True)
class PurchaseView:
    """What is bought with the top-up, apart from the payment's state."""

    title: str
    text: str
    total: str
    badge: BadgeView


@dataclass(frozen=True, slots=True)
class TopUpView:
    """Everything of one top-up but the deposit, which is checked first."""

    id: str
    title: str
    subtitle: str
    badge: BadgeView
    steps: tuple[StepView, ...]
    waiting_for: str
    can_pay: bool
    clock: ClockView | None
    send_only: str
    confirming: ConfirmingView | None
    seen: PaymentSeenView | None
    outcome: OutcomeView | None
    report: ReportView | None
    purchase: PurchaseView | None
    timeline: tuple[tuple[str, str], ...]
    details: tuple[tuple[str, str], ...]
