"""A campaign: many runs for one goal, in batches that can be continued."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_DETAILS = 50


@dataclass
class Figures:
    """What came of some runs.

    Attributes:
        counts: How many of each kind: runs, and what may never happen.
        details: A line for each run that went wrong.
        highest: Measured values of which the highest counts.
    """

    counts: Counter[str] = field(default_factory=Counter)
    details: list[str] = field(default_factory=list)
    highest: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        self.counts += other.counts
        self.highest |= other.highest
        self.details = [*self.details, *other.details][:MAX_DETAILS]


@dataclass(frozen=True)
class Campaign:
    """Runs for one goal.

    Attributes:
        goal: Such as `G1`.
        about: What is done, for the document.
        done: The kinds that count work.
        never: The kinds of which there may be none.
        batches: How many make the whole.
        run: Runs a batch, given its number (from 0), the seed, and whether a sample is wanted; yields figures
            as it goes, each only what is new.
        in_sample: Whether a sample is worth its time: not where it repeats what the suite runs.
    """

    goal: str
    title: str
    about: str
    done: tuple[str, ...]
    never: tuple[str, ...]
    batches: int
    run: Callable[[int, int, bool], Iterator[Figures]]
    in_sample: bool = True


@dataclass
class Progress:
    """How far a campaign is; saved after each batch.

    Attributes:
        commit: That of its batches, or all of them where it was continued at another one.
        total: How many batches make the whole.
        batches: How many are done.
        about: What was done, if it is not what the campaign does now.
    """

    seed: int
    commit: str
    total: int
    batches: int = 0
    seconds: float = 0.0
    figures: Figures = field(default_factory=Figures)
    about: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "commit": self.commit,
            "total": self.total,
            "batches": self.batches,
            "seconds": self.seconds,
            "counts": dict(self.figures.counts),
            "highest": dict(self.figures.highest),
            "details": self.figures.details,
            "about": self.about,
        }

    @classmethod
    def from_json(cls, saved: dict[str, Any]) -> Progress:
        figures = Figures(Counter(saved["counts"]), list(saved["details"]), Counter(saved.get("highest", {})))
        total = saved.get("total", 0)
        spent, about = saved["seconds"], saved.get("about", "")
        return cls(saved["seed"], saved["commit"], total, saved["batches"], spent, figures, about)


def is_clean(campaign: Campaign, figures: Figures) -> bool:
    """Returns whether something was done, and nothing that may never happen."""
    worked = any(figures.counts[kind] for kind in campaign.done)
    return worked and not any(figures.counts[kind] for kind in campaign.never)


def line_of(campaign: Campaign, progress: Progress) -> str:
    """Returns the line of a campaign, such as `G1 faults: 1,500 runs, 0 duplicates, 0 lost`."""
    counts = progress.figures.counts
    kinds = [kind for kind in campaign.done if counts[kind]] or list(campaign.done[:1])
    found = {kind: counts[kind] for kind in kinds} | progress.figures.highest
    found |= {kind: counts[kind] for kind in campaign.never}
    shown = ", ".join(f"{count:,} {kind}" for kind, count in found.items())
    whole = progress.batches >= campaign.batches
    return f"{campaign.goal} {campaign.title}: {shown}{'' if whole else ' (a sample)'}"
