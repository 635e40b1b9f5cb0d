"""Ids of the service: which of them can stand in a path, so that they can be asked about."""

from __future__ import annotations

import re
from typing import Final

MAX_ID: Final = 200
"""Characters, counted as Unicode code points; the interface names no limit."""

# Some servers take an encoded slash for a slash before they resolve dots.
_SLASH = re.compile(r"[/\\]")


def can_be_asked(text: str) -> bool:
    """Returns whether an ID, percent-encoded, names one thing and can't climb to another.

    Dots need no encoding, so that they climb even where the rest is encoded: deleting the sub-user `..`
    would reach the subscription.
    """
    return 0 < len(text) <= MAX_ID and not {".", ".."} & set(_SLASH.split(text))
