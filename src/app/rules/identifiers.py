"""Ids and labels: which of them can be sent (spec 2.4, 2.5, 8)."""

from __future__ import annotations

import re
from typing import Final

from app.errors import InvalidInputError

MAX_ID: Final = 200
"""Characters, counted as Unicode code points; the interface names no limit."""

# Some servers take an encoded slash for a slash before they resolve dots.
_SLASH = re.compile(r"[/\\]")


def is_usable_id(text: str) -> bool:
    """Returns whether an ID, percent-encoded, names one thing and can't climb to another.

    Dots need no encoding, so that they climb even where the rest is encoded: deleting the sub-user `..`
    would reach the subscription.
    """
    return 0 < len(text) <= MAX_ID and not {".", ".."} & set(_SLASH.split(text))


MAX_LABEL: Final = 60
"""Characters, counted as Unicode code points."""


def clean_label(text: str) -> str:
    """Returns a label without the blanks around it.

    Raises:
        InvalidInputError: On `label`: `too_long`.
    """
    label = text.strip()
    if len(label) > MAX_LABEL:
        raise InvalidInputError("label", "too_long")
    return label
