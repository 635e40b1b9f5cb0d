"""Hostile texts in everything that commands show of a service stay visible characters, a line for each row.

The suite shows some of the top-ups and credentials alone; `make prove` shows each.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from support.hostile_texts import HOSTILE
from support.more_examples import more
from support.service_records import (
    country_record,
    sub_user_record,
    subscription_record,
    topup_record,
    usage_record,
)

if TYPE_CHECKING:
    from support.account_process import Oracle
    from support.command_process import CommandLine

STEP = 1 if more(1) > 1 else 7
NUMBERED = tuple(enumerate(HOSTILE))
TOPUPS = [
    topup_record(id=f"tu_{n}", **dict.fromkeys(("coin", "network", "status", "address", "txid"), text))
    for n, text in NUMBERED
]
SUBSCRIPTIONS = [
    subscription_record(
        id=f"sub_{n}",
        **dict.fromkeys(("productId", "label", "planId", "status", "username", "password"), text),
        endpoint={"host": text, "httpPort": 8000, "socksPort": 9000},
    )
    for n, text in NUMBERED
]
ONE = subscription_record(id="sub_one")
COUNTRIES = [
    country_record(code=f"{chr(65 + n // 26)}{chr(65 + n % 26)}", name=text, region=text)
    for n, text in NUMBERED
]
BODIES = {
    "GET /v1/topups": {"data": TOPUPS, "pagination": {"total": len(TOPUPS)}},
    "GET /v1/residential/subscriptions": {"data": [*SUBSCRIPTIONS, ONE]},
    "GET /v1/residential/subscriptions/{id}/sub-users": {
        "data": [sub_user_record(id=f"su_{n}", label=text, username=text) for n, text in NUMBERED],
        "limit": 500,
    },
    "GET /v1/catalog/countries": {"data": COUNTRIES},
    "GET /v1/catalog/countries/{code}/cities": {
        "data": [{"id": text, "name": text, "state": text} for text in HOSTILE]
    },
    "GET /v1/catalog/countries/{code}/asns": {
        "data": [{"asn": n, "name": text} for n, text in enumerate(HOSTILE, 1)]
    },
}
TABLES = (
    "topups --all",
    "subs",
    "sub-users list sub_one",
    "usage sub_one --days 2",
    "locations",
    "locations --cities AA",
    "locations --isps AA",
)
WITH_TOTALS = ("usage sub_one --days 2", "sub-users list sub_one")
STYLE = re.compile(r"\x1b\[[0-9;]*m|\r?\n")
OURS = {"\u3000", "\xa0", "\u202f"}
"""An ideographic space is visible; the others are in numbers."""


@pytest.fixture
def hostile(command: CommandLine, oracle: Oracle) -> CommandLine:
    today = datetime.now(UTC).date()
    usage = usage_record(byCountry=[{"country": text, "bytes": 1} for text in HOSTILE])
    usage |= {"from": f"{today - timedelta(days=1)}", "to": f"{today}"}
    oracle.answer(BODIES | {"GET /v1/residential/subscriptions/{id}/usage": usage})
    return command


def assert_visible(text: str) -> None:
    tricks = {one for one in text.replace("\n", "") if not one.isprintable()} - OURS
    assert not tricks, text[:500]


@pytest.mark.parametrize("line", TABLES)
def test_every_text_of_a_table_is_one_line(hostile: CommandLine, line: str) -> None:
    done = hostile.call(*line.split())
    assert done.returncode == 0, done.stderr
    assert_visible(done.stdout + done.stderr)
    rows = done.stdout.splitlines()
    assert "evil" in done.stdout
    assert len(rows) >= len(HOSTILE) // 2
    with_json = hostile.call(*line.split(), "--json")
    assert_visible(with_json.stdout)
    assert with_json.stdout.count("evil") >= done.stdout.count("evil")
    if line not in WITH_TOTALS:
        assert len(json.loads(with_json.stdout)) == len(rows) - 1


def test_every_text_at_a_terminal(hostile: CommandLine) -> None:
    for line in TABLES:
        with hostile.at_terminal(*line.split()) as terminal:
            assert terminal.end() == 0
        assert_visible(STYLE.sub("\n", terminal.text))


def test_every_text_of_one_record(hostile: CommandLine, oracle: Oracle) -> None:
    for number in range(0, len(HOSTILE), STEP):
        oracle.answer(
            {
                "GET /v1/topups/{id}": TOPUPS[number],
                "GET /v1/residential/subscriptions": {"data": [SUBSCRIPTIONS[number]]},
            }
        )
        for line in (f"topup show tu_{number}", f"creds sub_{number}"):
            done = hostile.call(*line.split())
            assert_visible(done.stdout + done.stderr)
            assert done.stdout or done.stderr
