"""Folding and matching of words."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

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
NAME_START: Final = 0
WORD_START: Final = 1
INSIDE: Final = 2
"""Where a text matches: at its start, at the start of a later word, or inside one."""
Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""[start, end) in the characters of a text, in order."""
_ASCII_GAPS = re.compile(r"[^0-9a-z]+")
# With the modifier letters and accents that stand for one, as in Hawai\u02bbi.
_APOSTROPHES: Final = "'\u2019\u2018\u02bc\u02bb\u02be\u02bf\u2032`\u00b4"
_NO_APOSTROPHES: Final = str.maketrans("", "", _APOSTROPHES)
_APART: Final = str.maketrans(_APOSTROPHES, " " * len(_APOSTROPHES))


def fold(text: str) -> str:
    """Returns a text in which 'Łódź' and 'lodz' are the same; apostrophes are left out: 'Xi'an' is 'xian'."""
    if text.isascii():
        return text.lower().replace("'", "").replace("`", "")
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_NO_APOSTROPHES))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_LETTERS)


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Returns a sort key: 'worker 2' before 'worker 10', without case and accents."""
    return tuple(_part_key(part) for part in _DIGITS.split(fold(text)) if part)


def _part_key(part: str) -> tuple[int, int, str]:
    if not _DIGITS.fullmatch(part):
        return (1, 0, part)
    digits = part.lstrip("0")
    return (0, len(digits), digits)


def search_words(text: str) -> str:
    """Returns a text folded, with single spaces between its words: 'Saint-Étienne' is 'saint etienne'."""
    folded = fold(text)
    if folded.isascii():
        return _ASCII_GAPS.sub(" ", folded).strip()
    return " ".join("".join(letter if _is_of_word(letter) else " " for letter in folded).split())


def name_words(name: str) -> str:
    """Returns the search words of a name, and those around its apostrophes: 'xian xi an'."""
    words = search_words(name)
    parts = name.translate(_APART)
    if parts == name:
        return words
    apart = search_words(parts)
    return words if words == apart else f"{words} {apart}"


def is_code(text: str, codes: Iterable[str]) -> bool:
    """Returns whether a text is exactly one of some codes or ids, without regard to case."""
    wanted = fold(text).strip()
    return bool(wanted) and any(wanted == fold(code) for code in codes)


def is_found(text: str, searched: str, key: str) -> bool:
    """Returns whether a folded text contains every word of `text`, ignoring accents, or that is its ID."""
    return is_code(text, (key,)) or all(word in searched for word in fold(text).split())


def word_rank(words: str, wanted: str) -> int | None:
    """Returns `NAME_START`, `WORD_START` or `INSIDE`, or None if it is not there; both are search words."""
    if words.startswith(wanted):
        return NAME_START
    if f" {wanted}" in words:
        return WORD_START
    return INSIDE if wanted in words else None


def match_ranges(shown: str, text: str) -> Ranges:
    """Returns where a text matches what is shown, as [start, end) in the characters of `shown`.

    Letters that fold to several, and marks that fold to nothing, are never split. If the text as a
    whole does not match, the ranges of its words are returned; adjacent ones are joined.
    """
    wanted = search_words(text)
    if not wanted:
        return ()
    words, positions = _mapped(shown)
    whole = _range(words, positions, wanted)
    if whole is not None:
        return (_with_marks(shown, whole),)
    found = (_range(words, positions, word) for word in dict.fromkeys(wanted.split()))
    ranges: list[tuple[int, int]] = []
    for start, end in sorted(_with_marks(shown, one) for one in found if one is not None):
        if ranges and start <= ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return tuple(ranges)


def _mapped(shown: str) -> tuple[str, list[int]]:
    """Returns the search words of a text, and for each of their letters its original position."""
    letters: list[str] = []
    positions: list[int] = []
    for position, original in enumerate(shown):
        for letter in fold(original):
            if _is_of_word(letter):
                letters.append(letter)
                positions.append(position)
            elif letters and letters[-1] != " ":
                letters.append(" ")
                positions.append(position)
    return "".join(letters), positions


def _range(words: str, positions: list[int], wanted: str) -> tuple[int, int] | None:
    """Returns where search words match best, in the characters of the original text."""
    start = 0
    if not words.startswith(wanted):
        start = words.find(f" {wanted}") + 1 or words.find(wanted)
    if start < 0:
        return None
    return positions[start], positions[start + len(wanted) - 1] + 1


def _with_marks(shown: str, one: tuple[int, int]) -> tuple[int, int]:
    """Returns a range extended by the combining marks of its last letter."""
    start, end = one
    while end < len(shown) and unicodedata.combining(shown[end]):
        end += 1
    return start, end


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or unicodedata.category(letter).startswith("M")
