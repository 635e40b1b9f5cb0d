"""What the gate found, in words; and the coins to choose from."""

import re
from pathlib import Path

import pytest

from app.i18n.units import usd
from app.models.coins import Coin
from app.present.deposits import ADDRESS, LINK, present_blocked, present_deposit
from app.present.payments import amount_hint, failed_text, present_coin_options
from app.rules.topups.deposit_check import Deposit, Verdict
from app.rules.topups.deposit_problems import Problem
from support.deposit_samples import ADDRESSES, make_sample, sample_of
from support.service_records import coin_record

RULES = Path(__file__).parents[3] / "src" / "app" / "rules"


@pytest.mark.parametrize(("network", "coin"), [("bitcoin", "BTC"), ("solana", "SOL"), ("ethereum", "ETH")])
def test_a_match_shows_its_link_first(network: str, coin: str) -> None:
    sample = sample_of(network, coin)
    view = present_deposit(sample.check())
    assert view.qr_text == sample.topup.payment_uri
    assert view.picture == LINK
    assert view.note == "Address, amount and coin in this code match what is shown here"
    assert view.note_is_good
    assert view.choices
    assert view.wallet_link == sample.topup.payment_uri
    assert (view.amount, view.address) == (sample.topup.amount_crypto, sample.topup.address)


@pytest.mark.parametrize(("network", "coin"), [("tron", "USDT"), ("ethereum", "USDC"), ("solana", "USDC")])
def test_where_wallets_misread_links_the_address_is_first_and_the_link_a_click_away(
    network: str, coin: str
) -> None:
    sample = sample_of(network, coin)
    view = present_deposit(sample.check())
    assert (view.qr_text, view.picture) == (sample.topup.address, ADDRESS)
    assert f"many wallets misread payment links for {coin} on this network" in view.note
    assert "Enter the amount by hand" in view.note
    assert not view.note_is_good
    assert view.wallet_link == "", "no wallet is opened with what it may misread"
    chosen = present_deposit(sample.check(), LINK)
    assert (chosen.qr_text, chosen.picture) == (sample.topup.payment_uri, LINK)
    assert chosen.wallet_link == sample.topup.payment_uri


def test_the_wallet_of_a_coin_is_opened_whichever_code_is_shown() -> None:
    sample = sample_of("bitcoin", "BTC")
    view = present_deposit(sample.check(), ADDRESS)
    assert view.qr_text == sample.topup.address
    assert view.wallet_link == sample.topup.payment_uri
    assert view.note == "The code holds the address only. Enter the amount by hand."


def test_a_link_that_names_no_wallet_opens_none() -> None:
    sample = sample_of("bitcoin", "BTC")
    view = present_deposit(sample.check(payment_uri=sample.topup.address))
    assert (view.qr_text, view.wallet_link) == (sample.topup.address, "")


def test_a_partial_link_names_what_is_set_by_hand() -> None:
    sample = sample_of("bitcoin", "BTC")
    bare = present_deposit(sample.check(payment_uri=f"bitcoin:{sample.topup.address}"))
    assert bare.note == "The address in this code matches. Set by hand in the wallet: the amount."
    assert not bare.note_is_good
    tron = present_deposit(sample_of("tron", "USDT").check(), LINK)
    assert tron.note == "The address in this code matches. Set by hand in the wallet: the coin."


@pytest.mark.parametrize("link", [None, ""])
def test_where_no_link_is_given_none_is_said_to_be_unchecked(link: str | None) -> None:
    view = present_deposit(sample_of("tron", "USDT").check(payment_uri=link))
    assert view.note == (
        "The service gave no payment link, so the code holds the address only. Enter the amount by hand."
    )
    assert view.details == ""


@pytest.mark.parametrize("link", ["nothing:known", "https://example.com"])
def test_a_link_that_cannot_be_checked_is_never_drawn(link: str | None) -> None:
    sample = sample_of("bitcoin", "BTC")
    for picture in ("", LINK, ADDRESS):
        view = present_deposit(sample.check(payment_uri=link), picture)
        assert (view.qr_text, view.picture) == (sample.topup.address, ADDRESS)
        assert not view.choices
        assert view.wallet_link == ""
        assert "could not be checked" in view.note


def test_amounts_are_the_services_own() -> None:
    sample = sample_of("bitcoin", "BTC")
    assert present_deposit(sample.check()).amount is sample.topup.amount_crypto


def test_every_warning_has_words() -> None:
    codes = (
        "unknown_coin",
        "unknown_network",
        "no_checksum",
        "also_bitcoin",
        "off_curve",
        "unspendable",
        "rate_off_dollar",
        "promo_code_missing",
        "amount_above_rate",
    )
    deposit = Deposit(Verdict.MATCH, "BTC", "bitcoin", address="a", amount="1", warnings=codes)
    texts = present_deposit(deposit).warnings
    assert len(set(texts)) == len(codes)
    assert not set(texts) & set(codes)


def test_a_stablecoin_far_from_a_dollar_is_said_with_both_values() -> None:
    sample = make_sample(
        "tron", "USDT", ADDRESSES["tron"][0], amount_usd="250.00", rate="0.8", offset_units=7
    )
    view = present_deposit(sample.check())
    (warning,) = view.warnings
    assert warning == (
        "1 USDT counts as $0.80 here, though it should be worth about $1.00: "
        "you would send 312.500007 USDT for $250.00."
    )
    assert view.is_serious


@pytest.mark.parametrize(
    ("code", "percent"), [("en", "2.2"), ("de", "2,2"), ("fr", "2,2"), ("zh_Hans", "2.2")]
)
def test_how_far_an_amount_is_above_the_rate_has_the_decimal_sign_of_the_language(
    monkeypatch: pytest.MonkeyPatch, code: str, percent: str
) -> None:
    monkeypatch.setattr("app.i18n.locales.current", lambda: code)
    sample = make_sample(
        "bitcoin", "BTC", ADDRESSES["bitcoin"][0], amount_usd="25.00", rate="100000", offset_units=550
    )
    (warning,) = present_deposit(sample.check()).warnings
    assert f"{percent}\u00a0%" in warning


def test_only_what_could_lose_money_is_shown_as_serious() -> None:
    assert not present_deposit(sample_of("bitcoin", "BTC").check()).is_serious
    lower = "0xb16db98b365b1f89191996942612b14f1da4bd5f"
    assert not present_deposit(sample_of("ethereum", "ETH", address=lower).check()).is_serious
    nobody = "bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd"
    view = present_deposit(sample_of("bitcoin", "BTC", address=nobody).check())
    assert "Nobody can spend" in view.warnings[0]
    assert view.is_serious


def test_every_problem_of_the_deposit_check_has_words_of_its_own() -> None:
    source = "".join(
        (RULES / "topups" / name).read_text(encoding="utf-8")
        for name in ("deposit_check.py", "deposit_problems.py")
    )
    codes = set(re.findall(r'Problem\(\s*"([a-z_]+)"', source))
    codes |= {f"{part}_{end}" for part in ("address", "amount", "coin", "network") for end in ("changed",)}
    # Those of tables and conditions.
    codes |= set(re.findall(r'"(\w+_(?:differs|on_network|in_catalog)|catalog_unknown)"', source))
    assert {"coin_differs", "coin_not_on_network", "catalog_unknown", "not_in_catalog"} <= codes
    assert len(codes) > 10
    generic = "The payment details do not agree"
    for code in codes:
        deposit = Deposit(Verdict.BLOCKED, "BTC", "bitcoin", problems=(Problem(code, "E", "F"),))
        (problem,) = present_blocked(deposit).problems
        assert problem.text != generic, code
        assert (problem.expected, problem.found) == ("E", "F")


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("address", "The payment link pays to another address"),
        ("amount", "The payment link pays another amount"),
        ("network", "The payment link is for another network"),
        ("token", "The payment link pays another coin"),
        ("chain", "The payment link is for another chain"),
        ("unheard of", "The payment link pays something else"),
    ],
)
def test_what_a_link_pays_instead_is_named(part: str, text: str) -> None:
    problem = Problem("link_mismatch", "one", "other", part)
    blocked = present_blocked(Deposit(Verdict.BLOCKED, "BTC", "bitcoin", problems=(problem,)))
    assert blocked.problems[0].text == text


def test_blocked_says_not_to_pay_with_both_values() -> None:
    sample = sample_of("bitcoin", "BTC")
    other = ADDRESSES["bitcoin"][1]
    view = present_blocked(sample.check(address=other))
    assert view.title == "Do not pay this top-up"
    assert "You owe nothing" in view.text
    assert not view.asks_memo
    assert ("The address differs from the one in the coin catalog", sample.topup.address, other) in {
        (problem.text, problem.expected, problem.found) for problem in view.problems
    }


def test_a_request_that_is_damaged_is_not_called_a_contradiction() -> None:
    problems = (Problem("request_unknown"), Problem("address_invalid"))
    view = present_blocked(Deposit(Verdict.BLOCKED, "BTC", "bitcoin", problems=problems))
    assert view.title == "Do not pay this top-up"
    assert "record of what was asked for is damaged" in view.text
    assert view.problems == ()


def test_an_unheard_of_problem_is_still_shown() -> None:
    deposit = Deposit(Verdict.BLOCKED, "BTC", "bitcoin", problems=(Problem("new"),))
    assert present_blocked(deposit).problems[0].text == "The payment details do not agree"


def test_a_memo_is_asked_for() -> None:
    view = present_blocked(Deposit(Verdict.MEMO_NEEDED, "XRP", "ripple"))
    assert view.title == "A memo is needed"
    assert view.asks_memo
    assert view.problems == ()


def test_where_nobody_knows_of_a_memo_none_is_claimed_to_be_needed() -> None:
    view = present_blocked(Deposit(Verdict.MEMO_NEEDED, "XRP", "ripple", warnings=("memo_unknown",)))
    assert view.title == "A memo may be needed"
    assert view.text.startswith("The service does not say whether payments on this network need a memo.")
    assert view.asks_memo


def test_coins_are_offered_with_time_and_blocks() -> None:
    coin = Coin.model_validate(
        {
            "code": "USDT",
            "name": "Tether",
            "networks": [
                {
                    "id": "tron",
                    "name": "Tron",
                    "confirmationsRequired": 20,
                    "estimatedMinutes": 2,
                    "memoRequired": False,
                    "address": "T",
                },
                {
                    "id": "solana",
                    "name": "Solana",
                    "estimatedMinutes": 1,
                    "memoRequired": False,
                    "address": "S",
                },
                {
                    "id": "ethereum",
                    "name": "Ethereum",
                    "confirmationsRequired": 12,
                    "estimatedMinutes": None,
                    "memoRequired": False,
                    "address": "0x",
                },
            ],
        }
    )
    first, bare, second = present_coin_options([coin])
    assert (first.name, first.detail) == ("USDT on Tron", "≈ 2 min · 20 conf.")
    assert (bare.name, bare.detail) == ("USDT on Solana", "≈ 1 min")
    assert (second.name, second.detail) == ("USDT on Ethereum", "12 conf.")
    assert first.key != second.key
    assert present_coin_options([]) == ()


def test_a_coin_that_is_listed_twice_is_offered_once() -> None:
    coins = [Coin.model_validate(coin_record()), Coin.model_validate(coin_record(name="Again"))]
    assert [option.name for option in present_coin_options(coins)] == ["BTC on Bitcoin"]


def test_the_hint_of_the_amount_names_the_documented_limits() -> None:
    assert amount_hint(None) == amount_hint("10000.00") == "From $25.00 to $10,000.00"
    assert amount_hint("10000.01").startswith("More than the documented maximum of $10,000.00")


def test_a_report_that_failed_elsewhere_names_its_top_up() -> None:
    topup = sample_of("bitcoin", "BTC").topup
    text = failed_text(topup, "No connection to the service.")
    assert text == f"{usd(topup.amount_usd)} in BTC on Bitcoin: No connection to the service."
