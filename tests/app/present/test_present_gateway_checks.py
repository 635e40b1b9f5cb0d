"""A run of checks in words: each result, the counts, what can be done next."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.models.gateway_checks import CheckProgress, CheckRow, GatewayResult
from app.present.gateway_checks import (
    checks_question,
    pause_text,
    present_check_row,
    present_check_run,
    sticky_checks_title,
    sub_user_checks_title,
)

AT = datetime(2026, 11, 23, 14, 20, 7, tzinfo=UTC)
FAST = GatewayResult("works", timedelta(milliseconds=212))
SLOW = GatewayResult("works", timedelta(milliseconds=1684))


def _row(result: GatewayResult | None, number: int = 1) -> CheckRow:
    return CheckRow(number, f"s{number}", f"u{number}", result=result, at=AT if result else None)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (FAST, ("Works", "")),
        (GatewayResult("refused", status=407), ("Refused", "login not accepted (407)")),
        (GatewayResult("refused", status=402), ("Refused", "status 402")),
        (GatewayResult("unreachable", fault="timed_out"), ("Unreachable", "no answer in 10 s")),
        (GatewayResult("unreachable", fault="no_route"), ("Unreachable", "no way to the gateway")),
        (GatewayResult("unreachable", status=502), ("Unreachable", "status 502")),
        (GatewayResult("unreachable", detail="ConnectError"), ("Unreachable", "no connection")),
        (None, ("Waiting", "")),
    ],
)
def test_each_result_has_words_and_a_reason(result: GatewayResult | None, words: tuple[str, str]) -> None:
    view = present_check_row(_row(result), timedelta())
    assert (view.result.text, view.result.detail) == words
    assert words[0] in view.accessible_text
    assert words[1] in view.accessible_text


@pytest.mark.parametrize(
    ("result", "icon", "color"),
    [
        (FAST, "circle-check", "success"),
        (GatewayResult("refused", status=407), "circle-x", "danger"),
        (GatewayResult("unreachable", fault="timed_out"), "wifi-off", "warning"),
        (None, "clock", "muted"),
    ],
)
def test_each_result_has_an_icon_and_a_color(result: GatewayResult | None, icon: str, color: str) -> None:
    view = present_check_row(_row(result), timedelta())
    assert (view.result.icon, view.result.color) == (icon, color)


def test_a_row_waits_then_is_checked_then_has_a_result() -> None:
    waiting = present_check_row(_row(None), timedelta())
    checking = present_check_row(CheckRow(1, "s1", "u1", state="checking"), timedelta())
    done = present_check_row(CheckRow(1, "s1", "u1", state="done", result=FAST, at=AT), timedelta())
    assert [(row.is_waiting, row.is_checking) for row in (waiting, checking, done)] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert checking.result == ("loader-circle", "Checking…", "info", "")
    assert (waiting.when, waiting.when_full) == (checking.when, checking.when_full) == ("", "")
    assert checking.accessible_text == "s1, Checking…"


def test_a_row_is_read_without_the_sign_for_no_latency() -> None:
    refused = present_check_row(_row(GatewayResult("refused", status=407)), timedelta())
    assert refused.accessible_text == f"s1, Refused, login not accepted (407), {refused.when}"


def test_a_latency_is_shown_beside_the_slowest() -> None:
    view = present_check_row(_row(FAST), timedelta(milliseconds=848))
    assert (view.latency, view.latency_share) == ("212 ms", 0.25)
    assert present_check_row(_row(SLOW), timedelta()).latency == "1,684 ms"
    refused = present_check_row(_row(GatewayResult("refused", timedelta(seconds=1))), timedelta())
    assert (refused.latency, refused.latency_share) == ("–", None)
    assert present_check_row(_row(None), timedelta()).latency == ""


def test_a_disabled_sub_user_is_marked_and_the_time_is_full_in_the_tooltip() -> None:
    view = present_check_row(CheckRow(1, "Berlin", "b1", True, "done", FAST, AT), timedelta())
    assert view.name == "Berlin (disabled)"
    assert present_check_row(CheckRow(1, "Berlin", "b1"), timedelta()).name == "Berlin"
    assert view.when.endswith(":20:07")
    assert view.when_full.endswith("UTC")


def test_the_progress_counts_what_there_is() -> None:
    rows = (_row(FAST), _row(SLOW, 2), _row(GatewayResult("refused"), 3), _row(None, 4))
    view = present_check_run(CheckProgress(rows, is_running=True))
    assert view.text == "3 of 4 checked"
    assert [badge.text for badge in view.counts] == ["2 work", "1 refused"]
    assert [(badge.kind, badge.icon) for badge in view.counts] == [
        ("success", "circle-check"),
        ("danger", "circle-x"),
    ]
    assert (view.action, view.action_icon) == ("Stop", "circle-stop")
    stopped, ended = present_check_run(CheckProgress(rows)), present_check_run(CheckProgress(rows[:3]))
    assert (stopped.action, stopped.action_icon) == ("Continue", "plug-zap")
    assert (ended.action, ended.action_icon) == ("Check again", "refresh-cw")
    assert view.summary == "3 of 4 checked, 2 work, 1 refused"


def test_a_computer_that_is_offline_is_named_until_something_comes_through() -> None:
    lost = _row(GatewayResult("unreachable", fault="no_route"))
    assert present_check_run(CheckProgress((_row(None),), is_running=True)).warning == ""
    view = present_check_run(CheckProgress((lost,)))
    assert "online" in view.warning
    assert [(badge.kind, badge.icon) for badge in view.counts] == [("warning", "wifi-off")]
    assert present_check_run(CheckProgress((lost, _row(FAST, 2)))).warning == ""


def test_what_is_checked_is_named_with_its_cost() -> None:
    assert sticky_checks_title("Price watch EU", 12, 10) == (
        "Price watch EU · 12 sticky sessions of 10 min · HTTP"
    )
    assert sub_user_checks_title("Price watch EU", 1) == "Price watch EU · 1 sub-user · HTTP"
    assert checks_question(100) == (
        "This makes 100 checks and takes about 2 min. Each uses a little paid traffic."
    )
    assert pause_text() == "1 s pause between"
