"""Reads and writes settings as JSON; an invalid field falls back to its default."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from app.models.settings import (
    CLIPBOARD_SECONDS,
    IDLE_MINUTES,
    MOTIONS,
    TEXT_PERCENTS,
    THEMES,
    NotificationChoices,
    Preferences,
)
from app.models.window_geometry import WindowGeometry

if TYPE_CHECKING:
    from collections.abc import Callable, Container

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
    told = left.pop(_NOTIFICATIONS, None)
    kinds = dict(told) if isinstance(told, dict) else {}
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


def window_geometry_fields(place: WindowGeometry) -> dict[str, Any]:
    """Returns a window's geometry as JSON."""
    return {
        "left": place.left,
        "top": place.top,
        "width": place.width,
        "height": place.height,
        "maximised": place.is_maximised,
        "tab": place.tab,
    }


def _take_notifications(kinds: dict[str, Any]) -> NotificationChoices:
    """Takes what is known out of `kinds`, and leaves the kinds of other versions there."""
    names = [one.name for one in fields(NotificationChoices)]
    taken = {name: kinds.pop(name) for name in names if name in kinds}
    return NotificationChoices(**{name: value for name, value in taken.items() if isinstance(value, bool)})
