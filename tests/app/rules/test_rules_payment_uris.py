from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.money.tokens import NATIVE
from app.rules.payment_uris.links import PaymentLink, read_integer
from app.rules.payment_uris.parsing import parse_payment_uri
from app.rules.topups.deposit_problems import DepositFacts
from app.rules.topups.uri_agreement import compare
from support.deposit_samples import ADDRESSES, read_vectors

ROWS = read_vectors("payment_uris")
BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
SOL = "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"
USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7"

STRICTER = frozenset({"exp", "gas", "gasLimit", "gasPrice", "layer", "other", "something", "test", "time"})
STRICTER |= {"unsupported"}
"""Keys that the standards allow or ignore; some wallets read more in a link than its standard says."""


def facts_of(row: dict[str, Any]) -> DepositFacts:
    """A deposit that a row's link would pay, filled up where the link is silent."""
    network = row["network"] or "bitcoin"
    coin = row["coin"] or NATIVE.get(network, "USDT")
    return DepositFacts(network, coin, row["address"] or ADDRESSES[network][0], row["amount"] or "1")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['expect']}-{row['uri'][:60]!a}")
def test_every_published_link_is_understood_refused_or_left_open(row: dict[str, Any]) -> None:
    link = parse_payment_uri(row["uri"])
    verdict = compare(row["uri"], facts_of(row)).verdict
    if row["expect"] == "understood":
        found = (link.network, link.coin, link.address, link.amount, link.token, link.chain_id)
        columns = ("network", "coin", "address", "amount", "token", "chain_id")
        assert found == tuple(row[column] for column in columns)
        keys = {pair.partition("=")[0] for pair in row["uri"].partition("?")[2].split("&")}
        assert verdict in ({"cannot_tell"} if keys & STRICTER else {"match", "partial"})
    elif row["expect"] == "reject":
        assert verdict == "invalid"
    else:
        assert verdict not in {"match", "partial"}
        assert not link.problems
    assert bool(link.problems) <= (not row["grammar_ok"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "length"),
        (f"bitcoin:{BTC}\t?amount=1", "characters"),
        (f"bitcoin:{BTC}?amount=1\n", "characters"),
        (f"bitcoin:{BTC}?amount=1 ", "characters"),
        (f"bitcoin:{BTC}?amount=\u0661", "characters"),
        (f"bitcoin:{BTC}?amount=1&label=%e", "percent-encoding"),
        (f"bitcoin:{BTC}?label=a#&amount=1", "fragment"),
        (f"bitcoin:{BTC}?amount=", "amount"),
        (f"bitcoin:{BTC}?amount=1_0", "amount"),
        (f"bitcoin:{BTC}?amount=+1", "amount"),
        (f"bitcoin:{BTC}?amount=%31", "amount"),
        (f"bitcoin:{BTC}?amount=1?amount=2", "amount"),
        (f"bitcoin:{BTC}?amount=1&%61mount=2", "query"),
        (f"bitcoin:{BTC}?amount=1&&label=a", "query"),
        (f"bitcoin:{BTC}?amount=1&AMOUNT=1", "duplicate amount"),
        (f"bitcoin:{BTC}?pop=a&pop=b", "duplicate pop"),
        (f"bitcoin:{BTC}?amount=1&REQ-new=1", "req-new"),
        (f"ethereum:{ETH}@1?value=", "value"),
        (f"ethereum:{ETH}@1?value=0x10", "value"),
        (f"ethereum:{ETH}@1?value=0e78", "value"),
        (f"ethereum:{ETH}@1?value=1e78", "value"),
        (f"ethereum:{ETH}@1?value=9e77", "value"),
        (f"ethereum:{ETH}@1?value=1e9999999999", "value"),
        (f"ethereum:{ETH}@1?value=1&value=1", "duplicate value"),
        (f"ethereum:{ETH}@1?gasPrice=a", "gasPrice"),
        (f"ethereum:{ETH[:-1]}@1?value=1", None),
        (f"ethereum:{ETH[:-1]}", "address"),
        (f"ethereum:{USDT}@1/transfer?uint256=1", "address"),
        (f"ethereum:{USDT[:-1]}C@1/transfer?address={ETH}&uint256=1", "token"),
        (f"solana:{SOL}?amount=1.", "amount"),
        (f"solana:{SOL}?amount=0.0000000000", "amount"),
        (f"solana:{SOL}?spl-token=a&spl-token=b", "duplicate spl-token"),
        ("solana:", "address"),
        ("bitcoin:?amount=1", "address"),
        ("tron:?amount=1", "address"),
        ("tron:T?amount=1&amount=1", "duplicate amount"),
    ],
)
def test_the_traps_of_link_parsers_are_problems(text: str, problem: str | None) -> None:
    link = parse_payment_uri(text)
    if problem is None:
        assert link.unclear
    else:
        assert problem in link.problems


@pytest.mark.parametrize(
    "text",
    [
        f"bitcoin:{BTC}?amount=1&label={'a' * 512}",
        f"bitcoin:{BTC}?amount=1&sp=sp1q",
        f"bitcoin:{BTC}?amount=1&address={ADDRESSES['bitcoin'][0]}",
        f"bitcoin:{BTC}?amount=1&useAllAmount=true",
        f"bitcoin:{BTC}?amount=1&feePerByte=90000",
        f"bitcoin:{BTC}?amount=1&pop=wallet%3a",
        f"litecoin:{ADDRESSES['litecoin'][0]}?amount=1&address=L",
        f"ethereum:{ETH}@1?value=1&gas=21000",
        f"ethereum:{ETH}@1?value=1&gasLimit=21000",
        f"ethereum:{ETH}@1?value=1&gasPrice=1e18",
        f"ethereum:{USDT}@1/transfer?address={ETH}&uint256=1&gas=1",
        f"litecoin:{ADDRESSES['litecoin'][0]}?ltc=ltc1q",
        f"ethereum:{ETH}@1?value=1&data=0xa9059cbb",
        f"ethereum:{USDT}@1/transfer?address={ETH}&uint256=1&value=1e18",
        f"ethereum:{USDT}@1/transferFrom?address={ETH}&uint256=1",
        f"solana:{SOL}?amount=1&redirect=x",
        "solana:HTTPS%3a//example.com",
        "monero:4A",
        "hello",
        "a" * 100_000,
        "bitcoin:" + "9" * 100_000,
    ],
)
def test_links_that_nobody_can_judge_are_left_open(text: str) -> None:
    link = parse_payment_uri(text)
    assert link.unclear
    assert not link.problems


LTC = next(address for address in ADDRESSES["litecoin"] if address.startswith("ltc1"))
BROKEN_USDT = f"{USDT[:-1]}C"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("", PaymentLink("", problems=("length",))),
        ("a" * 513, PaymentLink("", unclear=("length",))),
        (f"{BTC}\n", PaymentLink("", problems=("characters",))),
        (f"bitcoin:{BTC}?label=%e", PaymentLink("", problems=("percent-encoding",))),
        (f"{BTC}#", PaymentLink("", problems=("fragment",))),
        ("hello", PaymentLink("", unclear=("no scheme",))),
        (BTC, PaymentLink("bare", "bitcoin", BTC)),
        (f"{LTC}?amount=1", PaymentLink("", "litecoin", unclear=("address with a query but no scheme",))),
        ("Monero:4A", PaymentLink("monero", unclear=("scheme monero",))),
        (f"bitcoin://{BTC}", PaymentLink("bitcoin", "bitcoin", unclear=('"//" form',))),
        (f"bitcoin:{BTC}/a", PaymentLink("bitcoin", "bitcoin", None, "BTC", unclear=("path",))),
        (
            f"BITCOIN:{BTC}?Amount=1&pj=a&useAllAmount=b&label=a;b",
            PaymentLink(
                "bitcoin",
                "bitcoin",
                BTC,
                "BTC",
                amount="1",
                unclear=(
                    "other payment instruction: pj",
                    "non-standard key useallamount",
                    "value of label",
                ),
            ),
        ),
        (
            "solana:https://example.com",
            PaymentLink(
                "solana",
                "solana",
                unclear=("transaction request (asks a server): cannot be checked locally",),
            ),
        ),
        (
            f"solana:{SOL}?amount=0.10&memo=a&cluster=b",
            PaymentLink("solana", "solana", SOL, "SOL", amount="0.1", unclear=("non-standard key cluster",)),
        ),
        (
            f"solana:{SOL}?spl-token={SOL}&amount=1&reference=x",
            PaymentLink("solana", "solana", SOL, None, token=SOL, amount="1", problems=("reference",)),
        ),
        (
            "tron:T?amount=1.50&token=a",
            PaymentLink("tron", "tron", "T", amount="1.5", unclear=("non-standard key token",)),
        ),
        ("tron:", PaymentLink("tron", "tron", problems=("address",))),
        ("tron:T?a=1&a=2", PaymentLink("tron", "tron", "T", unclear=("non-standard key a",))),
        (
            f"solana:{SOL}?reference={SOL}&reference={SOL}&a=1&a=2",
            PaymentLink("solana", "solana", SOL, "SOL", unclear=("non-standard key a",)),
        ),
        (
            f"ethereum:{ETH}@5?value=2.014e18&gas=1&amount=1&data=a&label=%26",
            PaymentLink(
                "ethereum",
                "ethereum",
                ETH,
                "ETH",
                amount="2.014",
                chain_id=5,
                unclear=(
                    "gas sets a fee, of any size",
                    "'amount' is not an EIP-681 key; its unit is not defined",
                    "non-standard key data",
                    "value of label",
                ),
            ),
        ),
        (
            f"ethereum:{USDT}@1/transfer?address={ETH}&address={ETH}&uint256=1000000",
            PaymentLink(
                "ethereum",
                "ethereum",
                None,
                "USDT",
                token=USDT,
                amount="1",
                chain_id=1,
                problems=("duplicate address",),
            ),
        ),
        (
            "ethereum:vitalik.eth",
            PaymentLink("ethereum", "ethereum", unclear=("name, or chain, that is not of the standard",)),
        ),
        ("ethereum:", PaymentLink("ethereum", "ethereum", problems=("address",))),
        (
            f"ethereum:send-{ETH}",
            PaymentLink("ethereum", "ethereum", ETH, "ETH", problems=("prefix",)),
        ),
        (f"ethereum:pay-{ETH}", PaymentLink("ethereum", "ethereum", ETH, "ETH")),
        (
            f"ethereum:{USDT}@1/approve?uint256=1&uint256=1",
            PaymentLink(
                "ethereum",
                "ethereum",
                token=USDT,
                chain_id=1,
                problems=("duplicate uint256",),
                unclear=("function approve",),
            ),
        ),
        (
            f"ethereum:{USDT}@1/approve?uint256=1",
            PaymentLink("ethereum", "ethereum", token=USDT, chain_id=1, unclear=("function approve",)),
        ),
        (
            f"ethereum:{USDT}/transfer?address={ETH}&uint256=2500000&message=a?",
            PaymentLink(
                "ethereum",
                "ethereum",
                ETH,
                "USDT",
                token=USDT,
                amount="2.5",
                unclear=("value of message",),
            ),
        ),
        (
            f"ethereum:{BROKEN_USDT}@1/transfer?address=0x1&uint256=x",
            PaymentLink(
                "ethereum",
                "ethereum",
                "0x1",
                token=BROKEN_USDT,
                chain_id=1,
                problems=("token", "address", "uint256"),
            ),
        ),
    ],
)
def test_all_that_a_link_contains_is_known_and_nothing_else(text: str, link: PaymentLink) -> None:
    assert parse_payment_uri(text) == link


def test_a_link_of_512_bytes_is_still_read() -> None:
    text = f"bitcoin:{BTC}?label="
    assert parse_payment_uri(text + "a" * (512 - len(text))) == PaymentLink("bitcoin", "bitcoin", BTC, "BTC")


@pytest.mark.parametrize(
    "link",
    [
        f"bitcoin:{BTC}?amount=0.1&label=",
        f"bitcoin:{BTC}?amount=0.1&message=",
        f"litecoin:{ADDRESSES['litecoin'][0]}?amount=0.1&label=",
        f"ethereum:{ETH}@1?value=1&label=",
        f"ethereum:{USDT}@1/transfer?address={ETH}&uint256=1&message=",
        f"solana:{SOL}?amount=0.1&label=",
        f"solana:{SOL}?amount=0.1&memo=",
    ],
)
@pytest.mark.parametrize(
    "value",
    [
        "a%26amount%3D9",
        "a%2526amount%253D9",
        "a=9",
        "a?9",
        "a;amount:9",
        "a%3B",
        "a%3F",
        "a%23",
        "a%0D%0A",
        "a%00",
        "a%85",
        "%E2%80%AEa",
        "%E2%81%A6a",
        "%E2%80%A8",
        "%FF",
    ],
)
def test_a_text_that_could_be_read_as_more_than_a_text_leaves_the_link_open(link: str, value: str) -> None:
    found = parse_payment_uri(link + value)
    assert found.unclear
    assert not found.problems


@pytest.mark.parametrize("value", ["", "Tollhouse+top-up", "50%25%20off!", "%C3%A9%E4%B8%AD", "a/b:c,d@e"])
def test_an_ordinary_text_changes_nothing(value: str) -> None:
    found = parse_payment_uri(f"bitcoin:{BTC}?amount=0.1&label={value}")
    assert not found.unclear
    assert not found.problems


SCHEMES = (
    "",
    "bitcoin:",
    "LITECOIN:",
    "ethereum:",
    "ethereum:pay-0x",
    f"ethereum:{USDT}@1/transfer?",
    f"bitcoin:{BTC}?",
    f"ethereum:{ETH}@1?value=",
    f"solana:{SOL}?",
    "solana:",
    "tron:",
    "x:",
)


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(SCHEMES),
    st.text(max_size=60) | st.text("amountvluepdrs=&?%@/-.0123456789eE", max_size=60),
)
def test_no_text_breaks_the_reading_of_a_link(scheme: str, text: str) -> None:
    facts = DepositFacts("bitcoin", "BTC", ADDRESSES["bitcoin"][0], "0.1")
    link = parse_payment_uri(scheme + text)
    assert compare(scheme + text, facts).link == link


@pytest.mark.parametrize(
    ("text", "number"),
    [("1e77", 10**77), ("1e78", None), (str(2**256 - 1), 2**256 - 1), (str(2**256), None), ("0.1e0", None)],
)
def test_a_number_of_base_units_has_256_bits(text: str, number: int | None) -> None:
    assert read_integer(text) == number
