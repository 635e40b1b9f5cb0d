"""Any sequence of creating, polling, dying, clock steps, other accounts, lost answers and damaged files."""

from __future__ import annotations

import asyncio
import random
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
from app.models.topup_requests import TopUpDraft
from app.storage.outbox import Outbox
from app.storage.settings import SavedSettings, SettingsFile
from support.damaged_files import DAMAGES, NOW, SAVED_SETTINGS
from support.linked_service import linked_service
from support.more_examples import more
from support.topup_stores import session_on
from tollhouse_sandbox.ledger import read_entries
from ui.shell.first_frame import Frame, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Coroutine

EXAMPLES = more(12)
ACCOUNTS = ("one", "other")
AMOUNTS = ("50.00", "75.00")
CREATE, LIST = "POST /v1/topups", "GET /v1/topups"
LOSSES = ("reset_before", "reset_after")
FILES = ("outbox.sqlite", "state.sqlite", "settings.json", "first-frame")
ABOUT = ["demo"]
FRAME = Frame([400, 300, 1.0], "#fafafa", [(0, 0, b"a picture"), (20, 60, b"another")])


class TopUpRequests(RuleBasedStateMachine):
    """Every click is one request: never two top-ups for it, and none of another account's."""

    @initialize()
    def start(self) -> None:
        self.stack = ExitStack()
        folder = self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.runner = self.stack.enter_context(asyncio.Runner())
        self.service = self.stack.enter_context(linked_service(folder))
        self.path = folder / "outbox.sqlite"
        self.clicks = dict.fromkeys(ACCOUNTS, 0)
        self.shown: dict[str, set[str]] = {account: set() for account in ACCOUNTS}
        self.unknown: set[str] = set()
        self.account = ACCOUNTS[0]
        self.kill()
        SettingsFile(folder / "settings.json").save(SAVED_SETTINGS)
        (folder / "first-frame").write_bytes(pack(ABOUT, FRAME))

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            self.run(self.service.aclose())
            self.stack.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @rule()
    def kill(self) -> None:
        """The app dies and is started anew."""
        self.session = session_on(self.path, self.service.client, self.service.clock, self.account)
        self.topups = self.session.topups

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
        failure = {pending.key for pending in self.run(self.topups.pending())}
        known = self.keys() | failure
        with suppress(AppError):
            topup = self.run(self.topups.create(draft, is_another=is_another))
            assert topup.amount_usd == amount
            self.shown[self.account].add(topup.id)
        if failure and not is_another:
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
        for topup_id in sorted(self.unknown):
            topup = self.run(self.topups.get(topup_id))
            deposit = self.run(self.topups.check(topup))
            assert not deposit.payable or deposit.address == topup.address

    @rule(hours=st.sampled_from((0.01, 0.6, 5, 24, 100)))
    def wait(self, hours: float) -> None:
        self.run(self.service.clock.sleep(timedelta(hours=hours).total_seconds()))

    @rule(hours=st.sampled_from((-30, -2, 2, 30)))
    def skew(self, hours: int) -> None:
        """Somebody sets this computer's clock."""
        self.service.clock._now += timedelta(hours=hours)

    @rule(name=st.sampled_from(FILES), damage=st.sampled_from(sorted(DAMAGES)), seed=st.integers(0, 2**32))
    def damage(self, name: str, damage: str, seed: int) -> None:
        """The app dies, and one of its files is damaged before the next start."""
        path = self.folder / name
        if not path.exists():
            return
        pending = {account: self.pending(account) for account in ACCOUNTS}
        others = [self.content(one) for one in FILES if one != name]
        whole = path.read_bytes()
        path.write_bytes(DAMAGES[damage](whole, random.Random(seed)))
        damaged = path.read_bytes()
        self.kill()
        if name == "settings.json":
            saved, aside = SettingsFile(path).load(NOW)
            assert (saved, aside) == (SAVED_SETTINGS, None) or (
                saved == SavedSettings() and aside is not None and aside.read_bytes() == damaged
            )
            SettingsFile(path).save(SAVED_SETTINGS)
        elif name == "first-frame":
            unpack(path, ABOUT)
            path.write_bytes(whole)
        elif name == "state.sqlite":
            self.use_damaged_state()
        else:
            self.use_damaged_outbox(pending)
        assert [self.content(one) for one in FILES if one != name] == others, "more than that file was lost"

    def use_damaged_state(self) -> None:
        self.run(self.session.choices.save_typed_txid("tu_1", "abc"))
        assert self.run(self.session.choices.typed_txid("tu_1")) == "abc"
        aside = self.session.state.moved_to
        assert aside is None or aside.exists()
        self.run(self.session.choices.save_typed_txid("tu_1", ""))

    def use_damaged_outbox(self, pending: dict[str, set[str]]) -> None:
        """Nothing is lost without a word: a request is there, or damaged, or the file was set aside."""
        self.run(self.topups.pending())
        aside = self.topups.outbox_moved_to
        assert aside is None or aside.exists()
        rows = self.rows()
        is_damaged = "damaged" in {state for _account, _topup_id, state in rows}
        for account in ACCOUNTS:
            assert aside or is_damaged or pending[account] <= self.pending(account)
            known = {topup_id for of, topup_id, state in rows if of == account and state != "damaged"}
            lost = self.shown[account] - known
            assert aside or is_damaged or not lost
            self.shown[account] -= lost
            self.unknown |= lost

    @invariant()
    def no_request_makes_two(self) -> None:
        made = [entry["topup"] for entry in self.ledger() if entry.get("commit") == "topup.created"]
        assert len(made) <= sum(self.clicks.values())
        assert len(made) <= len(self.keys()), "a key made two top-ups"

    @invariant()
    def accounts_never_share_a_top_up(self) -> None:
        of: dict[str, set[str]] = {account: set() for account in ACCOUNTS}
        for account, topup_id, state in self.rows():
            if topup_id is not None and state != "damaged":
                of[account].add(topup_id)
        assert not of["one"] & of["other"]
        for account in ACCOUNTS:
            assert self.shown[account] <= of[account]

    def rows(self) -> list[tuple[str, str | None, str]]:
        """Returns account, top-up and state of each request in the outbox."""
        if not self.path.exists():
            return []
        with closing(sqlite3.connect(self.path)) as database:
            # As the app does: a damaged row may contain no text.
            database.text_factory = lambda content: content.decode("utf-8", "replace")
            return database.execute("SELECT account, topup_id, state FROM intents").fetchall()

    def pending(self, account: str) -> set[str]:
        return {one.idempotency_key for one in Outbox(self.path).pending(account, "demo")}

    def content(self, name: str) -> object:
        """Returns what a file says to the app."""
        path = self.folder / name
        if name == "settings.json":
            return SettingsFile(path).peek()
        if name == "first-frame":
            return unpack(path, ABOUT)
        if name == "outbox.sqlite":
            return self.rows()
        if not path.exists():
            return []
        with closing(sqlite3.connect(path)) as database:
            database.text_factory = bytes
            return database.execute(
                "SELECT kind, owner, key, content FROM entries ORDER BY number"
            ).fetchall()

    def keys(self) -> set[str]:
        return {entry["idempotencyKey"] for entry in self.ledger() if entry.get("idempotencyKey")}

    def ledger(self) -> list[dict[str, Any]]:
        return read_entries(self.service.world.connection, 0)


TopUpRequests.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTopUpRequests = TopUpRequests.TestCase
