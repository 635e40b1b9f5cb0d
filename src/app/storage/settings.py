"""The settings file: accounts, settings and window geometry as JSON with a checksum, written atomically."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeGuard

from app.errors import StorageError
from app.models.settings import (
    ALERT_BYTES,
    ALERT_DAYS,
    ALERT_PERCENTS,
    CLIPBOARD_SECONDS,
    IDLE_MINUTES,
    MOTIONS,
    NO_OTHERS,
    TEXT_PERCENTS,
    THEMES,
    AlertThresholds,
    NotificationChoices,
    Settings,
    WindowGeometry,
)
from app.storage.files import set_aside, write_atomically
from app.storage.paths import storage_errors

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from datetime import datetime
    from pathlib import Path

_MAX_TEXT: Final = 2048
_SCREENS: Final = range(-100_000, 100_001)
_SIZES: Final = range(1, 100_001)


def _is_number(found: object, allowed: Container[object]) -> TypeGuard[int]:
    return isinstance(found, int) and not isinstance(found, bool) and found in allowed


def _is_text(found: object) -> TypeGuard[str]:
    if not isinstance(found, str) or len(found) > _MAX_TEXT:
        return False
    return found.isascii() and found.isprintable()


_Field = tuple[str, str, Callable[[object], bool]]

# The name in the file, the name in the model, and which values are valid.
_FIELDS: Final[tuple[_Field, ...]] = (
    ("theme", "theme", lambda found: _is_text(found) and found in THEMES),
    ("textPercent", "text_percent", lambda found: _is_number(found, TEXT_PERCENTS)),
    ("motion", "motion", lambda found: _is_text(found) and found in MOTIONS),
    ("language", "language", _is_text),
    (
        "clipboardSeconds",
        "clipboard_seconds",
        lambda found: found is None or _is_number(found, CLIPBOARD_SECONDS),
    ),
    ("idleMinutes", "idle_minutes", lambda found: found is None or _is_number(found, IDLE_MINUTES)),
    ("proxy", "proxy", _is_text),
    ("tray", "has_tray", lambda found: isinstance(found, bool)),
)
_NOTIFICATION_FIELDS: Final[tuple[_Field, ...]] = tuple(
    (name, name, lambda found: isinstance(found, bool)) for name in NotificationChoices._fields
)
_ALERT_FIELDS: Final[tuple[_Field, ...]] = (
    ("used", "notifies_used", lambda found: isinstance(found, bool)),
    ("firstPercent", "first_percent", lambda found: _is_number(found, ALERT_PERCENTS)),
    ("secondPercent", "second_percent", lambda found: _is_number(found, ALERT_PERCENTS)),
    ("left", "notifies_left", lambda found: isinstance(found, bool)),
    ("leftBytes", "left_bytes", lambda found: _is_number(found, ALERT_BYTES)),
    ("daysLeft", "notifies_days", lambda found: isinstance(found, bool)),
    ("days", "days", lambda found: _is_number(found, ALERT_DAYS)),
)
_WINDOW_FIELDS: Final[tuple[_Field, ...]] = (
    ("left", "left", lambda found: _is_number(found, _SCREENS)),
    ("top", "top", lambda found: _is_number(found, _SCREENS)),
    ("width", "width", lambda found: _is_number(found, _SIZES)),
    ("height", "height", lambda found: _is_number(found, _SIZES)),
    ("maximised", "is_maximized", lambda found: isinstance(found, bool)),
    ("tab", "tab", _is_text),
)
_NOTIFICATIONS: Final = "notifications"
_ALERTS: Final = "alerts"


def _parse_fields(found: dict[str, Any], table: tuple[_Field, ...]) -> dict[str, Any]:
    """Returns the valid fields of a table by their names in the model; removes all of it from `found`."""
    return {
        attribute: value
        for name, attribute, is_valid in table
        if name in found and is_valid(value := found.pop(name))
    }


def _as_json(value: object, table: tuple[_Field, ...]) -> dict[str, Any]:
    return {name: getattr(value, attribute) for name, attribute, _is_valid in table}


def _read_settings(found: object) -> Settings:
    """Missing and invalid fields have their default."""
    others = dict(found) if isinstance(found, dict) else {}
    chosen = _parse_fields(others, _FIELDS)
    notifications = NotificationChoices(**_parse_group(others, _NOTIFICATIONS, _NOTIFICATION_FIELDS))
    alerts = AlertThresholds(**_parse_group(others, _ALERTS, _ALERT_FIELDS))
    if not alerts.is_valid:
        alerts = AlertThresholds()
    return Settings(**chosen, notifications=notifications, alerts=alerts, others=others)


def _parse_group(others: dict[str, Any], name: str, table: tuple[_Field, ...]) -> dict[str, Any]:
    """Returns the valid fields of a group; those of other versions stay in `others`."""
    saved = others.pop(name, None)
    found = dict(saved) if isinstance(saved, dict) else {}
    valid = _parse_fields(found, table)
    if found:
        others[name] = found
    return valid


def _settings_as_json(settings: Settings) -> dict[str, Any]:
    others = settings.others
    groups = {
        _NOTIFICATIONS: _as_json(settings.notifications, _NOTIFICATION_FIELDS),
        _ALERTS: _as_json(settings.alerts, _ALERT_FIELDS),
    }
    merged = {name: {**others.get(name, {}), **group} for name, group in groups.items()}
    return {**others, **_as_json(settings, _FIELDS), **merged}


def _read_window_geometry(found: object) -> WindowGeometry | None:
    """Returns the window's last geometry; None if there is none or it is invalid."""
    valid = _parse_fields(dict(found), _WINDOW_FIELDS) if isinstance(found, dict) else {}
    return WindowGeometry(**valid) if {"left", "top", "width", "height"} <= valid.keys() else None


# Version 1 had no checksum: a damaged character could become another service address.
_VERSION: Final = 2
_VERSIONS: Final = (1, _VERSION)
_CHECKSUM: Final = "checksum"
_ACCOUNT_ID: Final = rb'"(acc_[0-9a-f]{16})"'
_MAX_BYTES: Final = 4 * 1024 * 1024
_DAMAGE: Final = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


class SavedAccount(NamedTuple):
    """A saved account, whose key is in the keyring under its ID; `others` are fields of other versions."""

    id: str
    name: str
    base_url: str
    color: str
    others: Mapping[str, Any] = NO_OTHERS


class SavedSettings(NamedTuple):
    """What is saved from one start to the next; `others` are fields of other versions of this app."""

    accounts: tuple[SavedAccount, ...] = ()
    last_account: str | None = None
    settings: Settings = Settings()
    window: WindowGeometry | None = None
    others: Mapping[str, Any] = NO_OTHERS


class SettingsFile:
    def __init__(self, path: Path) -> None:
        self._path = path

    def peek(self, otherwise: SavedSettings | None = None) -> SavedSettings:
        """Returns the settings, or `otherwise` if they can't be read; never changes anything.

        For the first paint, which must not fail: `load` reports the error. By default `otherwise` is the
        settings of a first start.
        """
        try:
            with self._path.open("rb") as file:
                return _read(file.read(_MAX_BYTES), str(self._path))
        except (OSError, StorageError, *_DAMAGE):
            return SavedSettings() if otherwise is None else otherwise

    def lost_ids(self) -> frozenset[str]:
        """Returns the IDs of accounts in damaged files that were set aside: their keys may be left."""
        found: set[str] = set()
        for path in self._path.parent.glob(f"{self._path.stem}.corrupt-*"):
            with contextlib.suppress(OSError), path.open("rb") as file:
                found.update(map(bytes.decode, re.findall(_ACCOUNT_ID, file.read(_MAX_BYTES))))
        return frozenset(found)

    def change(
        self,
        change: Callable[[SavedSettings], SavedSettings],
        known: SavedSettings,
        *,
        saves_unchanged: bool = False,
    ) -> SavedSettings:
        """Changes the settings as they are on disk, which another process may have changed; returns them.

        Args:
            known: What is changed if they can't be read.
            saves_unchanged: Whether they are written also where nothing has changed.

        Raises:
            StorageError: They could not be written; the previous ones are unchanged.
        """
        from app.storage.locks import hold_file  # noqa: PLC0415 (not before the first paint)

        lock = self._path.with_name(f"{self._path.name}.lock")
        with storage_errors(self._path), hold_file(lock):
            before = self.peek(known)
            after = change(before)
            if saves_unchanged or after != before:
                self.save(after)
            return after

    def load(self, now: datetime) -> tuple[SavedSettings, Path | None]:
        """Returns the settings, and the new path of a damaged file, if there was one.

        Raises:
            StorageError: The file can't be read or renamed, or a newer version wrote it.
        """
        if not self._path.exists():
            return SavedSettings(), None
        with storage_errors(self._path), self._path.open("rb") as file:
            content = file.read(_MAX_BYTES)
        try:
            return _read(content, str(self._path)), None
        except _DAMAGE:
            return SavedSettings(), set_aside(self._path, now)

    def save(self, saved: SavedSettings) -> None:
        """Writes the settings; when this returns they survive a power cut.

        Raises:
            StorageError: They could not be written; the previous ones are unchanged.
        """
        content = {
            **saved.others,
            "version": _VERSION,
            "accounts": [
                {
                    **account.others,
                    "id": account.id,
                    "name": account.name,
                    "address": account.base_url,
                    "colour": account.color,
                }
                for account in saved.accounts
            ],
            "lastAccount": saved.last_account,
            "preferences": _settings_as_json(saved.settings),
            "window": None if saved.window is None else _as_json(saved.window, _WINDOW_FIELDS),
        }
        content[_CHECKSUM] = _checksum(content)
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        # A lone surrogate in a field of another version has no bytes, but an escape, which JSON shares.
        write_atomically(self._path, text.encode(errors="backslashreplace"))


def _read(content: bytes, path: str) -> SavedSettings:
    found = json.loads(content.decode("utf-8"))
    # In every version that has one: first, as the version itself may be what is damaged.
    checksum = found.pop(_CHECKSUM, None)
    if checksum is not None and checksum != _checksum(found):
        raise ValueError("the checksum is another one")
    version = found.pop("version")
    if isinstance(version, int) and version > _VERSION:
        raise StorageError(path, "newer", f"version {version}")
    if version not in _VERSIONS or (version == _VERSION and checksum is None):
        raise ValueError("no version, or no checksum")
    accounts = tuple(_read_account(account) for account in found.pop("accounts"))
    if len({account.id for account in accounts}) != len(accounts):
        raise ValueError("an id occurs twice")
    last = found.pop("lastAccount", None)
    return SavedSettings(
        accounts,
        None if last is None else _text(last),
        _read_settings(found.pop("preferences", None)),
        _read_window_geometry(found.pop("window", None)),
        found,
    )


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _read_account(found: dict[str, Any]) -> SavedAccount:
    names = ("id", "name", "address", "colour")
    account_id, name, base_url, color = (_text(found.pop(key)) for key in names)
    return SavedAccount(account_id, name, base_url, color, found)


def _text(found: object) -> str:
    if not isinstance(found, str) or not found:
        raise TypeError("not a text")
    found.encode()
    return found
