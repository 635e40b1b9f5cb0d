"""Idempotency keys: the same key and body give the same response, once made (spec 4.2, 8)."""

import hashlib
import sqlite3
from datetime import datetime

from fastapi import Response

from tollhouse_sandbox.clock import to_milliseconds
from tollhouse_sandbox.errors import conflict
from tollhouse_sandbox.rules.limits import IDEMPOTENCY_KEY_LIFETIME


def find_response(connection: sqlite3.Connection, key: str, body: bytes, now: datetime) -> Response | None:
    """Returns the response that this key had within the last 24 hours.

    Raises:
        ApiError: 409 `idempotency_conflict` when the key came with another body.
    """
    connection.execute(
        "DELETE FROM idempotency_keys WHERE created_at <= ?",
        [to_milliseconds(now - IDEMPOTENCY_KEY_LIFETIME)],
    )
    query = "SELECT body_sha256, status, answer FROM idempotency_keys WHERE name = ?"
    row = connection.execute(query, [key]).fetchone()
    if row is None:
        return None
    digest, status, content = row
    if digest != hashlib.sha256(body).hexdigest():
        raise conflict("idempotency_conflict", "This Idempotency-Key was used with another body.")
    return Response(content, status, media_type="application/json")


def save_response(
    connection: sqlite3.Connection, key: str, body: bytes, response: Response, now: datetime
) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?)",
        [key, hashlib.sha256(body).hexdigest(), response.status_code, response.body, to_milliseconds(now)],
    )
