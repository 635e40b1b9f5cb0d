"""What was measured, and the table of it."""

from __future__ import annotations

from collections import defaultdict
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench.budgets import BUDGETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.budgets import Budget

_HEAD = ("what", "on", "goal", "median", "quartiles", "of", "verdict")


class Results:
    """The values of one subject's rows, or why there are none.

    Args:
        subject: The module that measures them.
    """

    def __init__(self, subject: str) -> None:
        self._budgets = {budget.key: budget for budget in BUDGETS if budget.subject == subject}
        self._values: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self._missing: dict[tuple[str, str], str] = {}

    def add(self, key: str, value: float, on: str = "") -> None:
        """Adds the value of one round.

        Args:
            key: The key of a budget of the subject.
            on: What it was measured on, where there are several.
        """
        self._values[self._budgets[key].key, on].append(value)

    def miss(self, why: str, on: str = "", *, keys: Sequence[str] = ()) -> None:
        """Records why rows can't be measured here.

        Args:
            keys: The keys of the rows; empty for all of the subject without a value.
        """
        measured = {key for key, _on in self._values}
        for key in keys or [key for key in self._budgets if key not in measured]:
            self._missing[self._budgets[key].key, on] = why

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Returns the cells of each line, in the order of the budgets."""
        for key, budget in self._budgets.items():
            for (of, on), values in self._values.items():
                if of == key:
                    yield _line(budget, on, values)
            for (of, on), why in self._missing.items():
                if of == key:
                    yield budget.what, on, _goal(budget), "", "", "", f"not measured: {why}"


def table(lines: Sequence[tuple[str, ...]]) -> str:
    """Returns lines of cells as a table in Markdown."""
    rows = (_HEAD, tuple("---" for _cell in _HEAD), *lines)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _line(budget: Budget, on: str, values: Sequence[float]) -> tuple[str, ...]:
    middle, count, spread = median(values), len(values), ""
    if count > 1:
        low, _middle, high = quantiles(values, n=4, method="inclusive")
        spread = f"{_figure(low)} to {_figure(high)}"
    verdict = ""
    if budget.goal is not None:
        is_met = middle >= budget.goal if budget.at_least else middle <= budget.goal
        verdict = "met" if is_met else "**over**" if not budget.at_least else "**under**"
    median_text = f"{_figure(middle)} {budget.unit}".rstrip()
    return budget.what, on, _goal(budget), median_text, spread, str(count), verdict


def _goal(budget: Budget) -> str:
    if budget.goal is None:
        return ""
    limit = "at least " if budget.at_least else ""
    return f"{limit}{budget.goal:g} {budget.unit}".rstrip()


def _figure(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 20 else f"{value:.2f}"
