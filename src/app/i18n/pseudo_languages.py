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


class AccentedTexts(NullTranslations):
    """Every text with accents, in brackets and 40 % longer: '[Šéééñð]'.

    A text without brackets was never given to a translator; one whose closing bracket is missing on
    the screen is clipped.
    """

    def gettext(self, message: str) -> str:
        """Returns the text with accents."""
        grown = _grown(message)
        return "[" + "".join(p if _is_fixed(p) else p.translate(_ACCENTS) for p in grown) + "]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Returns the form for the number, with accents."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 (the shape of gettext's own)
        """Returns the text with accents, whatever its context."""
        return self.gettext(message)


class MirroredTexts(NullTranslations):
    """Every text in letters that are written from right to left, in brackets."""

    def gettext(self, message: str) -> str:
        """Returns the text in Hebrew letters."""
        parts = _PLACEHOLDER.split(message)
        return "[" + "".join(p if _is_fixed(p) else p.translate(_HEBREW) for p in parts) + "]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Returns the form for the number, in Hebrew letters."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 (the shape of gettext's own)
        """Returns the text in Hebrew letters, whatever its context."""
        return self.gettext(message)


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
