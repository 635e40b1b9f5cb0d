"""Folds texts for search: case, accents and letters that contain them."""

from __future__ import annotations

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


def fold(text: str) -> str:
    """Returns a text in which 'Łódź' and 'lodz' are the same."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_LETTERS)
