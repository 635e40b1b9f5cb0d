"""Folds texts for search and order: case, accents, letters that contain them, numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Letters that have no decomposition, though users type them without their stroke or as two.
_LETTERS: Final = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "\u0131": "i",
    }
)

_DIGITS: Final = re.compile(r"([0-9]+)")


def fold(text: str) -> str:
    """Returns a text in which 'Łódź' and 'lodz' are the same."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_LETTERS)


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Returns a sort key: 'worker 2' before 'worker 10', without case and accents."""
    return tuple(_part_key(part) for part in _DIGITS.split(fold(text)) if part)


def _part_key(part: str) -> tuple[int, int, str]:
    if not _DIGITS.fullmatch(part):
        return (1, 0, part)
    digits = part.lstrip("0")
    return (0, len(digits), digits)
