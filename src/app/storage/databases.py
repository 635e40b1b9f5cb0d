"""Opens a private SQLite file, migrates its schema, and moves a damaged one aside."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.errors import StorageError
from app.storage.locks import hold_file
from app.storage.paths import storage_reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")
Step = str | Callable[[sqlite3.Connection], None]
"""A migration from one version of a schema to the next: statements, or a function that executes them."""

_LOCK_TIMEOUT_SECONDS = 10.0
_LATER_LOCK_TIMEOUT_SECONDS = 0.25
"""After a call that waited in vain: many calls, one after the other, would hold up a page for minutes."""
_PAUSE_SECONDS = 0.01
"""SQLite's own waits grow to 100 ms: among others that write all the time, one such waiter starves."""
# The file itself first: SQLite takes no journal for that of an empty file.
_PARTS = ("", "-wal", "-shm", "-journal")
# What was written is in the file itself, and survives a power cut. In WAL mode the newest of it would be
# beside the file, and a damaged WAL loses it silently; opening and closing would take three times as long.
_PRAGMAS = ("PRAGMA journal_mode = TRUNCATE", "PRAGMA synchronous = EXTRA")
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_READONLY_DBMOVED", "SQLITE_IOERR_SHORT_READ")
_CREATING = threading.Lock()


class Database:
    """A SQLite file, created at its first use. Its methods block on the disk: call them in a worker.

    The file is checked when this object opens it for the first time, and again after an error that damage
    could explain.

    Args:
        steps: The migrations from each version of the schema to the next, from version 0 on.
        stays_open: Whether the file is left open, without a lock on it, until `close`, an error, or the first
            call after anybody else has changed, replaced or removed it. Calls then wait for each other.
        on_checked: Called after the file was checked, to check its content.

    Attributes:
        moved_to: The new path of a damaged predecessor that this object renamed; None if there was none.
    """

    def __init__(
        self,
        path: Path,
        steps: Sequence[Step],
        *,
        stays_open: bool = False,
        on_checked: Callable[[sqlite3.Connection], None] = lambda _database: None,
    ) -> None:
        self.path = path
        self.moved_to: Path | None = None
        self._steps = steps
        self._stays_open = stays_open
        self._on_checked = on_checked
        self._checked: tuple[int, int] | None = None
        self._lock_timeout_seconds = _LOCK_TIMEOUT_SECONDS
        self._left_open: tuple[sqlite3.Connection, tuple[int, ...]] | None = None
        self._turn = threading.Lock() if stays_open else contextlib.nullcontext()

    def __del__(self) -> None:
        # Python 3.13 and later warn of a connection that nobody closes.
        self.close()

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Returns what `work` returns, in one transaction that is on disk afterwards.

        A damaged file is renamed, the time in its name, and the work is done on a new one.

        Raises:
            StorageError: The file can't be used, or is of a newer version of the app.
        """
        with self._turn:
            try:
                return self._attempt(work)
            except StorageError as error:
                if error.reason != "corrupt" and not _may_be_damage(error):
                    raise
            return self._attempt_again(work)

    def close(self) -> None:
        """Closes the file if it was left open, after the call that uses it; the next call opens it again."""
        with self._turn:
            if self._left_open is not None:
                self._left_open[0].close()
                self._left_open = None

    def _attempt_again(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does what an error that damage could explain has prevented, on a new file if necessary."""
        with self.storage_errors(), hold_file(self.path.with_suffix(".repair")):
            self._checked = None
            try:
                # Another window may have recreated it in the meantime.
                return self._attempt(work)
            except StorageError as error:
                if error.reason != "corrupt":
                    raise
            self.moved_to = move_aside(self.path)
            return self._attempt(work)

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self.storage_errors(), contextlib.ExitStack() as ends:
            before = _status(self.path)
            database = self._take_left_open(before) or self._open()
            ends.callback(database.close)
            with self._transaction(database):
                identity = self._check(database)
                result = work(database)
            # Not before: with the transaction a new schema would be rolled back too.
            self._checked = identity
            self._lock_timeout_seconds = _LOCK_TIMEOUT_SECONDS
            after = _status(self.path)
            # Otherwise another file may be open than the one that is there now.
            if self._stays_open and before and before[:2] == after[:2]:
                self._left_open = database, after
                ends.pop_all()
            return result

    def _take_left_open(self, status: tuple[int, ...]) -> sqlite3.Connection | None:
        """Returns the connection that was left open; closes it if the file is not as it was left."""
        if self._left_open is None:
            return None
        (database, left), self._left_open = self._left_open, None
        if left == status:
            return database
        database.close()
        return None

    def _open(self) -> sqlite3.Connection:
        _create_private(self.path)
        database = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            # A damaged text must not prevent reading the others.
            database.text_factory = lambda content: content.decode("utf-8", "replace")
            with self._damage_reported():
                for pragma in _PRAGMAS:
                    self._execute_patiently(database, pragma)
        except BaseException:
            database.close()
            raise
        return database

    @contextlib.contextmanager
    def _transaction(self, database: sqlite3.Connection) -> Iterator[None]:
        self._execute_patiently(database, "BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            raise
        self._execute_patiently(database, "COMMIT")

    def _execute_patiently(self, database: sqlite3.Connection, statement: str) -> None:
        """Executes a statement that needs a lock, when others leave it."""
        deadline = time.monotonic() + self._lock_timeout_seconds
        while True:
            try:
                database.execute(statement)
            except sqlite3.OperationalError as error:
                if not _name(error).startswith("SQLITE_BUSY"):
                    raise
                if time.monotonic() > deadline:
                    self._lock_timeout_seconds = _LATER_LOCK_TIMEOUT_SECONDS
                    raise
                time.sleep(_PAUSE_SECONDS)
            else:
                return

    def _check(self, database: sqlite3.Connection) -> tuple[int, int]:
        """Checks once for each file that it is whole, and updates its schema; returns which file it is."""
        status = self.path.stat()
        identity = (status.st_dev, status.st_ino)
        if identity == self._checked:
            return identity
        with self._damage_reported():
            if not _is_whole(database):
                # An index that disagrees with its table is rebuilt from it.
                database.execute("REINDEX")
                if not _is_whole(database):
                    raise StorageError(str(self.path), "corrupt", "integrity check")
            self._migrate(database)
        self._on_checked(database)
        return identity

    def _migrate(self, database: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(":memory:")) as blank:
            self._run_steps(blank, 0)
            expected = _schema(blank)
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if _schema(database) != expected:
            if version > len(self._steps):
                raise StorageError(str(self.path), "newer", f"schema {version}")
            self._run_steps(database, version)
            if _schema(database) != expected:
                raise StorageError(str(self.path), "corrupt", "schema")
        if version != len(self._steps):
            # The schema itself shows its version: this number alone could be damaged.
            database.execute(f"PRAGMA user_version = {len(self._steps)}")

    def _run_steps(self, database: sqlite3.Connection, version: int) -> None:
        for step in self._steps[version:]:
            if callable(step):
                step(database)
                continue
            for statement in step.split(";"):
                database.execute(statement)

    @contextlib.contextmanager
    def storage_errors(self) -> Iterator[None]:
        """Converts errors of the system and of SQLite to a `StorageError`."""
        try:
            yield
        except OSError as error:
            raise StorageError(str(self.path), storage_reason(error), str(error)) from error
        except sqlite3.Error as error:
            raise StorageError(str(self.path), self._reason(error), str(error)) from error
        except UnicodeDecodeError as error:
            # SQLite names what is damaged, in bytes that are no text.
            raise StorageError(str(self.path), "corrupt", str(error)) from error

    @contextlib.contextmanager
    def _damage_reported(self) -> Iterator[None]:
        """Treats as damage what only a damaged file can cause before it is used."""
        try:
            yield
        except sqlite3.Error as error:
            if _is_about_content(error) or _name(error).startswith("SQLITE_CONSTRAINT"):
                raise StorageError(str(self.path), "corrupt", str(error)) from error
            raise

    def _reason(self, error: sqlite3.Error) -> str:
        name = _name(error)
        if name.startswith(_DAMAGED):
            return "corrupt"
        if name == "SQLITE_READONLY" and _is_writable(self.path):
            # By its header, not by the system.
            return "corrupt"
        if name.startswith("SQLITE_FULL"):
            return "full"
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            return "read_only"
        return "other"


def _status(path: Path) -> tuple[int, ...]:
    """Returns which file is there, and what changes with it; nothing if there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns


def _create_private(path: Path) -> None:
    """Creates an empty file for this user only, if there is none.

    An existing file is never opened: closing it would release the locks that SQLite holds on it in this
    process (POSIX). Nor does another thread open it until the new one is closed.
    """
    with _CREATING, contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _is_whole(database: sqlite3.Connection) -> bool:
    found: list[tuple[str]] = database.execute("PRAGMA integrity_check(1)").fetchall()
    return found == [("ok",)]


def _schema(database: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Returns tables with their columns, and indexes: what the statements of the app rely on."""
    names = "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    columns = (
        "SELECT one.name, of.* FROM sqlite_schema AS one, pragma_table_info(one.name) AS of"
        " WHERE one.type = 'table' AND one.name NOT LIKE 'sqlite_%'"
    )
    return {*database.execute(names), *database.execute(columns)}


def move_aside(path: Path) -> Path:
    """Renames a damaged database, its time in its name; returns its new path."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    target = path.with_name(f"{path.stem}.corrupt-{stamp}{path.suffix}")
    for part in _PARTS:
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(f"{target}{part}")
    return target


def remove_database(path: Path) -> None:
    """Removes a database that was closed, the file itself last."""
    for part in reversed(_PARTS):
        Path(f"{path}{part}").unlink(missing_ok=True)


def _name(error: BaseException | None) -> str:
    return getattr(error, "sqlite_errorname", "") or ""


def _is_about_content(error: sqlite3.Error) -> bool:
    """Returns whether an error concerns the content of a file, not the system around it."""
    return _name(error) in {"", "SQLITE_ERROR", "SQLITE_MISMATCH", "SQLITE_TOOBIG"}


def is_damage(error: Exception) -> bool:
    """Returns whether an error shows that a database which is only read is damaged."""
    if not isinstance(error, sqlite3.Error):
        return False
    return _name(error).startswith(_DAMAGED) or _is_about_content(error)


def _may_be_damage(error: StorageError) -> bool:
    return isinstance(error.__cause__, sqlite3.Error) and _is_about_content(error.__cause__)
