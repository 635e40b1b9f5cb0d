"""Labels of subscriptions and sub-users (spec 2.4, 2.5, 8)."""

from __future__ import annotations

from typing import Final

from app.errors import InvalidInputError

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
