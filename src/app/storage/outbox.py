"""The outbox: what a person asked to pay for, on disk before the first byte is sent.

Its one promise: an intent that was written is found again after a crash, with the same
Idempotency-Key and the same bytes, so that sending it again makes no second top-up (spec 4.2).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.storage.places import storage_reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE intents (
    idempotency_key TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'created', 'refused')),
    topup_id TEXT,
    facts TEXT
) STRICT;
CREATE UNIQUE INDEX intents_by_topup ON intents (account, service, topup_id) WHERE topup_id IS NOT NULL;
"""
_INSERT = "INSERT INTO intents (idempotency_key, account, service, body, created_at) VALUES (?, ?, ?, ?, ?)"
_SELECT = (
    "SELECT idempotency_key, account, service, body, created_at, topup_id, facts FROM intents"
    " WHERE account = ? AND service = ? AND "
)


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish to top up, bound to the account and the service for which it was made.

    Attributes:
        idempotency_key: Sent with every try (spec 4.2).
        account: The account's id in this app.
        service: The service's address, or what stands for it.
        body: The exact bytes of the request.
        created_at: When the person asked, by this computer's clock.
        topup_id: The top-up that came of it, once known.
        facts: The deposit details of its first answer, as JSON, once known.
    """

    idempotency_key: str
    account: str
    service: str
    body: bytes
    created_at: datetime
    topup_id: str | None = None
    facts: str | None = None


class Outbox:
    """The intents in one SQLite file. Its methods block on the disk: call them in a worker."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, intent: Intent) -> None:
        """Writes an intent; when this returns it survives a power cut.

        Raises:
            StorageError: It is not durably on disk; nothing may be sent.
        """
        with self._writing() as database:
            database.execute(
                _INSERT,
                (
                    intent.idempotency_key,
                    intent.account,
                    intent.service,
                    intent.body,
                    intent.created_at.astimezone(UTC).isoformat(),
                ),
            )

    def mark_created(self, idempotency_key: str, topup_id: str, facts: str) -> None:
        """Notes which top-up came of an intent, and its first deposit details.

        Raises:
            StorageError: It could not be written; the intent stays pending and is sent again later.
        """
        with self._writing() as database:
            database.execute(
                "UPDATE intents SET state = 'created', topup_id = ?, facts = ? WHERE idempotency_key = ?",
                (topup_id, facts, idempotency_key),
            )

    def mark_refused(self, idempotency_key: str) -> None:
        """Notes that the service refused an intent: nothing came of it, nothing ever will.

        Raises:
            StorageError: It could not be written.
        """
        with self._writing() as database:
            database.execute(
                "UPDATE intents SET state = 'refused' WHERE idempotency_key = ?", (idempotency_key,)
            )

    def pending(self, account: str, service: str) -> tuple[Intent, ...]:
        """Returns the intents of an account whose fate is not known, oldest first.

        Raises:
            StorageError: The file can't be read.
        """
        return self._select("state = 'pending'", (account, service))

    def of_topup(self, account: str, service: str, topup_id: str) -> Intent | None:
        """Returns the intent from which a top-up came, if it was made here.

        Raises:
            StorageError: The file can't be read.
        """
        rows = self._select("topup_id = ?", (account, service, topup_id))
        return rows[0] if rows else None

    def _select(self, condition: str, values: tuple[str, ...]) -> tuple[Intent, ...]:
        with self._translated(), closing(self._open()) as database:
            rows = database.execute(_SELECT + condition + " ORDER BY created_at", values).fetchall()
        return tuple(
            Intent(key, account, service, bytes(body), datetime.fromisoformat(created), topup_id, facts)
            for key, account, service, body, created, topup_id, facts in rows
        )

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._translated(), closing(self._open()) as database, database:
            yield database

    def _open(self) -> sqlite3.Connection:
        os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
        database = sqlite3.connect(self._path, timeout=5)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        with database:
            database.execute("BEGIN IMMEDIATE")
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for statement in _SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
            elif version != _SCHEMA_VERSION:
                raise StorageError(str(self._path), "newer", f"schema {version}")
        return database

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StorageError(str(self._path), storage_reason(error), str(error)) from error
        except sqlite3.Error as error:
            raise StorageError(str(self._path), _sqlite_reason(error), str(error)) from error


def _sqlite_reason(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return "full"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return "read_only"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return "corrupt"
    return "other"
