"""Sorts sub-users."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from app.rules.search.folding import fold

if TYPE_CHECKING:
    from app.models.sub_users import SubUser

Column = Literal["label", "username", "used", "enabled", "created"]
SortKey = tuple[object, ...]

_DIGITS = re.compile(r"([0-9]+)")


def sort_key(sub_user: SubUser, column: Column) -> SortKey:
    """Returns what a column sorts by; keys of one column compare with each other.

    Labels are in natural order, 'worker 2' before 'worker 10', without case and accents; ties fall to the
    label, then the id, so that an order never flickers.
    """
    tie = (*natural_key(sub_user.label), sub_user.id)
    match column:
        case "label":
            return tie
        case "username":
            return (*natural_key(sub_user.username), sub_user.id)
        case "used":
            return (sub_user.traffic_used_bytes, *tie)
        case "enabled":
            return (not sub_user.enabled, *tie)
        case "created":
            return (sub_user.created_at, *tie)


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...]]:
    """Returns a key in which numbers inside a text count as numbers, however long they are."""
    return (tuple(_part_key(part) for part in _DIGITS.split(fold(text)) if part),)


def _part_key(part: str) -> tuple[int, int, str]:
    if not _DIGITS.fullmatch(part):
        return (1, 0, part)
    digits = part.lstrip("0")
    return (0, len(digits), digits)
