"""Sticky sessions: what may be written, and what is made."""

from __future__ import annotations

import re

import pytest

from app.errors import InvalidInputError
from app.rules.subscriptions.sticky import (
    Session,
    check_count,
    check_session,
    new_id,
    session_series,
    sticky_username,
)


def test_the_suffix_is_the_specs() -> None:
    assert sticky_username("acme_r7f2", Session("k3Xw81fa", 10)) == "acme_r7f2-session-k3Xw81fa-ttl-10"


@pytest.mark.parametrize(("session_id", "minutes"), [("a", 1), ("Z9" * 16, 30), ("0", 15)])
def test_what_the_spec_allows_is_allowed(session_id: str, minutes: int) -> None:
    assert check_session(session_id, minutes) == Session(session_id, minutes)


@pytest.mark.parametrize(
    ("session_id", "minutes", "field", "code"),
    [
        ("", 5, "sessionId", "required"),
        ("a" * 33, 5, "sessionId", "too_long"),
        ("a b", 5, "sessionId", "invalid"),
        ("a-b", 5, "sessionId", "invalid"),
        ("é", 5, "sessionId", "invalid"),
        ("٣", 5, "sessionId", "invalid"),
        ("abc\n", 5, "sessionId", "invalid"),
        ("a", 0, "minutes", "range"),
        ("a", 31, "minutes", "range"),
    ],
)
def test_anything_else_is_refused(session_id: str, minutes: int, field: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_session(session_id, minutes)
    assert (caught.value.field, caught.value.code) == (field, code)


def test_a_new_id_is_8_letters_or_digits_and_always_another() -> None:
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch("[A-Za-z0-9]{8}", each) for each in made)


def test_a_thousand_sessions_all_differ_and_the_first_is_the_one_that_was_typed() -> None:
    made = session_series(Session("mine", 7), 1000)
    assert made[0] == Session("mine", 7)
    assert len({session.id for session in made}) == len(made) == 1000
    assert {session.minutes for session in made} == {7}


def test_a_session_always_has_the_same_others() -> None:
    """What is checked or saved is what was copied."""
    made = session_series(Session("mine", 7), 20)
    assert session_series(Session("mine", 7), 20) == made
    assert session_series(Session("mine", 7), 5) == made[:5]
    assert not set(session_series(Session("other", 7), 20)) & set(made)
    assert all(re.fullmatch("[A-Za-z0-9]{8}", session.id) for session in made[1:])


@pytest.mark.parametrize("count", [0, -1, 1001])
def test_how_many_is_1_to_1000(count: int) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_count(count)
    assert (caught.value.field, caught.value.code) == ("count", "range")
    with pytest.raises(InvalidInputError):
        session_series(Session("a", 1), count)
