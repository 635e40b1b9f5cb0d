from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.api.outcome import parse_http_date, parse_retry_after

NOON = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Wed, 18 Nov 2026 12:00:00 GMT",
        "Wednesday, 18-Nov-26 12:00:00 GMT",
        "Wed Nov 18 12:00:00 2026",
        "Wed, 18 Nov 2026 13:00:00 +0100",
        "Wed, 18 Nov 2026 12:00:00 GMT".ljust(64),
    ],
)
def test_reads_the_three_forms_of_http_dates(text: str) -> None:
    assert parse_http_date(text) == NOON


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_a_date_without_a_zone_is_utc_wherever_this_computer_is(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setenv("TZ", zone)
        time.tzset()
        dates = [
            parse_http_date(text) for text in ("Wed Nov 18 12:00:00 2026", "Wed, 18 Nov 2026 12:00:00 GMT")
        ]
    time.tzset()
    assert [date and (date, date.tzinfo) for date in dates] == [(NOON, UTC)] * 2


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "soon",
        "2026-11-18T12:00:00Z",
        "Wed, 32 Nov 2026 12:00:00 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 -2359",
        "Wed, 18 Nov 2026 12:00:00 GMT" + " " * 100,
    ],
)
def test_junk_is_no_date(text: str | None) -> None:
    assert parse_http_date(text) is None


@given(st.text(max_size=70))
@example("0\x1f")
def test_no_text_breaks_the_parsers(text: str) -> None:
    parse_http_date(text)
    wait = parse_retry_after(text, NOON)
    assert wait is None or wait >= timedelta()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0),
        ("7", 7),
        (" 7 ", 7),
        ("Wed, 18 Nov 2026 12:02:00 GMT", 120),
        ("Wed, 18 Nov 2026 11:00:00 GMT", 0),
    ],
)
def test_reads_a_wait_in_seconds_or_as_a_date(text: str, seconds: int) -> None:
    assert parse_retry_after(text, NOON) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", [None, "", "-1", "+1", "1.5", "nan", "inf", "1_0", "٣", "1e3", "9" * 10, "now"]
)
def test_a_junk_wait_is_none(text: str | None) -> None:
    assert parse_retry_after(text, NOON) is None
