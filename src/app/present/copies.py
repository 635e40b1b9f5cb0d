"""The messages shown after something was copied."""

from __future__ import annotations

from app.i18n.texts import _


def copied_text(words: str, clear_after_s: int | None) -> str:
    """Returns 'Password copied · clears in 30 s', or the words alone if the clipboard is never cleared."""
    return _("{words} · clears in {n} s").format(words=words, n=clear_after_s) if clear_after_s else words
