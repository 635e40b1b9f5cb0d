"""What time and the chain do to top-ups: expire, credit, reject (spec 3.1)."""

from datetime import datetime
from decimal import ROUND_DOWN, Decimal

from tollhouse_sandbox.account.orders import place_order
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.amounts import rate_of
from tollhouse_sandbox.rules.coins import ENTRIES
from tollhouse_sandbox.rules.limits import SEARCH_WINDOW
from tollhouse_sandbox.store.database import read_balance, save_balance, transaction
from tollhouse_sandbox.store.records import Payment, TopUp, change, find, select
from tollhouse_sandbox.world import World

_CENT = Decimal("0.01")


def settle(world: World) -> None:
    """Brings every top-up up to the present. Cheap when none is open."""
    now = world.clock.now()
    due = select(
        world.connection,
        TopUp,
        "WHERE status = 'verifying' OR (status = 'awaiting_payment' AND expires_at <= ?) ORDER BY number",
        now,
    )
    for topup in due:
        with transaction(world.connection):
            if topup.status == "verifying":
                _verify(world, topup, now)
            else:
                change(world.connection, TopUp, topup.id, status="expired")
                write_commit(world.connection, now, "topup.expired", topup=topup.id)


def reject(world: World, topup: TopUp, code: str, message: str, **seen: object) -> None:
    """Ends a verification with a rejection; `seen` sets further columns."""
    with transaction(world.connection):
        change(
            world.connection,
            TopUp,
            topup.id,
            status="rejected",
            rejection_code=code,
            rejection_message=message,
            **seen,
        )
        write_commit(world.connection, world.clock.now(), "topup.rejected", topup=topup.id, code=code)


def _verify(world: World, topup: TopUp, now: datetime) -> None:
    payment = _matching_payment(world, topup)
    if payment is None:
        reported = topup.txid_submitted_at or topup.created_at
        if now >= reported + SEARCH_WINDOW:
            reject(world, topup, "payment_not_found", "No such payment was found on the network.")
        return
    confirmations = world.chain.confirmations(payment)
    world.connection.execute(
        "UPDATE payments SET claimed_by = ? WHERE network = ? AND txid = ?",
        [topup.id, payment.network, payment.txid],
    )
    seen = {
        "txid": payment.txid,
        "confirmations": confirmations,
        "amount_received_crypto": payment.amount,
    }
    if _is_refused_late(world, topup, payment):
        reject(world, topup, "payment_late", "The payment was sent too late.", **seen)
    elif not _is_enough(world, topup, payment):
        message = "The amount received is not the amount that was asked for."
        reject(world, topup, "amount_mismatch", message, **seen)
    elif confirmations >= topup.confirmations_required:
        _credit(world, topup, now, _credited_usd(world, topup, payment), seen)
    elif topup.txid is None or topup.confirmations != confirmations or topup.amount_received_crypto is None:
        change(world.connection, TopUp, topup.id, **seen)


def _is_refused_late(world: World, topup: TopUp, payment: Payment) -> bool:
    return world.variants.value("late") == "reject" and payment.sent_at > topup.expires_at


def _is_enough(world: World, topup: TopUp, payment: Payment) -> bool:
    if payment.coin != topup.coin:
        return False
    is_over = payment.amount > topup.amount_crypto and world.variants.value("overpayment") != "reject"
    return is_over or payment.amount == topup.amount_crypto


def _credited_usd(world: World, topup: TopUp, payment: Payment) -> Decimal:
    """Returns what was asked for, or what a variant makes of a late payment or of more than that."""
    rate, amount = topup.rate, topup.amount_crypto
    if world.variants.value("overpayment") == "credit-received":
        amount = payment.amount
    if world.variants.value("late") == "reprice" and payment.sent_at > topup.expires_at:
        rate = rate_of(ENTRIES[topup.coin, topup.network][0], payment.sent_at)
    if (rate, amount) == (topup.rate, topup.amount_crypto):
        return topup.amount_usd
    return (amount * rate).quantize(_CENT, ROUND_DOWN)


def _credit(
    world: World, topup: TopUp, now: datetime, credited_usd: Decimal, seen: dict[str, object]
) -> None:
    """Credits the balance and places the order in one transaction (spec 4.2.6)."""
    connection = world.connection
    save_balance(connection, read_balance(connection) + credited_usd)
    purchase = topup.purchase
    if purchase is not None:
        purchase = place_order(connection, purchase, topup.id, now)
    change(
        connection,
        TopUp,
        topup.id,
        status="credited",
        credited_usd=credited_usd,
        credited_at=now,
        purchase=purchase,
        **seen,
    )
    write_commit(connection, now, "topup.credited", topup=topup.id, usd=format(credited_usd, "f"))


def _matching_payment(world: World, topup: TopUp) -> Payment | None:
    """Finds the payment that was reported: by its txid, else by its amount among those sent since.

    The sandbox also knows whose wallet sent a payment, so that a wrong amount that was reported without
    a txid is rejected at once, with what was received.
    """
    if topup.txid is not None:
        return world.chain.find_payment(topup.network, topup.txid)
    free = """
        WHERE network = ? AND ((amount = ? AND sent_at >= ?) OR meant_for = ?)
        AND (claimed_by IS NULL OR claimed_by = ?)
        AND txid NOT IN (SELECT txid FROM topups WHERE network = ? AND txid IS NOT NULL AND id <> ?)
        ORDER BY amount = ? DESC, number DESC
    """
    amount, network = topup.amount_crypto, topup.network
    values = (network, amount, topup.created_at, topup.id, topup.id, network, topup.id, amount)
    return find(world.connection, Payment, free, *values)
