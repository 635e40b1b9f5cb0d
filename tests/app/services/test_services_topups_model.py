"""Any sequence of creating, polling, dying, skewed clocks, switched accounts and lost answers.

`TOLLHOUSE_MODEL_EXAMPLES` sets how many sequences are tried.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from contextlib import ExitStack, closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.errors import AppError
from app.models.money import DecimalText
from app.models.topups import TopUpDraft
from support.linked_service import linked_service
from support.topup_stores import session_on

if TYPE_CHECKING:
    from collections.abc import Coroutine

EXAMPLES = int(os.environ.get("TOLLHOUSE_MODEL_EXAMPLES", "12"))
ACCOUNTS = ("one", "other")
AMOUNTS = ("50.00", "75.00")
CREATE, LIST = "POST /v1/topups", "GET /v1/topups"
LOSSES = ("reset_before", "reset_after")


class TopUpRequests(RuleBasedStateMachine):
    """Every click is one request: never two top-ups for it, and none of another account's."""

    @initialize()
    def start(self) -> None:
        self.stack = ExitStack()
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.runner = self.stack.enter_context(asyncio.Runner())
        self.service = self.stack.enter_context(linked_service(folder))
        self.path = folder / "outbox.sqlite"
        self.clicks = dict.fromkeys(ACCOUNTS, 0)
        self.shown: dict[str, set[str]] = {account: set() for account in ACCOUNTS}
        self.account = ACCOUNTS[0]
        self.kill()

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            self.run(self.service.aclose())
            self.stack.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @rule()
    def kill(self) -> None:
        """The app dies and is started anew."""
        self.topups = session_on(self.path, self.service.client, self.service.clock, self.account).topups

    @rule(account=st.sampled_from(ACCOUNTS))
    def switch(self, account: str) -> None:
        self.account = account
        self.kill()

    @rule(
        amount=st.sampled_from(AMOUNTS),
        loss=st.sampled_from(("", "", *LOSSES)),
        blind=st.booleans(),
        is_another=st.booleans(),
    )
    def create(self, amount: str, loss: str, *, blind: bool, is_another: bool) -> None:
        faults: list[dict[str, object]] = []
        if loss:
            faults.append({"route": CREATE, "every": True, "kind": loss})
        if loss and blind:
            faults.append({"route": LIST, "every": True, "kind": "reset_before"})
        self.run(self.service.faults(*faults))
        self.clicks[self.account] += 1
        draft = TopUpDraft(amount_usd=DecimalText(amount), coin="BTC", network="bitcoin")
        unsettled = {pending.key for pending in self.run(self.topups.pending())}
        known = self.keys() | unsettled
        with suppress(AppError):
            topup = self.run(self.topups.create(draft, is_another=is_another))
            assert topup.amount_usd == amount
            self.shown[self.account].add(topup.id)
        if unsettled and not is_another:
            assert self.keys() <= known, "a second top-up, and nobody said so"
        self.run(self.service.faults())

    @rule()
    def resume(self) -> None:
        self.shown[self.account] |= {topup.id for topup in self.run(self.topups.resume())}

    @rule()
    def check_again(self) -> None:
        for pending in self.run(self.topups.pending()):
            topup = self.run(self.topups.check_again(pending.key))
            if topup is not None:
                self.shown[self.account].add(topup.id)

    @rule()
    def poll(self) -> None:
        for topup_id in sorted(self.shown[self.account]):
            topup = self.run(self.topups.get(topup_id))
            deposit = self.run(self.topups.check(topup))
            assert deposit.payable
            assert (deposit.address, deposit.amount) == (topup.address, topup.amount_crypto)

    @rule(hours=st.sampled_from((0.01, 0.6, 5, 24, 100)))
    def wait(self, hours: float) -> None:
        self.run(self.service.clock.sleep(timedelta(hours=hours).total_seconds()))

    @rule(hours=st.sampled_from((-30, -2, 2, 30)))
    def skew(self, hours: int) -> None:
        """Somebody sets this computer's clock."""
        self.service.clock._now += timedelta(hours=hours)

    @invariant()
    def no_request_makes_two(self) -> None:
        made = [entry["topup"] for entry in self.ledger() if entry.get("commit") == "topup.created"]
        assert len(made) <= sum(self.clicks.values())
        assert len(made) <= len(self.keys()), "a key made two top-ups"

    @invariant()
    def accounts_never_share_a_top_up(self) -> None:
        of: dict[str, set[str]] = {account: set() for account in ACCOUNTS}
        if self.path.exists():
            with closing(sqlite3.connect(self.path)) as database:
                for account, topup_id in database.execute("SELECT account, topup_id FROM intents"):
                    of[account] |= {topup_id} - {None}
        assert not of["one"] & of["other"]
        for account in ACCOUNTS:
            assert self.shown[account] <= of[account]

    def keys(self) -> set[str]:
        return {entry["idempotencyKey"] for entry in self.ledger() if entry.get("idempotencyKey")}

    def ledger(self) -> list[dict[str, Any]]:
        return self.run(self.service.ledger())  # type: ignore[no-any-return]


TopUpRequests.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTopUpRequests = TopUpRequests.TestCase
