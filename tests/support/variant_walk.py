"""Walks through the window while the sandbox answers in other ways, and compares it with the truth."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from support.page_scenarios import on_page
from support.stepped_clock import SteppedClock
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen
from tollhouse_sandbox.account.subscriptions import list_subscriptions
from tollhouse_sandbox.account.topups import get_topup
from tollhouse_sandbox.store.records import TopUp as Truth
from tollhouse_sandbox.store.records import select
from tollhouse_sandbox.variant_edits import LONG_PREFIX, ODD_PREFIX
from tollhouse_sandbox.variants import VARIANTS

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

    from app.models.topups import TopUp
    from support.linked_service import LinkedService

_S = TypeVar("_S", bound="TopUpsScreen | SubscriptionsScreen")

_POLL_S = 31.0
_RATE_LOCK_S = 30 * 60.0
_TURN_S = 0.002
_TURNED_AWAY_S = 9.0

NOT_PAYABLE = {("decimals", "padded"): "too many decimals", ("date", "ahead"): "rate lock"}
"""With these nothing is payable, and the window says this of it: see docs/interface-notes.md."""


def walked_values() -> list[tuple[str, str]]:
    """Returns each value that is not a default, and with which a top-up can be paid."""
    pairs = [(name, value) for name, variant in VARIANTS.items() for value in variant.values]
    return [(n, v) for n, v in pairs if v != VARIANTS[n].default and (n, v) not in NOT_PAYABLE]


def drawn_values(draw: random.Random, share: float) -> dict[str, str]:
    """Returns a value for about this share of all variants."""
    walked = walked_values()
    chosen = {}
    for name in VARIANTS:
        values = [value for other, value in walked if other == name]
        if values and draw.random() < share:
            chosen[name] = draw.choice(values)
    return chosen


def true_id(shown: str) -> str:
    """Returns the id that the sandbox has for one that a variant changed."""
    return shown.removeprefix(ODD_PREFIX).removeprefix(LONG_PREFIX)


def assert_same(topup: TopUp, truth: Truth) -> None:
    """Compares a top-up as the app has it with the row of the service."""
    for name in ("status", "coin", "network", "address", "txid", "confirmations", "confirmations_required"):
        assert getattr(topup, name) == getattr(truth, name), name
    for name in ("amount_usd", "amount_crypto", "rate", "amount_received_crypto", "credited_usd"):
        shown = getattr(topup, name)
        assert (shown and Decimal(shown)) == getattr(truth, name), name
    for name in ("created_at", "expires_at", "txid_deadline", "txid_submitted_at", "credited_at"):
        shown, true = getattr(topup, name), getattr(truth, name)
        assert (shown is None) == (true is None), name
        assert shown is None or abs((shown - true).total_seconds()) < 1, name


@asynccontextmanager
async def _opened(
    make: Callable[[LinkedService, tuple[int, int]], _S], folder: Path, chosen: Mapping[str, str]
) -> AsyncIterator[_S]:
    """Opens a page of a service that answers like this; time passes while a page waits for its pauses."""
    async with on_page(make, folder, load=False) as screen:
        await screen.service.control("variants", dict(chosen))
        passing = asyncio.get_running_loop().create_task(_let_pauses_pass(screen))
        try:
            await screen.load()
            yield screen
        finally:
            passing.cancel()


async def _let_pauses_pass(screen: TopUpsScreen | SubscriptionsScreen) -> None:
    clock = screen.service.clock
    assert isinstance(clock, SteppedClock)
    while True:
        await asyncio.sleep(_TURN_S)
        polling = len(screen.watch.names()) if isinstance(screen, TopUpsScreen) else 0
        if len(clock.sleepers) > polling:
            await clock.move_to(clock.next_due(clock.monotonic() + 1))


class TopUpsWalk:
    """The main job in the window, with its truth beside it."""

    def __init__(self, screen: TopUpsScreen, chosen: Mapping[str, str]) -> None:
        self.screen = screen
        self.chosen = chosen

    async def run(self) -> None:
        await self._list()
        await self._credited()
        await self._rejected()
        await self._too_much()
        if self.chosen.get("busy", "never") == "never":
            # A pause for every third of the half hour's polls takes minutes.
            await self._too_late()

    def _truth(self) -> Truth:
        return get_topup(self.screen.service.world, true_id(self.screen.current().id))

    async def _compare(self) -> Truth:
        await self.screen.quiet()
        if self.chosen.get("busy", "never") != "never":
            # Pauses take time, in which the service goes on; the next poll and its own pause show it.
            await self.screen.step(_POLL_S + _TURNED_AWAY_S)
        truth = self._truth()
        assert_same(self.screen.current(), truth)
        return truth

    async def _list(self) -> None:
        """The list holds what the service has, each top-up once, however often its end is reached."""
        screen = self.screen
        while screen.page.history.can_load_more():
            await screen.page.history.load_more()
        rows = select(screen.service.world.connection, Truth, "WHERE 1 ORDER BY number")
        wanted = {row.id: row for row in rows}
        shown = [screen.topup_at(row) for row in range(len(screen.rows()))]
        assert len(shown) == len({topup.id for topup in shown})
        assert len(shown) == len(rows)
        done, total = screen.page.history.progress()
        assert total is None or total >= done
        for topup in shown:
            assert_same(topup, wanted[true_id(topup.id)])
        assert not screen.unreadable()

    async def _new(self) -> Truth:
        screen = self.screen
        await screen.new_topup("LTC on Litecoin", "25")
        await screen.step(_POLL_S)
        truth = await self._compare()
        words = screen.words(screen.detail)
        assert truth.address in words
        assert f"{truth.amount_crypto:f}".rstrip("0") in words
        link = self.chosen.get("uri", "standard") == "standard"
        (code,) = screen.codes()
        assert code.removeprefix("litecoin:").split("?")[0] == truth.address, code
        assert ("?amount=" in code) == link, code
        return truth

    async def _credited(self) -> None:
        screen = self.screen
        await self._new()
        screen.press("Pay exactly")
        await screen.quiet()
        screen.press("I've sent the payment")
        await self._compare()
        for _block in range(screen.current().confirmations_required):
            screen.press("Add confirmation")
            await screen.quiet()
        await self._compare()
        assert screen.current().status == "credited"
        assert "$25.00 credited" in screen.words(screen.detail)

    async def _rejected(self) -> None:
        await self._new()
        self.screen.press("Underpay")
        await self.screen.quiet()
        await self._confirm_and_compare()
        truth = self._truth()
        assert truth.status == "rejected"
        assert f"{truth.amount_received_crypto:f}".rstrip("0") in self.screen.words(self.screen.detail)

    async def _too_much(self) -> None:
        truth = await self._new()
        await self.screen.service.control(f"topups/{truth.id}/pay", {"amount": "over"})
        await self._confirm_and_compare()

    async def _too_late(self) -> None:
        """Payment and report come after `expiresAt`, before `txidDeadline`."""
        truth = await self._new()
        await self.screen.step(_RATE_LOCK_S + _POLL_S)
        assert self.screen.codes() == []
        assert_same(self.screen.current(), self._truth())
        await self.screen.service.control(f"topups/{truth.id}/pay", {"amount": "exact"})
        await self._confirm_and_compare()

    async def _confirm_and_compare(self) -> None:
        """Reports what was paid; what the window then says is what the service decides."""
        screen = self.screen
        screen.press("I've sent the payment")
        await screen.quiet()
        while screen.current().status == "verifying":
            screen.press("Add confirmation")
            await screen.quiet()
        truth = await self._compare()
        words = screen.words(screen.detail)
        if truth.status == "credited":
            assert f"${truth.credited_usd:,.2f} credited" in words
        else:
            assert "The payment was not accepted" in words


async def walk_not_payable(folder: Path, chosen: Mapping[str, str], reason: str) -> None:
    """Neither address nor code is shown, and the window says why."""
    async with _opened(TopUpsScreen, folder, chosen) as screen:
        await screen.new_topup("LTC on Litecoin", "25")
        await screen.step(_POLL_S)
        truth = get_topup(screen.service.world, true_id(screen.current().id))
        assert_same(screen.current(), truth)
        words = screen.words(screen.detail)
        assert screen.codes() == []
        assert truth.address not in words
        assert reason in words, words


async def walk_topups(folder: Path, chosen: Mapping[str, str]) -> None:
    async with _opened(TopUpsScreen, folder, chosen) as screen:
        await TopUpsWalk(screen, chosen).run()


async def walk_subscriptions(folder: Path, chosen: Mapping[str, str]) -> None:
    async with _opened(SubscriptionsScreen, folder, chosen) as screen:
        truth = {one.id: one for one in list_subscriptions(screen.service.world, None)}
        shown = [screen.at(row) for row in range(len(screen.rows()))]
        assert {true_id(one.id) for one in shown} == set(truth)
        assert not screen.unreadable()
        for row, one in enumerate(shown):
            true = truth[true_id(one.id)]
            assert (one.username, one.password) == (true.username, true.password)
            assert one.traffic_used_bytes == true.traffic_used_bytes
            assert true.label in screen.rows()[row]
        screen.show_row(0)
        await screen.quiet()
        words = screen.words(screen.detail)
        assert truth[true_id(shown[0].id)].username in words
