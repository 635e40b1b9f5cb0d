"""Badges: a status as icon, word and color."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["warning", "info", "success", "danger", "neutral", "unknown"]


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A status: icon, word and color."""

    kind: Kind
    text: str
    icon: str
