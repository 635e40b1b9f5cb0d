"""The user's settings, and the choices that are remembered from one start to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

ThemeChoice = Literal["system", "light", "dark"]
MotionChoice = Literal["system", "reduced"]

THEMES: Final[tuple[ThemeChoice, ...]] = ("system", "light", "dark")
MOTIONS: Final[tuple[MotionChoice, ...]] = ("system", "reduced")
TEXT_PERCENTS: Final = range(80, 201)
CLIPBOARD_SECONDS: Final = range(10, 121)
IDLE_MINUTES: Final = (1, 5, 15)


@dataclass(frozen=True, slots=True)
class NotificationChoices:
    """Which notifications are shown, and whether also on the desktop while the window is inactive."""

    credited: bool = True
    rejected: bool = True
    purchase_failed: bool = True
    about_to_expire: bool = True
    traffic_80: bool = True
    traffic_95: bool = True
    ending: bool = True
    on_desktop: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults.

    Attributes:
        language: The code of a language, such as `de`; empty for the system's.
        clipboard_seconds: After how long a copied secret is cleared, of `CLIPBOARD_SECONDS`; None for never.
        idle_minutes: After how long without input secrets are hidden, of `IDLE_MINUTES`; None for never.
        proxy: The address of the proxy for the app's own traffic, clean; empty for none.
        has_tray: Whether the app stays in the tray when its window is closed.
        others: Fields of other versions of this app, preserved.
    """

    theme: ThemeChoice = "system"
    text_percent: int = 100
    motion: MotionChoice = "system"
    language: str = ""
    clipboard_seconds: int | None = 30
    idle_minutes: int | None = 5
    proxy: str = ""
    has_tray: bool = False
    notifications: NotificationChoices = NotificationChoices()
    others: Mapping[str, Any] = field(default_factory=dict)


MAX_RECENT_COUNTRIES = 10
MAX_RECENT_ITEMS = 30


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The widths of resized columns by key, in pixels at a text scale of 1, and the sort order of a table."""

    widths: dict[str, int] = field(default_factory=dict)
    sorted_by: str = ""
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class CountryChoices:
    """Codes of favorites as added and of recents, newest first, and whether the targeting hint was closed."""

    favorites: tuple[str, ...] = ()
    recents: tuple[str, ...] = ()
    targeting_hint_read: bool = False


@dataclass(frozen=True, slots=True)
class RecentItems:
    """The keys of the palette items used last, newest first: IDs only, no names and no secrets."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """A window's geometry, in logical pixels.

    Attributes:
        left: From the left edge of the first screen; below 0 on a screen to its left.
        top: From its upper edge.
        is_maximised: Whether it was maximized; then the geometry is the one to restore.
    """

    left: int
    top: int
    width: int
    height: int
    is_maximized: bool = False
    tab: str = ""
