"""The sandbox's own rules agree with the published vectors."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tollhouse_sandbox.account.usage import share_out
from tollhouse_sandbox.rules.amounts import payment_uri, units_due
from tollhouse_sandbox.rules.coins import ENTRIES
from tollhouse_sandbox.rules.ids import normalize_txid, txid_from

VECTORS = Path(__file__).parent.parent / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return rows


@pytest.mark.parametrize("row", vectors("txids.json"), ids=lambda row: f"{row['network']} {row['txid'][:20]}")
def test_transaction_ids_are_distinguished(row: dict[str, Any]) -> None:
    assert (normalize_txid(row["network"], row["txid"]) is not None) is row["valid"]


@pytest.mark.parametrize("network", ["bitcoin", "litecoin", "tron", "ethereum", "solana"])
@pytest.mark.parametrize("digest", [bytes(64), bytes(range(64)), b"\xff" * 64])
def test_made_up_transaction_ids_are_valid(network: str, digest: bytes) -> None:
    txid = txid_from(network, digest)
    assert normalize_txid(network, txid) == txid


@pytest.mark.parametrize(
    ("coin", "network", "amount", "uri"),
    [
        ("BTC", "bitcoin", "0.00078432", "bitcoin:{}?amount=0.00078432"),
        ("LTC", "litecoin", "0.50000001", "litecoin:{}?amount=0.50000001"),
        ("ETH", "ethereum", "0.01008111", "ethereum:{}@1?value=10081110000000000"),
        (
            "USDT",
            "ethereum",
            "25.000042",
            "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address={}&uint256=25000042",
        ),
        ("SOL", "solana", "0.15823001", "solana:{}?amount=0.15823001"),
        (
            "USDC",
            "solana",
            "25.000042",
            "solana:{}?amount=25.000042&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        ),
        ("USDT", "tron", "120.000043", "tron:{}?amount=120.000043"),
    ],
)
def test_payment_uris_follow_their_standards(coin: str, network: str, amount: str, uri: str) -> None:
    entry = ENTRIES[coin, network]
    assert payment_uri(*entry, Decimal(amount)) == uri.format(entry[1].address)


@pytest.mark.parametrize(
    ("usd", "rate", "decimals", "units"),
    [
        ("25.00", "1.00", 6, 25_000_000),
        ("1.00", "3.00", 8, 33_333_334),
        ("10000.00", "63749.51", 8, 15_686_396),
    ],
)
def test_the_amount_due_is_rounded_up(usd: str, rate: str, decimals: int, units: int) -> None:
    assert units_due(Decimal(usd), Decimal(rate), decimals) == units


def test_shares_add_up() -> None:
    assert share_out(10, [1, 1, 1]) == [4, 3, 3]
    assert sum(share_out(31_400_000_001, [112, 79, 51, 0])) == 31_400_000_001
