from __future__ import annotations

import re
import string
from urllib.parse import unquote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.models.coins import Network
from app.models.money import DecimalText
from app.models.topup_requests import TopUpDraft
from app.rules.money.tokens import TOKENS
from app.rules.topups.deposit_check import Verdict, check_deposit
from app.rules.topups.deposit_problems import facts_of
from support.deposit_samples import ADDRESSES, PAIRS, Sample, link_for, sample_of, samples
from support.more_examples import more

VALID = more(500)
PRINTABLE = "".join(chr(code) for code in range(0x20, 0x7F))
COINS = ("BTC", "LTC", "ETH", "SOL", "USDT", "USDC", "DOGE", "")
NETWORKS = ("bitcoin", "litecoin", "tron", "ethereum", "solana", "dogecoin", "")

ADDITIONS = (
    *("&amount=9", "&AMOUNT=9", "%26amount%3D9", "%2526amount%253D9", ";amount=9", "?amount=9", "#amount=9"),
    *(
        "&address=X",
        "&recipient=X",
        "&to=X",
        "&value=9",
        "&uint256=9",
        "&gas=9",
        "&gasPrice=1e18",
        "&chain=9",
    ),
    *("&spl-token=X", "&token=X", "&pj=https://x", "&useAllAmount=1", "&%61mount=9", "%20", "a%3B", "hi"),
)


def replaced(text: str, position: int, character: str) -> str:
    return text[:position] + character + text[position + 1 :]


@settings(max_examples=VALID, deadline=None)
@given(samples())
def test_a_valid_top_up_is_never_blocked(sample: Sample) -> None:
    deposit = sample.check(passed=facts_of(sample.topup))
    assert deposit.verdict == (Verdict.PARTIAL if sample.topup.network == "tron" else Verdict.MATCH)
    assert deposit.link == sample.topup.payment_uri


@settings(max_examples=more(250), deadline=None)
@given(samples(), st.data())
def test_another_character_in_the_address_blocks(sample: Sample, data: st.DataObject) -> None:
    address = sample.topup.address
    position = data.draw(st.integers(0, len(address) - 1))
    changed = replaced(address, position, data.draw(st.sampled_from(string.ascii_letters + string.digits)))
    assume(changed != address)
    deposit = sample.check(address=changed)
    # A lower-case hex digit of an address without checksum may change its case alone.
    assert deposit.verdict == Verdict.BLOCKED or (
        sample.topup.network == "ethereum" and changed.lower() == address.lower()
    )


@settings(max_examples=more(250), deadline=None)
@given(samples(), st.data())
def test_a_typo_that_the_whole_service_makes_is_caught_by_the_checksum(
    sample: Sample, data: st.DataObject
) -> None:
    topup = sample.topup
    # Solana has no checksum, and EIP-55 covers letters only.
    assume(topup.network in {"bitcoin", "litecoin", "tron"})
    position = data.draw(st.integers(0, len(topup.address) - 1))
    character = data.draw(st.sampled_from(string.ascii_letters + string.digits))
    changed = replaced(topup.address, position, character)
    assume(changed != topup.address)
    wrong = Sample(
        topup.model_copy(
            update={
                "address": changed,
                "payment_uri": link_for(topup.network, topup.coin, changed, topup.amount_crypto),
            }
        ),
        Network(id=topup.network, name="", address=changed),
        sample.requested,
    )
    assert wrong.check().verdict == Verdict.BLOCKED


@settings(max_examples=more(250), deadline=None)
@given(samples(), st.data())
def test_another_digit_in_the_amount_blocks(sample: Sample, data: st.DataObject) -> None:
    amount = sample.topup.amount_crypto
    position = data.draw(st.integers(0, len(amount) - 1))
    changed = replaced(amount, position, data.draw(st.sampled_from(string.digits + ".e_ -")))
    assume(changed != amount)
    assert sample.check(amount_crypto=DecimalText(changed)).verdict == Verdict.BLOCKED
    without_link = sample.check(
        amount_crypto=DecimalText(changed), payment_uri=None, passed=facts_of(sample.topup)
    )
    assert without_link.verdict == Verdict.BLOCKED


@settings(max_examples=more(500), deadline=None)
@given(samples(), st.data())
def test_another_character_in_the_link_never_leaves_the_verdict_as_it_was(
    sample: Sample, data: st.DataObject
) -> None:
    uri = sample.topup.payment_uri or ""
    position = data.draw(st.integers(0, len(uri) - 1))
    changed = replaced(uri, position, data.draw(st.sampled_from(PRINTABLE)))
    assume(changed.lower() != uri.lower())
    before, after = sample.check(), sample.check(payment_uri=changed)
    assert (after.verdict, after.by_hand) != (before.verdict, before.by_hand)


def lenient_readings(uri: str) -> list[dict[str, str]]:
    """The pairs that careless wallets read: decoded first, split at more signs, keys without case."""
    readings = []
    for _decoding in range(3):
        for signs in ("&", "&;", "&;?#"):
            query = uri.partition("?")[2]
            pairs = (piece.partition("=") for piece in re.split(f"[{signs}]", query))
            readings.append({unquote(key).lower().strip(): unquote(value) for key, _equals, value in pairs})
        uri = unquote(uri)
    return readings


@settings(max_examples=more(300), deadline=None)
@given(samples(), st.sampled_from(ADDITIONS), st.sampled_from(["", "&label=a", "&label=", "&message=a"]))
def test_no_careless_wallet_reads_another_payment_in_a_link_that_is_drawn(
    sample: Sample, addition: str, text: str
) -> None:
    uri = f"{sample.topup.payment_uri}{text}{addition}"
    deposit = sample.check(payment_uri=uri)
    if deposit.link is not None:
        plain = lenient_readings(sample.topup.payment_uri or "")[0]
        for reading in lenient_readings(uri):
            texts = {"label", "message", "memo", "reference"}
            assert {key: value for key, value in reading.items() if key not in texts} == plain, uri


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_a_link_with_another_case_in_its_address_is_never_drawn(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    uri, address = sample.topup.payment_uri or "", sample.topup.address
    start = uri.index(address)
    for position in range(start, start + len(address)):
        changed = replaced(uri, position, uri[position].swapcase())
        assert changed == uri or sample.check(payment_uri=changed).link is None, changed


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_a_link_that_pays_somebody_else_or_something_else_blocks(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    topup = sample.topup
    others = [
        link_for(network, coin, ADDRESSES[network][1], topup.amount_crypto),
        link_for(network, coin, topup.address, replaced(topup.amount_crypto, 0, "9")),
        *(
            link_for(other_network, other_coin, ADDRESSES[other_network][0], topup.amount_crypto[:-2])
            for other_network, other_coin in PAIRS
            if other_network != network
        ),
    ]
    for uri in others:
        assert sample.check(payment_uri=uri).verdict == Verdict.BLOCKED, uri


@pytest.mark.parametrize(("network", "coin"), [pair for pair in PAIRS if pair[0] in {"ethereum", "solana"}])
def test_a_link_for_another_coin_of_the_network_blocks(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    for other_network, other_coin in PAIRS:
        if other_network == network and other_coin != coin:
            amount = sample.topup.amount_crypto[: -2 if coin in {"ETH", "SOL"} else None]
            uri = link_for(network, other_coin, sample.topup.address, amount)
            assert sample.check(payment_uri=uri).verdict == Verdict.BLOCKED, uri


@pytest.mark.parametrize(("network", "coin"), [pair for pair in PAIRS if pair[0] == "ethereum"])
@pytest.mark.parametrize(
    "chain", ["", "@2", "@10", "@56", "@137", "@8453", "@01x", "@0x1", "@999999999999999999"]
)
def test_another_chain_is_never_a_match(network: str, coin: str, chain: str) -> None:
    sample = sample_of(network, coin)
    uri = (sample.topup.payment_uri or "").replace("@1", chain)
    assert sample.check(payment_uri=uri).verdict != Verdict.MATCH


@settings(max_examples=more(200), deadline=None)
@given(samples(), st.sampled_from(COINS), st.sampled_from(NETWORKS), st.integers(0, 2_000_000))
def test_another_coin_network_or_sum_than_asked_blocks(
    sample: Sample, coin: str, network: str, cents: int
) -> None:
    topup = sample.topup
    if coin != topup.coin:
        assert sample.check(coin=coin).verdict == Verdict.BLOCKED
    if network != topup.network:
        assert sample.check(network=network).verdict == Verdict.BLOCKED
    amount_usd = DecimalText(f"{cents // 100}.{cents % 100:02}")
    if amount_usd != topup.amount_usd:
        assert sample.check(amount_usd=amount_usd).verdict == Verdict.BLOCKED


@settings(max_examples=more(300), deadline=None)
@given(
    sample=samples(),
    field=st.sampled_from(
        ["coin", "network", "address", "amount_crypto", "amount_usd", "rate", "payment_uri"]
    ),
    text=st.text(max_size=80) | st.sampled_from(["1e1000000000", "9" * 5_000, "\ud800", "0" * 100_000]),
)
def test_no_text_in_any_field_breaks_the_gate(sample: Sample, field: str, text: str) -> None:
    deposit = sample.check(facts_of(sample.topup), **{field: text})
    assert deposit.verdict in Verdict
    assert deposit.payable == (deposit.address is not None)


@settings(max_examples=more(200), deadline=None)
@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=60), st.text(max_size=80))
def test_a_service_of_which_nothing_is_known_is_never_a_match(
    coin: str, network: str, address: str, uri: str
) -> None:
    topup = sample_of("bitcoin", "BTC").topup.model_copy(
        update={"coin": coin, "network": network, "address": address, "payment_uri": uri}
    )
    requested = TopUpDraft(amount_usd=topup.amount_usd, coin=coin, network=network)
    entry = Network(id=network, name="", address=address, memo_required=False)
    deposit = check_deposit(topup, requested=requested, network=entry, passed=None)
    assert deposit.verdict in {Verdict.BLOCKED, Verdict.CANNOT_TELL}


def test_the_samples_cover_every_known_pair() -> None:
    assert len(PAIRS) == 4 + len(TOKENS)
