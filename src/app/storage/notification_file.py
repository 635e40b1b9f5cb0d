"""Past notifications and the events that were notified, in a file without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from app.models.notifications import Notification, StoredNotification
from app.storage.databases import Database

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

MAX_NOTIFICATIONS: Final = 100
"""The maximum number of stored notifications; the oldest are dropped first."""

MAX_TOLD: Final = 5_000
"""The maximum number of remembered events; the oldest are dropped first."""

_VERSION_1 = """
CREATE TABLE notices (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    content TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE told (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    occasion TEXT NOT NULL,
    UNIQUE (account, subject_id, occasion)
) STRICT
"""
_TELL = "INSERT OR IGNORE INTO told (account, subject_id, occasion) VALUES (?, ?, ?)"
_KEEP = "INSERT INTO notices (account, content) VALUES (?, ?)"
_DROP_OLD_TOLD = "DELETE FROM told WHERE number <= (SELECT max(number) FROM told) - ?"
_DROP_OLD = (
    "DELETE FROM notices WHERE number <= (SELECT number FROM notices ORDER BY number DESC LIMIT 1 OFFSET ?)"
)


class NotificationFile:
    """One SQLite file. Its methods block on the disk: call them in a worker.

    Each raises a `StorageError` when the file can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, (_VERSION_1,))

    def kept(self) -> tuple[StoredNotification, ...]:
        """Returns the notifications, newest first; what this version can't parse is left out."""
        statement = "SELECT number, account, content, is_read FROM notices ORDER BY number DESC"
        rows = self._database.run(lambda database: database.execute(statement).fetchall())
        read = (
            (number, account, _read(content), bool(is_read)) for number, account, content, is_read in rows
        )
        return tuple(
            StoredNotification(number, account, notice, is_read)
            for number, account, notice, is_read in read
            if notice is not None
        )

    def add(self, account: str, notice: Notification) -> int | None:
        """Saves a notification; returns its number, or None if its event was notified already."""

        def work(database: sqlite3.Connection) -> int | None:
            told = database.execute(_TELL, (account, notice.subject_id, notice.occasion))
            if told.rowcount != 1:
                return None
            added = database.execute(_KEEP, (account, notice.model_dump_json()))
            database.execute(_DROP_OLD, (MAX_NOTIFICATIONS,))
            database.execute(_DROP_OLD_TOLD, (MAX_TOLD,))
            return added.lastrowid

        return self._database.run(work)

    def mark_read(self, first: int, last: int) -> None:
        """Marks the notifications with these numbers as read."""
        statement = "UPDATE notices SET is_read = 1 WHERE number BETWEEN ? AND ?"
        self._database.run(lambda database: database.execute(statement, (first, last)))

    def clear(self, last: int) -> None:
        """Deletes the notifications up to this number; their events are not notified again."""
        statement = "DELETE FROM notices WHERE number <= ?"
        self._database.run(lambda database: database.execute(statement, (last,)))

    def drop(self, account: str) -> None:
        """Forgets everything about an account."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM notices WHERE account = ?", (account,))
            database.execute("DELETE FROM told WHERE account = ?", (account,))

        self._database.run(work)


def _read(content: str) -> Notification | None:
    try:
        return Notification.model_validate_json(content)
    except ValidationError:
        return None
