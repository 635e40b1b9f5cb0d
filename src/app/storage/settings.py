"""The settings file: accounts, settings and window geometry as JSON, written atomically."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from app.errors import StorageError
from app.models.choices import WindowGeometry
from app.models.settings import (
    CLIPBOARD_SECONDS,
    IDLE_MINUTES,
    MOTIONS,
    TEXT_PERCENTS,
    THEMES,
    NotificationChoices,
    Preferences,
)
from app.storage.files import set_aside, storage_errors, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
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


# The name in the file, the name in the model, and what is taken.
_FIELDS: Final[tuple[tuple[str, str, Callable[[object], bool]], ...]] = (
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
_NOTIFICATIONS: Final = "notifications"


def read_preferences(found: object) -> Preferences:
    """Returns the settings of a settings file; a missing or invalid field has its default."""
    if not isinstance(found, dict):
        return Preferences()
    left = dict(found)
    chosen: dict[str, Any] = {}
    for name, attribute, is_good in _FIELDS:
        if name in left and is_good(value := left.pop(name)):
            chosen[attribute] = value
    saved = left.pop(_NOTIFICATIONS, None)
    kinds = dict(saved) if isinstance(saved, dict) else {}
    notifications = _take_notifications(kinds)
    if kinds:
        left[_NOTIFICATIONS] = kinds
    return Preferences(**chosen, notifications=notifications, others=left)


def preference_fields(preferences: Preferences) -> dict[str, Any]:
    """Returns the preferences as they are written."""
    return {
        **preferences.others,
        **{name: getattr(preferences, attribute) for name, attribute, _is_good in _FIELDS},
        _NOTIFICATIONS: {
            **preferences.others.get(_NOTIFICATIONS, {}),
            **asdict(preferences.notifications),
        },
    }


def read_window_geometry(found: object) -> WindowGeometry | None:
    """Returns the window's last geometry, None where there is none or it is invalid."""
    if not isinstance(found, dict):
        return None
    left, top, width, height = (found.get(name) for name in ("left", "top", "width", "height"))
    if not (_is_number(left, _SCREENS) and _is_number(top, _SCREENS)):
        return None
    if not (_is_number(width, _SIZES) and _is_number(height, _SIZES)):
        return None
    tab = found.get("tab")
    return WindowGeometry(
        left,
        top,
        width,
        height,
        is_maximised=found.get("maximised") is True,
        tab=tab if _is_text(tab) else "",
    )


def window_geometry_fields(geometry: WindowGeometry) -> dict[str, Any]:
    """Returns a window's geometry as JSON."""
    return {
        "left": geometry.left,
        "top": geometry.top,
        "width": geometry.width,
        "height": geometry.height,
        "maximised": geometry.is_maximised,
        "tab": geometry.tab,
    }


def _take_notifications(kinds: dict[str, Any]) -> NotificationChoices:
    """Takes what is known out of `kinds`, and leaves the kinds of other versions there."""
    names = [one.name for one in fields(NotificationChoices)]
    taken = {name: kinds.pop(name) for name in names if name in kinds}
    return NotificationChoices(**{name: value for name, value in taken.items() if isinstance(value, bool)})


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
