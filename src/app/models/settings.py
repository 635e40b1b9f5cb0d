"""The user's settings."""

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
    """Which notifications are shown, and whether also on the desktop.

    Attributes:
        credited: A top-up was credited.
        rejected: A payment was rejected.
        purchase_failed: The plan could not be bought.
        about_to_expire: An unpaid top-up is about to expire.
        traffic_80: A subscription has used 80 % of its traffic.
        traffic_95: It has used 95 %.
        ending: It ends in 3 days.
        on_desktop: Whether notifications also appear on the desktop while the window is inactive.
    """

    credited: bool = True
    rejected: bool = True
    purchase_failed: bool = True
    about_to_expire: bool = True
    traffic_80: bool = True
    traffic_95: bool = True
    ending: bool = True
    on_desktop: bool = True


@dataclass(frozen=True, slots=True)
class Preferences:
    """All settings with their defaults.

    Attributes:
        theme: The theme, or the desktop's.
        text_percent: The size of the text, one of `TEXT_PERCENTS`.
        motion: `reduced`, or as the desktop has it.
        language: The code of a language, such as `de`; empty for the system's.
        clipboard_seconds: After how long a copied secret is cleared, of `CLIPBOARD_SECONDS`; None for never.
        idle_minutes: After how long without input secrets are hidden, of `IDLE_MINUTES`; None for never.
        proxy: The address of the proxy for the app's own traffic, clean; empty for none.
        has_tray: Whether the app stays in the tray when its window is closed.
        notifications: Which notifications are shown.
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
