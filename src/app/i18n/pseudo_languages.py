"""Pseudo-languages made from the English texts, to find untranslated and truncated texts."""

from __future__ import annotations

import re
from gettext import NullTranslations

_PLACEHOLDER = re.compile(r"(\{[\w:.,!]*\})")
_VOWELS = frozenset("aeiouAEIOU")
_GROWTH = 1.4

_ACCENTS = str.maketrans(
    "ACDEGHIJKLNOPRSTUWYZacdeghijklnoprstuwyz",
    "ÀÇÐÉĜĤÎĴĶĿÑÖÞŔŠŤÛŴÝŽàçðéĝĥîĵķŀñöþŕšťûŵýž",
)
# One letter for each of ours: what matters is the direction, not the sense.
_HEBREW = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "אבגדהוזחטיכלמנסעפצקרשתןםףץ" * 2,
)


class _Texts(NullTranslations):
    """English texts as `gettext` changes them, whatever their number and context."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 (the shape of gettext's own)
        return self.gettext(message)


class AccentedTexts(_Texts):
    """Every text with accents, in brackets and 40 % longer: '[Šéééñð]'.

    A text without brackets was never given to a translator; one whose closing bracket is missing on
    the screen is clipped.
    """

    def gettext(self, message: str) -> str:
        return _bracketed(_grown(message), _ACCENTS)


class MirroredTexts(_Texts):
    """Every text in Hebrew letters, which are written from right to left, in brackets."""

    def gettext(self, message: str) -> str:
        return _bracketed(_PLACEHOLDER.split(message), _HEBREW)


def _bracketed(parts: list[str], letters: dict[int, int]) -> str:
    return "[" + "".join(part if _is_fixed(part) else part.translate(letters) for part in parts) + "]"


def _is_fixed(part: str) -> bool:
    return part.startswith("{")


def _grown(message: str) -> list[str]:
    """Returns the text's parts, placeholders apart, with vowels repeated until it is 40 % longer."""
    parts = _PLACEHOLDER.split(message)
    missing = round(len(message) * (_GROWTH - 1)) - 2
    grown = []
    for part in parts:
        if _is_fixed(part):
            grown.append(part)
            continue
        letters = []
        for letter in part:
            letters.append(letter)
            if letter in _VOWELS and missing > 0:
                letters.append(letter.lower())
                missing -= 1
        grown.append("".join(letters))
    for number, part in reversed(list(enumerate(grown))):
        if missing > 0 and not _is_fixed(part) and part:
            grown[number] = part + "·" * missing
            break
    return grown
