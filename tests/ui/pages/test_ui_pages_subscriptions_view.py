"""Subscriptions in words: the list's rows, one subscription, its end, checks and new passwords."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.i18n.texts import ENGLISH, languages, use_language
from app.i18n.units import clock_time
from app.models.gateway_checks import GatewayResult
from app.models.sub_users import SubUser
from app.models.subscriptions import Pace, Subscription
from app.present.proxy_formats import hint_text, reason_text
from app.present.statuses import bar_kind, label_counter
from app.present.subscriptions import (
    copy_notes,
    present_check,
    present_days_left,
    present_reset,
    present_subscription,
    present_subscription_row,
    present_traffic_days,
    session_problem,
    sub_user_name,
)
from app.rules.proxy_formats.logins import Credentials
from app.rules.proxy_formats.rendering import FORMATS, Order
from app.rules.subscriptions.sticky import Session
from app.rules.words import is_found
from support.service_records import sub_user_record, subscription_record

NOW = datetime(2026, 11, 19, 14, 4, tzinfo=UTC)
GB = 10**9


def subscription(
    *, used: float = 31.4, total: int = 50, days: float | None = 15, **changes: object
) -> Subscription:
    return Subscription.model_validate(
        subscription_record(
            label="Price watch EU",
            username="acme_r7f2",
            trafficUsedBytes=int(used * GB),
            trafficTotalBytes=total * GB,
            trafficRemainingBytes=int((total - used) * GB),
            expiresAt=None if days is None else (NOW + timedelta(days=days)).isoformat(),
            **changes,
        )
    )


@pytest.mark.parametrize(
    ("record", "used", "ends", "bar", "badge"),
    [
        (subscription(), "31.4 of 50 GB", "Renews 4 Dec", "normal", "Active"),
        (
            subscription(used=92.1, total=100, days=6, autoRenew=False),
            "92.1 of 100 GB",
            "Expires in 6 days",
            "warning",
            "Active",
        ),
        (
            subscription(used=4.9, total=5, days=None),
            "4.9 of 5 GB",
            "No expiry · auto-renew",
            "danger",
            "Active",
        ),
        (subscription(days=None, autoRenew=False), "31.4 of 50 GB", "No expiry", "normal", "Active"),
        (
            Subscription.model_validate(subscription_record(expiresAt="soon")),
            "1 of 5 GB",
            "Expiry not readable",
            "normal",
            "Active",
        ),
        (
            subscription(used=25, total=25, days=-47, autoRenew=False, status="expired"),
            "25 of 25 GB",
            "Ended 3 Oct",
            "danger",
            "Expired",
        ),
        (
            subscription(days=0.5, autoRenew=False),
            "31.4 of 50 GB",
            "Expires in 12 h 0 min",
            "normal",
            "Active",
        ),
        (subscription(days=1, autoRenew=False), "31.4 of 50 GB", "Expires in 1 day", "normal", "Active"),
        (subscription(days=20, autoRenew=False), "31.4 of 50 GB", "Expires 9 Dec", "normal", "Active"),
        (subscription(days=14, autoRenew=False), "31.4 of 50 GB", "Expires 3 Dec", "normal", "Active"),
        (subscription(days=0), "31.4 of 50 GB", "Ended 19 Nov", "normal", "Active"),
        (subscription(status="suspended"), "31.4 of 50 GB", "Expires 4 Dec", "normal", "suspended"),
    ],
)
def test_rows_are_as_in_the_picture(record: Subscription, used: str, ends: str, bar: str, badge: str) -> None:
    row = present_subscription_row(record, NOW)
    assert (row.used, row.ends, row.bar, row.badge.text) == (used, ends, bar, badge)


def test_an_unknown_status_and_product_are_their_words() -> None:
    row = present_subscription_row(subscription(status="on_hold", productId="datacenter"), NOW)
    assert (row.badge.kind, row.badge.icon, row.badge.text) == ("unknown", "circle-help", "on_hold")
    assert row.product == "datacenter"


@pytest.mark.parametrize(
    ("share", "kind"),
    [
        (0.0, "normal"),
        (0.799, "normal"),
        (0.8, "warning"),
        (0.949, "warning"),
        (0.95, "danger"),
        (1, "danger"),
    ],
)
def test_bars_turn_amber_at_80_and_red_at_95_percent(share: float, kind: str) -> None:
    assert bar_kind(share) == kind


def test_it_looks_full_only_when_it_is() -> None:
    nearly = subscription(used=49.999)
    assert present_subscription_row(nearly, NOW).used == "49.9 of 50 GB"
    assert present_subscription_row(subscription(used=60), NOW).share == 1.0
    assert present_subscription_row(subscription(used=0, total=0), NOW).share == 1.0


def test_a_row_speaks_for_itself_and_falls_back_to_the_username() -> None:
    assert present_subscription_row(subscription(), NOW).accessible_text == (
        "Price watch EU, Active, Residential, 31.4 of 50 GB used, Renews 4 Dec"
    )
    pace = Pace(bytes_per_day=2 * GB, as_of=NOW.date())
    assert present_subscription_row(subscription(), NOW, pace).accessible_text.endswith(
        "Renews 4 Dec, about 9 days left"
    )
    nameless = subscription().model_copy(update={"label": ""})
    assert present_subscription_row(nameless, NOW).label == "acme_r7f2"


def test_a_subscription_that_has_ended_does_not_renew() -> None:
    assert present_subscription_row(subscription(days=1), NOW).renews
    assert not present_subscription_row(subscription(days=0), NOW).renews


def test_the_end_is_said_in_full() -> None:
    assert present_subscription_row(subscription(), NOW).ends_full.endswith("4 Dec 2026, 14:04:00 UTC")
    assert dict(present_subscription(subscription(), NOW).details)["Expires"].endswith("2026, 14:04:00 UTC")
    assert dict(present_subscription(subscription(days=None), NOW).details)["Expires"] == "No expiry"


def test_the_filter_is_by_product_and_by_every_word_accent_blind() -> None:
    row = present_subscription_row(subscription().model_copy(update={"label": "Café Zürich"}), NOW)
    assert is_found("zurich CAFE", row.search, row.id)
    assert is_found("r7f2 residential-5", row.search, row.id)
    assert not is_found("cafe berlin", row.search, row.id)


def test_one_subscription_shows_everything_but_the_password() -> None:
    view = present_subscription(subscription(subUserCount=3), NOW)
    assert view.row.label == "Price watch EU"
    assert view.remaining == "18.6 GB left"
    assert view.sub_users == "3 sub-users"
    assert view.ports == "8000 HTTP · 9000 SOCKS5"
    assert (view.row.username, view.host) == ("acme_r7f2", "gate.example.net")
    assert "canary" not in repr(view)
    assert view.ended is None
    assert present_subscription(subscription(subUserCount=1), NOW).sub_users == "1 sub-user"
    assert present_subscription(subscription(subUserCount=1200), NOW).sub_users == "1,200 sub-users"
    assert present_subscription(subscription(subUserCount=None), NOW).sub_users == "Sub-users"


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (subscription(days=-47), "This subscription ended on 3 Oct."),
        (subscription(days=None, status="expired"), "This subscription has ended."),
        (subscription(used=50), "All traffic of this subscription is used up."),
        (subscription(used=51), "All traffic of this subscription is used up."),
        (subscription(days=0), "This subscription ended on 19 Nov."),
    ],
)
def test_what_ended_or_is_used_up_says_so_and_offers_a_topup_for_its_plan(
    record: Subscription, text: str
) -> None:
    view = present_subscription(record, NOW)
    assert view.ended is not None
    assert (view.ended.text, view.plan_id) == (text, "residential-5gb")


@pytest.mark.parametrize("code", [*languages()])
def test_an_abbreviated_month_does_not_end_a_sentence_with_two_stops(code: str) -> None:
    use_language(code)
    view = present_subscription(subscription(days=-47), NOW)
    use_language(ENGLISH)
    assert view.ended is not None
    assert ".." not in view.ended.text


def test_checks_say_works_refused_or_unreachable() -> None:
    time = clock_time(NOW)
    works = present_check(GatewayResult("works", timedelta(seconds=1.2344), "HTTP 200"), NOW)
    assert (works.kind, works.text) == (
        "success",
        f"Worked at {time}, in 1,234 ms.",
    )
    assert present_check(GatewayResult("refused"), NOW).text.startswith(f"Refused at {time}: ")
    assert present_check(GatewayResult("unreachable"), NOW).text.startswith(f"Unreachable at {time}: ")


def test_a_new_password_says_when_the_old_one_stops() -> None:
    assert "within 60 seconds" in present_reset("changed").text
    assert present_reset("changed").kind == "success"
    assert "still shows the old password" in present_reset("not_seen").text
    assert "may have changed" in present_reset("unknown").text
    assert present_reset("not_seen").kind == present_reset("unknown").kind == "warning"


def test_labels_are_counted_in_characters() -> None:
    assert label_counter(" 😀é ") == "2 of 60"


def test_every_note_of_a_format_has_words_and_every_reason_too() -> None:
    assert all(" " in hint_text(row.note) for row in FORMATS if row.note)
    assert hint_text("") == ""
    assert "':'" in reason_text("password_has_colon")
    assert reason_text("something new") == "This format can't contain these credentials."


@pytest.mark.parametrize(
    ("days", "text", "severity"),
    [
        (None, "", "normal"),
        (0, "under a day left", "danger"),
        (1, "about 1 day left", "warning"),
        (3, "about 3 days left", "warning"),
        (4, "about 4 days left", "normal"),
        (17, "about 17 days left", "normal"),
        (365, "about 365 days left", "normal"),
        (366, "over a year left", "normal"),
    ],
)
def test_days_left_are_a_warning_when_they_are_few(days: int | None, text: str, severity: str) -> None:
    assert present_days_left(days) == (text, severity)


def test_the_users_own_number_of_days_warns() -> None:
    assert present_days_left(7, 10).severity == "warning"
    assert present_days_left(3, 2).severity == "normal"
    assert present_days_left(0, 2).severity == "danger"


@pytest.mark.parametrize(
    ("record", "text", "severity"),
    [
        (subscription(used=30, total=50), "about 5 days left", "normal"),
        (subscription(used=42, total=50), "about 2 days left", "warning"),
        (subscription(used=49, total=50), "under a day left", "danger"),
        (subscription(used=50, total=50), "no traffic left", "danger"),
        (subscription(used=60, total=50), "no traffic left", "danger"),
        (subscription(used=0, total=50), "about 12 days left", "normal"),
        (subscription(used=30, total=50, days=-1), "", "normal"),
        (subscription(used=30, total=50, status="expired"), "", "normal"),
        (subscription(used=50, total=50, days=0), "", "normal"),
        (subscription(used=50, total=50, status="suspended"), "", "normal"),
    ],
)
def test_the_days_of_a_subscription(record: Subscription, text: str, severity: str) -> None:
    pace = Pace(bytes_per_day=4 * GB, as_of=NOW.date())
    assert present_traffic_days(record, pace, NOW) == (text, severity)


def test_without_a_pace_nothing_is_claimed() -> None:
    assert present_traffic_days(subscription(), None, NOW).text == ""
    assert present_traffic_days(subscription(used=0), None, NOW).text == "not used yet"


@pytest.mark.parametrize(
    ("session_id", "text"),
    [
        ("", ""),
        ("a1" * 16, ""),
        ("a" * 33, "At most 32 characters."),
        ("a-b", "Only letters A to Z and digits."),
    ],
)
def test_what_is_wrong_with_a_session_id_is_said(session_id: str, text: str) -> None:
    assert session_problem(session_id, 10) == text


def test_a_sub_user_goes_by_its_label_and_username() -> None:
    sub_user = SubUser.model_validate(sub_user_record(label="Berlin", username="acme_b1"))
    assert sub_user_name(sub_user) == "Berlin · acme_b1"
    disabled = sub_user.model_copy(update={"enabled": False})
    assert sub_user_name(disabled) == "Berlin · acme_b1 (disabled)"


def test_a_copy_says_what_a_sticky_session_promises_and_how_many_there_are() -> None:
    order = Order("http_url", "", Credentials("gate.example.net", 8000, 9000, "acme", "p"))
    assert copy_notes(order, "") == ""
    note, one = hint_text("names_here"), replace(order, session=Session("abc", 10))
    promise = "Same IP for up to 10 min; it may change earlier."
    assert copy_notes(one, "names_here") == f"{promise} {note}"
    assert copy_notes(replace(one, count=2), "") == f"{promise} And 1 more with a new session ID."
    assert copy_notes(replace(one, count=3), "") == f"{promise} And 2 more with new session IDs."
