"""The paths of the app's files: the platform's folders, or the one of `TOLLHOUSE_HOME`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from app.errors import StorageError

_PRIVATE = 0o700


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The folders of this app on this computer, readable by this user only.

    Attributes:
        data: What must not be lost: the accounts, the outbox and the demo account.
        logs: The log.
    """

    data: Path
    logs: Path

    @property
    def outbox(self) -> Path:
        """The database of create requests."""
        return self.data / "outbox.sqlite"

    @property
    def state(self) -> Path:
        """The database of the state that may be lost."""
        return self.data / "state.sqlite"

    @property
    def settings(self) -> Path:
        """The accounts, without their keys."""
        return self.data / "settings.json"

    @property
    def demo(self) -> Path:
        """The folder of the demo account's own service."""
        return self.data / "demo"

    @property
    def log(self) -> Path:
        """The log file."""
        return self.logs / "tollhouse.log"


def find_paths() -> AppPaths:
    """Returns the app's folders, made if they were not there.

    Raises:
        StorageError: A folder can't be made or is not writable.
    """
    home = os.environ.get("TOLLHOUSE_HOME", "")
    if home:
        paths = AppPaths(Path(home) / "data", Path(home) / "logs")
    else:
        import platformdirs  # noqa: PLC0415 (not needed before the first paint)

        folders = platformdirs.PlatformDirs("tollhouse", appauthor=False)
        paths = AppPaths(folders.user_data_path, folders.user_log_path)
    for folder in (paths.data, paths.logs):
        make_private_folder(folder)
    return paths


def make_private_folder(folder: Path) -> None:
    """Makes a folder that only this user can enter.

    Raises:
        StorageError: It can't be made, or nothing can be written in it.
    """
    try:
        folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        folder.chmod(_PRIVATE)
    except OSError as error:
        raise StorageError(str(folder), storage_reason(error), str(error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StorageError(str(folder), "read_only")


def storage_reason(error: OSError) -> str:
    """Returns the reason of a `StorageError` for an `OSError`."""
    import errno  # noqa: PLC0415 (only where something failed)

    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "full"
    if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return "read_only"
    return "other"
