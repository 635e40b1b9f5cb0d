"""Sticky sessions: the username suffix that keeps the same IP (spec 1)."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from dataclasses import dataclass
from typing import Final

from app.errors import InvalidInputError

MAX_ID: Final = 32
MIN_MINUTES: Final = 1
MAX_MINUTES: Final = 30
MAX_COUNT: Final = 1000
"""How many lines are made at once."""

MAX_RECENT_SESSIONS: Final = 20

_NEW_ID_LENGTH: Final = 8
_LETTERS: Final = string.ascii_letters + string.digits
_ID = re.compile(r"[A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Session:
    """A sticky session.

    Attributes:
        id: 1 to 32 ASCII letters or digits.
        minutes: The maximum time that the IP is kept, 1 to 30.
    """

    id: str
    minutes: int


@dataclass(frozen=True, slots=True)
class StickyChoices:
    """The sticky sessions that were copied last, newest first, and the own template, empty by default."""

    sessions: tuple[Session, ...] = ()
    template: str = ""


def check_session(session_id: str, minutes: int) -> Session:
    """Validates a sticky session (spec 1, 8).

    Raises:
        InvalidInputError: On `sessionId`: `required`, `too_long` or `invalid`; on `minutes`: `range`.
    """
    if not session_id:
        raise InvalidInputError("sessionId", "required")
    if not _ID.fullmatch(session_id):
        raise InvalidInputError("sessionId", "invalid")
    if len(session_id) > MAX_ID:
        raise InvalidInputError("sessionId", "too_long")
    if not MIN_MINUTES <= minutes <= MAX_MINUTES:
        raise InvalidInputError("minutes", "range")
    return Session(session_id, minutes)


def check_count(count: int) -> int:
    """Validates a number of lines, 1 to 1,000.

    Raises:
        InvalidInputError: On `count`: `range`.
    """
    if not 1 <= count <= MAX_COUNT:
        raise InvalidInputError("count", "range")
    return count


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_NEW_ID_LENGTH))


def session_series(first: Session, count: int) -> tuple[Session, ...]:
    """Returns `count` sessions that all differ: the given one, and others that follow from its ID.

    So what is checked or saved is what was copied.

    Raises:
        InvalidInputError: On `count`: `range`.
    """
    ids, number = {first.id: None}, 0
    while len(ids) < check_count(count):
        number += 1
        digest = hashlib.sha256(f"{first.id} {number}".encode()).digest()
        ids["".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_NEW_ID_LENGTH])] = None
    return tuple(Session(session_id, first.minutes) for session_id in ids)


def sticky_username(username: str, session: Session) -> str:
    return f"{username}-session-{session.id}-ttl-{session.minutes}"
