"""What was measured, beside what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 58


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement.

    Attributes:
        what: What was measured.
        measured: How much it was.
        unit: The unit of all figures, such as 'x' for a ratio.
        goal: The budget; None where the figure only explains another.
        at_least: Whether the goal is a least and not a most.
    """

    what: str
    measured: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        is_in = self.measured >= self.goal if self.at_least else self.measured <= self.goal
        return "in" if is_in else "over"


def table(rows: Sequence[Row]) -> str:
    """Returns the rows as lines of text under a head."""
    head = f"{'what':{_WIDTH}} {'goal':>12} {'measured':>12}"
    return "".join(f"{line}\n" for line in (head, *map(_line, rows)))


def _line(row: Row) -> str:
    goal = "" if row.goal is None else f"{'>=' if row.at_least else '<='} {_figure(row.goal)} {row.unit}"
    measured = f"{_figure(row.measured):>8} {row.unit:3} {row.verdict}"
    return f"{row.what:{_WIDTH}} {goal:>12} {measured}".rstrip()


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 20 else f"{value:.2f}"
