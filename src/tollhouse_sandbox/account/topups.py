"""Top-ups: created, listed, reported as paid (spec 4.2 to 4.5)."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from tollhouse_sandbox.errors import conflict, invalid, not_found
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.amounts import first_offset, from_units, payment_uri, rate_of, units_due
from tollhouse_sandbox.rules.coins import ENTRIES, Coin, Network
from tollhouse_sandbox.rules.ids import new_id, normalize_txid
from tollhouse_sandbox.rules.limits import AMOUNT_USD_MAX, AMOUNT_USD_MIN, RATE_LOCK, REPORTING_WINDOW
from tollhouse_sandbox.store.database import read_balance, transaction
from tollhouse_sandbox.store.records import Purchase, TopUp, change, find, insert, select
from tollhouse_sandbox.world import World

_ORDERS = {
    "default": "created_at DESC, number DESC",
    "reversed": "created_at, number",
    "by-id": "id",
}


@dataclass(frozen=True, slots=True)
class Draft:
    amount_usd: Decimal
    coin: Coin
    network: Network
    purchase: Purchase | None


def check_request(amount_usd: Decimal, code: str, network_id: str) -> tuple[Coin, Network]:
    """Checks an amount's bounds, and returns the coin catalog's entry (spec 4.2.1, 4.2.2).

    Raises:
        ApiError: 422 on `amountUsd`, or 409 `coin_unavailable`.
    """
    if amount_usd < AMOUNT_USD_MIN:
        raise invalid("amountUsd", "too_small", f"The amount is at least {AMOUNT_USD_MIN} USD.")
    if amount_usd > AMOUNT_USD_MAX:
        raise invalid("amountUsd", "too_large", f"The amount is at most {AMOUNT_USD_MAX} USD.")
    entry = ENTRIES.get((code, network_id))
    if entry is None:
        raise conflict("coin_unavailable", "This coin cannot be paid on this network.")
    return entry


def create_topup(world: World, draft: Draft) -> TopUp:
    """Creates a top-up that awaits its payment, inside a transaction.

    Raises:
        ApiError: 422 `too_small` when the purchase is not covered (spec 4.2.5).
    """
    missing = (draft.purchase.total if draft.purchase else Decimal(0)) - read_balance(world.connection)
    if draft.amount_usd < missing:
        raise invalid("amountUsd", "too_small", "The amount does not cover the price minus the balance.")
    now = world.clock.now()
    topup = new_topup(world.connection, new_id("tu"), draft, now)
    insert(world.connection, [topup])
    write_commit(world.connection, now, "topup.created", topup=topup.id)
    return topup


def new_topup(connection: sqlite3.Connection, topup_id: str, draft: Draft, now: datetime) -> TopUp:
    """Returns a top-up as of `now`, with the rate locked and an amount of its own (spec 2.1, 4.2.3)."""
    coin, network = draft.coin, draft.network
    rate = rate_of(coin, now)
    units = units_due(draft.amount_usd, rate, coin.decimals) + first_offset(topup_id)
    while _amount_taken(connection, network.id, from_units(units, coin.decimals), now):
        units += 1
    amount = from_units(units, coin.decimals)
    expires_at = now + RATE_LOCK
    return TopUp(
        id=topup_id,
        status="awaiting_payment",
        amount_usd=draft.amount_usd,
        coin=coin.code,
        network=network.id,
        address=network.address,
        amount_crypto=amount,
        rate=rate,
        payment_uri=payment_uri(coin, network, amount),
        created_at=now,
        expires_at=expires_at,
        txid_deadline=expires_at + REPORTING_WINDOW,
        confirmations_required=network.confirmations_required,
        purchase=draft.purchase,
    )


def _amount_taken(connection: sqlite3.Connection, network: str, amount: Decimal, now: datetime) -> bool:
    """Returns whether an open (not final) top-up of the network asks for the same number, of any coin."""
    same = [format(amount.quantize(Decimal(1).scaleb(-decimals)), "f") for decimals in (6, 8)]
    rows = select(connection, TopUp, "WHERE network = ? AND amount_crypto IN (?, ?)", network, *same)
    return any(row.amount_crypto == amount and not is_final(row, now) for row in rows)


def is_final(topup: TopUp, now: datetime) -> bool:
    """Returns whether it can't change any more (spec 2.1)."""
    closed = topup.status in {"expired", "rejected"} and now >= topup.txid_deadline
    return topup.status == "credited" or closed


def get_topup(world: World, topup_id: str) -> TopUp:
    topup = find(world.connection, TopUp, "WHERE id = ?", topup_id)
    if topup is None:
        raise not_found("top-up")
    return topup


def list_topups(world: World, status: str | None, page: int, per_page: int) -> tuple[list[TopUp], int]:
    """Returns one page of top-ups, newest first unless a variant has another order, and their total count."""
    where = "WHERE ? IS NULL" if status is None else "WHERE status = ?"
    count = f"SELECT count(*) FROM topups {where}"  # noqa: S608 - one of the two clauses above
    total = world.connection.execute(count, [status]).fetchone()[0]
    rest = f"{where} ORDER BY {_ORDERS[world.variants.value('order')]} LIMIT ? OFFSET ?"
    rows = select(world.connection, TopUp, rest, status, per_page, (page - 1) * per_page)
    return rows, total


def report_payment(world: World, topup_id: str, txid: str) -> TopUp:
    """Accepts the report that a payment was sent; an empty txid means 'match by amount' (spec 4.3).

    Raises:
        ApiError: 404; 409 `topup_closed`, `already_reported` or `txid_already_used`; 422 on `txid`.
    """
    topup = get_topup(world, topup_id)
    now = world.clock.now()
    if topup.status == "credited" or (topup.status != "verifying" and now >= topup.txid_deadline):
        raise conflict("topup_closed", "This top-up is closed for reports.")
    if topup.status == "verifying":
        raise conflict("already_reported", "The payment was reported already and is being verified.")
    with transaction(world.connection):
        change(
            world.connection,
            TopUp,
            topup_id,
            status="verifying",
            txid=_claimed_txid(world, topup, txid) if txid else None,
            txid_submitted_at=now,
            confirmations=0,
            amount_received_crypto=None,
            rejection_code=None,
            rejection_message=None,
        )
        write_commit(world.connection, now, "topup.reported", topup=topup_id)
    return get_topup(world, topup_id)


def _claimed_txid(world: World, topup: TopUp, txid: str) -> str:
    normal = normalize_txid(topup.network, txid)
    if normal is None:
        raise invalid("txid", "invalid", "This is not a transaction ID of the top-up's network.")
    other = "WHERE network = ? AND txid = ? AND id <> ?"
    if find(world.connection, TopUp, other, topup.network, normal, topup.id):
        raise conflict("txid_already_used", "Another top-up claims this transaction.")
    return normal
