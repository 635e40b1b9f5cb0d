"""The fault script: what can go wrong with one call, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.api.connections import build_http
from app.api.outcome import is_final_refusal
from app.errors import AppError
from app.models.money import DecimalText
from app.models.topup_requests import TopUpDraft
from support.account_process import Oracle, account_topups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from app.api.connections import HttpClient
    from app.models.topups import TopUp
    from app.services.topups.topups import TopUps
    from tollhouse_sandbox.process import SandboxProcess

CREATE = "POST /v1/topups"
LIST = "GET /v1/topups"
GET = "GET /v1/topups/{id}"
REPORT = "POST /v1/topups/{id}/txid"
SLOW_KINDS = {"delay", "drip"}
PATIENT_SECONDS = 20.0
HASTY_SECONDS = 0.15
COINS = (("BTC", "bitcoin"), ("LTC", "litecoin"), ("ETH", "ethereum"), ("SOL", "solana"), ("USDT", "tron"))

BEFORE_SENDING: tuple[dict[str, Any], ...] = (
    {"kind": "reset_before"},
    {"kind": "delay", "seconds": 0.3},
    *({"kind": "status", "status": status} for status in (401, 404, 408, 409, 422, 429, 500, 502, 503, 504)),
    {"kind": "status", "status": 503, "headers": {"retry-after": "1"}},
    {"kind": "status", "status": 429, "headers": {"retry-after": "junk"}},
    {"kind": "status", "status": 307, "headers": {"location": "https://example.org/"}},
)
AFTER_THE_COMMIT: tuple[dict[str, Any], ...] = (
    {"kind": "reset_after"},
    *({"kind": "status_after", "status": status} for status in (401, 408, 409, 422, 429, 500, 503, 504)),
    *({"kind": "stored_error", "status": status} for status in (409, 422, 500, 503)),
    {"kind": "status_after", "status": 302, "headers": {"location": "https://example.org/"}},
)
MID_BODY: tuple[dict[str, Any], ...] = (
    *({"kind": "truncate", "bytes": size} for size in (0, 1, 100, 400)),
    {"kind": "drip", "chunk": 20, "seconds": 0.05},
    {"kind": "raw_body", "body": ""},
    {"kind": "raw_body", "body": "<html>502</html>", "content_type": "text/html"},
    {"kind": "raw_body", "body": '{"data": NaN}'},
    {"kind": "raw_body", "body": "[" * 5_000},
    {"kind": "raw_body", "body": "null"},
    {"kind": "headers", "headers": {"content-encoding": "gzip"}},
    {"kind": "clock_shift", "seconds": 86_400.0 * 3},
    {"kind": "clock_shift", "seconds": -86_400.0 * 3},
)
MISMATCHES: tuple[dict[str, Any], ...] = (
    *(
        {"kind": "mutate", "path": path, "value": value}
        for path, values in {
            "amountUsd": ("9999.00", 25, None),
            "coin": ("DOGE", "BTC", "USDC"),
            "network": ("dogecoin", "bitcoin", "ethereum"),
            "address": ("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "", "0x" + "0" * 40),
            "amountCrypto": ("0.00000001", "1e3", "99999", 0.5),
            "rate": ("1", "0", "-5"),
            "paymentUri": ("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1", "lightning:x", 7),
            "status": ("credited", "unheard_of", 7),
            "final": (True, "no"),
            "expiresAt": ("2001-01-01T00:00:00Z", "soon"),
        }.items()
        for value in values
    ),
    *(
        {"kind": "mutate", "path": path, "delete": True}
        for path in ("id", "address", "amountCrypto", "status")
    ),
)
FAULTS = (*BEFORE_SENDING, *AFTER_THE_COMMIT, *MID_BODY, *MISMATCHES)
STRIKES = ("once", "twice", "always")


@dataclass(frozen=True)
class Run:
    """One run: a fault, how often it strikes, what call, and whether the list is out of order too."""

    operation: str
    fault: dict[str, Any]
    strikes: str = "once"
    list_broken: bool = False

    @property
    def deadline(self) -> float:
        """The time of each try while the fault strikes: short for a slow one alone, on a busy machine too."""
        return HASTY_SECONDS if self.fault["kind"] in SLOW_KINDS else PATIENT_SECONDS

    def script(self) -> list[dict[str, object]]:
        nths = {"once": [1], "twice": [1, 2], "always": [1]}[self.strikes]
        every = self.strikes == "always"
        faults = [{"route": self.operation, "nth": nth, "every": every} | self.fault for nth in nths]
        if self.list_broken:
            faults.append({"route": LIST, "every": True, "kind": "reset_before"})
        return faults


@dataclass
class Tally:
    """What came of the runs; the lists name the runs that went wrong.

    Attributes:
        refused_yet_made: The service refused in so many words and made it all the same: nobody is asked to
            pay it, and it stands in the list.
    """

    runs: int = 0
    lost: list[Run] = field(default_factory=list)
    doubled: list[Run] = field(default_factory=list)
    wrong_deposits: list[Run] = field(default_factory=list)
    crashed: list[tuple[Run, BaseException]] = field(default_factory=list)
    refused_yet_made: list[Run] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    @property
    def is_clean(self) -> bool:
        return not self.wrong()

    def wrong(self) -> list[str]:
        """Returns a line for each run that went wrong."""
        names = ("lost", "doubled", "wrong_deposits", "crashed")
        return [f"{name} {run}" for name in names for run in getattr(self, name)]


def all_runs() -> list[Run]:
    creates = [
        Run(CREATE, fault, strikes, list_broken)
        for fault, strikes, list_broken in itertools.product(FAULTS, STRIKES, (False, True))
    ]
    reports = [Run(REPORT, fault, strikes) for fault in FAULTS for strikes in ("once", "always")]
    polls = [Run(GET, fault) for fault in MISMATCHES]
    return [*creates, *reports, *polls]


async def run_scenario(sandbox: SandboxProcess, folder: Path, runs: Iterable[Run], tally: Tally) -> None:
    """Executes the runs one after the other, each with an outbox of its own."""
    oracle = Oracle(sandbox)
    try:
        async with build_http() as http:
            for number, run in enumerate(runs):
                tally.runs += 1
                harness = _Harness(sandbox, folder / f"{number}.sqlite", http, oracle, number)
                try:
                    await harness.run_scenario(run, tally)
                except Exception as error:  # noqa: BLE001 (whatever escapes is what is looked for)
                    tally.crashed.append((run, error))
    finally:
        oracle.close()


class _Harness:
    """What one run is executed on."""

    def __init__(
        self, sandbox: SandboxProcess, outbox: Path, http: HttpClient, oracle: Oracle, number: int
    ) -> None:
        self._sandbox = sandbox
        self._outbox = outbox
        self._http = http
        self._oracle = oracle
        coin, network = COINS[number % len(COINS)]
        cents = 2_500 + number
        amount = DecimalText(f"{cents // 100}.{cents % 100:02}")
        self._draft = TopUpDraft(amount_usd=amount, coin=coin, network=network)

    def _app(self, deadline: float = PATIENT_SECONDS) -> TopUps:
        """The app, started anew."""
        address, key = self._sandbox.base_url, self._sandbox.api_key
        return account_topups(address, key, self._outbox, self._http, deadline)

    async def run_scenario(self, run: Run, tally: Tally) -> None:
        self._oracle.set_faults()
        self._oracle.commits()
        if run.operation == CREATE:
            await self._create(run, tally)
        elif run.operation == REPORT:
            await self._report(run, tally)
        else:
            await self._poll(run, tally)

    async def _create(self, run: Run, tally: Tally) -> None:
        shown: list[tuple[TopUps, TopUp]] = []
        app = self._app(run.deadline)
        self._oracle.set_faults(*run.script())
        try:
            shown.append((app, await app.create(self._draft)))
            ending = "created"
            refused = False
        except AppError as error:
            ending = f"said {type(error).__name__}"
            refused = is_final_refusal(error)
        wrong = await self._shows_wrong_deposit(shown, [])
        self._oracle.set_faults()
        app = self._app()
        with contextlib.suppress(AppError):
            shown += [(app, topup) for topup in await app.resume()]
        made = [entry["topup"] for entry in self._oracle.commits() if entry["commit"] == "topup.created"]
        known = {topup.id for _app, topup in shown}
        left = await app.pending()
        if len(made) > 1:
            tally.doubled.append(run)
        if made and not left and not set(made) <= known:
            listed = {topup.id for topup in (await app.page(1)).items}
            (tally.refused_yet_made if refused and set(made) <= listed else tally.lost).append(run)
        if left and not shown:
            # The person asks for the same again.
            with contextlib.suppress(AppError):
                shown.append((app, await app.create(self._draft)))
            if len(made) + len(self._made()) > 1:
                tally.doubled.append(run)
        if wrong or await self._shows_wrong_deposit(shown, made):
            tally.wrong_deposits.append(run)
        tally.endings[ending] += 1

    def _made(self) -> list[str]:
        return [entry["topup"] for entry in self._oracle.commits() if entry["commit"] == "topup.created"]

    async def _report(self, run: Run, tally: Tally) -> None:
        topup = await self._app().create(self._draft)
        self._oracle.pay(topup.id)
        app = self._app(run.deadline)
        self._oracle.set_faults(*run.script())
        try:
            reported = await app.report(topup.id, "")
            ending = "reported"
        except AppError as error:
            reported = None
            ending = f"report said {type(error).__name__}"
        self._oracle.set_faults()
        if run.fault["kind"] == "delay":
            await _until(lambda: self._oracle.topup(topup.id)["status"] != "awaiting_payment")
        truth = self._oracle.topup(topup.id)
        commits = [entry["commit"] for entry in self._oracle.commits()]
        if commits.count("topup.reported") > 1:
            tally.doubled.append(run)
        was_taken = truth["status"] != "awaiting_payment"
        if reported is not None and not was_taken:
            tally.lost.append(run)
        if not was_taken:
            await self._app().report(topup.id, "")
        tally.endings[ending] += 1

    async def _poll(self, run: Run, tally: Tally) -> None:
        app = self._app()
        topup = await app.create(self._draft)
        await app.check(topup)  # as it is shown
        self._oracle.set_faults(*run.script())
        try:
            shown = [(app, await app.get(topup.id))]
            ending = "polled"
        except AppError as error:
            shown = []
            ending = f"poll said {type(error).__name__}"
        if await self._shows_wrong_deposit(shown, [topup.id]):
            tally.wrong_deposits.append(run)
        self._oracle.set_faults()
        tally.endings[ending] += 1

    async def _shows_wrong_deposit(self, shown: Sequence[tuple[TopUps, TopUp]], made: list[str]) -> bool:
        for app, topup in shown:
            try:
                deposit = await app.check(topup)
            except AppError:
                continue
            if not deposit.payable:
                continue
            truth = self._oracle.topup(made[0] if made else topup.id)
            right = (truth["address"], truth["amountCrypto"], truth["coin"], truth["network"])
            if (deposit.address, deposit.amount, deposit.coin, deposit.network) != right:
                return True
            if deposit.link not in {None, truth["paymentUri"]}:
                return True
        return False


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 (another process has no event to wait for)
            await asyncio.sleep(0.05)
