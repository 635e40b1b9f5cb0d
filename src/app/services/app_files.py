"""The files that this app stores: lists them by kind, and deletes all of them, keys first."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from app.storage.logs import stop_log
from app.storage.paths import APP

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from app.services.accounts.accounts import Accounts
    from app.storage.paths import AppPaths

FileKind = Literal["settings", "outbox", "state", "demo", "log", "damaged", "other"]
_ORDER: tuple[FileKind, ...] = get_args(FileKind)


class AppFiles(NamedTuple):
    """All files of one kind; the name of a folder ends with a slash."""

    kind: FileKind
    names: tuple[str, ...]
    size_bytes: int


async def list_app_files(paths: AppPaths) -> tuple[AppFiles, ...]:
    """Returns the files by kind; the size of what can't be read is 0."""
    return await asyncio.to_thread(_list, paths)


async def delete_everything(
    accounts: Accounts,
    paths: AppPaths,
    *,
    leave_keys: bool = False,
    stop_work: Callable[[], Awaitable[None]] | None = None,
) -> tuple[str, ...]:
    """Deletes every key, closes all accounts and removes all files; the app has to end afterwards.

    Args:
        leave_keys: Whether to continue if a key is, or may be, still in the keyring.
        stop_work: Stops running tasks after the keys are deleted: they would write files again.

    Returns:
        What is still there: names of accounts whose key was left, then paths; nothing if all is gone.

    Raises:
        KeyringError: A key could not be deleted and none was to be left; no file was removed, and no task
            stopped.
    """
    left = await accounts.delete_keys(leave_keys=leave_keys)
    if stop_work is not None:
        await stop_work()
    await accounts.close()
    stop_log()
    return (*left, *await asyncio.to_thread(_remove, (paths.data, paths.logs)))


def _list(paths: AppPaths) -> tuple[AppFiles, ...]:
    names: defaultdict[FileKind, list[str]] = defaultdict(list)
    sizes: defaultdict[FileKind, int] = defaultdict(int)
    for folder in (paths.data, paths.logs):
        for path in _entries(folder):
            kind = _kind(path, paths)
            names[kind].append(f"{path.name}/" if path.is_dir() else path.name)
            sizes[kind] += sum(map(_size, path.rglob("*"))) if path.is_dir() else _size(path)
    return tuple(AppFiles(kind, tuple(names[kind]), sizes[kind]) for kind in _ORDER if kind in names)


def _kind(path: Path, paths: AppPaths) -> FileKind:
    if ".corrupt-" in path.name:
        return "damaged"
    if path.parent == paths.logs:
        return "log"
    kinds: tuple[tuple[Path, FileKind], ...] = (
        (paths.settings, "settings"),
        (paths.outbox, "outbox"),
        (paths.state, "state"),
        (paths.first_frame, "state"),
        (paths.demo, "demo"),
    )
    # A database has its journals beside it.
    return next((kind for known, kind in kinds if path.name.startswith(known.name)), "other")


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except OSError:
        return


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _remove(folders: tuple[Path, ...]) -> tuple[str, ...]:
    for folder in folders:
        # What can't be removed is returned below.
        shutil.rmtree(folder, ignore_errors=True)
        if folder.parent.name == APP:
            # Such as ~/.local/state/tollhouse/log; with anything else in it, it stays.
            with contextlib.suppress(OSError):
                folder.parent.rmdir()
    return tuple(str(path) for folder in folders if folder.exists() for path in _still_there(folder))


def _still_there(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return files or [folder]
