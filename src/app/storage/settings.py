"""The settings file: accounts, settings and window geometry as JSON, written atomically."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from app.errors import StorageError
from app.models.settings import Preferences
from app.storage.files import set_aside, storage_errors, write_whole
from app.storage.setting_fields import (
    preference_fields,
    read_preferences,
    read_window_geometry,
    window_geometry_fields,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

    from app.models.window_geometry import WindowGeometry

_VERSION: Final = 1
_MAX_BYTES: Final = 4 * 1024 * 1024
_DAMAGE: Final = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class SavedAccount:
    """A saved account; its key is stored in the keyring under its ID.

    Attributes:
        id: Its id in this app.
        name: Its name.
        base_url: The clean service address.
        color: The name of its color.
        others: Fields of other versions of this app, preserved.
    """

    id: str
    name: str
    base_url: str
    color: str
    others: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is saved from one start to the next.

    Attributes:
        accounts: In the order in which they were connected.
        last_account: The id of the account that was opened last.
        preferences: What was chosen about the app.
        window: Where the window stood, if that is known.
        others: Fields of other versions of this app, preserved.
    """

    accounts: tuple[SavedAccount, ...] = ()
    last_account: str | None = None
    preferences: Preferences = field(default_factory=Preferences)
    window: WindowGeometry | None = None
    others: Mapping[str, Any] = field(default_factory=dict)


class SettingsFile:
    """Reads and writes the settings. Its methods block on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def peek(self) -> Settings:
        """Returns the settings, or those of a first start if they can't be read; never changes anything.

        For the first paint, which must not fail: what is wrong comes out by `load`.
        """
        try:
            with self._path.open("rb") as file:
                return _read(file.read(_MAX_BYTES), str(self._path))
        except (OSError, StorageError, *_DAMAGE):
            return Settings()

    def load(self, now: datetime) -> tuple[Settings, Path | None]:
        """Returns the settings, and where a damaged file was moved to, if there was one.

        Args:
            now: Stands in the name of a damaged file, such as `settings.corrupt-2026-11-21T20-05-00.json`.

        Raises:
            StorageError: The file can't be read or moved aside, or a newer version made it.
        """
        if not self._path.exists():
            return Settings(), None
        with storage_errors(self._path), self._path.open("rb") as file:
            content = file.read(_MAX_BYTES)
        try:
            return _read(content, str(self._path)), None
        except _DAMAGE:
            return Settings(), set_aside(self._path, now)

    def save(self, settings: Settings) -> None:
        """Writes the settings; when this returns they survive a power cut.

        Raises:
            StorageError: They could not be written; the old ones are still there, whole.
        """
        content = {
            **settings.others,
            "version": _VERSION,
            "accounts": [
                {
                    **account.others,
                    "id": account.id,
                    "name": account.name,
                    "address": account.base_url,
                    "colour": account.color,
                }
                for account in settings.accounts
            ],
            "lastAccount": settings.last_account,
            "preferences": preference_fields(settings.preferences),
            "window": None if settings.window is None else window_geometry_fields(settings.window),
        }
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        write_whole(self._path, text.encode())


def _read(content: bytes, path: str) -> Settings:
    found = json.loads(content.decode("utf-8"))
    version = found.pop("version")
    if isinstance(version, int) and version > _VERSION:
        raise StorageError(path, "newer", f"version {version}")
    if version != _VERSION:
        raise ValueError("no version")
    accounts = tuple(_read_account(account) for account in found.pop("accounts"))
    if len({account.id for account in accounts}) != len(accounts):
        raise ValueError("an id stands twice")
    last = found.pop("lastAccount", None)
    return Settings(
        accounts,
        None if last is None else _text(last),
        read_preferences(found.pop("preferences", None)),
        read_window_geometry(found.pop("window", None)),
        found,
    )


def _read_account(found: dict[str, Any]) -> SavedAccount:
    names = ("id", "name", "address", "colour")
    account_id, name, base_url, color = (_text(found.pop(key)) for key in names)
    return SavedAccount(account_id, name, base_url, color, found)


def _text(found: object) -> str:
    if not isinstance(found, str) or not found:
        raise TypeError("not a text")
    found.encode()
    return found
