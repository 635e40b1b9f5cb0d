"""A top-up as a row of the list, and what a search finds it by."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed
from app.models.topups import amount_of
from app.present.statuses import network_name, present_badge
from app.rules.words import fold

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.present.statuses import BadgeView


class TopUpSummary(NamedTuple):
    """What a row of the list is presented from."""

    id: str
    amount_usd: str
    coin: str
    network: str
    status: str
    created_at: datetime
    has_purchase: bool
    progress: tuple[int, int]

    def to_json(self) -> str:
        """Returns what the list stores, about 150 bytes: texts cost the garbage collector nothing."""
        return json.dumps((*self[:5], self.created_at.isoformat(), *self[6:]))

    @classmethod
    def from_json(cls, text: str) -> TopUpSummary:
        """Returns the summary that `to_json` has stored."""
        topup_id, amount, coin, network, status, created_at, has_purchase, (seen, required) = json.loads(text)
        moment = datetime.fromisoformat(created_at)
        return cls(topup_id, amount, coin, network, status, moment, has_purchase, (seen, required))


class TopUpRow(NamedTuple):
    coin: str
    amount: str
    subtitle: str
    badge: BadgeView
    when: str
    created_at: datetime

    @property
    def when_full(self) -> str:
        return units.full_moment(self.created_at)

    @property
    def accessible_text(self) -> str:
        return listed((self.amount, self.subtitle, self.badge.text, self.when))


def summarize(topup: TopUp) -> TopUpSummary:
    return TopUpSummary(
        topup.id,
        amount_of(topup),
        topup.coin,
        topup.network,
        topup.status,
        topup.created_at,
        topup.purchase is not None,
        (topup.confirmations, topup.confirmations_required),
    )


def search_text(topup: TopUp) -> str:
    """Returns the folded texts of a top-up's row, and the IDs that users paste."""
    purchase = topup.purchase
    plan = f"{purchase.plan_id} {purchase.plan_name or ''}" if purchase else ""
    return fold(
        f"{topup.amount_usd} {units.usd(topup.amount_usd)} {units.usd(amount_of(topup))}"
        f" {topup.coin} {network_name(topup.network)} {topup.status.replace('_', ' ')}"
        f" {topup.id} {topup.txid or ''} {topup.amount_crypto} {topup.address} {plan}"
    )


def present_row(
    summary: TopUpSummary, now: datetime, *, is_confirmed: bool = True, is_dated: bool = False
) -> TopUpRow:
    """Returns the row of a top-up.

    Args:
        is_confirmed: Whether the service confirms the top-up (see `TopUpStore.not_confirmed`).
        is_dated: Whether it has a day instead of an age, which would be wrong later.
    """
    plan = " · " + _("plan") if summary.has_purchase else ""
    created_at = summary.created_at
    return TopUpRow(
        summary.coin,
        units.usd(summary.amount_usd),
        f"{summary.coin} · {network_name(summary.network)}{plan}",
        present_badge(summary.status, summary.progress, is_confirmed=is_confirmed),
        units.day(created_at, now) if is_dated else units.ago(created_at, now, is_alone=True),
        created_at,
    )
