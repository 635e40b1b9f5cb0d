"""What was used from the palette lately, for each account, in one JSON file that can be lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.storage.files import read_conveniences, write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_RECENTS: Final = 30

_VERSION: Final = 1
_MAX_ACCOUNTS: Final = 100
_MAX_KEY: Final = 200
_MAX_BYTES: Final = 1024 * 1024


class PaletteFile:
    """Reads and writes keys of items: ids alone, no names and no secrets. Its methods block on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, account: str) -> tuple[str, ...]:
        """Returns the keys of an account, newest first; what can't be understood is left out.

        Raises:
            StorageError: The file can't be read.
        """
        kept = self._accounts().get(account)
        if not isinstance(kept, list):
            return ()
        keys = (key for key in kept if isinstance(key, str) and len(key) <= _MAX_KEY)
        return tuple(dict.fromkeys(keys))[:MAX_RECENTS]

    def save(self, account: str, keys: Sequence[str]) -> None:
        """Keeps the keys of an account; those of the 99 other accounts kept last stay.

        Raises:
            StorageError: They could not be written; what was kept before is kept still.
        """
        others = [(name, kept) for name, kept in self._accounts().items() if name != account]
        short = [key for key in keys if len(key) <= _MAX_KEY][:MAX_RECENTS]
        accounts = dict([*others, (account, short)][-_MAX_ACCOUNTS:])
        write_whole(self._path, json.dumps({"version": _VERSION, "accounts": accounts}).encode())

    def _accounts(self) -> dict[str, Any]:
        accounts = read_conveniences(self._path, _MAX_BYTES).get("accounts")
        return accounts if isinstance(accounts, dict) else {}
