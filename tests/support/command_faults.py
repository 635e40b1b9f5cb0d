"""Runs the fault script through the command line: what it prints, and its exit code, must be the truth."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from support.account_process import Oracle
from support.command_process import CommandLine, Done
from support.fault_script import COINS, CREATE, Run, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess

_CODES = {0: "done", 1: "refused or failed", 3: "unknown"}


def run_commands(sandbox: SandboxProcess, folder: Path, runs: Iterable[Run], tally: Tally) -> None:
    """Executes the runs one after the other, each in a home of its own."""
    with closing(Oracle(sandbox)) as oracle:
        for number, run in enumerate(runs):
            tally.runs += 1
            harness = _Harness(CommandLine(folder / f"{number}", sandbox), oracle, tally, number)
            try:
                harness.run_scenario(run)
            except AssertionError as error:
                tally.crashed.append((run, error))


class _Harness:
    """One home, and what the service itself says."""

    def __init__(self, command: CommandLine, oracle: Oracle, tally: Tally, number: int) -> None:
        self._command, self._oracle, self._tally = command, oracle, tally
        self._coin, self._network = COINS[number % len(COINS)]
        cents = 2_500 + number
        self._amount = f"{cents // 100}.{cents % 100:02}"

    def run_scenario(self, run: Run) -> None:
        self._oracle.set_faults()
        self._oracle.commits()
        if run.operation == CREATE:
            self._create(run)
        else:
            self._on_one(run, "show" if run.operation.startswith("GET") else "report")

    def _create(self, run: Run) -> None:
        self._oracle.set_faults(*run.script())
        done = self._topup()
        self._oracle.set_faults()
        made = self._commits("topup.created")
        self._judge_output(run, done)
        if done.returncode == 3 or not made:
            # The user asks for the same again: what is unknown is continued.
            self._judge_output(run, self._topup())
            made += self._commits("topup.created")
        if len(made) > 1:
            self._tally.doubled.append(run)
        if made and made[0] not in self._command.created() and not self._command.pending():
            was_refused = done.returncode == 1 and not done.stdout
            (self._tally.refused_yet_made if was_refused else self._tally.lost).append(run)

    def _on_one(self, run: Run, action: str) -> None:
        made = self._oracle.make(amountUsd=self._amount, coin=self._coin, network=self._network)
        if action == "report":
            self._oracle.pay(made["id"])
        self._command.call("topup", "show", made["id"])
        self._oracle.set_faults(*run.script())
        done = self._call("topup", action, made["id"], "--json")
        self._oracle.set_faults()
        self._judge_output(run, done)
        reported = self._commits("topup.reported")
        if len(reported) > 1:
            self._tally.doubled.append(run)
        if action == "report" and done.returncode == 0 and not reported:
            self._tally.lost.append(run)

    def _topup(self) -> Done:
        return self._call("topup", self._amount, "--coin", self._coin, "--network", self._network, "--json")

    def _call(self, *arguments: str) -> Done:
        done = self._command.call(*arguments, is_hurried=True)
        assert done.returncode in _CODES, done
        assert "Something went wrong" not in done.stderr, done
        assert done.returncode == 0 or done.stderr or done.stdout, "it says why"
        self._tally.endings[_CODES[done.returncode]] += 1
        return done

    def _judge_output(self, run: Run, done: Done) -> None:
        """Compares what could be paid, or was reported as done, with what the service holds."""
        shown: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        if not shown.get("payable"):
            return
        truth = self._oracle.topup(shown["id"])
        names = ("amountCrypto", "address", "coin", "network", "amountUsd")
        is_right = all(shown[name] == truth[name] for name in names)
        if not is_right or shown["paymentUri"] not in {None, truth["paymentUri"]}:
            self._tally.wrong_deposits.append(run)

    def _commits(self, kind: str) -> list[str]:
        return [str(entry["topup"]) for entry in self._oracle.commits() if entry["commit"] == kind]
