"""The outbox: what a person asked to pay for, on disk before the first byte is sent.

Its one promise: an intent that was written is found again after a crash, with the same
Idempotency-Key and the same bytes, so that sending it again makes no second top-up (spec 4.2).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from app.errors import StorageError
from app.rules.replays import Moment
from app.storage.databases import Database
from app.storage.locks import Presence

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

_C = TypeVar("_C", bound="Claim | None")

_VERSION_1 = """
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
CREATE UNIQUE INDEX intents_by_topup ON intents (account, service, topup_id) WHERE topup_id IS NOT NULL
"""
# The times of the service, when it was sent last, who is sending it now, and that it may be forgotten.
_VERSION_2 = """
CREATE TABLE intents_2 (
    idempotency_key TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at TEXT NOT NULL,
    service_created_at TEXT,
    sent_at TEXT NOT NULL,
    service_sent_at TEXT,
    claimed_by TEXT,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'created', 'refused', 'forgotten')),
    topup_id TEXT,
    facts TEXT
) STRICT;
INSERT INTO intents_2 (idempotency_key, account, service, body, created_at, sent_at, state, topup_id, facts)
    SELECT idempotency_key, account, service, body, created_at, created_at, state, topup_id, facts
    FROM intents;
DROP TABLE intents;
ALTER TABLE intents_2 RENAME TO intents;
CREATE UNIQUE INDEX intents_by_topup ON intents (account, service, topup_id) WHERE topup_id IS NOT NULL
"""
_COLUMNS = (
    "idempotency_key, account, service, body, created_at, service_created_at, sent_at, service_sent_at,"
    " topup_id, facts, claimed_by"
)
_SELECT = f"SELECT {_COLUMNS} FROM intents WHERE account = ? AND service = ? AND "  # noqa: S608 (constants)
_INSERT = f"INSERT OR IGNORE INTO intents ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 (constants)
_CLAIM = "UPDATE intents SET claimed_by = ?, sent_at = ?, service_sent_at = ? WHERE idempotency_key = ?"
_END = "UPDATE intents SET state = ?, claimed_by = NULL WHERE idempotency_key = ? AND state = 'pending'"


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish to top up, bound to the account and the service for which it was made.

    Attributes:
        idempotency_key: Sent with every try (spec 4.2).
        account: The account's id in this app.
        service: The service's address, or what stands for it.
        body: The exact bytes of the request.
        asked: When the person asked.
        sent: When it was sent, or about to be, the last time.
        topup_id: The top-up that came of it, once known.
        facts: The deposit details that first passed the gate, as JSON, once they have.
    """

    idempotency_key: str
    account: str
    service: str
    body: bytes
    asked: Moment
    sent: Moment
    topup_id: str | None = None
    facts: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What `Outbox.claim` found.

    Attributes:
        intent: The intent: a new one, or the one of this wish that is pending already.
        is_new: Whether it was written just now, so that it was never sent before.
        is_ours: Whether the caller may send it; else somebody is doing so at this moment.
    """

    intent: Intent
    is_new: bool
    is_ours: bool


class Outbox:
    """The intents in one SQLite file. Its methods block on the disk: call them in a worker.

    All raise `StorageError` when the file can't be used: then nothing may be sent.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, (_VERSION_1, _VERSION_2))
        self._presence = Presence(path.parent / "alive")
        self._claiming = threading.Lock()
        self._sending: set[str] = set()

    @property
    def moved_to(self) -> Path | None:
        """Where a damaged outbox was moved to when it was found so; None if it never was."""
        return self._database.moved_to

    def claim(self, intent: Intent, may_replay: Callable[[Intent], bool]) -> Claim:
        """Takes the sending of a wish for this process, writing the intent if there is none for it yet.

        One wish is one intent: the same bytes, still pending and safe to send again, are the same wish.

        Args:
            intent: The wish, with a key of its own in case it is new.
            may_replay: Whether a pending intent may be sent again.
        """

        def work(database: sqlite3.Connection) -> Claim:
            rows = _rows(database, "state = 'pending' AND body = ?", _of(intent), intent.body)
            for known, claimed_by in rows:
                if may_replay(known):
                    return self._take(database, known, claimed_by, intent.sent)
            _insert(database, intent, self._presence.name)
            return Claim(intent, is_new=True, is_ours=True)

        return self._claimed(work)

    def claim_again(self, intent: Intent, sent: Moment) -> Claim | None:
        """Takes the sending of a pending intent for this process; None if it is settled meanwhile."""

        def work(database: sqlite3.Connection) -> Claim | None:
            condition = "state = 'pending' AND idempotency_key = ?"
            for known, claimed_by in _rows(database, condition, _of(intent), intent.idempotency_key):
                return self._take(database, known, claimed_by, sent)
            return None

        return self._claimed(work)

    def release(self, idempotency_key: str) -> None:
        """Lets others send an intent whose fate this process could not find out."""
        self._sending.discard(idempotency_key)
        statement = "UPDATE intents SET claimed_by = NULL WHERE idempotency_key = ? AND claimed_by = ?"
        values = (idempotency_key, self._presence.name)
        self._database.run(lambda database: database.execute(statement, values))

    def mark_created(self, intent: Intent, topup_id: str) -> None:
        """Notes which top-up came of an intent.

        Raises:
            StorageError: It could not be written; the intent stays pending and is sent again later.
        """
        statement = (
            "UPDATE intents SET state = 'created', claimed_by = NULL, topup_id = ? WHERE idempotency_key = ?"
        )

        def work(database: sqlite3.Connection) -> None:
            # It is missing only where a damaged file was begun anew meanwhile.
            _insert(database, intent, None)
            database.execute(statement, (topup_id, intent.idempotency_key))

        self._database.run(work)
        self._sending.discard(intent.idempotency_key)

    def mark_passed(self, account: str, service: str, topup_id: str, facts: str) -> None:
        """Keeps the deposit details with which a top-up passed the gate first, if it was made here."""
        statement = (
            "UPDATE intents SET facts = ?"
            " WHERE account = ? AND service = ? AND topup_id = ? AND facts IS NULL"
        )
        values = (facts, account, service, topup_id)
        self._database.run(lambda database: database.execute(statement, values))

    def mark_refused(self, idempotency_key: str) -> None:
        """Notes that the service refused a pending intent: nothing came of it, nothing ever will."""
        self._end(idempotency_key, "refused")

    def mark_forgotten(self, idempotency_key: str) -> None:
        """Notes that the person does not want to know any more what became of a pending intent."""
        self._end(idempotency_key, "forgotten")

    def pending(self, account: str, service: str) -> tuple[Intent, ...]:
        """Returns the intents of an account whose fate is not known, oldest first."""
        return self._select("state = 'pending'", account, service)

    def being_sent(self, account: str, service: str) -> frozenset[str]:
        """Returns the keys of the pending intents that some process is sending at this moment."""
        condition = "state = 'pending' AND claimed_by IS NOT NULL"
        rows = self._database.run(lambda database: _rows(database, condition, (account, service)))
        return frozenset(
            intent.idempotency_key
            for intent, claimed_by in rows
            if self._is_sending(intent.idempotency_key, claimed_by)
        )

    def of_topup(self, account: str, service: str, topup_id: str) -> Intent | None:
        """Returns the intent from which a top-up came, if it was made here."""
        found = self._select("topup_id = ?", account, service, topup_id)
        return found[0] if found else None

    def topup_ids(self, account: str, service: str) -> frozenset[str]:
        """Returns the top-ups that are known to have come of intents."""
        made = self._select("topup_id IS NOT NULL", account, service)
        return frozenset(intent.topup_id for intent in made if intent.topup_id is not None)

    def _take(
        self, database: sqlite3.Connection, intent: Intent, claimed_by: str | None, sent: Moment
    ) -> Claim:
        if self._is_sending(intent.idempotency_key, claimed_by):
            return Claim(intent, is_new=False, is_ours=False)
        values = (self._presence.name, *_moment_values(sent), intent.idempotency_key)
        database.execute(_CLAIM, values)
        return Claim(replace(intent, sent=sent), is_new=False, is_ours=True)

    def _is_sending(self, idempotency_key: str, claimed_by: str | None) -> bool:
        if claimed_by is None:
            return False
        if claimed_by == self._presence.name:
            return idempotency_key in self._sending
        return self._presence.is_alive(claimed_by)

    def _claimed(self, work: Callable[[sqlite3.Connection], _C]) -> _C:
        # Two threads of this process must not both find the intent claimed by it and not sent by it yet.
        with self._claiming:
            self._database.guarded(self._presence.show)
            claim = self._database.run(work)
            if claim is not None and claim.is_ours:
                self._sending.add(claim.intent.idempotency_key)
            return claim

    def _end(self, idempotency_key: str, state: str) -> None:
        self._database.run(lambda database: database.execute(_END, (state, idempotency_key)))
        self._sending.discard(idempotency_key)

    def _select(self, condition: str, account: str, service: str, *values: str) -> tuple[Intent, ...]:
        rows = self._database.run(lambda database: _rows(database, condition, (account, service), *values))
        return tuple(intent for intent, _claimed_by in rows)


def _of(intent: Intent) -> tuple[str, str]:
    return intent.account, intent.service


def _rows(
    database: sqlite3.Connection, condition: str, owner: tuple[str, str], *values: str | bytes
) -> list[tuple[Intent, str | None]]:
    rows = database.execute(f"{_SELECT}{condition} ORDER BY created_at, rowid", (*owner, *values))
    return [(_intent(row), row[-1]) for row in rows.fetchall()]


def _intent(row: tuple[Any, ...]) -> Intent:
    key, account, service, body, created, service_created, sent, service_sent, topup_id, facts, _claim = row
    try:
        asked, last = _moment(created, service_created), _moment(sent, service_sent)
    except ValueError as error:
        raise StorageError("outbox", "corrupt", "a time") from error
    return Intent(key, account, service, bytes(body), asked, last, topup_id, facts)


def _insert(database: sqlite3.Connection, intent: Intent, claimed_by: str | None) -> None:
    values = (
        intent.idempotency_key,
        *_of(intent),
        intent.body,
        *_moment_values(intent.asked),
        *_moment_values(intent.sent),
        intent.topup_id,
        intent.facts,
        claimed_by,
    )
    database.execute(_INSERT, values)


def _moment(wall: str, service: str | None) -> Moment:
    return Moment(datetime.fromisoformat(wall), datetime.fromisoformat(service) if service else None)


def _moment_values(moment: Moment) -> tuple[str, str | None]:
    service = moment.service.astimezone(UTC).isoformat() if moment.service else None
    return moment.wall.astimezone(UTC).isoformat(), service
