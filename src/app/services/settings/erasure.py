"""Deletes everything that this app stores on this computer, keys first."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

from app.storage.logs import stop_log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from app.services.accounts.accounts import Accounts
    from app.storage.paths import AppPaths


async def delete_everything(
    accounts: Accounts,
    places: AppPaths,
    *,
    leave_keys: bool = False,
    stop_work: Callable[[], Awaitable[None]] | None = None,
) -> tuple[str, ...]:
    """Forgets every key, closes all accounts and removes all files; the app has to end afterwards.

    Args:
        accounts: They are closed.
        places: The folders that are removed.
        leave_keys: Go on where a key stays in the keyring, or may do so.
        stop_work: Stops running tasks after the keys are removed: they would write files again, or ask
            services that are about to go.

    Returns:
        What is still there: names of accounts whose key was left, then paths; nothing if all is gone.

    Raises:
        KeyringError: A key could not be forgotten and none was to be left; no file was removed, and no work
            stopped.
    """
    left = await accounts.forget_keys(leave_keys=leave_keys)
    if stop_work is not None:
        await stop_work()
    await accounts.close()
    stop_log()
    return (*left, *await asyncio.to_thread(_remove, (places.data, places.logs)))


def _remove(folders: tuple[Path, ...]) -> tuple[str, ...]:
    for folder in folders:
        # What can't be removed shows in what is still there.
        shutil.rmtree(folder, ignore_errors=True)
    return tuple(str(path) for folder in folders if folder.exists() for path in _still_there(folder))


def _still_there(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return files or [folder]
