"""Choices that are remembered from one start to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MAX_RECENT_COUNTRIES: Final = 10
MAX_RECENT_ITEMS: Final = 30


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
