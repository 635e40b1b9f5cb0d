"""Idempotency keys: the same key and body give the same answer, once made (spec 4.2, 8)."""

import hashlib
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from tollhouse_sandbox.errors import conflict
from tollhouse_sandbox.rules.limits import IDEMPOTENCY_KEY_KEPT
from tollhouse_sandbox.rules.moments import to_milliseconds


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer as it was sent: its HTTP status and its body's bytes."""

    status: int
    body: bytes


def body_digest(body: bytes) -> str:
    """Returns a digest of a request's body, to compare requests."""
    return hashlib.sha256(body).hexdigest()


def find_answer(connection: sqlite3.Connection, key: str, body: bytes, now: datetime) -> StoredAnswer | None:
    """Finds the response that this key had within the last 24 hours.

    Raises:
        ApiError: 409 `idempotency_conflict` when the key came with another body.
    """
    connection.execute(
        "DELETE FROM idempotency_keys WHERE created_at <= ?", [to_milliseconds(now - IDEMPOTENCY_KEY_KEPT)]
    )
    query = "SELECT body_sha256, status, answer FROM idempotency_keys WHERE name = ?"
    row = connection.execute(query, [key]).fetchone()
    if row is None:
        return None
    digest, status, answer = row
    if digest != body_digest(body):
        raise conflict("idempotency_conflict", "This Idempotency-Key was used with another body.")
    return StoredAnswer(status, answer)


def keep_answer(
    connection: sqlite3.Connection, key: str, body: bytes, answer: StoredAnswer, now: datetime
) -> None:
    """Saves the response for an idempotency key."""
    connection.execute(
        "INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?)",
        [key, body_digest(body), answer.status, answer.body, to_milliseconds(now)],
    )
