"""Untrusted text in Qt: tooltips, breaks in long words, no mnemonics."""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import bidirectional

from PySide6.QtGui import QGuiApplication, Qt  # this half of Qt knows about rich text

from app.untrusted_text import sanitized

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_TOOLTIP_WIDTH = 90
_MAX_TOOLTIP = 500
_LONG_WORD = re.compile(r"\S{31,}")
_PIECE = re.compile(r"\S{16}(?=\S)")
_BREAK = "\u200b"
_RIGHT_TO_LEFT = frozenset(("R", "AL"))


def tooltip(text: str) -> str:
    """Returns a text for `setToolTip`, which would read tags as rich text if they were not escaped."""
    shown = sanitized(text, _MAX_TOOLTIP)
    if Qt.mightBeRichText(shown):
        return Qt.convertFromPlainText(shown)
    return "\n".join(textwrap.wrap(shown, _TOOLTIP_WIDTH))


def set_whole_tooltip(widget: QWidget, text: str, *, is_cut: bool) -> None:
    """Sets the tooltip to the whole of a truncated text, up to a readable length."""
    widget.setToolTip(tooltip(text) if is_cut else "")
    # Else screen readers would announce the tooltip, in which markup is escaped.
    widget.setAccessibleDescription(sanitized(text, _MAX_TOOLTIP) if is_cut else "")


def breakable(text: str) -> str:
    """Makes words of more than 30 letters breakable by zero-width spaces."""
    return _LONG_WORD.sub(lambda word: _PIECE.sub(rf"\g<0>{_BREAK}", word[0]), text)


def direction_of(text: str) -> Qt.LayoutDirection:
    """Returns the direction in which a text is painted.

    One of letters of a single direction has its own. A text of both, such as a sentence of the app that
    begins with an Arabic name, has that of the app: else its words would change their places.
    """
    own = Qt.LayoutDirection.LayoutDirectionAuto
    return QGuiApplication.layoutDirection() if not text.isascii() and _is_mixed(text) else own


@lru_cache(maxsize=500)
def _is_mixed(text: str) -> bool:
    directions = set(map(bidirectional, text))
    return "L" in directions and not directions.isdisjoint(_RIGHT_TO_LEFT)


def unmnemonic(text: str) -> str:
    """Doubles each '&', for widgets where Qt makes it a shortcut."""
    return text.replace("&", "&&")
