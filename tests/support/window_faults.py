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
        while not is_over:
            with WindowProcess(sandbox, home, ("--hasty",)) as app:
                is_over = _run_until_crash(_Harness(app, oracle, tally), left)
                assert not is_over or app.close() == 0


def _run_until_crash(harness: _Harness, runs: Iterator[tuple[int, Run]]) -> bool:
    """Returns whether all were run."""
    for number, run in runs:
        harness.tally.runs += 1
        try:
            harness.run_scenario(run, number)
        except (AssertionError, OSError, json.JSONDecodeError, HTTPError) as error:
            harness.tally.crashed.append((run, error))
            return False
    return True


class _Harness:
    """One window, and what the service itself says."""

    def __init__(self, app: WindowProcess, oracle: Oracle, tally: Tally) -> None:
        self._app = app
        self._oracle = oracle
        self.tally = tally

    def run_scenario(self, run: Run, number: int) -> None:
        self._oracle.set_faults()
        self._app.do("load")
        self._oracle.commits()
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
        made = [entry["topup"] for entry in self._oracle.commits() if entry["commit"] == "topup.created"]
        if len(made) > 1:
            self.tally.doubled.append(run)
        is_pending = f"${request[1]}" in then["pending"]
        if made and not is_pending and not self._app.do("has", made[0])["has"]:
            self.tally.lost.append(run)
        self.tally.endings["created" if made else "not created"] += 1

    def _report(self, run: Run, request: tuple[str, str]) -> None:
        topup_id = self._app.do("ask", *request)["id"]
        assert self._oracle.topup(topup_id)["amountUsd"] == request[1]
        self._oracle.pay(topup_id)
        self._oracle.set_faults(*run.script())
        self._app.do("report", f"{run.deadline}")
        self._oracle.set_faults()
        if run.fault["kind"] == "delay":
            wait_until(lambda: self._oracle.topup(topup_id)["status"] != "awaiting_payment")
        then = self._app.do("load")
        reported = [entry for entry in self._oracle.commits() if entry["commit"] == "topup.reported"]
        if len(reported) > 1:
            self.tally.doubled.append(run)
        is_said = then["id"] == topup_id and then["status"] in {"verifying", "credited"}
        if is_said != bool(reported):
            self.tally.lost.append(run)
        self.tally.endings["reported" if reported else "not reported"] += 1

    def _look_for_wrong_deposit(self, run: Run, seen: dict[str, Any]) -> None:
        shown = seen.get("payable")
        if shown is None:
            return
        truth = self._oracle.topup(seen["id"])
        right = (truth["amountCrypto"], truth["address"], truth["coin"])
        is_right = (shown["amount"], shown["address"], shown["coin"]) == right
        if not is_right or shown["code"] not in {truth["address"], truth["paymentUri"]}:
            self.tally.wrong_deposits.append(run)
