"""Progress of loading every country."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from app.errors import AppError
    from app.models.locations import LocationKind


@dataclass(frozen=True, slots=True)
class FailedList:
    """A list that could not be had, and why."""

    country: str
    kind: LocationKind
    error: AppError


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """How far a run has come.

    Attributes:
        done: How many countries were gone through.
        total: How many there are.
        rows: How many cities and ISPs are loaded.
        failed: The lists that could not be had.
        country: The code of the country gone through last; empty at the start.
        waits_until: Until when the run waits because the service asked for it; None while it runs.
    """

    done: int
    total: int
    rows: int = 0
    failed: tuple[FailedList, ...] = ()
    country: str = ""
    waits_until: datetime | None = None
