"""The texts of all accounts: their rows, what needs attention, the status bar."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.models.overviews import AccountOverview, AccountProblem, SubscriptionSummary
from app.models.topups import TopUp
from app.services.accounts.known import Account
from support.service_records import topup_record
from ui.pages.overview.view import (
    AccountRow,
    most_urgent,
    present_account,
    present_all_connections,
    present_attention,
)

NOW = datetime(2026, 11, 22, 14, 4, tzinfo=UTC)
EARLIER = NOW - timedelta(minutes=2)
GB = 10**9
WORK = Account("work", "Work", "api.example.net", is_demo=False, color="blue")
NORD = Account("nord", "Client Nord", "proxy.nord.example", is_demo=False, color="green")
SHOP = SubscriptionSummary(
    "sub_1", "Ad checks", "active", 92 * GB, 100 * GB, 8 * GB, NOW + timedelta(days=6), auto_renew=False
)
OTHER = SubscriptionSummary(
    "sub_2", "Shop", "active", 31_500_000_000, 50 * GB, 18_500_000_000, None, auto_renew=True
)


def overview(*subscriptions: SubscriptionSummary, **known: object) -> AccountOverview:
    made = AccountOverview("work", NOW, subscriptions=subscriptions, as_of=NOW, is_current=True)
    return replace(made, **known)  # type: ignore[arg-type]


def row(of: AccountOverview, account: Account = WORK) -> AccountRow:
    return present_account(account, of, NOW)


def topup(status: str, **changes: object) -> TopUp:
    expires_at = (NOW + timedelta(minutes=20)).isoformat()
    return TopUp.model_validate(topup_record(status=status, expiresAt=expires_at, **changes))


def test_traffic_of_all_active_subscriptions_is_added_up() -> None:
    shown = row(overview(SHOP, OTHER, replace(OTHER, status="expired"))).traffic
    assert (shown.left, shown.used, shown.note) == ("26.5 GB left", "123.5 of 150 GB", "2 subscriptions")
    assert shown.bar == "warning"


def test_more_used_than_bought_takes_nothing_from_the_others() -> None:
    over = replace(SHOP, used_bytes=110 * GB, remaining_bytes=-10 * GB)
    assert row(overview(over, OTHER)).traffic.left == "18.5 GB left"


def test_without_subscriptions_there_is_none_and_before_a_report_nothing_is_known() -> None:
    empty, unknown = row(overview()), row(overview(subscriptions=None, as_of=None, is_current=False))
    assert (empty.traffic.left, empty.pace.text, empty.ends.text) == ("None", "None", "None")
    assert (unknown.traffic.left, unknown.pace.text, unknown.ends.text) == ("Not known yet",) * 3
    assert (empty.topups_note, unknown.topups_note) == ("None", "Not known yet")
    assert unknown.updated == "Connecting…"


@pytest.mark.parametrize(
    ("days", "text", "tone"),
    [
        (366, "Over a year", "strong"),
        (365, "About 365 days", "strong"),
        (41, "About 41 days", "strong"),
        (4, "About 4 days", "strong"),
        (3, "About 3 days", "warning"),
        (1, "About 1 day", "warning"),
        (0, "Less than a day", "warning"),
    ],
)
def test_days_at_this_pace_are_those_of_the_first_to_run_out(days: int, text: str, tone: str) -> None:
    shown = row(overview(replace(SHOP, days_left=days, ends_at=None), replace(OTHER, days_left=500))).pace
    assert (shown.text, shown.note, shown.tone) == (text, "'Ad checks' first", tone)


def test_traffic_that_lasts_until_the_end_is_enough() -> None:
    shown = row(overview(replace(SHOP, days_left=6), replace(OTHER, days_left=None))).pace
    assert (shown.text, shown.note) == ("Enough", "")
    assert row(overview(OTHER)).pace.text == "Not known yet", "no pace is known"


def test_used_up_traffic_is_named() -> None:
    assert row(overview(replace(SHOP, remaining_bytes=0))).pace.text == "Used up"


@pytest.mark.parametrize(
    ("days", "text", "tone"),
    [(6, "In 6 days", "text"), (3, "In 3 days", "warning"), (1, "In 1 day", "warning"), (8, "None", "muted")],
)
def test_what_ends_within_a_week_is_named(days: int, text: str, tone: str) -> None:
    shown = row(overview(replace(SHOP, ends_at=NOW + timedelta(days=days)))).ends
    assert (shown.text, shown.tone) == (text, tone)
    assert shown.note == ("" if days > 7 else f"'Ad checks', {22 + days} Nov")


def test_an_end_that_cannot_be_read_is_not_called_none() -> None:
    unreadable = replace(SHOP, ends_at=None, is_end_unreadable=True)
    assert row(overview(unreadable, OTHER)).ends.text == "Not known yet"
    assert row(overview(replace(unreadable, is_end_unreadable=False), OTHER)).ends.text == "None"


def test_the_last_hours_are_shown_in_hours() -> None:
    assert row(overview(replace(SHOP, ends_at=NOW + timedelta(hours=5)))).ends.text == "In 5 h 0 min"


def test_two_top_ups_are_shown_and_the_others_counted() -> None:
    topups = tuple(topup("verifying", id=f"t{n}", confirmations=1) for n in range(5))
    shown = row(overview(SHOP, topups=topups))
    assert [(amount, badge.text) for amount, badge in shown.topups] == [("$50.00", "Verifying 1/2")] * 2
    assert shown.topups_note == "+ 3 more"


def test_an_expired_top_up_shows_until_when_it_can_be_reported() -> None:
    late = topup("expired", txidDeadline="2026-11-24T12:00:00Z")
    shown = row(overview(SHOP, topups=(late,)))
    assert [badge.text for _amount, badge in shown.topups] == ["Expired"]
    assert shown.topups_note == "can be reported until 24 Nov"


@pytest.mark.parametrize(
    ("problem", "state", "action"),
    [
        (AccountProblem.OFFLINE, "Offline, as of 14:02", "Try now"),
        (AccountProblem.KEY_REFUSED, "Key refused at 14:02", "Enter key…"),
        (AccountProblem.KEY_NEEDED, "Key needed", "Enter key…"),
        (AccountProblem.KEYRING_LOCKED, "Keyring locked", "Enter key…"),
        (AccountProblem.RATE_LIMITED, "Asked to wait", "Try now"),
        (AccountProblem.FAILING, "Service problem", "Try now"),
        (AccountProblem.OTHER_SERVICE, "Unexpected response", "Try now"),
    ],
)
def test_a_problem_is_named_with_what_to_do(problem: AccountProblem, state: str, action: str) -> None:
    refused_at = EARLIER if problem is AccountProblem.KEY_REFUSED else None
    of = overview(
        replace(SHOP, days_left=12, ends_at=None),
        problem=problem,
        refused_at=refused_at,
        as_of=EARLIER,
        is_current=False,
    )
    shown = row(of)
    assert shown.state is not None
    assert (shown.state.text, shown.action_text) == (state, action)
    assert shown.traffic.note == "1 subscription, as of 14:02"
    assert (shown.pace.text, shown.pace.note, shown.pace.tone) == ("About 12 days", "as of 14:02", "muted")


def test_what_is_asked_for_again_says_of_when_it_is() -> None:
    shown = row(overview(SHOP, as_of=EARLIER, is_current=False))
    assert (shown.state, shown.updated) == (None, "Connecting…")
    assert shown.traffic.note == "1 subscription, as of 14:02"


def test_the_environments_key_is_not_entered_here() -> None:
    refused = overview(SHOP, problem=AccountProblem.KEY_REFUSED, refused_at=EARLIER)
    assert row(refused, WORK._replace(color="")).action_text == "Open"


def test_an_account_that_is_named_by_its_service_is_named_once() -> None:
    shown = row(overview(), WORK._replace(name=WORK.service))
    assert shown.service == ""
    assert shown.accessible_text.startswith("api.example.net, Updated just now, ")


def test_the_accessible_text_of_a_row_has_everything() -> None:
    of = overview(replace(SHOP, days_left=2), OTHER, topups=(topup("verifying", confirmations=1),))
    assert row(of).accessible_text == (
        "Work, api.example.net, Updated just now, Open top-ups: $50.00 Verifying 1/2, "
        "Traffic left: 26.5 GB left, 123.5 of 150 GB, 2 subscriptions, "
        "At this pace: About 2 days, 'Ad checks' first, Ends soon: In 6 days, 'Ad checks', 28 Nov"
    )


def test_the_accessible_text_names_the_demo_and_what_is_wrong() -> None:
    demo = WORK._replace(is_demo=True)
    offline = overview(SHOP, problem=AccountProblem.OFFLINE, as_of=EARLIER, is_current=False)
    text = row(offline, demo).accessible_text
    assert text.startswith("Work, Demo, api.example.net, Offline, as of 14:02, ")


@pytest.mark.parametrize(
    ("of", "reason"),
    [
        (overview(replace(SHOP, days_left=0)), "'Ad checks' in Work runs out today, or has run out"),
        (overview(replace(SHOP, days_left=1)), "'Ad checks' in Work runs out in about 1 day"),
        (overview(replace(SHOP, ends_at=NOW + timedelta(hours=5))), "'Ad checks' in Work ends within a day"),
        (overview(replace(SHOP, ends_at=NOW + timedelta(days=2))), "'Ad checks' in Work ends in 2 days"),
        (overview(topups=(topup("rejected"),)), "A top-up in Work was rejected"),
        (overview(problem=AccountProblem.KEY_NEEDED), "Work needs its key"),
        (overview(problem=AccountProblem.FAILING), "The service of Work does not work properly"),
    ],
)
def test_what_one_account_needs_is_named(of: AccountOverview, reason: str) -> None:
    shown = present_attention([row(of)])
    assert (shown.kind, shown.title, shown.reasons) == ("warning", "This account needs attention", reason)


def test_what_needs_attention_is_summed_up_and_the_most_urgent_is_primary() -> None:
    offline = row(overview(SHOP, problem=AccountProblem.OFFLINE, is_current=False), NORD)
    calm = row(overview(OTHER))
    low = row(overview(replace(SHOP, days_left=2)))
    rows = [offline, calm, low]
    shown = present_attention(rows)
    assert shown.title == "2 of 3 accounts need attention"
    assert shown.reasons == ("'Ad checks' in Work runs out in about 2 days  ·  Client Nord can't be reached")
    assert most_urgent(rows) == "work"
    assert (low.action_text, low.subject_id) == ("Prepare a top-up", "sub_1")


def test_a_top_up_that_the_service_does_not_confirm_needs_attention() -> None:
    lost = topup("verifying")
    ids = frozenset((lost.id,))
    shown = row(overview(OTHER, topups=(lost,), unconfirmed=ids, denied=ids))
    assert present_attention([shown]).reasons == "The service does not confirm a top-up in Work"
    assert (shown.action, shown.subject_id) == ("open", lost.id)
    assert [badge.text for _amount, badge in shown.topups] == ["Not confirmed"]


def test_nothing_needs_attention() -> None:
    shown = present_attention([row(overview(OTHER))])
    assert (shown.kind, shown.title, shown.reasons) == ("success", "Nothing needs attention", "")
    assert most_urgent([row(overview(OTHER))]) == ""


def test_the_status_bar_speaks_of_all() -> None:
    current = overview(OTHER, as_of=EARLIER)
    offline = overview(OTHER, problem=AccountProblem.OFFLINE, is_current=False)
    new = overview(subscriptions=None, as_of=None, is_current=False)
    for known, asks, tone, text in (
        ([current, overview(OTHER)], False, "success", "Connected · updated 2 min ago"),
        ([current, offline], False, "warning", "1 of 2 connected"),
        ([offline], False, "danger", "0 of 1 connected"),
        ([current, new], True, "neutral", "Connecting…"),
        ([current, new], False, "warning", "1 of 2 connected"),
        ([], False, "danger", "0 of 0 connected"),
        ([offline, new], True, "danger", "0 of 2 connected"),
    ):
        assert present_all_connections(known, NOW, is_refreshing=asks) == (tone, text)
