"""Killed while a top-up is created, the real app shows it at its next start, also without a network."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from app.services.accounts.known import session_key
from app.storage.outbox import Outbox
from support.account_process import Oracle
from support.waiting import wait_until
from support.window_process import WindowProcess
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess

WORK_SECONDS = 2.0
"""What a start may work until the row is there. The processor's time, which busy neighbors don't change."""

CREATE = "POST /v1/topups"
EVERYTHING = {"route": "* /v1/*", "every": True}


@pytest.fixture
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as process:
        yield process


def killed_while_creating(sandbox: SandboxProcess, home: Path, fault: dict[str, Any]) -> None:
    """Asks for a top-up in the window; kills the app while the request waits for its response."""
    with closing(Oracle(sandbox)) as oracle, WindowProcess(sandbox, home) as app:
        app.do("look")
        oracle.set_faults({"route": CREATE} | fault)
        app.send("ask", "BTC on Bitcoin", "50.00")
        wait_until(lambda: list(home.rglob("outbox.sqlite")))
        outbox = Outbox(next(home.rglob("outbox.sqlite")))
        account = session_key(sandbox.base_url, sandbox.api_key).account_id
        wait_until(lambda: outbox.pending(account, sandbox.base_url))
        if fault["kind"] == "drip":
            wait_until(oracle.commits)
        app.kill()


@pytest.mark.parametrize(
    "fault", [{"kind": "delay", "seconds": 60.0}, {"kind": "drip", "chunk": 1, "seconds": 1.0}]
)
def test_it_is_on_screen_after_the_next_start_and_made_once(
    sandbox: SandboxProcess, tmp_path: Path, fault: dict[str, Any]
) -> None:
    killed_while_creating(sandbox, tmp_path, fault)
    with closing(Oracle(sandbox)) as oracle:
        oracle.set_faults()
        with WindowProcess(sandbox, tmp_path) as app:
            seen = app.do("shown")
            assert seen["worked_seconds"] < WORK_SECONDS
            made = [entry for entry in oracle.commits() if entry["commit"] == "topup.created"]
            assert [entry["topup"] for entry in made] == [seen["id"]]
            assert seen["payable"]["amount"] == oracle.topup(seen["id"])["amountCrypto"]
            assert app.close() == 0


@pytest.mark.parametrize("kind", ["reset_before", "delay"])
def test_without_a_network_it_is_on_screen_from_the_disk(
    sandbox: SandboxProcess, tmp_path: Path, kind: str
) -> None:
    killed_while_creating(sandbox, tmp_path, {"kind": "delay", "seconds": 60.0})
    with closing(Oracle(sandbox)) as oracle:
        oracle.set_faults(EVERYTHING | {"kind": kind, "seconds": 60.0})
        with WindowProcess(sandbox, tmp_path) as app:
            seen = app.do("pending")
            assert seen["worked_seconds"] < WORK_SECONDS
            assert "$50.00 in BTC on Bitcoin" in seen["pending"]
            oracle.set_faults()
            assert app.close() == 0
