"""What happened, in words: amounts in the app only, foreign labels as they are, rows of known accounts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.i18n.units import clock_time
from app.models.notifications import KINDS, Notification, NotificationKind, StoredNotification
from app.present.notifications import (
    kind_name,
    many_text,
    present_notification,
    present_notification_rows,
    present_past,
    unread_text,
)
from app.rules.topups.notifications import TopUpEvent, notification_of
from support.deposit_samples import make_topup

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def notification(kind: NotificationKind = "credited", **facts: object) -> Notification:
    given = {"amount_usd": "250.00", "coin": "ETH", "name": "Shop", "ends_at": NOW + timedelta(days=2)}
    return Notification.model_validate(
        {"kind": kind, "subject_id": "x_1", "occasion": kind, "at": NOW, **given, **facts}
    )


def by_clock(now: datetime) -> Callable[[str], datetime]:
    """Returns the clock of every account's service."""
    return lambda _account: now


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (
            "completed",
            "$500.00 paid with BTC reached your balance, and $126.00 of the balance bought Residential 5 GB.",
        ),
        ("failed", "$500.00 paid with BTC is on your balance."),
    ],
)
def test_a_plan_that_was_bought_at_once_is_notified_with_the_credit(status: str, text: str) -> None:
    purchase = {"planId": "p", "planName": "Residential 5 GB", "total": "126.00", "status": status}
    topup = make_topup(status="credited", final=True, creditedUsd="500.00", purchase=purchase)
    view = present_notification(notification_of("credited", topup, NOW))
    assert view.text == text
    assert "$" not in view.public_text
    assert ("the plan was bought" in view.public_text) is (status == "completed")


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ("completed", "The money reached your balance, and the plan was bought."),
        ("failed", "The money is on your balance."),
    ],
)
def test_a_credit_that_the_service_names_no_amount_of_is_notified_without_one(status: str, text: str) -> None:
    purchase = {"planId": "p", "total": "126.00", "status": status}
    topup = make_topup(status="credited", final=True, creditedUsd=24.5, purchase=purchase)
    view = present_notification(notification_of("credited", topup, NOW))
    assert (view.text, view.public_text) == (text, text)


@pytest.mark.parametrize(
    ("kind", "status", "text"),
    [
        ("credited", "completed", "The money reached your balance, and the plan was bought."),
        ("purchase_failed", "failed", "The money stays on your balance."),
    ],
)
def test_a_plan_that_the_service_does_not_name_is_notified_without_a_name(
    kind: TopUpEvent, status: str, text: str
) -> None:
    purchase = {"total": "126.00", "quantity": 2, "status": status}
    topup = make_topup(status="credited", final=True, creditedUsd="500.00", purchase=purchase)
    assert present_notification(notification_of(kind, topup, NOW)).text == text


@pytest.mark.parametrize("kind", KINDS)
def test_the_desktop_is_shown_no_amount_of_money(kind: NotificationKind) -> None:
    view = present_notification(notification(kind, percent=83))
    assert view.title
    assert view.text
    assert "250" not in view.title + view.public_text
    assert "$" not in view.title + view.public_text


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        ("traffic_80", {"percent": 83}, "'Shop' has used 83\u00a0% of its traffic."),
        ("traffic_95", {"percent": 100}, "'Shop' has used 100\u00a0% of its traffic."),
        ("ending", {"auto_renew": False}, "auto-renew is off."),
        ("ending", {"auto_renew": True}, "unless it renews: auto-renew is on."),
    ],
)
def test_a_subscription_is_named_and_what_will_happen_said(
    kind: NotificationKind, facts: dict[str, object], text: str
) -> None:
    assert present_notification(notification(kind, **facts)).text.endswith(text)
    assert "'Shop'" in present_notification(notification(kind, **facts)).text


@pytest.mark.parametrize(
    ("kind", "facts", "tone", "icon"),
    [
        ("credited", {}, "success", "circle-check"),
        ("rejected", {}, "danger", "circle-x"),
        ("purchase_failed", {}, "danger", "circle-x"),
        ("about_to_expire", {}, "warning", "hourglass"),
        ("traffic_80", {"percent": 83}, "warning", "gauge"),
        ("traffic_95", {"percent": 89}, "warning", "gauge"),
        ("traffic_95", {"percent": 90}, "danger", "gauge"),
        ("traffic_left", {}, "warning", "gauge"),
        ("days_left", {"days": 1}, "warning", "gauge"),
        ("days_left", {"days": 0}, "danger", "gauge"),
        ("ending", {}, "warning", "clock"),
    ],
)
def test_each_kind_has_icon_and_color(
    kind: NotificationKind, facts: dict[str, object], tone: str, icon: str
) -> None:
    view = present_notification(notification(kind, **facts))
    assert (view.tone, view.icon) == (tone, icon)


def test_a_warning_says_until_when_and_once_it_is_over_until_when_it_was() -> None:
    rate, end = notification("about_to_expire"), notification("ending")
    time = clock_time(NOW + timedelta(days=2))
    assert present_notification(rate).text == f"The rate of the top-up of $250.00 is locked until {time}."
    assert present_notification(end).text == f"'Shop' ends on 20 Nov, {time}; auto-renew is off."
    past = present_past(rate)
    assert (past.tone, past.icon, past.title) == ("info", "hourglass", "Rate lock is over")
    assert past.text == f"The rate of the top-up of $250.00 was locked until {time}."
    ended = present_past(end)
    assert (ended.tone, ended.icon, ended.title) == ("info", "clock", "End of a subscription")
    assert ended.text == f"'Shop' was to end on 20 Nov, {time}."
    credited = notification("credited")
    assert present_past(credited) == present_notification(credited)


def test_a_plan_that_was_not_bought_is_named_in_the_app_alone() -> None:
    view = present_notification(notification("purchase_failed", name="Residential 5 GB"))
    assert view.title == "Plan not bought"
    assert view.text == "Residential 5 GB could not be bought. The money stays on your balance."
    assert view.public_text == "The money stays on your balance."


def test_rows_are_those_of_known_accounts_and_say_whether_they_are_unread() -> None:
    kept = (
        StoredNotification(3, "work", notification()),
        StoredNotification(2, "gone", notification()),
        StoredNotification(1, "home", notification("rejected"), is_read=True),
    )
    rows = present_notification_rows(
        kept, {"work": "Work", "home": "Home"}, by_clock(NOW + timedelta(minutes=5))
    )
    assert [(row.number, row.origin, row.is_read) for row in rows] == [
        (3, "Work · 5 min ago", False),
        (1, "Home · 5 min ago", True),
    ]
    assert rows[0].accessible_text.startswith("Unread, Top-up credited, ")
    assert rows[1].accessible_text.startswith("Payment not accepted, ")


def test_a_warning_is_marked_once_what_it_warned_of_is_over() -> None:
    ends_at = NOW + timedelta(minutes=4)
    lock = StoredNotification(1, "work", notification("about_to_expire", ends_at=ends_at))
    end = StoredNotification(2, "work", notification("ending", subject_id="s_1", ends_at=ends_at))
    traffic = StoredNotification(3, "work", notification("traffic_80", subject_id="s_1", ends_at=None))
    credited = StoredNotification(4, "work", notification("credited", ends_at=None))

    def titles(kept: tuple[StoredNotification, ...], minutes: int) -> list[str]:
        rows = present_notification_rows(kept, {"work": "Work"}, by_clock(NOW + timedelta(minutes=minutes)))
        return [row.view.title for row in rows]

    assert titles((traffic, end, lock), 3)[1:] == ["Subscription about to end", "Rate lock about to end"]
    assert titles((traffic, end, lock), 4)[1:] == ["End of a subscription", "Rate lock is over"]
    assert titles((credited, lock), 3) == ["Top-up credited", "Rate lock is over"]
    (row,) = present_notification_rows((lock,), {"work": "Work"}, by_clock(ends_at))
    assert "was locked until" in row.view.text


def test_a_rejection_is_past_once_the_top_up_is_credited_after_all() -> None:
    ends_at = NOW - timedelta(hours=1)
    rejected = StoredNotification(1, "work", notification("rejected", ends_at=ends_at))
    credited = StoredNotification(2, "work", notification("credited", ends_at=ends_at))
    other = StoredNotification(3, "work", notification("credited", subject_id="tu_other", ends_at=ends_at))

    def past(*kept: StoredNotification) -> list[bool]:
        return [row.is_past for row in present_notification_rows(kept, {"work": "Work"}, by_clock(NOW))]

    assert past(other, rejected) == [False, False], "whose rate lock is over"
    assert past(other, credited, rejected) == [False, False, True]


def test_what_is_known_to_be_untrue_is_past_and_has_no_button() -> None:
    kept = tuple(
        StoredNotification(number, "work", notification(kind, subject_id=f"s_{number}", ends_at=None))
        for number, kind in enumerate(KINDS, 1)
    )
    numbers = {kind: number for number, kind in enumerate(KINDS, 1)}
    past = frozenset(numbers[kind] for kind in ("traffic_80", "days_left"))
    rows = {row.number: row for row in present_notification_rows(kept, {"work": "Work"}, by_clock(NOW), past)}
    assert {number for number, row in rows.items() if row.is_past} == past
    with_button = {numbers["traffic_95"], numbers["traffic_left"]}
    assert {number for number, row in rows.items() if row.action} == with_button
    assert ", Past, " in rows[numbers["days_left"]].accessible_text
    assert "Past" not in rows[numbers["traffic_95"]].accessible_text


def test_the_button_says_what_it_fills_in_once_a_top_up_is_known() -> None:
    kept = (StoredNotification(1, "work", notification("traffic_80", ends_at=None)),)
    newest = {"work": make_topup(amountUsd="120.00", coin="USDT", network="tron")}
    (unknown,) = present_notification_rows(
        kept, {"work": "Work"}, by_clock(NOW), newest={"home": newest["work"]}
    )
    assert unknown.action_note == "Nothing is created yet."
    (known,) = present_notification_rows(kept, {"work": "Work"}, by_clock(NOW), newest=newest)
    assert known.action_note == "Fills in $120.00, USDT on Tron. Nothing is created yet."


def test_only_the_last_true_warning_of_a_subscription_has_the_button() -> None:
    kinds: tuple[NotificationKind, ...] = ("traffic_80", "traffic_95", "days_left")
    listed = [
        StoredNotification(number, "work", notification(kind, subject_id="s_1", ends_at=None))
        for number, kind in enumerate(kinds, 1)
    ]
    kept = tuple(reversed(listed))

    def with_button(*past: int) -> list[int]:
        rows = present_notification_rows(kept, {"work": "Work"}, by_clock(NOW), frozenset(past))
        return [row.number for row in rows if row.action]

    assert with_button(1) == [3]
    assert with_button(3, 1) == [2]
    assert with_button(1, 2, 3) == []


@pytest.mark.parametrize(
    ("kind", "facts", "title", "text"),
    [
        (
            "days_left",
            {"days": 2},
            "Traffic runs out in about 2 days",
            "'Shop' has 7.90 GB left at 3.90 GB a day (an estimate).",
        ),
        ("days_left", {"days": 1}, "Traffic runs out in about 1 day", "(an estimate)."),
        ("days_left", {"days": 0}, "Traffic runs out in less than a day", "(an estimate)."),
        ("traffic_left", {}, "7.90 GB of traffic left", "'Shop' has 7.90 GB left."),
        ("traffic_80", {"percent": 60}, "60\u00a0% of the traffic is used", "60\u00a0% of its traffic."),
        ("traffic_95", {"percent": 70}, "70\u00a0% of the traffic is used", "70\u00a0% of its traffic."),
        ("traffic_80", {"percent": 96}, "Most of the traffic is used", "96\u00a0% of its traffic."),
        ("traffic_95", {"percent": 96}, "Traffic nearly used up", "96\u00a0% of its traffic."),
        ("traffic_95", {"percent": 100}, "Traffic used up", "100\u00a0% of its traffic."),
    ],
)
def test_traffic_is_described_by_what_is_so(
    kind: NotificationKind, facts: dict[str, object], title: str, text: str
) -> None:
    amounts = {"left_bytes": 7_900_000_000, "bytes_per_day": 3_900_000_000}
    view = present_notification(notification(kind, **amounts, **facts))
    assert view.title == title
    assert view.text.endswith(text)


def test_counts_in_words() -> None:
    assert [unread_text(count) for count in (0, 1, 2)] == ["", "1 unread", "2 unread"]
    assert many_text(5)[0] == "5 notifications"


def test_every_kind_has_words_of_its_own() -> None:
    assert len({kind_name(kind) for kind in KINDS}) == len(KINDS)
