"""One SQLite file of the app: private, brought up to its schema, moved aside when it is damaged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from app.errors import StorageError
from app.storage.locks import hold_file
from app.storage.places import storage_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")

_PATIENCE_SECONDS = 5.0
_PARTS = ("", "-wal", "-shm")


class Database:
    """A SQLite file. Its methods block on the disk: call them in a worker.

    Attributes:
        path: The file.
        moved_to: Where a damaged predecessor was moved to by this object; None if none was.
    """

    def __init__(
        self, path: Path, steps: Sequence[str], *, synchronous: Literal["FULL", "NORMAL"] = "FULL"
    ) -> None:
        """Names the file; it is made at its first use.

        Args:
            path: Where it lies, in a folder that is there.
            steps: The statements that lead from each version of the schema to the next, from version 0 on.
            synchronous: FULL if what was written must survive a power cut.
        """
        self.path = path
        self.moved_to: Path | None = None
        self._steps = steps
        self._synchronous = synchronous

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Returns what `work` returns, done in one transaction that is on disk afterwards.

        A damaged file is moved aside with the time in its name, and the work done on a new one.

        Raises:
            StorageError: The file can't be used, or is of a newer version of the app.
        """
        try:
            return self._attempt(work)
        except StorageError as error:
            if error.reason != "corrupt":
                raise
        with self._translated(), hold_file(self.path.with_suffix(".repair")):
            try:
                # Another window may have begun anew meanwhile.
                return self._attempt(work)
            except StorageError as error:
                if error.reason != "corrupt":
                    raise
            self._move_aside()
            return self._attempt(work)

    def guarded(self, work: Callable[[], T]) -> T:
        """Returns what `work`, done beside the file, returns.

        Raises:
            StorageError: It could not be done.
        """
        with self._translated():
            return work()

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._translated(), closing(self._open()) as database, _transaction(database):
            self._bring_up_to_date(database)
            return work(database)

    def _open(self) -> sqlite3.Connection:
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        database = sqlite3.connect(self.path, timeout=_PATIENCE_SECONDS, isolation_level=None)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(f"PRAGMA synchronous = {self._synchronous}")
        except BaseException:
            database.close()
            raise
        return database

    def _bring_up_to_date(self, database: sqlite3.Connection) -> None:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > len(self._steps):
            raise StorageError(str(self.path), "newer", f"schema {version}")
        if version == len(self._steps):
            return
        for step in self._steps[version:]:
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(self._steps)}")

    def _move_aside(self) -> None:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        target = self.path.with_name(f"{self.path.stem}.corrupt-{stamp}{self.path.suffix}")
        for part in _PARTS:
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{part}").rename(f"{target}{part}")
        self.moved_to = target

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StorageError(str(self.path), storage_reason(error), str(error)) from error
        except sqlite3.Error as error:
            raise StorageError(str(self.path), _sqlite_reason(error), str(error)) from error


def read_moment(text: str) -> datetime | None:
    """Returns a moment out of a column, written as ISO 8601; None if it can't be one."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _sqlite_reason(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return "full"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return "read_only"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return "corrupt"
    return "other"
