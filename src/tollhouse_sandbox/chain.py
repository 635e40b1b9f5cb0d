"""The simulated blockchain: payments, blocks that come with time or by hand, confirmations."""

import secrets
import sqlite3
from decimal import Decimal

from tollhouse_sandbox.clock import Clock, to_milliseconds
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.ids import txid_from
from tollhouse_sandbox.store.database import read_value, save_value, transaction
from tollhouse_sandbox.store.records import Payment, TopUp, find, insert

_PACE_MS = 1000
"""One confirmation a second, on every network: a pace that a user can watch."""


class Chain:
    """All networks at once: they share an age, and each has its own blocks made by hand.

    The age grows with the clock while blocks come automatically. A payment has one confirmation for
    each of its paces that passed since it was sent, and one for each block made by hand.
    """

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def set_automatic(self, *, automatic: bool) -> None:
        """Sets whether blocks come with time, or only by hand."""
        age_ms = self._age_ms()
        with transaction(self._connection):
            save_value(self._connection, "chain_age", str(age_ms))
            self._connection.execute("DELETE FROM values_kept WHERE name = 'chain_since'")
            if automatic:
                save_value(self._connection, "chain_since", str(to_milliseconds(self._clock.now())))

    def add_blocks(self, network: str, count: int) -> None:
        with transaction(self._connection):
            save_value(self._connection, f"blocks {network}", str(self._blocks(network) + count))
            write_commit(self._connection, self._clock.now(), "chain.blocks", network=network, count=count)

    def pay(self, topup: TopUp, amount: Decimal, txid: str | None) -> str | None:
        """Sends a payment to a top-up's address.

        Returns:
            Its transaction ID; None when a payment with the given one is on the chain already.
        """
        txid = txid or txid_from(topup.network, secrets.token_bytes(64))
        if self.find_payment(topup.network, txid):
            return None
        payment = Payment(
            txid=txid,
            network=topup.network,
            coin=topup.coin,
            amount=amount,
            meant_for=topup.id,
            sent_at=self._clock.now(),
            claimed_by=None,
            chain_ms=self._age_ms(),
            chain_blocks=self._blocks(topup.network),
            pace_ms=_PACE_MS,
        )
        with transaction(self._connection):
            insert(self._connection, [payment])
            write_commit(self._connection, self._clock.now(), "payment.sent", topup=topup.id, txid=txid)
        return txid

    def find_payment(self, network: str, txid: str) -> Payment | None:
        return find(self._connection, Payment, "WHERE network = ? AND txid = ?", network, txid)

    def confirmations(self, payment: Payment) -> int:
        aged = max(0, self._age_ms() - payment.chain_ms)
        return aged // payment.pace_ms + self._blocks(payment.network) - payment.chain_blocks

    def _age_ms(self) -> int:
        age = int(read_value(self._connection, "chain_age") or 0)
        since = read_value(self._connection, "chain_since")
        return age if since is None else age + to_milliseconds(self._clock.now()) - int(since)

    def _blocks(self, network: str) -> int:
        return int(read_value(self._connection, f"blocks {network}") or 0)
