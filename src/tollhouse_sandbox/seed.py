"""The demo account: its balance and its top-ups, one of every state, and a year of history."""

import random
import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from tollhouse_sandbox.account.orders import price_purchase
from tollhouse_sandbox.account.topups import Draft, new_topup
from tollhouse_sandbox.rules.coins import ENTRIES
from tollhouse_sandbox.rules.ids import new_id, txid_from
from tollhouse_sandbox.seed_subscriptions import seed_subscriptions
from tollhouse_sandbox.store.database import save_balance
from tollhouse_sandbox.store.records import Payment, TopUp, insert

_BALANCE_USD = Decimal("27.50")
_COUNT = 148
_HISTORY_DAYS = 365
_COINS = (
    [("BTC", "bitcoin")] * 5
    + [("USDT", "tron")] * 5
    + [("ETH", "ethereum")] * 3
    + [("LTC", "litecoin"), ("SOL", "solana"), ("USDC", "ethereum"), ("USDC", "solana"), ("USDT", "ethereum")]
)
_AMOUNTS = [25, 30, 40, 50, 50, 60, 75, 100, 100, 150, 250]
_STATUSES = ["credited"] * 8 + ["expired"] * 2 + ["rejected"]
_PLANS = ["residential-5gb", "residential-10gb", "mobile-gb-1", "residential-25gb"]


@dataclass(frozen=True, slots=True)
class _Past:
    """A top-up to seed: how long ago it was created, and its status by now."""

    ago: timedelta
    amount: str
    coin: str
    network: str
    status: str
    plan_id: str | None = None


_IN_SIGHT = (
    _Past(timedelta(minutes=2), "50.00", "BTC", "bitcoin", "awaiting_payment"),
    _Past(timedelta(minutes=11), "120.00", "USDT", "tron", "verifying", "residential-50gb"),
    _Past(timedelta(hours=26), "75.00", "ETH", "ethereum", "credited"),
    _Past(timedelta(hours=31), "25.00", "SOL", "solana", "rejected"),
    _Past(timedelta(hours=50), "40.00", "LTC", "litecoin", "expired"),
    _Past(timedelta(days=7), "250.00", "USDC", "ethereum", "credited", "residential-50gb"),
    _Past(timedelta(days=17), "100.00", "BTC", "bitcoin", "credited"),
    _Past(timedelta(days=22), "60.00", "USDT", "tron", "credited"),
    _Past(timedelta(days=29), "35.00", "BTC", "bitcoin", "expired"),
)


def seed(connection: sqlite3.Connection, number: int, now: datetime) -> None:
    """Fills a new database with what a number draws, in time around now; call it inside a transaction."""
    draw = random.Random(number)  # noqa: S311 - demo data, the same at every start
    save_balance(connection, _BALANCE_USD)
    history = [_drawn(draw) for _ in range(_COUNT - len(_IN_SIGHT))]
    for past in sorted([*_IN_SIGHT, *history], key=lambda item: item.ago, reverse=True):
        topup = _settled(draw, past, _created(connection, draw, past, now))
        insert(connection, [topup])
        if topup.status == "verifying":
            insert(connection, [_slow_payment(topup)])
    seed_subscriptions(connection, draw, now)


def _drawn(draw: random.Random) -> _Past:
    days = draw.uniform(30, _HISTORY_DAYS)
    coin, network = draw.choice(_COINS)
    status = draw.choice(_STATUSES)
    plan_id = draw.choice(_PLANS) if draw.random() < 0.15 else None
    return _Past(timedelta(days=days), f"{draw.choice(_AMOUNTS)}.00", coin, network, status, plan_id)


def _created(connection: sqlite3.Connection, draw: random.Random, past: _Past, now: datetime) -> TopUp:
    purchase = None
    if past.plan_id is not None:
        purchase = price_purchase(past.plan_id, 1, {}, None)
    draft = Draft(Decimal(past.amount), *ENTRIES[past.coin, past.network], purchase)
    return new_topup(connection, new_id("tu", draw), draft, now - past.ago)


def _settled(draw: random.Random, past: _Past, topup: TopUp) -> TopUp:
    if past.status in {"awaiting_payment", "expired"}:
        return replace(topup, status=past.status)
    paid = replace(
        topup,
        status=past.status,
        txid=txid_from(topup.network, draw.randbytes(64)),
        txid_submitted_at=topup.created_at + timedelta(seconds=draw.randrange(90, 900)),
    )
    if past.status == "verifying":
        return replace(paid, txid_submitted_at=topup.created_at + timedelta(minutes=2))
    if past.status == "rejected":
        return _rejected(paid)
    return _credited(paid)


def _credited(topup: TopUp) -> TopUp:
    _coin, network = ENTRIES[topup.coin, topup.network]
    reported = topup.txid_submitted_at or topup.created_at
    purchase = topup.purchase
    if purchase is not None:
        purchase = replace(purchase, status="completed", order_id=f"ord_{topup.id[3:]}")
    return replace(
        topup,
        confirmations=topup.confirmations_required,
        amount_received_crypto=topup.amount_crypto,
        credited_usd=topup.amount_usd,
        credited_at=reported + timedelta(minutes=network.estimated_minutes),
        purchase=purchase,
    )


def _rejected(topup: TopUp) -> TopUp:
    return replace(
        topup,
        amount_received_crypto=(topup.amount_crypto * Decimal("0.9")).quantize(topup.amount_crypto),
        rejection_code="amount_mismatch",
        rejection_message="The amount received is not the amount that was asked for.",
    )


def _slow_payment(topup: TopUp) -> Payment:
    """Returns the payment that is being verified: 7 of 20 confirmations now, one more every 75 seconds."""
    return Payment(
        txid=topup.txid or "",
        network=topup.network,
        coin=topup.coin,
        amount=topup.amount_crypto,
        meant_for=topup.id,
        sent_at=topup.txid_submitted_at or topup.created_at,
        claimed_by=topup.id,
        chain_ms=-9 * 60_000,
        chain_blocks=0,
        pace_ms=75_000,
    )
