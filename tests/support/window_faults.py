"""Runs the fault script through the real app's window: what a person would see must be the truth."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from httpx import HTTPError

from support.account_process import Oracle
from support.fault_script import COINS, CREATE, REPORT, Run, Tally, all_runs
from support.waiting import wait_until
from support.window_process import WindowProcess

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess

_NAMES = {
    "bitcoin": "BTC on Bitcoin",
    "litecoin": "LTC on Litecoin",
    "ethereum": "ETH on Ethereum",
    "solana": "SOL on Solana",
    "tron": "USDT on Tron",
}
_OF_WINDOWS = {CREATE, REPORT}


def window_runs() -> list[Run]:
    """What a person does through the window: creating and reporting; polls come at their own time."""
    return [run for run in all_runs() if run.operation in _OF_WINDOWS]


def run_in_window(sandbox: SandboxProcess, home: Path, runs: Iterable[Run], tally: Tally) -> None:
    """Executes the runs one after the other in one window; after a crash it is started anew."""
    left = enumerate(runs)
    is_over = False
    with closing(Oracle(sandbox)) as oracle:
        harness = _Harness(oracle, tally)
        while not is_over:
            with WindowProcess(sandbox, home, ("--hasty",)) as app:
                is_over = harness.run_until_crash(app, left)
                assert not is_over or app.close() == 0


class _Harness:
    """A window, and what the service itself says."""

    def __init__(self, oracle: Oracle, tally: Tally) -> None:
        self._oracle = oracle
        self._tally = tally
        # The IDs of all top-ups by their amount, which is another one in every run.
        self._made: dict[str, str] = {}

    def run_until_crash(self, app: WindowProcess, runs: Iterator[tuple[int, Run]]) -> bool:
        """Returns whether all were run."""
        self._app = app
        for number, run in runs:
            self._tally.runs += 1
            try:
                self._run_scenario(run, number)
            except (AssertionError, OSError, json.JSONDecodeError, HTTPError) as error:
                self._tally.crashed.append((run, error))
                return False
        return True

    def _run_scenario(self, run: Run, number: int) -> None:
        self._oracle.set_faults()
        self._app.do("load")
        self._commits(run)
        cents = 2_500 + number
        request = (_NAMES[COINS[number % len(COINS)][1]], f"{cents // 100}.{cents % 100:02}")
        if run.operation == CREATE:
            self._create(run, request)
        else:
            self._report(run, request)

    def _create(self, run: Run, request: tuple[str, str]) -> None:
        self._oracle.set_faults(*run.script())
        seen = self._app.do("ask", *request, f"{run.deadline}")
        self._look_for_wrong_deposit(run, seen)
        self._oracle.set_faults()
        then = self._app.do("load")
        self._look_for_wrong_deposit(run, then)
        self._commits(run)
        made = self._made.get(request[1])
        is_pending = f"${request[1]}" in then["pending"]
        if made and not is_pending and not self._app.do("has", made)["has"]:
            self._tally.lost.append(run)
        self._tally.endings["created" if made else "not created"] += 1

    def _report(self, run: Run, request: tuple[str, str]) -> None:
        seen = self._app.do("ask", *request)
        topup_id = seen["id"]
        self._commits(run)
        assert self._made.get(request[1]) == topup_id, f"{request} {self._made.get(request[1])} {seen}"
        self._oracle.pay(topup_id)
        self._oracle.set_faults(*run.script())
        self._app.do("report", f"{run.deadline}")
        self._oracle.set_faults()
        if run.fault["kind"] == "delay":
            wait_until(lambda: self._oracle.topup(topup_id)["status"] != "awaiting_payment")
        self._app.do("load")
        reported = self._commits(run).count("topup.reported")
        if reported > 1:
            self._tally.doubled.append(run)
        if self._app.do("has", topup_id)["is_reported"] != bool(reported):
            self._tally.lost.append(run)
        self._tally.endings["reported" if reported else "not reported"] += 1

    def _commits(self, run: Run) -> list[str]:
        """Returns what the service has done since; an earlier request may have been sent again meanwhile."""
        commits = self._oracle.commits()
        for commit in commits:
            if commit["commit"] == "topup.created":
                amount = self._oracle.topup(commit["topup"])["amountUsd"]
                if amount in self._made:
                    self._tally.doubled.append(run)
                self._made[amount] = commit["topup"]
        return [commit["commit"] for commit in commits]

    def _look_for_wrong_deposit(self, run: Run, seen: dict[str, Any]) -> None:
        shown = seen.get("payable")
        if shown is None:
            return
        truth = self._oracle.topup(seen["id"])
        right = (truth["amountCrypto"], truth["address"], truth["coin"])
        is_right = (shown["amount"], shown["address"], shown["coin"]) == right
        if not is_right or shown["code"] not in {truth["address"], truth["paymentUri"]}:
            self._tally.wrong_deposits.append(run)
