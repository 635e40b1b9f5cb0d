"""Top-ups, catalog entries and links that are in order, made from the vectors' addresses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from app.models.coins import Network
from app.models.topup_requests import TopUpDraft
from app.models.topups import TopUp
from app.rules.money.addresses import check_address
from app.rules.money.amounts import PRECISION, from_units, smallest_amount, to_units
from app.rules.money.tokens import NATIVE, TOKENS
from app.rules.topups.deposit_check import Deposit, check_deposit

if TYPE_CHECKING:
    from app.rules.topups.deposit_problems import DepositFacts

VECTORS = Path(__file__).parents[1] / "vectors"
CREATED = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)
PAIRS = (*NATIVE.items(), *TOKENS)


def read_vectors(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return rows


def _is_payable(row: dict[str, Any]) -> bool:
    check = check_address(row["network"], row["address"])
    return check.state == "valid" and "future_witness" not in check.warnings


ADDRESSES = {
    network: sorted(
        {
            row["address"]
            for row in read_vectors("addresses")
            if row["network"] == network and _is_payable(row)
        }
    )
    for network in ("bitcoin", "litecoin", "tron", "ethereum", "solana")
}


def link_for(network: str, coin: str, address: str, amount: str) -> str:
    """The link that the standard of the network wants for a payment."""
    token = TOKENS.get((network, coin))
    if network == "ethereum" and token:
        units = to_units(amount, token.decimals)
        return f"ethereum:{token.contract}@1/transfer?address={address}&uint256={units}"
    if network == "ethereum":
        return f"ethereum:{address}@1?value={to_units(amount, 18)}"
    if network == "solana" and token:
        return f"solana:{address}?amount={amount}&spl-token={token.contract}"
    return f"{network}:{address}?amount={amount}"


@dataclass(frozen=True)
class Sample:
    """A top-up with all that it is held against."""

    topup: TopUp
    network: Network
    requested: TopUpDraft

    def check(self, passed: DepositFacts | None = None, **changes: object) -> Deposit:
        """Passes the top-up through the gate, with some of its fields changed."""
        return check_deposit(
            self.topup.model_copy(update=changes),
            requested=self.requested,
            network=self.network,
            passed=passed,
        )


def make_topup(**changes: object) -> TopUp:
    fields: dict[str, object] = {
        "id": "tu_1",
        "status": "awaiting_payment",
        "final": False,
        "amountUsd": "25.00",
        "coin": "BTC",
        "network": "bitcoin",
        "address": ADDRESSES["bitcoin"][0],
        "amountCrypto": "0.00025001",
        "rate": "100000.00",
        "expiresAt": CREATED + timedelta(minutes=30),
        "txidDeadline": CREATED + timedelta(minutes=30, hours=72),
        "createdAt": CREATED,
    }
    return TopUp.model_validate(fields | changes)


def make_sample(
    network: str, coin: str, address: str, *, amount_usd: str, rate: str, offset_units: int
) -> Sample:
    """A top-up whose amount is `offset_units` over the smallest one, and whose link agrees with it."""
    decimals = PRECISION[coin]
    units = smallest_amount(amount_usd, rate, decimals) + offset_units
    whole, _point, fraction = from_units(units, decimals).partition(".")
    amount = f"{whole}.{fraction.ljust(decimals, '0')}"
    topup = make_topup(
        coin=coin,
        network=network,
        address=address,
        amountUsd=amount_usd,
        rate=rate,
        amountCrypto=amount,
        paymentUri=link_for(network, coin, address, amount),
    )
    entry = Network(id=network, name=network.title(), address=address)
    return Sample(
        topup, entry, TopUpDraft.model_validate({"amountUsd": amount_usd, "coin": coin, "network": network})
    )


def sample_of(network: str, coin: str, **changes: object) -> Sample:
    """One plain sample of a coin, optionally with another address."""
    rate = {"BTC": "97123.45", "LTC": "84.20", "ETH": "3456.78", "SOL": "187.11"}.get(coin, "0.9998")
    address = str(changes.get("address", ADDRESSES[network][0]))
    return make_sample(network, coin, address, amount_usd="250.00", rate=rate, offset_units=37)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """Any top-up that a service in order could answer with."""
    network, coin = draw(st.sampled_from(PAIRS))
    address = draw(st.sampled_from(ADDRESSES[network]))
    cents = draw(st.integers(25_00, 10_000_00))
    amount_usd = f"{cents // 100}.{cents % 100:02}"
    lowest, highest = {"BTC": (10_000, 200_000), "ETH": (500, 10_000)}.get(coin, (1, 500))
    rate_cents = draw(st.integers(lowest * 100, highest * 100))
    rate = f"{rate_cents // 100}.{rate_cents % 100:02}"
    smallest = smallest_amount(amount_usd, rate, PRECISION[coin])
    offset_units = draw(st.integers(0, smallest // 50))
    return make_sample(network, coin, address, amount_usd=amount_usd, rate=rate, offset_units=offset_units)
