"""Measures the app against its budgets: `make bench`. Writes a table, and never fails on a time."""

import argparse
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

TESTS = Path(__file__).parent.parent
DOCUMENT = TESTS.parent / "docs" / "bench.md"
ROUNDS = 9
SHORT = frozenset({"starts", "frozen"})
"""Subjects of which a round takes seconds: in the document, they have nine at least."""

ABOUT = """# Measurements

Written by `make bench`; its budgets are in `tests/bench/budgets.py`.

- 'Bare' is an empty window of PySide6, shown and painted. A ratio ('x') is that of a pair: both were measured
  one after the other in one round.
- The verdict is that of the median. Quartiles are those of the rounds.
- A stall is the time between two beats of the event loop. A turn is what the GUI thread does in it, in CPU
  time, which hardly depends on what else runs.
- A row 'floor' has only what no such app can do without; a goal below it, or just above it, can't be met.
  Fresh rows wait for imports: of httpx and the model, and of the app's own modules, before a page is made at
  all. An idle window polls its open top-ups as often as the interface asks for.
- The budgets in ms were set on a computer where the bare window takes 105 ms. What is 'against the CPU time
  of bare' depends less on how fast a computer is: there, a first visit of 100 ms is 1.0 x, a second visit of
  20 ms 0.2 x.
- 'On' names the display (Qt's offscreen platform, or Xvfb) and the account: given by the environment, saved
  with its key in a keyring, or the demo.
"""


def main() -> None:
    """Runs all subjects, or those that were asked for, and prints the table.

    The document is written only where all of it was measured.
    """
    sys.path[0] = str(TESTS)
    from bench.budgets import BUDGETS  # noqa: PLC0415 (found only now)
    from bench.machine import description  # noqa: PLC0415 (likewise)
    from bench.results import Results, table  # noqa: PLC0415 (likewise)

    subjects = list(dict.fromkeys(budget.subject for budget in BUDGETS))
    options = _parse(subjects)
    machine, began = description(), time.monotonic()
    least = 0 if options.rows else ROUNDS
    lines: list[tuple[str, ...]] = []
    with TemporaryDirectory() as folder:
        # An installed app has its bytecode; so has every process here, after its first start.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        for subject in options.rows or subjects:
            sys.stderr.write(f"… {subject}\n")
            results = Results(subject)
            try:
                rounds = max(options.rounds, least) if subject in SHORT else options.rounds
                import_module(f"bench.{subject}").measure(results, rounds)
            except (RuntimeError, OSError) as error:
                sys.stderr.write(f"{subject}: {error}\n")
                results.miss(str(error))
            lines += results.lines()
    counted = f"{options.rounds} rounds (starts: {max(options.rounds, least)})"
    took = f"{counted}, {(time.monotonic() - began) / 60:.0f} minutes."
    text = f"{ABOUT}\nMeasured on: {machine} {took}\n\n{table(lines)}"
    sys.stdout.write(text)
    if not options.rows:
        DOCUMENT.write_text(text, encoding="utf-8")


def _parse(subjects: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each figure is measured")
    parser.add_argument("--rows", nargs="*", choices=subjects, help="the subjects to measure; all without it")
    return parser.parse_args()


if __name__ == "__main__":
    main()
