"""Runs the fault script through the real app's window: what a person would see must be the truth."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from support.account_process import Oracle
from support.fault_script import COINS, CREATE, REPORT, Run, Tally, all_runs
from support.window_process import WindowProcess

if TYPE_CHECKING:
    from collections.abc import Iterable
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


def run_in_window(sandbox: SandboxProcess, home: Path, runs: Iterable[Run]) -> Tally:
    """Executes the runs one after the other in one window, which is closed in the end."""
    tally = Tally()
    with closing(Oracle(sandbox)) as oracle, WindowProcess(sandbox, home, ("--hasty",)) as app:
        harness = _Harness(app, oracle, tally)
        for number, run in enumerate(runs):
            tally.runs += 1
            try:
                harness.run_scenario(run, number)
            except (AssertionError, OSError, json.JSONDecodeError) as error:
                tally.crashed.append((run, error))
                break
        if not tally.crashed:
            assert app.close() == 0
    return tally


class _Harness:
    """One window, and what the service itself says."""

    def __init__(self, app: WindowProcess, oracle: Oracle, tally: Tally) -> None:
        self._app = app
        self._oracle = oracle
        self._tally = tally

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
        seen = self._app.do("ask", *request)
        self._look_for_wrong_deposit(run, seen)
        self._oracle.set_faults()
        then = self._app.do("load")
        self._look_for_wrong_deposit(run, then)
        made = [entry["topup"] for entry in self._oracle.commits() if entry["commit"] == "topup.created"]
        if len(made) > 1:
            self._tally.doubled.append(run)
        is_pending = f"${request[1]}" in then["pending"]
        if made and not is_pending and not self._app.do("has", made[0])["has"]:
            self._tally.lost.append(run)
        self._tally.endings["created" if made else "not created"] += 1

    def _report(self, run: Run, request: tuple[str, str]) -> None:
        topup_id = self._app.do("ask", *request)["id"]
        self._oracle.pay(topup_id)
        self._oracle.set_faults(*run.script())
        self._app.do("report")
        self._oracle.set_faults()
        then = self._app.do("load")
        reported = [entry for entry in self._oracle.commits() if entry["commit"] == "topup.reported"]
        if len(reported) > 1:
            self._tally.doubled.append(run)
        is_said = then["id"] == topup_id and then["status"] in {"verifying", "credited"}
        if is_said != bool(reported):
            self._tally.lost.append(run)
        self._tally.endings["reported" if reported else "not reported"] += 1

    def _look_for_wrong_deposit(self, run: Run, seen: dict[str, Any]) -> None:
        shown = seen.get("payable")
        if shown is None:
            return
        truth = self._oracle.topup(seen["id"])
        right = (truth["amountCrypto"], truth["address"], truth["coin"])
        is_right = (shown["amount"], shown["address"], shown["coin"]) == right
        if not is_right or shown["code"] not in {truth["address"], truth["paymentUri"]}:
            self._tally.wrong_deposits.append(run)
