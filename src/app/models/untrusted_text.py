"""Sanitizes texts and open values that come from outside."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import AfterValidator, Strict

_MAX_DEPTH = 16


def sanitize(value: object, depth: int = 0) -> object:
    """Returns a JSON value that can be written again: no endless nesting, no NaN, no half characters.

    Raises:
        ValueError: It is nested more than 16 deep.
    """
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deep")
    if isinstance(value, str):
        return sanitize_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list):
        return [sanitize(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {sanitize_text(str(name)): sanitize(item, depth + 1) for name, item in value.items()}
    return value


def sanitize_text(text: str) -> str:
    """Returns a text with lone surrogates, which no encoding can represent, replaced by question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _sanitize(value: object) -> object:
    return sanitize(value)


Opaque = Annotated[object, AfterValidator(_sanitize)]
"""Any JSON value, sanitized."""

Text = Annotated[str, Strict(), AfterValidator(sanitize_text)]
"""A string, never converted from another type, sanitized."""
