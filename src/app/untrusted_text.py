"""Makes untrusted text safe to show: truncated, every character visible."""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"

# Characters (categories Cc, Cf, Zl, Zp, Cs, Co, Cn) that would hide or reorder what is beside them,
# and fillers that are letters or symbols to Unicode but blank to the eye.
_MARKED = frozenset(("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F


def sanitized(text: str, limit: int = 200) -> str:
    """Returns a text in which every character is visible, at most `limit` characters of the original.

    Control characters become their pictures ('␊'), other invisible and direction-changing ones
    their number ('U+202E', in angle quotation marks). A truncated text ends in '…'.
    """
    cut = text if len(text) <= limit else text[: max(0, limit - 1)]
    is_visible = cut.isprintable() and (cut.isascii() or _BLANK.isdisjoint(cut))
    shown = cut if is_visible else "".join(map(_visible, cut))
    return shown if cut is text else shown + ELLIPSIS


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _MARKED and character not in _BLANK:
        return character
    number = ord(character)
    if number < 0x20:
        return chr(_CONTROL_PICTURES + number)
    if number == _DELETE:
        return "␡"
    return f"\u2039U+{number:04X}\u203a"
