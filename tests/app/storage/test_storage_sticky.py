"""The sticky sessions and the template of each account outlive a restart, and bad files do no harm."""

import json
import stat
from pathlib import Path

import pytest

from app.rules.sticky import Session
from app.storage.sticky_file import KEPT_SESSIONS, StickyChoices, StickyFile

CHOICES = StickyChoices((Session("abc123", 10), Session("Z9", 1)), "{host}:{port}")


def test_each_account_keeps_its_own(tmp_path: Path) -> None:
    file = StickyFile(tmp_path / "sticky.json")
    file.save("work", CHOICES)
    file.save("home", StickyChoices((Session("home", 30),)))
    again = StickyFile(tmp_path / "sticky.json")
    assert again.load("work") == CHOICES
    assert again.load("home") == StickyChoices((Session("home", 30),))
    assert again.load("nobody") == StickyChoices()
    assert stat.S_IMODE((tmp_path / "sticky.json").stat().st_mode) == 0o600


def test_only_the_last_twenty_are_kept(tmp_path: Path) -> None:
    file = StickyFile(tmp_path / "sticky.json")
    file.save("work", StickyChoices(tuple(Session(f"s{number}", 5) for number in range(50))))
    assert [session.id for session in file.load("work").sessions] == [f"s{n}" for n in range(KEPT_SESSIONS)]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"accounts": []}', b'{"accounts": {"work": 3}}', b"[" * 100_000],
)
def test_a_damaged_file_counts_as_none_and_can_be_written_again(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "sticky.json"
    path.write_bytes(content)
    file = StickyFile(path)
    assert file.load("work") == StickyChoices()
    file.save("work", CHOICES)
    assert file.load("work") == CHOICES


def test_sessions_that_are_against_the_rules_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "sticky.json"
    rows = [
        {"id": "ok", "minutes": 5},
        {"id": "a b", "minutes": 5},
        {"id": "x", "minutes": 99},
        {"id": 4},
        "y",
    ]
    path.write_text(json.dumps({"version": 1, "accounts": {"work": {"sessions": rows}}}))
    assert StickyFile(path).load("work").sessions == (Session("ok", 5),)
