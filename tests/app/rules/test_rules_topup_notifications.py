"""What of a top-up is notified, and when it is the same event again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.models.notifications import Notification
from app.models.topups import TopUp, TopUpSnapshot
from app.rules.topups.notifications import notification_of, notifications_of_topup
from support.deposit_samples import CREATED, make_topup

EXPIRY = CREATED + timedelta(minutes=30)
BOUGHT = {"planId": "residential-5gb", "planName": "Residential 5 GB", "total": "126.00"}


def snapshot(status: str, purchase: str = "") -> TopUpSnapshot:
    return TopUpSnapshot(CREATED, status, 0, 2, "", "BTC", purchase_status=purchase)


def kinds(
    before: TopUpSnapshot | None, topup: TopUp, before_expiry: timedelta = timedelta(hours=-1)
) -> list[str]:
    return [one.kind for one in notifications_of_topup(before, topup, EXPIRY - before_expiry)]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("verifying", "credited", ["credited"]),
        ("awaiting_payment", "credited", ["credited"]),
        ("credited", "credited", []),
        (None, "credited", []),
        ("verifying", "rejected", ["rejected"]),
        ("rejected", "rejected", []),
        (None, "rejected", []),
        ("awaiting_payment", "verifying", []),
        ("awaiting_payment", "expired", []),
    ],
)
def test_a_credit_and_a_rejection_are_notified_when_they_come(
    before: str | None, after: str, found: list[str]
) -> None:
    topup = make_topup(status=after, final=after == "credited")
    assert kinds(None if before is None else snapshot(before), topup) == found


@pytest.mark.parametrize("status", ["credited", "rejected", "awaiting_payment"])
def test_nothing_is_notified_of_a_state_that_contradicts_the_interface(status: str) -> None:
    topup = make_topup(status=status, purchase=BOUGHT | {"status": "failed"})
    at = EXPIRY - timedelta(minutes=1)
    assert notifications_of_topup(snapshot("verifying"), topup, at), "in order, each has one"
    assert notifications_of_topup(snapshot("verifying"), topup, at, "credited_not_final") == ()


@pytest.mark.parametrize(
    ("sound", "inconsistent", "after", "found"),
    [
        ("verifying", "credited", "credited", ["credited"]),
        ("", "credited", "credited", ["credited"]),
        ("rejected", "unheard-of", "rejected", []),
        ("credited", "awaiting_payment", "credited", []),
    ],
)
def test_after_a_contradiction_the_next_state_in_order_is_held_against_the_last_one_in_order(
    sound: str, inconsistent: str, after: str, found: list[str]
) -> None:
    before = snapshot(inconsistent)._replace(inconsistency="illegal_move", sound_status=sound)
    assert kinds(before, make_topup(status=after, final=after == "credited")) == found


def test_a_purchase_that_failed_during_a_contradiction_is_notified_after_it() -> None:
    before = snapshot("credited", "failed")._replace(
        inconsistency="credited_not_final", sound_status="credited"
    )
    topup = make_topup(status="credited", final=True, purchase=BOUGHT | {"status": "failed"})
    assert kinds(before, topup) == ["purchase_failed"]


@pytest.mark.parametrize(
    ("before", "status", "found"),
    [
        ("pending", "failed", ["credited", "purchase_failed"]),
        ("failed", "failed", ["credited"]),
        ("pending", "completed", ["credited"]),
        ("", None, ["credited"]),
    ],
)
def test_a_purchase_that_failed_is_notified_once(before: str, status: str | None, found: list[str]) -> None:
    purchase = None if status is None else BOUGHT | {"status": status}
    topup = make_topup(status="credited", final=True, purchase=purchase)
    assert kinds(snapshot("verifying", before), topup) == found
    assert kinds(None, topup) == []


@pytest.mark.parametrize(
    ("status", "before_expiry", "found"),
    [
        ("awaiting_payment", timedelta(minutes=5, seconds=1), []),
        ("awaiting_payment", timedelta(minutes=5), ["about_to_expire"]),
        ("awaiting_payment", timedelta(seconds=1), ["about_to_expire"]),
        ("awaiting_payment", timedelta(0), []),
        ("verifying", timedelta(minutes=1), []),
    ],
)
def test_an_unpaid_top_up_is_notified_in_its_last_five_minutes(
    status: str, before_expiry: timedelta, found: list[str]
) -> None:
    assert kinds(None, make_topup(status=status), before_expiry) == found


def test_a_notification_has_the_facts_of_its_text() -> None:
    topup = make_topup(
        status="credited", final=True, creditedUsd="24.90", purchase=BOUGHT | {"status": "completed"}
    )
    assert notification_of("credited", topup, CREATED) == Notification(
        kind="credited",
        subject_id="tu_1",
        occasion="credited",
        at=CREATED,
        amount_usd="24.90",
        spent_usd="126.00",
        coin="BTC",
        name="Residential 5 GB",
        ends_at=EXPIRY,
    )


def test_a_plan_that_was_bought_more_than_once_is_notified_with_its_number() -> None:
    purchase = BOUGHT | {"status": "completed", "quantity": 2}
    topup = make_topup(status="credited", final=True, purchase=purchase)
    assert notification_of("credited", topup, CREATED).name == "Residential 5 GB × 2"
    failed = make_topup(purchase={"planId": "p", "status": "failed", "quantity": 3})
    assert notification_of("purchase_failed", failed, CREATED).name == "p × 3"


def test_what_is_not_known_of_a_plan_is_left_out() -> None:
    plain = notification_of("about_to_expire", make_topup(), CREATED)
    assert (plain.amount_usd, plain.spent_usd, plain.name) == ("25.00", "", "")
    failed = make_topup(purchase={"planId": "p", "total": "9.00", "status": "failed"})
    assert notification_of("purchase_failed", failed, CREATED).spent_usd == ""
    assert notification_of("purchase_failed", failed, CREATED).name == "p"
    unpriced = make_topup(purchase={"planId": "p", "status": "completed"})
    assert notification_of("credited", unpriced, CREATED).spent_usd == ""


def test_a_rejection_after_another_report_is_another_event() -> None:
    def occasion(**changes: object) -> str:
        return notification_of("rejected", make_topup(status="rejected", **changes), CREATED).occasion

    first = occasion(txidSubmittedAt=CREATED)
    assert occasion() == "rejected"
    assert first == occasion(txidSubmittedAt=CREATED) == "rejected 2026-11-18T14:00:00+00:00"
    assert first != occasion(txidSubmittedAt=CREATED + timedelta(minutes=1))
