"""What the user chose or used, and the window's geometry, remembered from one start to the next."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_RECENT_COUNTRIES = 10
MAX_RECENT_ITEMS = 30


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Column widths and sort order of a table.

    Attributes:
        widths: Of the columns that the user resized, by key, in pixels at a text scale of 1.
        sorted_by: The key of the column that the rows are sorted by; empty if none was chosen.
        is_descending: Whether the order is reversed.
    """

    widths: dict[str, int] = field(default_factory=dict)
    sorted_by: str = ""
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class CountryChoices:
    """Favorites and recents; country codes mean the same at every service.

    Attributes:
        favorites: The codes of favorite countries, in the order in which they were added.
        recents: The codes of the countries opened last, newest first.
        targeting_hint_read: Whether the hint that usernames can't select a location was closed.
    """

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
        width: Of the window without its frame.
        height: Of the window without its frame.
        is_maximised: Whether it was maximized; then the geometry is the one to restore.
        tab: The key of the tab that was open; empty for none.
    """

    left: int
    top: int
    width: int
    height: int
    is_maximised: bool = False
    tab: str = ""
