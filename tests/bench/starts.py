"""Starts: first paint, known rows, fresh rows and the working page, each in a pair with a bare window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench.conditions import DEMO, ENVIRONMENT, KEYRING, XVFB, conditions, wait_for_first_frame
from bench.processes import running

if TYPE_CHECKING:
    from bench.conditions import Conditions
    from bench.results import Results

_FLOORS: Final = {
    "floor": (),
    "floor_imported": ("imported",),
    "floor_shown": ("imported", "shown"),
    "floor_working": ("working",),
}


def measure(results: Results, rounds: int) -> None:
    """Starts a bare window and the app by turns, with each account on each display."""
    with conditions() as found:
        for name in (XVFB, KEYRING):
            if name in found.missing:
                results.miss(found.missing[name], name, keys=("known", "fresh", "working"))
        # The first round fills the caches, and saves the first frame.
        for number in range(rounds + 1):
            for display in found.displays:
                for account in found.accounts:
                    _measure_pair(results, found, display, account, is_kept=number > 0)


def _measure_pair(results: Results, found: Conditions, display: str, account: str, *, is_kept: bool) -> None:
    home, screen = found.home_of(account), found.displays[display]
    with running("bare", home=home, environment=screen) as run:
        bare = run.ms("painted")
    options = ("--demo",) if account == DEMO else ()
    environment = {**screen, **found.accounts[account]}
    with running("start", "working", *options, home=home, environment=environment) as run:
        marks = {mark: run.ms(mark) for mark in run.report}
        if not is_kept:
            wait_for_first_frame(home)
    if is_kept and account == DEMO:
        with running("floor", "imported", "working", "demo", home=home, environment=screen) as run:
            results.add("floor_demo", run.ms("fresh") / bare, display)
    if is_kept and account == ENVIRONMENT:
        for key, extent in _FLOORS.items():
            with running("floor", *extent, home=home, environment=environment) as run:
                results.add(key, run.ms("fresh") / bare, display)
    if is_kept:
        results.add("bare", bare, display)
        for mark, ms in marks.items():
            key = "fresh_demo" if (mark, account) == ("fresh", DEMO) else mark
            results.add(key, ms / bare, f"{display}, {account}")
