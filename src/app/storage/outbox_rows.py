"""The rows of the outbox: their schema, and a checksum in each that reveals damage."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.rules.topups.idempotency import Moment

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

PENDING: Final = "pending"
CREATED: Final = "created"
REFUSED: Final = "refused"
FORGOTTEN: Final = "forgotten"
DAMAGED: Final = "damaged"

_OWNER_COLUMNS = """
    idempotency_key TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at TEXT NOT NULL
"""
_TIME_COLUMNS = "service_created_at TEXT, sent_at TEXT NOT NULL, service_sent_at TEXT"
_OLD_INDEX = (
    "CREATE UNIQUE INDEX intents_by_topup ON intents (account, service, topup_id) WHERE topup_id IS NOT NULL"
)
# A damaged row must not prevent another one from naming its top-up.
_INDEX = f"{_OLD_INDEX} AND state <> 'damaged'"
_VERSION_1 = f"""
CREATE TABLE intents (
    {_OWNER_COLUMNS},
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'created', 'refused')),
    topup_id TEXT,
    facts TEXT
) STRICT;
{_OLD_INDEX}
"""
# The times of the service, when it was sent last, who is sending it now, and that it may be forgotten.
_VERSION_2 = f"""
CREATE TABLE intents_2 (
    {_OWNER_COLUMNS},
    {_TIME_COLUMNS},
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
{_OLD_INDEX}
"""  # noqa: S608 (constants)
# Until when the service asked to wait, and the checksum: it alone reveals a damaged state.
_TABLE_3 = f"""
CREATE TABLE intents_3 (
    {_OWNER_COLUMNS},
    {_TIME_COLUMNS},
    state TEXT NOT NULL,
    topup_id TEXT,
    facts TEXT,
    not_before TEXT,
    checksum TEXT NOT NULL,
    claimed_by TEXT
) STRICT
"""
_OLD_COLUMNS = (
    "idempotency_key, account, service, body, created_at, service_created_at, sent_at, service_sent_at,"
    " state, topup_id, facts"
)
_COLUMNS = f"{_OLD_COLUMNS}, not_before, checksum, claimed_by"
_SELECT = f"SELECT {_COLUMNS} FROM intents WHERE "  # noqa: S608 (constants)
_VALUES = f"VALUES ({', '.join('?' * 14)})"
_WRITE = (
    f"INSERT INTO intents ({_COLUMNS}) {_VALUES} ON CONFLICT (idempotency_key) DO UPDATE SET"
    " sent_at = excluded.sent_at, service_sent_at = excluded.service_sent_at, state = excluded.state,"
    " topup_id = excluded.topup_id, facts = excluded.facts, not_before = excluded.not_before,"
    " checksum = excluded.checksum, claimed_by = excluded.claimed_by"
)
# Under a key of its own: its outcome is unknown, and it is never sent.
_SET_APART = (
    "UPDATE intents SET state = 'damaged', claimed_by = NULL, idempotency_key = lower(hex(randomblob(16)))"
    " WHERE rowid = ? AND state <> 'damaged'"
)
_NEVER = Moment(datetime.fromtimestamp(0, UTC))


def _add_checksums(database: sqlite3.Connection) -> None:
    database.execute(_TABLE_3)
    rows = database.execute(f"SELECT {_OLD_COLUMNS} FROM intents ORDER BY rowid").fetchall()  # noqa: S608 (constants)
    for row in rows:
        sealed = (*row, None)
        database.execute(
            f"INSERT INTO intents_3 ({_COLUMNS}) {_VALUES}",
            (*sealed, _checksum(sealed), None),
        )
    database.execute("DROP TABLE intents")
    database.execute("ALTER TABLE intents_3 RENAME TO intents")
    database.execute(_INDEX)


STEPS: Final = (_VERSION_1, _VERSION_2, _add_checksums)


class TopUpRequest(NamedTuple):
    """One top-up request, bound to the account and the service for which it was made.

    Attributes:
        service: Identifies the service: its address, or the demo.
        sent: When it was sent, or about to be, the last time.
        facts: The accepted deposit, as JSON, once there is one.
        state: `pending`, `created`, `refused`, `forgotten`, or `damaged`: nothing of it can be relied on.
        not_before: Until when the service asked to wait, by this computer's clock, if it did.
    """

    idempotency_key: str
    account: str
    service: str
    body: bytes
    requested: Moment
    sent: Moment
    topup_id: str | None = None
    facts: str | None = None
    state: str = PENDING
    not_before: datetime | None = None

    @property
    def is_damaged(self) -> bool:
        return self.state == DAMAGED


def read_rows(
    database: sqlite3.Connection, condition: str, *values: str | bytes
) -> list[tuple[TopUpRequest, str | None]]:
    """Returns the requests that meet a condition, oldest first, each with who is sending it."""
    rows = database.execute(f"{_SELECT}{condition} ORDER BY created_at, rowid", values).fetchall()
    return [(_read(row), row[-1]) for row in rows]


def write_row(database: sqlite3.Connection, request: TopUpRequest, claimed_by: str | None) -> None:
    """Writes a request, new or updated; key, owner, body and time of an existing row stay."""
    sealed = (
        request.idempotency_key,
        request.account,
        request.service,
        request.body,
        *_moment_values(request.requested),
        *_moment_values(request.sent),
        request.state,
        request.topup_id,
        request.facts,
        request.not_before.astimezone(UTC).isoformat() if request.not_before else None,
    )
    database.execute(_WRITE, (*sealed, _checksum(sealed), claimed_by))


def set_damaged_apart(database: sqlite3.Connection) -> None:
    """Marks the rows whose checksum fails, so that they are found whatever part is damaged."""
    rows = database.execute(f"SELECT rowid, {_COLUMNS} FROM intents").fetchall()  # noqa: S608 (constants)
    for number, *row in rows:
        if _read(row).is_damaged:
            database.execute(_SET_APART, (number,))


def _read(row: Sequence[Any]) -> TopUpRequest:
    *sealed, checksum, _claimed_by = row
    key, account, service, body, created, service_created, sent, service_sent, *rest = sealed
    state, topup_id, facts, not_before = rest
    try:
        requested, last = _moment(created, service_created), _moment(sent, service_sent)
        pause = datetime.fromisoformat(not_before) if not_before else None
        is_sound = checksum == _checksum(sealed)
    except (TypeError, ValueError):
        is_sound = False
    if not is_sound:
        return TopUpRequest(key, account, service, b"", _NEVER, _NEVER, topup_id, state=DAMAGED)
    return TopUpRequest(key, account, service, body, requested, last, topup_id, facts, state, pause)


def _checksum(sealed: Sequence[Any]) -> str:
    values = [value.decode("latin-1") if isinstance(value, bytes) else value for value in sealed]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _moment(wall: str, service: str | None) -> Moment:
    return Moment(datetime.fromisoformat(wall), datetime.fromisoformat(service) if service else None)


def _moment_values(moment: Moment) -> tuple[str, str | None]:
    service = moment.service.astimezone(UTC).isoformat() if moment.service else None
    return moment.wall.astimezone(UTC).isoformat(), service
