"""The document that `make prove` writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from prove.campaign import Figures, Progress, is_clean, line_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from prove.campaign import Campaign

ABOUT = """# Proof

Written by `make prove`. Each campaign runs the real app against the real sandbox, whose ledger says what
happened; its figures are those of the runs named, and no more. A seed repeats the order of a campaign, and
`CONTINUE=1` goes on with one that was cut. A row stays until its campaign is run again; its commit says when
that was. What no campaign measures stands at the end.
"""

NOT_MEASURED = {
    "G6": "why one of ten days, in trials of 26 November, ended with 31 MB more memory, the others with 5 to"
    " 10, and why another stopped in its fourth hour, when the window took no new top-up",
    "G12": "a file of no bytes, which is also how a new one begins; damage to single values of the state or"
    " to the first frame, which may be lost and have no checksum",
}
"""Goals of which no campaign says anything, and what there is instead."""

NUMBERS = {
    "G1": ("runs", 1_500),
    "G2": ("kills", 500),
    "G3": ("examples", 10_000),
    "G4": ("changes", 100_000),
    "G6": ("virtual hours", 120),
    "G12": ("flips", 9_000),
}
"""How much of what a goal wants of all its campaigns together; of flips 1,000 for each file."""

_COLUMNS = 7
_FIGURE = re.compile(r"(\d[\d,]*) ([^\d,][^,]*)")
_BATCHES = re.compile(r"(\d+) of (\d+) batches")


def document(machine: str, campaigns: Sequence[Campaign], results: Mapping[str, Progress]) -> str:
    """Returns the whole text: a row for each campaign, and what was not measured."""
    rows = [
        "| goal | campaign | result | seed | commit | minutes | |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    wrong: list[str] = []
    for one in campaigns:
        progress = results.get(one.title)
        if progress is None:
            rows.append(f"| {one.goal} | {one.title}: {one.about} | not measured | | | | |")
            continue
        verdict = "all run, clean" if is_clean(one, progress.figures) else "**missed**"
        if progress.batches < progress.total:
            verdict = verdict.replace("all run, clean", "clean so far")
            verdict += f", {progress.batches} of {progress.total} batches"
        line = line_of(one, progress).partition(": ")[2].removesuffix(" (a sample)")
        minutes = f"{progress.seconds / 60:.0f}"
        rows.append(
            f"| {one.goal} | {one.title}: {progress.about or one.about} | {line} | {progress.seed}"
            f" | {progress.commit} | {minutes} | {verdict} |"
        )
        wrong += [
            f"- {one.goal} {one.title}: `{' '.join(detail.split())}`" for detail in progress.figures.details
        ]
    parts = [ABOUT, f"Last run on: {machine}", "\n".join(rows)]
    if wrong:
        parts.append("## What went wrong\n\n" + "\n".join(wrong))
    if short := _short(campaigns, results):
        parts.append("## Short of its number\n\n" + "\n".join(short))
    missing = "\n".join(f"- {goal}: {reason}." for goal, reason in NOT_MEASURED.items())
    parts.append(f"## Not measured\n\n{missing}")
    return "\n\n".join(part.strip() for part in parts) + "\n"


def saved_results(text: str, campaigns: Sequence[Campaign]) -> dict[str, Progress]:
    """Returns what the rows of a document say: a fresh clone knows of no other run."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    by_title = {row[1].partition(": ")[0]: row for row in rows if len(row) == _COLUMNS}
    found = {}
    for one in campaigns:
        row = by_title.get(one.title)
        if row is None or not row[3]:
            continue
        _, campaign, result, seed, commit, minutes, verdict = row
        figures = Figures(
            details=re.findall(rf"^- {one.goal} {re.escape(one.title)}: `(.*)`$", text, re.MULTILINE)
        )
        for count, kind in _FIGURE.findall(result):
            kinds = figures.counts if kind in {*one.done, *one.never} else figures.highest
            kinds[kind] = int(count.replace(",", ""))
        cut = _BATCHES.search(verdict)
        done, total = map(int, cut.groups()) if cut else (one.batches, one.batches)
        about = campaign.partition(": ")[2]
        found[one.title] = Progress(int(seed), commit, total, done, float(minutes) * 60, figures, about)
    return found


def _short(campaigns: Sequence[Campaign], results: Mapping[str, Progress]) -> list[str]:
    """Returns a line for each goal whose campaigns were not run often enough."""
    lines = []
    for goal, (kind, number) in NUMBERS.items():
        of_goal = (results[one.title] for one in campaigns if one.goal == goal and one.title in results)
        count = sum(progress.figures.counts[kind] for progress in of_goal)
        if count < number:
            lines.append(f"- {goal}: {count:,} of {number:,} {kind}.")
    return lines
