"""Proves the goals of `docs/proof.md`: `make prove`. Prints a line for each, and fails where one is missed.

One that can't be run is missed, too. Each campaign takes a seed, prints how far it is, and is continued with
`--continue`; what is not run keeps its row in the document. `--quick` runs a sample, writes nothing, and
leaves out what can't be run here.
"""

# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.machine import commit, description
from prove.campaign import Campaign, Progress, is_clean, line_of
from prove.document import NOT_MEASURED, document, saved_results

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prove.campaign import Figures

_ROOT = Path(__file__).parents[2]
_FOLDER = _ROOT / "build" / "prove"
_DOCUMENT = _ROOT / "docs" / "proof.md"
_SUBJECTS = (
    "g1_faults",
    "g2_kills",
    "g4_changes",
    "suites",
    "g5_guided",
    "g6_soak",
    "g9_stalls",
    "g12_files",
)
_QUICK_SECONDS = 110.0
_REPORT_SECONDS = 30.0


def main() -> int:
    options = _parse()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["TOLLHOUSE_LANGUAGE"] = "en"
    machine = description()
    campaigns = [one for subject in _SUBJECTS for one in import_module(f"prove.{subject}").CAMPAIGNS]
    chosen = [
        one
        for one in campaigns
        if (not options.goals or one.goal in options.goals) and (one.in_sample or not options.quick)
    ]
    share = _QUICK_SECONDS / len(chosen) if options.quick else options.seconds
    saved = saved_results(_DOCUMENT.read_text(encoding="utf-8"), campaigns)
    results: dict[str, Progress] = {}
    for one in chosen:
        path = _FOLDER / f"{one.goal} {one.title}.json"
        progress = _begin(one, path, options, saved.get(one.title))
        try:
            _run(one, progress, share, None if options.quick else path)
        except (RuntimeError, OSError) as error:
            print(f"{one.goal} {one.title}: not measured: {error}", flush=True)
        if not progress.figures.counts:
            continue
        results[one.title] = progress
        print(line_of(one, progress), *progress.figures.details, sep="\n  ", flush=True)
    for goal, reason in NOT_MEASURED.items():
        if not options.goals or goal in options.goals:
            print(f"{goal} not measured: {reason}")
    if not options.quick:
        _DOCUMENT.write_text(document(machine, campaigns, saved | results), encoding="utf-8")
    # What could not be run is no success; a sample is also for machines where not all of it can be.
    needed = [one for one in chosen if one.title in results or not options.quick]
    are_clean = (one.title in results and is_clean(one, results[one.title].figures) for one in needed)
    return 0 if all(are_clean) else 1


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make prove")
    parser.add_argument("goals", nargs="*", help="such as G1; all without it")
    parser.add_argument("--quick", action="store_true", help="a sample of at most three minutes")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="draws orders and values")
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="the most for each campaign; 0 only writes what was done",
    )
    parser.add_argument(
        "--continue", dest="continues", action="store_true", help="go on where the last run was"
    )
    return parser.parse_args()


def _begin(
    campaign: Campaign, path: Path, options: argparse.Namespace, saved: Progress | None = None
) -> Progress:
    """Returns where the last run was, here or as the document saves it.

    Unless the campaign was another one then: its batches are not these.
    """
    if options.continues and not options.quick:
        if path.exists():
            saved = Progress.from_json(json.loads(path.read_text(encoding="utf-8")))
        if saved is not None and saved.total == campaign.batches:
            return saved
    return Progress(options.seed, commit(), campaign.batches)


def _run(campaign: Campaign, progress: Progress, seconds: float, path: Path | None) -> None:
    """Runs batch after batch until all are done or the time is over; without a path it is a sample."""
    begun = reported = time.monotonic()
    spent, is_over = progress.seconds, seconds <= 0
    if is_over:
        return
    at = commit()
    for number in range(progress.batches, campaign.batches):
        if at not in progress.commit.split(", "):
            progress.commit += f", {at}"
        progress.about = campaign.about
        for figures in _run_batch(campaign, number, progress.seed, is_sample=path is None):
            if is_over:
                # What the batch did so far is counted here alone: a later run begins it again.
                return
            progress.figures.add(figures)
            now = time.monotonic()
            progress.seconds = spent + now - begun
            is_over = now - begun > seconds
            if now - reported > _REPORT_SECONDS:
                reported = now
                print(f"  … {number} of {campaign.batches}: {line_of(campaign, progress)}", flush=True)
        if path is not None:
            progress.batches = number + 1
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(progress.to_json()), encoding="utf-8")
        if is_over:
            return


def _run_batch(campaign: Campaign, number: int, seed: int, *, is_sample: bool) -> Iterator[Figures]:
    """Begins a batch up to three times: on a busy machine a service may not be ready in its time."""
    for are_left in (True, True, False):
        has_begun = False
        try:
            for figures in campaign.run(number, seed, is_sample):
                has_begun = True
                yield figures
        except (RuntimeError, OSError):
            if has_begun or not are_left:
                raise
        else:
            return


if __name__ == "__main__":
    sys.exit(main())
