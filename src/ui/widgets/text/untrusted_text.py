"""Sanitizes untrusted text for display: truncated, invisible characters marked."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from typing import TYPE_CHECKING

from PySide6.QtGui import Qt  # this half of Qt knows about rich text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

ELLIPSIS = "…"

# Characters (categories Cc, Cf, Zl, Zp, Cs, Co, Cn) that would hide or reorder what is beside them,
# and fillers that are letters or symbols to Unicode but blank to the eye.
_MARKED = frozenset(("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F
_TOOLTIP_WIDTH = 90
_MAX_TOOLTIP = 500
_LONG_WORD = re.compile(r"\S{31,}")
_PIECE = re.compile(r"\S{16}(?=\S)")
_BREAK = "\u200b"


def plain(text: str, limit: int = 200) -> str:
    """Returns a text in which every character is visible, at most `limit` characters of the original.

    Control characters become their pictures ('␊'), other invisible and direction-changing ones
    their number ('U+202E', in angle quotation marks). A truncated text ends in '…'.
    """
    cut = text if len(text) <= limit else text[: max(0, limit - 1)]
    shown = cut if cut.isascii() and cut.isprintable() else "".join(map(_visible, cut))
    return shown if cut is text else shown + ELLIPSIS


def tooltip(text: str) -> str:
    """Returns a text for `setToolTip`, which would read tags as rich text if they were not escaped."""
    shown = plain(text, _MAX_TOOLTIP)
    if Qt.mightBeRichText(shown):
        return Qt.convertFromPlainText(shown)
    return "\n".join(textwrap.wrap(shown, _TOOLTIP_WIDTH))


def set_whole_tooltip(widget: QWidget, text: str, *, is_cut: bool) -> None:
    """Sets the tooltip to the whole of a truncated text, up to a readable length."""
    widget.setToolTip(tooltip(text) if is_cut else "")
    # Else screen readers would announce the tooltip, in which markup is escaped.
    widget.setAccessibleDescription(plain(text, _MAX_TOOLTIP) if is_cut else "")


def breakable(text: str) -> str:
    """Makes words of more than 30 letters breakable by zero-width spaces."""
    return _LONG_WORD.sub(lambda word: _PIECE.sub(rf"\g<0>{_BREAK}", word[0]), text)


def unmnemonic(text: str) -> str:
    """Doubles each '&', for widgets where Qt makes it a shortcut."""
    return text.replace("&", "&&")


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _MARKED and character not in _BLANK:
        return character
    number = ord(character)
    if number < 0x20:
        return chr(_CONTROL_PICTURES + number)
    if number == _DELETE:
        return "␡"
    return f"\u2039U+{number:04X}\u203a"
