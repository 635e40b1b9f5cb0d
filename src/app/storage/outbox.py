"""The outbox: top-up requests, on disk before they are sent.

Its one promise: a request that was written is found again after a crash, with the same
Idempotency-Key and the same bytes, so that sending it again makes no second top-up (spec 4.2).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.storage.databases import Database
from app.storage.locks import Presence
from app.storage.outbox_rows import (
    CREATED,
    FORGOTTEN,
    PENDING,
    REFUSED,
    STEPS,
    TopUpRequest,
    read_rows,
    set_damaged_apart,
    write_row,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from app.rules.topups.idempotency import Moment

_C = TypeVar("_C", bound="Claim | None")

_OF_OWNER = "account = ?1 AND service = ?2"
_REMOVE = "DELETE FROM intents WHERE idempotency_key = ?"
# Of a damaged row one of the two may be what is damaged; better shown twice than not at all.
_DAMAGED_OF_OWNER = "state = 'damaged' AND (account = ?1 OR service = ?2)"


class Claim(NamedTuple):
    """A new request (`is_new`), or the same pending one; if not `is_ours`, somebody else is sending it."""

    request: TopUpRequest
    is_new: bool
    is_ours: bool


class Outbox:
    """The requests in one SQLite file. Its methods block on the disk: call them in a worker.

    All raise `StorageError` when the file can't be used: then nothing may be sent.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, STEPS, on_checked=set_damaged_apart)
        self._presence = Presence(path.parent / "alive")
        self._claiming = threading.Lock()
        self._sending: set[str] = set()

    @property
    def moved_to(self) -> Path | None:
        return self._database.moved_to

    def check(self) -> None:
        """Checks the file, and moves a damaged one aside, as the first of all calls does otherwise."""
        self._database.run(lambda _database: None)

    def claim(self, request: TopUpRequest, may_replay: Callable[[TopUpRequest], bool]) -> Claim:
        """Claims the sending of a request for this process, saving it if it is new.

        A pending request with equal bytes is the same one while `may_replay`.
        """

        def work(database: sqlite3.Connection) -> Claim:
            condition = f"{_OF_OWNER} AND state = 'pending' AND body = ?3"
            for known, claimed_by in read_rows(database, condition, *_of(request), request.body):
                if not known.is_damaged and may_replay(known):
                    return self._claim(database, known, claimed_by, request.sent)
            write_row(database, request, self._presence.name)
            return Claim(request, is_new=True, is_ours=True)

        return self._claimed(work)

    def claim_again(self, request: TopUpRequest, sent: Moment) -> Claim | None:
        """Claims the sending of a pending request; None if it is not pending any more."""

        def work(database: sqlite3.Connection) -> Claim | None:
            for known, claimed_by in _rows_of(database, request):
                if known.state == PENDING:
                    return self._claim(database, known, claimed_by, sent)
            return None

        return self._claimed(work)

    def release(self, idempotency_key: str) -> None:
        """Lets others send a request whose outcome is unknown to this process."""
        self._sending.discard(idempotency_key)
        statement = "UPDATE intents SET claimed_by = NULL WHERE idempotency_key = ? AND claimed_by = ?"
        values = (idempotency_key, self._presence.name)
        self._database.run(lambda database: database.execute(statement, values))

    def mark_created(self, request: TopUpRequest, topup_id: str) -> None:
        """Saves which top-up a request created; one that an earlier request created stays with that one."""

        def work(database: sqlite3.Connection) -> None:
            # It is missing only where a damaged file was recreated in the meantime.
            rows = [known for known, _claimed_by in _rows_of(database, request) if not known.is_damaged]
            known = rows[0] if rows else request
            others = f"{_OF_OWNER} AND topup_id = ?3 AND idempotency_key <> ?4 AND state <> 'damaged'"
            is_taken = read_rows(database, others, *_of(request), topup_id, request.idempotency_key)
            created = None if is_taken else topup_id
            write_row(database, known._replace(state=CREATED, topup_id=created, not_before=None), None)

        self._database.run(work)
        self._sending.discard(request.idempotency_key)

    def mark_passed(self, account: str, service: str, topup_id: str, facts: str) -> None:
        """Saves the accepted deposit of a top-up, if it was created here."""

        def work(database: sqlite3.Connection) -> None:
            condition = f"{_OF_OWNER} AND topup_id = ?3"
            for known, claimed_by in read_rows(database, condition, account, service, topup_id):
                if not known.is_damaged and known.facts is None:
                    write_row(database, known._replace(facts=facts), claimed_by)

        self._database.run(work)

    def mark_refused(self, idempotency_key: str) -> None:
        """Marks a pending request as refused: it created nothing and never will."""
        self._change_pending(idempotency_key, lambda known: known._replace(state=REFUSED))
        self._sending.discard(idempotency_key)

    def mark_forgotten(self, idempotency_key: str) -> None:
        self._change_pending(idempotency_key, lambda known: known._replace(state=FORGOTTEN))
        self._sending.discard(idempotency_key)

    def mark_paused(self, idempotency_key: str, not_before: datetime) -> None:
        """Saves until when a pending request may not be sent again, by this computer's clock."""
        self._change_pending(idempotency_key, lambda known: known._replace(not_before=not_before))

    def pending(self, account: str, service: str) -> tuple[TopUpRequest, ...]:
        """Returns the requests of an account whose outcome is unknown, and damaged ones, oldest first."""
        condition = f"{_OF_OWNER} AND state = 'pending' OR {_DAMAGED_OF_OWNER}"

        def work(database: sqlite3.Connection) -> list[tuple[TopUpRequest, str | None]]:
            # What was damaged since the file was checked belongs to them too.
            set_damaged_apart(database)
            return read_rows(database, condition, account, service)

        return tuple(request for request, _claimed_by in self._database.run(work))

    def being_sent(self, account: str, service: str) -> frozenset[str]:
        """Returns the keys of the pending requests that some process is sending at this moment."""
        condition = f"{_OF_OWNER} AND state = 'pending' AND claimed_by IS NOT NULL"
        rows = self._database.run(lambda database: read_rows(database, condition, account, service))
        return frozenset(
            request.idempotency_key
            for request, claimed_by in rows
            if self._is_sending(request.idempotency_key, claimed_by)
        )

    def result_of(self, request: TopUpRequest) -> str | None:
        rows = self._database.run(lambda database: _rows_of(database, request))
        return rows[0][0].topup_id if rows and rows[0][0].state == CREATED else None

    def of_topup(self, account: str, service: str, topup_id: str) -> TopUpRequest | None:
        condition = f"topup_id = ?3 AND ({_OF_OWNER} OR {_DAMAGED_OF_OWNER})"
        found = self._select(condition, account, service, topup_id)
        return min(found, key=lambda request: request.is_damaged, default=None)

    def topup_ids(self, service: str) -> frozenset[str]:
        """Returns the top-ups that requests of any account at a service are known to have created.

        Two accounts may use the same key, and then see each other's top-ups.
        """
        created = self._select("service = ?1 AND topup_id IS NOT NULL", service)
        return frozenset(request.topup_id for request in created if request.topup_id is not None)

    def similar(self, request: TopUpRequest) -> tuple[TopUpRequest, ...]:
        """Returns the pending requests of any account that ask the service for the same, and damaged ones."""
        same = "service = ?2 AND state = 'pending' AND body = ?3 AND idempotency_key <> ?4"
        values = (*_of(request), request.body, request.idempotency_key)
        return self._select(f"{same} OR {_DAMAGED_OF_OWNER}", *values)

    def _claim(
        self, database: sqlite3.Connection, request: TopUpRequest, claimed_by: str | None, sent: Moment
    ) -> Claim:
        if self._is_sending(request.idempotency_key, claimed_by):
            return Claim(request, is_new=False, is_ours=False)
        claimed = request._replace(sent=sent)
        write_row(database, claimed, self._presence.name)
        return Claim(claimed, is_new=False, is_ours=True)

    def _is_sending(self, idempotency_key: str, claimed_by: str | None) -> bool:
        if claimed_by is None:
            return False
        if claimed_by == self._presence.name:
            return idempotency_key in self._sending
        return self._presence.is_alive(claimed_by)

    def _claimed(self, work: Callable[[sqlite3.Connection], _C]) -> _C:
        # Two threads of this process must not both find the request claimed by it and not sent by it yet.
        with self._claiming:
            with self._database.storage_errors():
                self._presence.show()
            claim = self._database.run(work)
            if claim is not None and claim.is_ours:
                self._sending.add(claim.request.idempotency_key)
            return claim

    def _change_pending(self, idempotency_key: str, change: Callable[[TopUpRequest], TopUpRequest]) -> None:
        def work(database: sqlite3.Connection) -> None:
            for known, claimed_by in read_rows(database, "idempotency_key = ?", idempotency_key):
                if known.state == PENDING:
                    changed = change(known)
                    write_row(database, changed, claimed_by if changed.state == PENDING else None)
                elif known.is_damaged and change(known).state == FORGOTTEN:
                    database.execute(_REMOVE, (idempotency_key,))

        self._database.run(work)

    def _select(self, condition: str, *values: str | bytes) -> tuple[TopUpRequest, ...]:
        rows = self._database.run(lambda database: read_rows(database, condition, *values))
        return tuple(request for request, _claimed_by in rows)


def _of(request: TopUpRequest) -> tuple[str, str]:
    return request.account, request.service


def _rows_of(database: sqlite3.Connection, request: TopUpRequest) -> list[tuple[TopUpRequest, str | None]]:
    condition = f"{_OF_OWNER} AND idempotency_key = ?3"
    return read_rows(database, condition, *_of(request), request.idempotency_key)
