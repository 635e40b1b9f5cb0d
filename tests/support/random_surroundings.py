"""What happens around a random user: services with faults, clocks, a keyring, and other processes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from httpx import HTTPStatusError

from app.clock import SystemClock
from app.errors import AppError
from app.models.money import DecimalText
from app.models.topup_requests import TopUpDraft
from support.account_services import running

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from app.bootstrap import Services
    from support.account_process import Oracle
    from support.account_services import MemoryKeyring
    from tollhouse_sandbox.process import SandboxProcess

METHODS = ("*", "GET", "POST", "PATCH", "DELETE")
FIELDS = "address amountCrypto paymentUri status amountUsd coin network expiresAt data"
VALUES: tuple[object, ...] = (None, "", 0, -1, 2**63, "bitcoin:x", "1.5", [], {}, "x" * 3_000)
JUMPS = (60, 1_900, 90_000, 3_000_000)
COMMANDS = "topup add remove remove rename"


class JumpingClock(SystemClock):
    """This computer's clock, which can be set; waiting for it takes a tenth of the time."""

    def __init__(self) -> None:
        self.shift = timedelta()
        self.slept = 0.0

    def now(self) -> datetime:
        return super().now() + self.shift

    def monotonic(self) -> float:
        return super().monotonic() + self.slept

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)

    def suspend(self, seconds: float) -> None:
        """Lets the computer sleep: both clocks have gone on, and nothing has run meanwhile."""
        self.shift += timedelta(seconds=seconds)
        self.slept += seconds


@dataclass
class Surroundings:
    """What the app works with.

    Attributes:
        home: The folder of the app.
    """

    services: Sequence[tuple[SandboxProcess, Oracle]]
    home: Path
    ring: MemoryKeyring
    clock: JumpingClock = field(default_factory=JumpingClock)
    _commands: set[asyncio.Task[None]] = field(default_factory=set)

    def calm(self) -> None:
        """Ends all faults."""
        for _sandbox, oracle in self.services:
            oracle.set_faults()

    def bother(self, draw: random.Random) -> str:
        """Lets the service fail, get over it, or be paid; lets time pass, or clocks jump."""
        share = draw.random()
        _sandbox, oracle = draw.choice(self.services)
        fault = _fault(draw)
        seconds = draw.choice(JUMPS)
        if share < 0.5:
            oracle.set_faults(fault)
            return f"{fault}"
        if share < 0.65:
            oracle.advance(seconds)
            return f"the service's clock {seconds}"
        if share < 0.75:
            self.clock.shift += timedelta(seconds=draw.choice((-1, 1)) * seconds)
            return f"this computer's clock {self.clock.shift}"
        if share < 0.85:
            self.clock.suspend(seconds)
            for _one, each in self.services:
                each.advance(seconds)
            return f"suspended {seconds}"
        if share < 0.95:
            for topup in oracle.topups():
                with suppress(HTTPStatusError):
                    oracle.pay(topup["id"])
            return "paid"
        return "no faults"

    def command(self, draw: random.Random) -> str:
        """Starts a command at a terminal, which changes the accounts or creates a top-up."""
        kind, share, amount = draw.choice(COMMANDS.split()), draw.random(), draw.randint(25, 900)
        sandbox, _oracle = draw.choice(self.services)
        task = asyncio.get_running_loop().create_task(self._run(kind, share, f"{amount}.00", sandbox))
        self._commands.add(task)
        return kind

    async def wait_for_commands(self) -> None:
        """Waits until all commands have ended."""
        while self._commands:
            await self._commands.pop()

    async def _run(self, kind: str, share: float, amount: str, sandbox: SandboxProcess) -> None:
        async with running(self.home, lambda: self.ring) as terminal:
            with suppress(AppError):
                if kind == "add":
                    await terminal.accounts.connect("", sandbox.base_url, sandbox.api_key)
                else:
                    await _change(terminal, kind, share, amount)


async def _change(terminal: Services, kind: str, share: float, amount: str) -> None:
    accounts = [one for one in terminal.accounts.known() if not one.is_demo]
    if not accounts:
        return
    account = accounts[int(share * len(accounts))]
    if kind == "remove":
        await terminal.accounts.remove(account.id)
    elif kind == "rename":
        await terminal.accounts.change(account.id, name=f"Renamed {amount}", color=account.color)
    else:
        session = await terminal.accounts.open(account.id, attended=False)
        draft = TopUpDraft(amount_usd=DecimalText(amount), coin="BTC", network="bitcoin")
        await session.topups.create(draft, is_another=True)


def _fault(draw: random.Random) -> dict[str, object]:
    path = draw.choice(("", "data.0.")) + draw.choice(FIELDS.split())
    wrong: list[dict[str, object]] = [{"delete": True}, {"value": draw.choice(VALUES)}]
    faults: tuple[dict[str, object], ...] = (
        {"kind": "status", "status": draw.choice((401, 403, 404, 409, 422, 429, 500, 503))},
        {"kind": "status_after", "status": 500},
        {"kind": "delay", "seconds": draw.choice((0.3, 3))},
        {"kind": "drip", "seconds": 0.01, "chunk": 200},
        {"kind": draw.choice(("reset_before", "reset_after"))},
        {"kind": "truncate", "bytes": 20},
        {"kind": "clock_shift", "seconds": draw.choice((-90_000, 90_000))},
        {"kind": "mutate", "path": path, **draw.choice(wrong)},
    )
    return draw.choice(faults) | {"route": f"{draw.choice(METHODS)} /v1/*", "every": draw.random() < 0.5}
