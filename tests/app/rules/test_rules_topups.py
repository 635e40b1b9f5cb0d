from __future__ import annotations

from datetime import timedelta

import pytest

from app.models.topups import STATUSES
from app.rules.topups.transitions import (
    can_pay,
    can_report,
    contradicts,
    inconsistency,
    is_open,
    is_unreliable,
    legal_move,
    may_await_payment,
    pause_after,
    sound_after,
)
from support.deposit_samples import CREATED, make_topup

EXPIRY = CREATED + timedelta(minutes=30)
DEADLINE = EXPIRY + timedelta(hours=72)


@pytest.mark.parametrize(
    ("status", "final", "seconds"),
    [
        ("awaiting_payment", False, 30),
        ("verifying", False, 10),
        ("expired", False, 60),
        ("rejected", False, 60),
        ("on_hold", False, 30),
        ("credited", True, None),
        ("expired", True, None),
        ("rejected", True, None),
        ("refunded", True, None),
        ("awaiting_payment", True, 30),
        ("verifying", True, 30),
        ("credited", False, 30),
    ],
)
def test_polling_follows_the_advice_of_the_spec(status: str, *, final: bool, seconds: int | None) -> None:
    topup = make_topup(status=status, final=final)
    assert pause_after(topup) == (None if seconds is None else timedelta(seconds=seconds))
    assert is_open(topup) is (seconds is not None)


@pytest.mark.parametrize(
    ("status", "final", "code"),
    [
        ("awaiting_payment", True, "final_while_open"),
        ("verifying", True, "final_while_open"),
        ("credited", False, "credited_not_final"),
        ("credited", True, None),
        ("expired", False, None),
        ("rejected", True, None),
        ("on_hold", True, None),
    ],
)
def test_a_final_that_contradicts_is_named(status: str, *, final: bool, code: str | None) -> None:
    assert contradicts(make_topup(status=status, final=final)) == code


@pytest.mark.parametrize("status", [*STATUSES, "on_hold"])
def test_only_a_top_up_that_waits_for_its_payment_can_be_paid(status: str) -> None:
    topup = make_topup(status=status, final=status == "credited")
    assert can_pay(topup, CREATED) is (status == "awaiting_payment")


@pytest.mark.parametrize("reported", [{"txid": "ab" * 32}, {"txidSubmittedAt": CREATED}])
def test_what_was_reported_as_sent_cannot_be_paid_again(reported: dict[str, object]) -> None:
    topup = make_topup(**reported)
    assert contradicts(topup) == inconsistency(topup) == "awaited_though_reported"
    assert not can_pay(topup, CREATED)
    assert is_unreliable("awaited_though_reported")
    assert contradicts(make_topup(txid="")) is None
    assert contradicts(make_topup(status="verifying", **reported)) is None


def test_paying_ends_with_the_rate_lock_and_with_a_contradiction() -> None:
    assert can_pay(make_topup(), EXPIRY - timedelta(seconds=1))
    assert not can_pay(make_topup(), EXPIRY)
    assert not can_pay(make_topup(final=True), CREATED)


@pytest.mark.parametrize("status", [*STATUSES, "on_hold"])
def test_a_payment_can_be_reported_while_awaited_expired_or_rejected(status: str) -> None:
    topup = make_topup(status=status, final=status == "credited")
    assert can_report(topup, EXPIRY) is (status in {"awaiting_payment", "expired", "rejected"})
    assert not can_report(topup, DEADLINE)


@pytest.mark.parametrize("status", ["expired", "rejected"])
def test_a_final_top_up_is_closed_for_reports_whatever_the_clock_says(status: str) -> None:
    assert not can_report(make_topup(status=status, final=True), CREATED)


LEGAL = {
    ("awaiting_payment", "expired"),
    ("awaiting_payment", "verifying"),
    ("awaiting_payment", "credited"),
    ("awaiting_payment", "rejected"),
    ("expired", "verifying"),
    ("expired", "credited"),
    ("expired", "rejected"),
    ("rejected", "verifying"),
    ("rejected", "credited"),
    ("rejected", "expired"),
    ("verifying", "credited"),
    ("verifying", "expired"),
    ("verifying", "rejected"),
}
"""Those of spec 3.1, and an end without a payment: which others there are is not shown."""


@pytest.mark.parametrize("before", STATUSES)
@pytest.mark.parametrize("after", STATUSES)
def test_only_the_moves_of_the_spec_are_legal_even_if_polls_miss_states(before: str, after: str) -> None:
    assert legal_move(before, after) is (before == after or (before, after) in LEGAL)


@pytest.mark.parametrize("before", ["verifying", "rejected"])
def test_one_that_expires_after_a_report_can_be_reported_again(before: str) -> None:
    expired = make_topup(status="expired", txid="ab", txidSubmittedAt=CREATED)
    assert inconsistency(expired, before) == ""
    assert can_report(expired, EXPIRY)
    assert inconsistency(make_topup(), sound_after(expired, before)) == "illegal_move"


def test_a_status_that_the_interface_does_not_have_is_an_inconsistency() -> None:
    assert inconsistency(make_topup(status="on_hold")) == "unknown_status"
    assert inconsistency(make_topup()) == ""


@pytest.mark.parametrize(
    ("topup_id", "usable"),
    [
        ("", False),
        (".", False),
        ("..", False),
        ("a/../b", False),
        ("a\\..", False),
        ("x" * 201, False),
        ("x" * 200, True),
        ("a", True),
        ("a.b", True),
        ("...", True),
    ],
)
def test_only_a_top_up_with_a_usable_id_can_be_reported(topup_id: str, *, usable: bool) -> None:
    assert can_report(make_topup(id=topup_id), CREATED) is usable


def test_a_status_that_is_not_known_cannot_be_judged() -> None:
    assert legal_move("on_hold", "awaiting_payment")
    assert legal_move("verifying", "on_hold")


@pytest.mark.parametrize("after", STATUSES)
def test_a_first_verifying_may_go_anywhere_while_nothing_was_reported(after: str) -> None:
    sound = sound_after(make_topup(status="verifying"), "")
    sound = sound_after(make_topup(status="verifying"), sound)
    assert inconsistency(make_topup(status=after, final=after == "credited"), sound) == ""


@pytest.mark.parametrize(
    "seen",
    [
        {"txid": "ab"},
        {"txidSubmittedAt": CREATED},
        {"confirmations": 1},
        {"amountReceivedCrypto": "0.00025001"},
    ],
)
def test_a_first_verifying_is_held_to_once_a_payment_is_known(seen: dict[str, object]) -> None:
    sound = sound_after(make_topup(status="verifying"), "")
    sound = sound_after(make_topup(status="verifying", **seen), sound)
    assert inconsistency(make_topup(), sound) == "illegal_move"


@pytest.mark.parametrize(
    "nothing", [{"txid": ""}, {"amountReceivedCrypto": "0.00000000"}, {"confirmations": 0}]
)
def test_an_empty_or_zero_value_is_no_payment(nothing: dict[str, object]) -> None:
    """What is null, omitted or empty before the payment is reported is not shown (spec 2.1)."""
    topup = make_topup(status="verifying", **nothing)
    assert may_await_payment(topup), "no address of it is shown unchecked"
    assert inconsistency(make_topup(), sound_after(topup, "")) == ""


def test_a_verifying_that_came_after_another_status_never_goes_back() -> None:
    sound = sound_after(make_topup(status="verifying"), sound_after(make_topup(), ""))
    assert inconsistency(make_topup(), sound) == "illegal_move"
