"""The history of top-ups: snapshots, notified events, and display choices.

Losing it loses no money: the service knows every top-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final

from app.models.snapshots import TopUpSnapshot
from app.storage.databases import Database, read_moment

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

MAX_SNAPSHOTS: Final = 200
"""The maximum number of stored snapshots of one top-up; the oldest are dropped first."""

MAX_TOPUPS: Final = 2_000
"""The maximum number of an account's top-ups with snapshots; the least recent are dropped first."""

_VERSION_1 = """
CREATE TABLE sightings (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    status TEXT NOT NULL,
    confirmations INTEGER NOT NULL,
    confirmations_required INTEGER NOT NULL,
    received TEXT NOT NULL,
    coin TEXT NOT NULL,
    purchase_status TEXT NOT NULL,
    oddity TEXT NOT NULL,
    sound_status TEXT NOT NULL,
    is_open INTEGER NOT NULL
) STRICT;
CREATE INDEX sightings_by_topup ON sightings (account, service, topup_id, number);
CREATE TABLE notes (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    occasion TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id, occasion)
) STRICT;
CREATE TABLE hidden (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT;
CREATE TABLE pictures (
    coin TEXT NOT NULL,
    network TEXT NOT NULL,
    picture TEXT NOT NULL,
    PRIMARY KEY (coin, network)
) STRICT
"""
# What was typed for a report, until it is reported.
_VERSION_2 = """
CREATE TABLE typed (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    txid TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT
"""
# Which events were notified is stored in the notification file alone.
_VERSION_3 = "DROP TABLE notes"
_FIELDS = (
    "seen_at, status, confirmations, confirmations_required, received, coin, purchase_status, oddity,"
    " sound_status, is_open"
)
_SEEN = (
    f"SELECT {_FIELDS} FROM sightings"  # noqa: S608 (constants)
    " WHERE account = ? AND service = ? AND topup_id = ? ORDER BY number"
)
_LAST_SEEN = (
    f"SELECT topup_id, {_FIELDS} FROM sightings WHERE number IN ("  # noqa: S608 (constants)
    " SELECT max(number) FROM sightings WHERE account = ? AND service = ? GROUP BY topup_id)"
)
_SEE = (
    f"INSERT INTO sightings (account, service, topup_id, {_FIELDS})"  # noqa: S608 (constants)
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_DROP_OLD = (
    "DELETE FROM sightings WHERE account = ? AND service = ? AND topup_id = ? AND number <= ("
    " SELECT number FROM sightings WHERE account = ? AND service = ? AND topup_id = ?"
    " ORDER BY number DESC LIMIT 1 OFFSET ?)"
)
_UNSEEN = (
    " WHERE account = ? AND service = ? AND topup_id IN ("
    " SELECT topup_id FROM sightings WHERE account = ? AND service = ?"
    " GROUP BY topup_id ORDER BY max(number) DESC LIMIT -1 OFFSET ?)"
)
_FORGET_TYPED = "DELETE FROM typed WHERE account = ? AND service = ? AND topup_id = ?"
_DROP_TYPED = "DELETE FROM typed" + _UNSEEN  # noqa: S608 (constants)
_DROP_SNAPSHOTS = "DELETE FROM sightings" + _UNSEEN  # noqa: S608 (constants)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose top-ups: accounts and services never cross.

    Attributes:
        account: The account's id in this app.
        service: What stands for the service's address.
    """

    account: str
    service: str


class Notebook:
    """One SQLite file. Its methods block on the disk: call them in a worker.

    All raise `StorageError` when the file can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, (_VERSION_1, _VERSION_2, _VERSION_3), synchronous="NORMAL")

    def see(self, owner: Owner, topup_id: str, seen: TopUpSnapshot) -> None:
        """Saves a snapshot; of one top-up only the last 200."""
        place = (owner.account, owner.service)
        values = (
            *place,
            topup_id,
            seen.at.astimezone(UTC).isoformat(),
            seen.status,
            seen.confirmations,
            seen.confirmations_required,
            seen.amount_received_crypto,
            seen.coin,
            seen.purchase_status,
            seen.inconsistency,
            seen.sound_status,
            seen.is_open,
        )

        def work(database: sqlite3.Connection) -> None:
            database.execute(_SEE, values)
            one = (*place, topup_id)
            database.execute(_DROP_OLD, (*one, *one, MAX_SNAPSHOTS))

        self._database.run(work)

    def trim(self, owner: Owner) -> None:
        """Forgets what was seen of all but the 2,000 top-ups of an account seen last."""
        place = (owner.account, owner.service)

        def work(database: sqlite3.Connection) -> None:
            for statement in (_DROP_TYPED, _DROP_SNAPSHOTS):
                database.execute(statement, (*place, *place, MAX_TOPUPS))

        self._database.run(work)

    def seen(self, owner: Owner, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns what was seen of a top-up, oldest first."""
        values = (owner.account, owner.service, topup_id)
        rows = self._database.run(lambda database: database.execute(_SEEN, values).fetchall())
        return tuple(seen for row in rows if (seen := _snapshot(row)))

    def last_seen(self, owner: Owner) -> dict[str, TopUpSnapshot]:
        """Returns the last snapshot of each top-up of an account."""
        values = (owner.account, owner.service)
        rows = self._database.run(lambda database: database.execute(_LAST_SEEN, values).fetchall())
        return {topup_id: seen for topup_id, *row in rows if (seen := _snapshot(row))}

    def hidden(self, owner: Owner) -> frozenset[str]:
        """Returns the IDs of the hidden top-ups."""
        statement = "SELECT topup_id FROM hidden WHERE account = ? AND service = ?"
        values = (owner.account, owner.service)
        rows = self._database.run(lambda database: database.execute(statement, values).fetchall())
        return frozenset(topup_id for (topup_id,) in rows)

    def set_hidden(self, owner: Owner, topup_id: str, *, hidden: bool) -> None:
        """Hides a top-up from the list, or shows it again."""
        statement = "DELETE FROM hidden WHERE account = ? AND service = ? AND topup_id = ?"
        if hidden:
            statement = "INSERT OR IGNORE INTO hidden VALUES (?, ?, ?)"
        values = (owner.account, owner.service, topup_id)
        self._database.run(lambda database: database.execute(statement, values))

    def typed_txid(self, owner: Owner, topup_id: str) -> str:
        """Returns the transaction ID that was typed for a top-up and not reported; empty if none was."""
        statement = "SELECT txid FROM typed WHERE account = ? AND service = ? AND topup_id = ?"
        values = (owner.account, owner.service, topup_id)
        row = self._database.run(lambda database: database.execute(statement, values).fetchone())
        return str(row[0]) if row else ""

    def set_typed_txid(self, owner: Owner, topup_id: str, txid: str) -> None:
        """Remembers what was typed for a top-up; an empty text forgets it."""
        place = (owner.account, owner.service, topup_id)

        def work(database: sqlite3.Connection) -> None:
            database.execute(_FORGET_TYPED, place)
            if txid:
                database.execute("INSERT INTO typed VALUES (?, ?, ?, ?)", (*place, txid))

        self._database.run(work)

    def picture(self, coin: str, network: str) -> str:
        """Returns the QR content chosen for a coin on a network; empty if none."""
        statement = "SELECT picture FROM pictures WHERE coin = ? AND network = ?"
        row = self._database.run(lambda database: database.execute(statement, (coin, network)).fetchone())
        return str(row[0]) if row else ""

    def set_picture(self, coin: str, network: str, picture: str) -> None:
        """Saves the QR content chosen for a coin on a network."""
        statement = "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)"
        self._database.run(lambda database: database.execute(statement, (coin, network, picture)))


def _snapshot(row: Sequence[Any]) -> TopUpSnapshot | None:
    """Returns a snapshot; None if its row is damaged, which costs one line of the timeline."""
    seen_at, status, confirmations, required, received, coin, purchase_status, odd, sound_status, is_open = (
        row
    )
    moment = read_moment(seen_at)
    if moment is None:
        return None
    return TopUpSnapshot(
        moment,
        status,
        confirmations,
        required,
        received,
        coin,
        purchase_status,
        odd,
        sound_status,
        is_open=bool(is_open),
    )
