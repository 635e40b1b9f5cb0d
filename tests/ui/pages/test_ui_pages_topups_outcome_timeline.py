"""What this app saw of a top-up, in order and in words."""

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest

from app.models.topups import TopUpSnapshot, snapshot_of
from app.present.outcomes import describe_change, present_timeline
from support.deposit_samples import CREATED, make_topup

LATER = CREATED + timedelta(minutes=20)


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def seen_after(minutes: int, **fields: object) -> TopUpSnapshot:
    at = CREATED + timedelta(minutes=minutes)
    return snapshot_of(make_topup(**fields), at, inconsistency="", sound_status="", is_open=True)


def test_newest_first_from_creation_to_credit() -> None:
    topup = make_topup(
        status="credited",
        final=True,
        txidSubmittedAt=CREATED + timedelta(minutes=5),
        creditedAt=CREATED + timedelta(minutes=15),
        creditedUsd="25.00",
    )
    seen = (
        seen_after(6, status="verifying", confirmations=1, confirmationsRequired=2),
        seen_after(9, status="verifying", confirmations=2, confirmationsRequired=2),
    )
    assert present_timeline(topup, seen, LATER) == (
        ("14:15:00", "Credited, $25.00"),
        ("14:09:00", "2 of 2 confirmations"),
        ("14:06:00", "1 of 2 confirmations"),
        ("14:05:00", "Reported as sent"),
        ("14:00:00", "Created, 1 BTC = $100,000.00 until 14:30"),
    )


def test_a_credit_of_an_unknown_amount_has_its_time_alone() -> None:
    topup = make_topup(status="credited", final=True, creditedAt=CREATED + timedelta(minutes=15))
    assert present_timeline(topup, (), LATER)[0] == ("14:15:00", "Credited")


def test_on_other_days_the_day_is_shown() -> None:
    rows = present_timeline(make_topup(), (), CREATED + timedelta(days=2))
    assert rows == (("18 Nov, 14:00", "Created, 1 BTC = $100,000.00 until 18 Nov, 14:30"),)


def test_within_a_second_the_order_of_things_stays() -> None:
    moment = CREATED + timedelta(minutes=1)
    seen = seen_after(1, status="verifying", amountReceivedCrypto="0.00000001")
    topup = make_topup(status="verifying", txidSubmittedAt=moment + timedelta(milliseconds=400))
    rows = present_timeline(topup, (seen,), LATER)
    assert [text for _time, text in rows[:2]] == [
        "Payment seen on the network, 0.00000001 BTC",
        "Reported as sent",
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (None, {"status": "awaiting_payment"}, ""),
        ({"status": "awaiting_payment"}, {"status": "expired"}, "The rate lock ended"),
        ({"status": "verifying"}, {"status": "rejected"}, "Not accepted"),
        ({"status": "verifying"}, {"status": "credited"}, ""),
        ({"status": "awaiting_payment"}, {"status": "verifying"}, ""),
        ({"status": "awaiting_payment"}, {"status": "on_hold"}, "State: on_hold"),
        ({"status": "on_hold"}, {"status": "awaiting_payment"}, "Waiting for the payment"),
        (
            {"status": "verifying"},
            {"status": "verifying", "confirmations": 1, "confirmationsRequired": 2},
            "1 of 2 confirmations",
        ),
        ({"status": "verifying"}, {"status": "verifying", "confirmations": 3}, "3 confirmations"),
        (
            {"status": "verifying"},
            {"status": "verifying", "amountReceivedCrypto": "0.00000001"},
            "Payment seen on the network, 0.00000001 BTC",
        ),
        ({"status": "verifying", "confirmations": 1}, {"status": "verifying", "confirmations": 1}, ""),
    ],
)
def test_what_is_new(before: dict[str, object] | None, after: dict[str, object], words: str) -> None:
    earlier = seen_after(1, **before) if before is not None else None
    assert describe_change(earlier, seen_after(2, **after)) == words
