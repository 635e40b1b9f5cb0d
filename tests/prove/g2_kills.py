"""G2: the app killed at its system calls, and the window and commands killed beside each other."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from prove.campaign import Campaign, Figures
from support.beside_window import Beside
from support.kill_script import CALLS, ForkServer, KillHarness, why_not_here
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOPUPS = ("command", "create", "report", "notify")
_WRITES = ("reset", "add", "change", "delete", "bulk", "import")
_STRIDE = 11
_ROUNDS = 20
_ROUNDS_OF_SAMPLE = 4
_BESIDE_BATCHES = 15


def _kills(title: str, about: str, operations: tuple[str, ...]) -> Campaign:
    """Returns a campaign that kills operations; a batch is one of them at each call of one kind."""
    kinds = tuple(itertools.product(operations, CALLS))

    def run(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
        operation, call = random.Random(seed).sample(kinds, len(kinds))[number]
        yield from _kill(operation, call, _STRIDE if is_sample else 1)

    never = ("duplicates", "lost", "failed starts")
    return Campaign("G2", title, about, ("kills",), never, len(kinds), run)


def _kill(operation: str, call: str, stride: int) -> Iterator[Figures]:
    if reason := why_not_here():
        raise RuntimeError(reason)
    with (
        TemporaryDirectory() as folder,
        start_sandbox("--scale", "empty") as sandbox,
        ForkServer() as fork_server,
    ):
        harness = KillHarness(sandbox, Path(folder), fork_server)
        before, reported = Counter[str](), list[str]()
        for _point in harness.points(operation, call, stride):
            toll = harness.toll
            now = Counter(
                {
                    "kills": toll.kills,
                    "duplicates": len(toll.doubled),
                    "lost": len(toll.lost),
                    "failed starts": len(toll.failed),
                }
            )
            wrong = toll.wrong()
            yield Figures(now - before, [one for one in wrong if one not in reported])
            before, reported = now, wrong
        harness.close()


def _beside(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    """Some rounds of window and commands on one home, either killed at random."""
    rounds = _ROUNDS_OF_SAMPLE if is_sample else _ROUNDS
    with TemporaryDirectory() as folder, start_sandbox("--scale", "empty") as sandbox:
        beside = Beside(sandbox, Path(folder), seed + number)
        for _round in range(rounds):
            beside.play()
        toll = beside.judge()
        beside.close()
    counts = Counter(rounds=rounds, kills=toll.killed.total(), created=toll.created)
    counts += Counter(duplicates=len(toll.doubled), lost=len(toll.lost))
    yield Figures(counts, [*toll.doubled, *toll.lost])


CAMPAIGNS = (
    _kills(
        "kills",
        f"{', '.join(_TOPUPS)}: killed at the first, second, … system call of {len(CALLS)} kinds",
        _TOPUPS,
    ),
    _kills(
        "kills, writes without a key",
        "the same of a new main password, of a sub-user added, changed and deleted, of a change of many and"
        " of an import; the next start shows what the service has, and what is left is done once",
        _WRITES,
    ),
    _kills(
        "kills, upgrade",
        "the same of the first start on the files of earlier versions: state, outbox, and eight former files",
        ("upgrade",),
    ),
    Campaign(
        "G2",
        "two processes",
        "the window and commands on one outbox, with faults, either or both killed at random",
        ("rounds", "kills", "created"),
        ("duplicates", "lost"),
        _BESIDE_BATCHES,
        _beside,
    ),
)
