"""The user's settings."""

# No postponed annotations: the classes here would compile them at each start.

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

ThemeChoice = Literal["system", "light", "dark"]
MotionChoice = Literal["system", "reduced"]

THEMES: Final[tuple[ThemeChoice, ...]] = ("system", "light", "dark")
MOTIONS: Final[tuple[MotionChoice, ...]] = ("system", "reduced")
TEXT_PERCENTS: Final = range(80, 201)
CLIPBOARD_SECONDS: Final = range(10, 121)
IDLE_MINUTES: Final = (1, 5, 15)
ALERT_PERCENTS: Final = range(1, 101)
ALERT_DAYS: Final = range(1, 366)
ALERT_BYTES: Final = range(1, 2**63)

NO_OTHERS: Final[Mapping[str, Any]] = MappingProxyType({})
"""No fields of other versions of this app."""


class NotificationChoices(NamedTuple):
    """Which notifications are shown, and whether also on the desktop while the window is inactive."""

    credited: bool = True
    rejected: bool = True
    purchase_failed: bool = True
    about_to_expire: bool = True
    traffic_80: bool = True
    traffic_95: bool = True
    traffic_left: bool = True
    days_left: bool = True
    ending: bool = True
    on_desktop: bool = True


@dataclass(frozen=True, slots=True)
class AlertThresholds:
    """From when on the traffic of a subscription gives reason for a notification.

    Attributes:
        first_percent: Of the traffic used, as `second_percent`, which is higher.
        days: Left at the pace of the last two weeks.
    """

    notifies_used: bool = True
    first_percent: int = 80
    second_percent: int = 95
    notifies_left: bool = False
    left_bytes: int = 10_000_000_000
    notifies_days: bool = False
    days: int = 3

    @property
    def is_valid(self) -> bool:
        percents = self.first_percent in ALERT_PERCENTS and self.second_percent in ALERT_PERCENTS
        is_ordered = self.first_percent < self.second_percent
        return percents and is_ordered and self.left_bytes in ALERT_BYTES and self.days in ALERT_DAYS


class Settings(NamedTuple):
    """All settings with their defaults.

    Attributes:
        language: The code of a language, such as `de`; empty for the system's.
        clipboard_seconds: After how long a copied secret is cleared, of `CLIPBOARD_SECONDS`; None for never.
        idle_minutes: After how long without input secrets are hidden, of `IDLE_MINUTES`; None for never.
        proxy: The address of the proxy for the app's own traffic, clean; empty for none.
        has_tray: Whether the app stays in the tray when its window is closed.
        alerts: The default of all subscriptions that have no thresholds of their own.
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
    alerts: AlertThresholds = AlertThresholds()
    others: Mapping[str, Any] = NO_OTHERS


class WindowGeometry(NamedTuple):
    """A window's geometry, in logical pixels.

    Attributes:
        left: From the left edge of the first screen; below 0 on a screen to its left.
        top: From its upper edge.
        is_maximized: Whether it was maximized; then the geometry is the one to restore.
    """

    left: int
    top: int
    width: int
    height: int
    is_maximized: bool = False
    tab: str = ""
