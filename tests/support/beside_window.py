"""The window and commands beside each other on one home, killed at random; the sandbox's ledger is the judge.

`cd tests && ../.venv/bin/python -m support.beside_window ROUNDS [SEED]` prints the totals as it goes.
"""
# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from support.account_process import Oracle
from support.command_process import CommandLine
from support.window_process import WindowProcess
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from tollhouse_sandbox.process import SandboxProcess

_FAULTS: tuple[tuple[dict[str, object], ...], ...] = (
    (),
    ({"kind": "reset_after"},),
    ({"kind": "reset_before"},),
    ({"kind": "delay", "seconds": 0.6},),
    ({"kind": "status_after", "status": 503},),
)
_LONGEST_LIFE = 2.5
_PATIENCE = 30.0


@dataclass
class Toll:
    """What came of the rounds; amounts name the requests that went wrong."""

    killed: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    created: int = 0
    doubled: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kills = ", ".join(f"{count} {name}s" for name, count in sorted(self.killed.items())) or "none"
        ends = ", ".join(f"{count} with {code}" for code, count in sorted(self.endings.items()))
        return (
            f"killed: {kills}; commands ended: {ends}; {self.created} created,"
            f" {len(self.doubled)} doubled, {len(self.lost)} lost"
        )


class Beside:
    """One home with a window and commands, all of which ask for top-ups of different amounts."""

    def __init__(self, sandbox: SandboxProcess, home: Path, seed: int) -> None:
        self._sandbox = sandbox
        self._home = home
        self._random = random.Random(seed)
        self._oracle = Oracle(sandbox)
        self._oracle.commits()
        self._stack = ExitStack()
        self._window: WindowProcess | None = None
        self._unanswered = 0
        self._cents = 2_500
        self.command = CommandLine(home, sandbox)
        self.toll = Toll()

    def close(self) -> None:
        self._stack.close()
        self._oracle.close()

    def play(self) -> None:
        """One round: both ask, and after a while one of them, both or none is killed."""
        chance = self._random
        faults = chance.choice(_FAULTS)
        self._oracle.set_faults(
            *({"route": "POST /v1/topups", "nth": chance.randint(1, 2), **one} for one in faults)
        )
        if self._window is None and chance.random() < 0.8:
            self._window = self._stack.enter_context(WindowProcess(self._sandbox, self._home, ("--hasty",)))
            self._window.send("load")
            self._unanswered = 1
        if self._window is not None and chance.random() < 0.6:
            self._window.send("ask", "BTC on Bitcoin", self._amount())
            self._unanswered += 1
        process = self.command.start("topup", self._amount(), "--coin", "BTC", "--another")
        victims = chance.choice(("command", "window", "both", "none"))
        time.sleep(chance.random() * _LONGEST_LIFE)
        if victims in {"window", "both"} and self._window is not None:
            self._window.kill()
            self._window = None
            self.toll.killed["window"] += 1
        if victims in {"command", "both"} and process.poll() is None:
            process.kill()
            self.toll.killed["command"] += 1
        process.communicate(timeout=_PATIENCE)
        self.toll.endings[str(process.returncode)] += 1
        while self._window is not None and self._unanswered:
            self._unanswered -= 1
            if not self._window.answered(_PATIENCE):
                # It asked its user something, such as whether another top-up is meant.
                self._window.kill()
                self._window = None

    def judge(self) -> Toll:
        """Lets the next runs go on with what is unknown, and compares the outbox with the ledger."""
        self._oracle.set_faults()
        if self._window is not None:
            self._window.kill()
            self._window = None
        deadline = time.monotonic() + _PATIENCE
        while self.command.pending() and time.monotonic() < deadline:
            first = self.command.read("topups")[:1]
            self.command.call("topup", "show", first[0]["id"] if first else "tu_nothing")
        made = [str(one["topup"]) for one in self._oracle.commits() if one["commit"] == "topup.created"]
        amounts = Counter(str(self._oracle.topup(one)["amountUsd"]) for one in made)
        self.toll.created = len(made)
        self.toll.doubled = [amount for amount, count in amounts.items() if count > 1]
        known = self.command.created()
        self.toll.lost = [one for one in made if one not in known]
        self.toll.lost += [f"pending {one.body!r}" for one in self.command.pending()]
        self.toll.lost += [f"unheard of {one}" for one in known - set(made)]
        return self.toll

    def _amount(self) -> str:
        self._cents += 1
        return f"{self._cents // 100}.{self._cents % 100:02}"


def main() -> int:
    rounds = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print(f"{rounds} rounds, seed {seed}")
    with tempfile.TemporaryDirectory() as folder, start_sandbox("--scale", "empty") as sandbox:
        beside = Beside(sandbox, Path(folder), seed)
        for number in range(1, rounds + 1):
            beside.play()
            if number % 10 == 0:
                print(f"{number}: {beside.toll}", flush=True)
        toll = beside.judge()
        beside.close()
    print(toll)
    for wrong in (*toll.doubled, *toll.lost):
        print(wrong)
    return 1 if toll.doubled or toll.lost else 0


if __name__ == "__main__":
    sys.exit(main())
