"""The paths of the app's files: the platform's folders, or the one of `TOLLHOUSE_HOME`."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from app.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRIVATE = 0o700
APP: Final = "tollhouse"
"""The name of the app's folders."""


class AppPaths(NamedTuple):
    """The folders of this app, readable by this user only; in `data` is what must not be lost."""

    data: Path
    logs: Path

    @property
    def outbox(self) -> Path:
        return self.data / "outbox.sqlite"

    @property
    def state(self) -> Path:
        return self.data / "state.sqlite"

    @property
    def first_frame(self) -> Path:
        """The pictures that the next start shows first."""
        return self.data / "first-frame"

    @property
    def settings(self) -> Path:
        return self.data / "settings.json"

    @property
    def demo(self) -> Path:
        return self.data / "demo"

    @property
    def log(self) -> Path:
        return self.logs / "tollhouse.log"


def find_paths() -> AppPaths:
    """Returns the app's folders, created if necessary.

    Raises:
        StorageError: They can't be created, or are not writable, or this user has no home folder.
    """
    home = os.environ.get("TOLLHOUSE_HOME", "")
    if home:
        paths = AppPaths(Path(home) / "data", Path(home) / "logs")
    else:
        import platformdirs  # noqa: PLC0415 (not needed before the first paint)

        folders = platformdirs.PlatformDirs(APP, appauthor=False)
        try:
            paths = AppPaths(folders.user_data_path, folders.user_log_path)
        except RuntimeError as error:
            # As in a container that runs as a user whom the system does not know.
            raise StorageError("$HOME", "missing", str(error)) from error
    for folder in (paths.data, paths.logs):
        make_private_folder(folder)
    return paths


def make_private_folder(folder: Path) -> None:
    """Creates a folder that only this user can enter.

    Raises:
        StorageError: It can't be created, or is not writable.
    """
    with storage_errors(folder):
        folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        folder.chmod(_PRIVATE)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StorageError(str(folder), "read_only")


@contextlib.contextmanager
def storage_errors(path: Path, kind: type[StorageError] = StorageError) -> Iterator[None]:
    """Converts an `OSError` of a file to a `StorageError` or one of its subclasses."""
    try:
        yield
    except OSError as error:
        raise kind(str(path), storage_reason(error), str(error)) from error


def storage_reason(error: OSError) -> str:
    import errno  # noqa: PLC0415 (only where something failed)

    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "full"
    if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return "read_only"
    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        return "missing"
    if error.errno in {errno.ENAMETOOLONG, errno.EINVAL}:
        return "name"
    return "other"
