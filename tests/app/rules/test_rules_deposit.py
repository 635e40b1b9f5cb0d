from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from app.models.coins import Network
from app.models.topup_requests import TopUpDraft
from app.models.topups import TopUp
from app.rules.money.tokens import TOKENS
from app.rules.topups.deposit_check import Deposit, Verdict, check_deposit
from app.rules.topups.deposit_problems import CHECKED_FIELDS, Problem, facts_of, same_deposit
from support.deposit_samples import ADDRESSES, PAIRS, Sample, make_sample, make_topup, sample_of


def codes(deposit: Deposit) -> list[str]:
    return [problem.code for problem in deposit.problems]


def assert_nothing_payable(deposit: Deposit) -> None:
    assert not deposit.payable
    assert (deposit.address, deposit.amount, deposit.link, deposit.opens_wallet) == (None, None, None, False)


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_a_top_up_in_order_may_be_paid_and_its_texts_stay_untouched(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    deposit = sample.check(passed=facts_of(sample.topup))
    assert deposit.verdict == (Verdict.PARTIAL if network == "tron" else Verdict.MATCH)
    assert deposit.payable
    assert deposit.opens_wallet
    assert (deposit.coin, deposit.network) == (coin, network)
    assert deposit.address == sample.topup.address
    assert deposit.amount == sample.topup.amount_crypto
    assert deposit.link == sample.topup.payment_uri
    assert deposit.by_hand == (("token",) if network == "tron" else ())


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_the_check_reads_no_field_whose_change_would_not_start_it_again(network: str, coin: str) -> None:
    fields_read = set()

    class RecordedTopUp(TopUp):
        def __getattribute__(self, name: str) -> Any:
            if name in TopUp.model_fields:
                fields_read.add(name)
            return super().__getattribute__(name)

    sample = sample_of(network, coin)
    recorded = RecordedTopUp.model_validate(sample.topup.model_dump())
    fields_read.clear()
    requested = TopUpDraft(amount_usd=recorded.amount_usd, coin=coin, network=network)
    check_deposit(recorded, requested=requested, network=sample.network, passed=facts_of(sample.topup))
    assert fields_read == set(CHECKED_FIELDS)


def test_progress_changes_no_deposit_but_another_link_does() -> None:
    topup = sample_of("bitcoin", "BTC").topup
    assert same_deposit(topup, topup.model_copy(update={"status": "verifying", "confirmations": 2}))
    assert not same_deposit(topup, topup.model_copy(update={"payment_uri": "bitcoin:other"}))


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_the_address_comes_first_where_wallets_misread_links(network: str, coin: str) -> None:
    is_token = coin in {"USDT", "USDC"}
    assert sample_of(network, coin).check().qr_first == ("address" if is_token else "link")


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_an_empty_link_is_none_given(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    deposit = sample.check(payment_uri="")
    assert deposit == sample.check(payment_uri=None)
    assert deposit.verdict == Verdict.CANNOT_TELL
    assert deposit.link_reasons == ()


@pytest.mark.parametrize("key", ["gas=1", "gasLimit=21000", "gasPrice=1000000000000000000"])
@pytest.mark.parametrize("coin", ["ETH", "USDT"])
def test_a_link_that_sets_a_fee_is_never_drawn(coin: str, key: str) -> None:
    sample = sample_of("ethereum", coin)
    deposit = sample.check(payment_uri=f"{sample.topup.payment_uri}&{key}")
    assert deposit.verdict == Verdict.CANNOT_TELL
    assert (deposit.link, deposit.opens_wallet, deposit.address) == (None, False, sample.topup.address)


def test_the_answer_must_be_what_was_asked_for() -> None:
    sample = sample_of("bitcoin", "BTC")
    requested = TopUpDraft.model_validate({"amountUsd": "100.00", "coin": "LTC", "network": "litecoin"})
    deposit = check_deposit(sample.topup, requested=requested, network=sample.network, passed=None)
    assert codes(deposit) == ["amount_usd_differs", "coin_differs", "network_differs"]
    assert (deposit.problems[0].expected, deposit.problems[0].found) == ("100.00", "250.00")
    assert_nothing_payable(deposit)


def test_a_top_up_of_the_list_is_checked_without_a_request() -> None:
    sample = sample_of("litecoin", "LTC")
    deposit = check_deposit(sample.topup, requested=None, network=sample.network, passed=None)
    assert deposit.verdict == Verdict.MATCH


def test_nothing_is_payable_before_the_catalog_was_read_or_if_it_has_no_such_entry() -> None:
    topup = sample_of("bitcoin", "BTC").topup
    unread = check_deposit(topup, requested=None, network=None, passed=None)
    unlisted = check_deposit(topup, requested=None, network=None, passed=None, in_catalog=False)
    assert (codes(unread), codes(unlisted)) == (["catalog_unknown"], ["not_in_catalog"])
    assert_nothing_payable(unread)
    assert_nothing_payable(unlisted)


def test_the_address_must_be_the_catalogs() -> None:
    sample = sample_of("bitcoin", "BTC")
    other = Network(id="bitcoin", name="Bitcoin", address=ADDRESSES["bitcoin"][1])
    deposit = check_deposit(sample.topup, requested=sample.requested, network=other, passed=None)
    assert codes(deposit) == ["address_not_catalog"]
    assert (deposit.problems[0].expected, deposit.problems[0].found) == (other.address, sample.topup.address)


def test_a_coin_must_be_able_to_live_on_its_network() -> None:
    deposit = check_deposit(
        make_topup(coin="LTC"),
        requested=None,
        network=Network(id="bitcoin", name="Bitcoin", address=ADDRESSES["bitcoin"][0]),
        passed=None,
    )
    assert codes(deposit) == ["coin_not_on_network"]


@pytest.mark.parametrize(
    ("passed", "code"),
    [
        ({"address": ADDRESSES["bitcoin"][1]}, "address_changed"),
        ({"amount_crypto": "0.00300001"}, "amount_changed"),
        ({"coin": "LTC"}, "coin_changed"),
        ({"network": "litecoin"}, "network_changed"),
        ({"amount_usd": "50.00"}, "amount_usd_differs"),
    ],
)
def test_a_later_poll_must_not_change_the_deposit(passed: dict[str, str], code: str) -> None:
    sample = sample_of("bitcoin", "BTC")
    deposit = sample.check(passed=facts_of(sample.topup)._replace(**passed))
    assert codes(deposit) == [code]
    assert_nothing_payable(deposit)


@pytest.mark.parametrize(
    ("network", "coin"),
    [
        ("Bitcoin", "BTC"),
        ("bit\u0441oin", "BTC"),
        ("bitcoin ", "BTC"),
        ("tron", "usdt"),
        ("tron", "USD\u0422"),
        ("tron", "USDT\u200b"),
        ("ethereum", "btc"),
        ("", "DOGE"),
        ("dogecoin", ""),
    ],
)
def test_what_people_would_take_for_a_known_coin_or_network_is_not_payable(network: str, coin: str) -> None:
    address = ADDRESSES[network][0] if network in ADDRESSES else "anything"
    topup = make_topup(network=network, coin=coin, address=address, rate="1", amountCrypto="25.000001")
    entry = Network(id=network, name="", address=address, memo_required=False)
    deposit = check_deposit(topup, requested=None, network=entry, passed=None)
    assert codes(deposit) == ["coin_not_on_network"]
    assert_nothing_payable(deposit)


def test_the_same_coins_for_fewer_dollars_are_another_deposit() -> None:
    """The rate falls as well, so that the numbers of the second response agree with each other."""
    topup = make_topup(amountUsd="50.00", rate="50000", amountCrypto="0.00100001", paymentUri=None)
    cheaper = make_topup(amountUsd="25.00", rate="25000", amountCrypto="0.00100001", paymentUri=None)
    network = sample_of("bitcoin", "BTC").network.model_copy(update={"address": topup.address})
    assert check_deposit(cheaper, requested=None, network=network, passed=None).payable
    changed = check_deposit(cheaper, requested=None, network=network, passed=facts_of(topup))
    assert changed.problems == (Problem("amount_usd_differs", "50.00", "25.00"),)
    requested = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})
    both = check_deposit(cheaper, requested=requested, network=network, passed=facts_of(topup))
    assert both.problems == changed.problems, "said once"
    unsaved = facts_of(topup)._replace(amount_usd="")
    assert check_deposit(cheaper, requested=None, network=network, passed=unsaved).payable


def test_an_address_that_only_changes_its_case_is_the_same_one() -> None:
    sample = sample_of("bitcoin", "BTC", address="bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
    passed = facts_of(sample.topup)
    assert sample.check(passed=passed._replace(address=passed.address.upper())).payable


@pytest.mark.parametrize(
    ("network", "address", "reason"),
    [
        ("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"),
        ("bitcoin", "BC1SW50QGDZ25J", "future_witness"),
        ("ethereum", "0x0000000000000000000000000000000000000000", "zero"),
        ("solana", "11111111111111111111111111111111", "zero"),
        ("tron", TOKENS["tron", "USDT"].contract, "token_contract"),
        ("tron", f"{ADDRESSES['tron'][0]}\n", "alphabet"),
    ],
)
def test_an_address_that_must_not_be_paid_blocks_even_if_all_say_it(
    network: str, address: str, reason: str
) -> None:
    coin = {"bitcoin": "BTC", "ethereum": "ETH", "solana": "SOL", "tron": "USDT"}[network]
    deposit = sample_of(network, coin, address=address).check()
    assert [(problem.code, problem.part) for problem in deposit.problems] == [("address_invalid", reason)]
    assert_nothing_payable(deposit)


@pytest.mark.parametrize(
    ("network", "coin", "address", "warning"),
    [
        ("ethereum", "ETH", "0xb16db98b365b1f89191996942612b14f1da4bd5f", "no_checksum"),
        ("litecoin", "LTC", "3EUxVRMAwPk2ZpBdiqRtY9uxWXSkgVCTFN", "also_bitcoin"),
        ("solana", "USDC", "6X4X1Ae24mkoWeCEpktevySVG9jzeCufut5vtUW3wFrD", "off_curve"),
        ("bitcoin", "BTC", "bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd", "unspendable"),
        ("litecoin", "LTC", "ltc1p59fcnxdn05t6adags3dc0vuvm4ejd7chsspp9ryqkvvlxrwkdylqfsruty", "unspendable"),
    ],
)
def test_what_cannot_be_excluded_is_said(network: str, coin: str, address: str, warning: str) -> None:
    deposit = sample_of(network, coin, address=address).check()
    assert deposit.payable
    assert deposit.warnings == (warning,)


def amount_sample(amount: str, coin: str = "BTC") -> Sample:
    """250 USD at 97123.45 (BTC) or 0.9998 (USDT on Ethereum), with this amount to send and no link."""
    sample = sample_of("bitcoin" if coin == "BTC" else "ethereum", coin)
    topup = sample.topup.model_copy(update={"amount_crypto": amount, "payment_uri": None})
    return Sample(topup, sample.network, sample.requested)


@pytest.mark.parametrize(
    ("coin", "amount", "code"),
    [
        ("BTC", "0.00257404", "amount_below_rate"),
        ("BTC", "0.00270276", "amount_above_rate"),
        ("BTC", "0.002574059", "amount_too_precise"),
        ("USDT", "250.0500101", "amount_too_precise"),
        ("BTC", "0.00000000", "amount_malformed"),
        ("BTC", "2.6e-3", "amount_malformed"),
        ("BTC", "\u0660.\u0660\u0660257405", "amount_malformed"),
        ("BTC", "1e1000000000", "amount_malformed"),
    ],
)
def test_a_wrong_amount_blocks(coin: str, amount: str, code: str) -> None:
    deposit = amount_sample(amount, coin).check()
    assert codes(deposit) == [code]
    assert deposit.problems[0].found == amount
    assert_nothing_payable(deposit)


@pytest.mark.parametrize(("network", "coin"), PAIRS)
def test_an_amount_has_the_decimals_of_its_coin_and_no_more(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    whole, _point, part = sample.topup.amount_crypto.partition(".")
    decimals = 6 if coin in {"USDT", "USDC"} else 8
    exact = f"{whole}.{part.ljust(decimals, '0')[: decimals - 1]}9"
    assert codes(sample.check(amount_crypto=exact, payment_uri=None)) == []
    assert codes(sample.check(amount_crypto=f"{exact}1", payment_uri=None)) == ["amount_too_precise"]


@pytest.mark.parametrize(
    ("amount", "percent"),
    [("0.00257405", None), ("0.00259979", None), ("0.00259980", "1.0"), ("0.00270275", "5.0")],
)
def test_an_amount_over_the_rate_is_named_above_one_percent(amount: str, percent: str | None) -> None:
    deposit = amount_sample(amount).check()
    assert deposit.above_percent == (None if percent is None else Decimal(percent))
    assert ("amount_above_rate" in deposit.warnings) is (percent is not None)


def test_a_rate_of_zero_blocks() -> None:
    assert codes(sample_of("bitcoin", "BTC").check(rate="0.00")) == ["rate_malformed"]


def test_a_needed_memo_holds_everything_back_until_it_is_confirmed() -> None:
    plain = sample_of("solana", "SOL")
    sample = Sample(plain.topup, plain.network.model_copy(update={"memo_required": True}), plain.requested)
    assert sample.check() == Deposit(Verdict.MEMO_NEEDED, "SOL", "solana")
    assert_nothing_payable(sample.check())
    confirmed = check_deposit(
        sample.topup, requested=sample.requested, network=sample.network, passed=None, memo_confirmed=True
    )
    assert confirmed.verdict == Verdict.MATCH


def test_a_memo_may_be_needed_on_a_network_of_which_nobody_says_that_none_is() -> None:
    unknown = make_topup(coin="XRP", network="ripple", address="r1", rate="0.25", amountCrypto="100.00000001")
    entry = Network.model_validate({"id": "ripple", "name": "XRP Ledger", "address": "r1"})
    silent = check_deposit(unknown, requested=None, network=entry, passed=None)
    assert (silent.verdict, silent.warnings) == (Verdict.MEMO_NEEDED, ("memo_unknown",))
    assert_nothing_payable(silent)
    known = sample_of("bitcoin", "BTC")
    entry = known.network.model_copy(update={"memo_required": None})
    assert check_deposit(known.topup, requested=None, network=entry, passed=None).payable, "it has none"


def test_a_wrong_link_weighs_more_than_a_missing_memo() -> None:
    plain = sample_of("solana", "SOL")
    sample = Sample(plain.topup, plain.network.model_copy(update={"memo_required": True}), plain.requested)
    assert sample.check(payment_uri=f"solana:{ADDRESSES['solana'][1]}").verdict == Verdict.BLOCKED


@pytest.mark.parametrize(
    "uri",
    [
        None,
        "https://pay.example.com/1",
        "bitcoin:?lightning=lnbc1",
        "monero:4A",
        "solana:https://a.example",
        "x" * 513,
    ],
)
def test_a_link_that_cannot_be_checked_leaves_the_bare_address(uri: str | None) -> None:
    sample = sample_of("solana", "SOL") if uri and "solana" in uri else sample_of("bitcoin", "BTC")
    deposit = sample.check(payment_uri=uri)
    assert deposit.verdict == Verdict.CANNOT_TELL
    assert deposit.payable
    assert (deposit.link, deposit.opens_wallet, deposit.qr_first) == (None, False, "address")
    assert deposit.address == sample.topup.address
    assert bool(deposit.link_reasons) is (uri is not None)


def test_a_bare_address_as_link_is_drawn_but_opens_no_wallet() -> None:
    sample = sample_of("bitcoin", "BTC")
    deposit = sample.check(payment_uri=sample.topup.address)
    assert (deposit.verdict, deposit.by_hand) == (Verdict.PARTIAL, ("amount",))
    assert (deposit.link, deposit.opens_wallet) == (sample.topup.address, False)


@pytest.mark.parametrize(
    ("uri", "part", "expected", "found"),
    [
        ("ethereum:{other}@1?value=72321640e9", "address", "{address}", "{other}"),
        ("ethereum:{address}@1?value=72321641e10", "amount", "{amount}", "0.72321641"),
        ("ethereum:{address}@56?value={wei}", "chain", "1", "56"),
        ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "network", "ethereum", "bitcoin"),
        ("ethereum:{usdt}@1/transfer?address={address}&uint256=1", "token", "ETH", "{usdt}"),
    ],
)
def test_a_link_that_differs_blocks_with_both_values(uri: str, part: str, expected: str, found: str) -> None:
    sample = sample_of("ethereum", "ETH")
    texts = {
        "address": sample.topup.address,
        "other": ADDRESSES["ethereum"][1],
        "amount": sample.topup.amount_crypto,
        "wei": sample.topup.amount_crypto.replace("0.", "").lstrip("0") + "e10",
        "usdt": TOKENS["ethereum", "USDT"].contract,
    }
    deposit = sample.check(payment_uri=uri.format(**texts))
    assert_nothing_payable(deposit)
    both = {problem.part: (problem.code, problem.expected, problem.found) for problem in deposit.problems}
    assert both[part] == ("link_mismatch", expected.format(**texts), found.format(**texts))


def test_a_link_that_names_no_token_where_it_should_differs_by_nothing() -> None:
    sample = sample_of("solana", "SOL")
    deposit = sample.check(payment_uri=f"solana:{sample.topup.address}?spl-token=")
    assert_nothing_payable(deposit)
    assert Problem("link_mismatch", "SOL", "", "token") in deposit.problems


@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("bitcoin:{0}?amount={1}&amount={1}", "duplicate amount"),
        ("bitcoin:{0}?req-x=1", "req-x"),
        ("bitcoin:{0}\t", "characters"),
    ],
)
def test_an_invalid_link_blocks_and_is_shown_with_the_reason(uri: str, reason: str) -> None:
    sample = sample_of("bitcoin", "BTC")
    text = uri.format(sample.topup.address, sample.topup.amount_crypto)
    deposit = sample.check(payment_uri=text)
    assert deposit.problems == (Problem("link_invalid", found=text, part=reason),)
    assert_nothing_payable(deposit)


def test_a_network_and_coin_new_in_the_catalog_can_be_paid_by_address_with_a_warning() -> None:
    topup = make_topup(
        coin="DOGE",
        network="dogecoin",
        address="D1",
        rate="0.25",
        amountCrypto="100.00000001",
        paymentUri="dogecoin:D1?amount=100.00000001",
    )
    entry = Network(id="dogecoin", name="Dogecoin", address="D1", memo_required=False)
    deposit = check_deposit(topup, requested=None, network=entry, passed=None)
    assert deposit.verdict == Verdict.CANNOT_TELL
    assert deposit.warnings == ("unknown_network", "unknown_coin")
    assert deposit.address == "D1"


def test_small_amounts_may_carry_an_offset_of_two_percent() -> None:
    address = ADDRESSES["bitcoin"][0]
    sample = make_sample("bitcoin", "BTC", address, amount_usd="25.00", rate="100000.00", offset_units=500)
    deposit = sample.check()
    assert deposit.verdict == Verdict.MATCH
    assert deposit.above_percent == Decimal("2.0")


@pytest.mark.parametrize(("network", "coin"), list(TOKENS))
@pytest.mark.parametrize(
    ("rate", "is_warned"),
    [
        ("0.95", False),
        ("1", False),
        ("1.0500", False),
        ("0.949999", True),
        ("1.050001", True),
        ("0.1", True),
        ("97123.45", True),
    ],
)
def test_a_stablecoin_far_from_a_dollar_is_warned_of(
    network: str, coin: str, rate: str, *, is_warned: bool
) -> None:
    address = ADDRESSES[network][0]
    sample = make_sample(network, coin, address, amount_usd="250.00", rate=rate, offset_units=0)
    deposit = sample.check()
    assert deposit.payable
    assert ("rate_off_dollar" in deposit.warnings) is is_warned
    assert (deposit.rate, deposit.amount_usd) == (rate, "250.00")


def test_the_rate_of_any_other_coin_is_its_own() -> None:
    assert sample_of("solana", "SOL").check().warnings == ()
