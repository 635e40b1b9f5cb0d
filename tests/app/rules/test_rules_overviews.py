"""What of an account runs out or ends first, and when it needs attention."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.models.overviews import AccountOverview, AccountProblem, SubscriptionSummary
from app.models.topups import TopUp
from app.rules.overviews import (
    Attention,
    Reason,
    attention_of,
    by_urgency,
    first_to_run_out,
    next_to_end,
    running,
)
from support.service_records import topup_record

NOW = datetime(2026, 11, 22, 14, 4, tzinfo=UTC)
DAY = timedelta(days=1)
GB = 10**9
SHOP = SubscriptionSummary("sub_1", "Shop", "active", 40 * GB, 50 * GB, 10 * GB, None, auto_renew=False)


def overview(*subscriptions: SubscriptionSummary, **known: object) -> AccountOverview:
    made = AccountOverview("work", NOW, subscriptions=subscriptions, as_of=NOW, is_current=True)
    return replace(made, **known)  # type: ignore[arg-type]


def ending(days: float, **changes: object) -> SubscriptionSummary:
    return replace(SHOP, ends_at=NOW + days * DAY, **changes)  # type: ignore[arg-type]


def topup(status: str, expires: timedelta = timedelta(minutes=20), **changes: object) -> TopUp:
    record = topup_record(status=status, expiresAt=(NOW + expires).isoformat(), **changes)
    return TopUp.model_validate(record)


def reason(of: AccountOverview) -> Reason | None:
    attention = attention_of(of)
    return attention and attention.reason


def test_ended_and_inactive_subscriptions_do_not_count() -> None:
    of = overview(SHOP, ending(-1), replace(SHOP, status="expired"), replace(SHOP, status="paused"))
    assert running(of) == (SHOP,)


def test_the_first_to_run_out_is_the_one_with_the_fewest_days() -> None:
    slow, fast = replace(SHOP, days_left=40), replace(SHOP, id="sub_2", days_left=4)
    assert first_to_run_out([slow, fast, SHOP], NOW) == (fast, 4)
    assert first_to_run_out([SHOP], NOW) is None, "no pace, no promise"
    assert first_to_run_out([slow, ending(2, days_left=3)], NOW) == (slow, 40), "that one ends before"


def test_used_up_traffic_needs_no_pace() -> None:
    empty = replace(SHOP, remaining_bytes=-5)
    assert first_to_run_out([replace(SHOP, days_left=1), empty], NOW) == (empty, 0)
    assert first_to_run_out([replace(SHOP, remaining_bytes=1)], NOW) is None


@pytest.mark.parametrize(("days", "found"), [(7.01, None), (7, 7), (6, 6), (0.2, 0)])
def test_a_subscription_ends_soon_in_its_last_seven_days(days: float, found: int | None) -> None:
    soon = next_to_end([SHOP, ending(days)], NOW)
    assert (soon and soon[1]) == found


def test_of_several_the_first_to_end_is_named() -> None:
    assert next_to_end([ending(3, id="sub_3"), ending(2, id="sub_2"), ending(5)], NOW) == (
        ending(2, id="sub_2"),
        2,
    )
    assert running(overview(ending(0))) == ()


def test_what_renews_itself_does_not_end() -> None:
    assert next_to_end([ending(2, auto_renew=True)], NOW) is None


@pytest.mark.parametrize(
    ("subscription", "found"),
    [
        (replace(SHOP, days_left=4), None),
        (replace(SHOP, days_left=3), Reason.RUNS_OUT),
        (replace(SHOP, remaining_bytes=0), Reason.RUNS_OUT),
        (ending(4), None),
        (ending(3), Reason.ENDS),
        (ending(3, auto_renew=True), None),
        (ending(3, days_left=2), Reason.RUNS_OUT),
    ],
)
def test_three_days_are_few(subscription: SubscriptionSummary, found: Reason | None) -> None:
    assert reason(overview(subscription)) == found


@pytest.mark.parametrize(
    ("subscription", "found"),
    [
        (ending(2, days_left=3), Reason.ENDS),
        (ending(2, days_left=2), Reason.ENDS),
        (ending(2.1, days_left=2), Reason.RUNS_OUT),
        (ending(2, days_left=3, auto_renew=True), None),
        (ending(0.2, remaining_bytes=0), Reason.RUNS_OUT),
    ],
)
def test_what_comes_first_is_named(subscription: SubscriptionSummary, found: Reason | None) -> None:
    assert reason(overview(subscription)) == found


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (AccountProblem.OFFLINE, Reason.UNREACHABLE),
        (AccountProblem.KEY_REFUSED, Reason.KEY_REFUSED),
        (AccountProblem.KEY_NEEDED, Reason.KEY_NEEDED),
        (AccountProblem.KEYRING_LOCKED, Reason.KEY_NEEDED),
        (AccountProblem.FAILING, Reason.FAILING),
        (AccountProblem.OTHER_SERVICE, Reason.FAILING),
        (AccountProblem.RATE_LIMITED, None),
    ],
)
def test_what_cannot_be_renewed_needs_attention(problem: AccountProblem, found: Reason | None) -> None:
    assert reason(overview(SHOP, problem=problem)) == found


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (topup("awaiting_payment"), None),
        (topup("awaiting_payment", timedelta(minutes=4)), Reason.TOPUP_EXPIRES),
        (topup("awaiting_payment", timedelta(minutes=-1)), None),
        (topup("rejected"), Reason.TOPUP_REJECTED),
        (topup("verifying", timedelta(minutes=4)), None),
        (topup("expired", timedelta(hours=-2)), None),
    ],
)
def test_topups_that_wait_for_the_user_need_attention(shown: TopUp, found: Reason | None) -> None:
    assert reason(overview(SHOP, topups=(shown,))) == found


@pytest.mark.parametrize("status", ["awaiting_payment", "rejected"])
def test_nobody_is_urged_by_a_status_that_is_not_confirmed(status: str) -> None:
    soon = topup(status, timedelta(minutes=4))
    assert reason(overview(SHOP, topups=(soon,), unconfirmed=frozenset((soon.id,)))) is None


@pytest.mark.parametrize(
    ("status", "deadline", "found"),
    [
        ("awaiting_payment", DAY, Reason.TOPUP_NOT_CONFIRMED),
        ("verifying", -DAY, Reason.TOPUP_NOT_CONFIRMED),
        ("expired", DAY, Reason.TOPUP_NOT_CONFIRMED),
        ("rejected", DAY, Reason.TOPUP_NOT_CONFIRMED),
        ("expired", -DAY, None),
    ],
)
def test_what_the_service_finally_does_not_confirm_needs_attention_while_a_payment_can_count(
    status: str, deadline: timedelta, found: Reason | None
) -> None:
    shown = topup(status, timedelta(minutes=4), txidDeadline=(NOW + deadline).isoformat())
    ids = frozenset((shown.id,))
    of = overview(SHOP, topups=(topup("verifying", id="other"), shown), unconfirmed=ids, denied=ids)
    assert attention_of(of) == (found and Attention(found, shown.id))
    assert reason(replace(of, subscriptions=(replace(SHOP, days_left=2),))) is Reason.RUNS_OUT
    assert reason(replace(of, problem=AccountProblem.OFFLINE)) is Reason.UNREACHABLE


def test_a_rejected_top_up_waits_behind_traffic_that_runs_out() -> None:
    low, rejected = replace(SHOP, days_left=2), topup("rejected")
    assert reason(overview(low, topups=(rejected,))) is Reason.RUNS_OUT
    soon = topup("awaiting_payment", timedelta(minutes=5))
    assert attention_of(overview(SHOP, topups=(soon,))) == Attention(Reason.TOPUP_EXPIRES, soon.id)
    assert attention_of(overview(SHOP, topups=(topup("awaiting_payment", timedelta(0)),))) is None
    assert attention_of(overview(SHOP, topups=(rejected,))) == Attention(Reason.TOPUP_REJECTED, rejected.id)


def test_traffic_and_money_come_before_what_only_cannot_be_seen() -> None:
    low = attention_of(overview(replace(SHOP, days_left=1)))
    offline = attention_of(overview(SHOP, problem=AccountProblem.OFFLINE))
    refused = attention_of(overview(SHOP, problem=AccountProblem.KEY_REFUSED))
    assert low is not None
    assert offline is not None
    assert refused is not None
    assert low.urgency < offline.urgency == refused.urgency
    assert (low.subject_id, low.name, low.days) == ("sub_1", "Shop", 1)


def test_topups_are_ordered_by_what_is_to_be_done_first() -> None:
    late = topup("expired", timedelta(hours=-2), id="late", txidDeadline=(NOW + DAY).isoformat())
    first, second = topup("awaiting_payment", id="first"), topup("awaiting_payment", 2 * DAY, id="second")
    rejected, verifying = topup("rejected", id="rejected"), topup("verifying", id="verifying")
    deadline = (NOW + timedelta(minutes=1)).isoformat()
    closing = topup("expired", timedelta(hours=-1), id="closing", txidDeadline=deadline)
    ordered = by_urgency([late, closing, verifying, second, rejected, first])
    assert [one.id for one in ordered] == ["first", "second", "rejected", "verifying", "closing", "late"]
