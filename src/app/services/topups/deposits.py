"""Runs the deposit check, and saves the accepted deposits: the details that first passed it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from app.errors import AppError
from app.rules.topups.deposit_check import Deposit, Verdict, check_deposit
from app.rules.topups.deposit_problems import DepositFacts, Problem, facts_of
from app.services.topups.reconciliations import draft_of
from app.storage.state import storage_failure_logged

if TYPE_CHECKING:
    from app.models.topup_requests import TopUpDraft
    from app.models.topups import TopUp
    from app.services.topups.coins import Coins
    from app.storage.outbox import Outbox
    from app.storage.outbox_rows import TopUpRequest

_CATALOG_WITHIN_S = 5.0
"""So long at most nothing is said of a deposit that may be blocked."""
_CATALOG_PROBLEMS: Final = frozenset({"not_in_catalog", "address_not_catalog"})


class AcceptedDeposit(NamedTuple):
    """What one top-up is compared with.

    Attributes:
        requested: The draft; None if this app did not request it, as far as is known.
        passed: The accepted deposit; None if there is none.
        is_unknown: Whether its row is damaged, or a damaged row could be its: then there is nothing to
            compare it with, and it may not be paid.
    """

    requested: TopUpDraft | None = None
    passed: DepositFacts | None = None
    is_unknown: bool = False


class DepositChecks:
    """Checks the deposits of one account's top-ups; accepted ones of its own requests are on disk.

    Only what passed is accepted: what was never shown as payable must not count against what is right.
    """

    def __init__(self, coins: Coins, outbox: Outbox, account: str, service: str) -> None:
        self._coins = coins
        self._outbox = outbox
        self._owner = (account, service)
        self._known: dict[str, AcceptedDeposit] = {}

    async def check(self, topup: TopUp, *, memo_confirmed: bool = False) -> Deposit:
        """Runs the deposit check; a deposit that passes is accepted before it is returned.

        Raises:
            AppError: The coin catalog or the outbox could not be read: nothing is payable.
        """
        if (await self._accepted(topup)).is_unknown:
            problems = (Problem("request_unknown"),)
            return Deposit(Verdict.BLOCKED, topup.coin, topup.network, problems=problems)
        await self._coins.known()
        deposit = self._compare(topup, memo_confirmed=memo_confirmed)
        if self._coins.are_old or _CATALOG_PROBLEMS & {problem.code for problem in deposit.problems}:
            # The catalog may have changed since it was loaded, which can be weeks ago.
            with suppress(AppError, TimeoutError):
                async with asyncio.timeout(_CATALOG_WITHIN_S):
                    await self._coins.load()
                deposit = self._compare(topup, memo_confirmed=memo_confirmed)
        if deposit.payable:
            await self._accept(topup)
        return deposit

    def _compare(self, topup: TopUp, *, memo_confirmed: bool) -> Deposit:
        """Compares with what is known at this moment: another state may have passed during a request."""
        accepted = self._known[topup.id]
        network = self._coins.network(topup.coin, topup.network)
        return check_deposit(
            topup,
            requested=accepted.requested,
            network=network,
            passed=accepted.passed,
            memo_confirmed=memo_confirmed,
            in_catalog=network is not None,
        )

    async def requested(self, topup: TopUp) -> TopUpDraft | None:
        """Returns the draft of a top-up; None if this app did not request it, as far as is known."""
        return (await self._accepted(topup)).requested

    def record_created(self, topup: TopUp, request: TopUpRequest) -> None:
        """Records the top-up that a request created, before the outbox is updated."""
        known = self._known.get(topup.id, AcceptedDeposit())
        self._known[topup.id] = known._replace(requested=draft_of(request))

    async def _accepted(self, topup: TopUp) -> AcceptedDeposit:
        if topup.id not in self._known:
            found = await asyncio.to_thread(self._read, topup.id)
            if found.is_unknown:
                return found
            # Its request may have become known while that was read.
            self._known.setdefault(topup.id, found)
        return self._known[topup.id]

    def _read(self, topup_id: str) -> AcceptedDeposit:
        request = self._outbox.of_topup(*self._owner, topup_id)
        if request is None:
            # A damaged one may be that of any top-up that nothing else is known of.
            return AcceptedDeposit(
                is_unknown=any(one.is_damaged for one in self._outbox.pending(*self._owner))
            )
        requested = draft_of(request)
        try:
            passed = DepositFacts(**json.loads(request.facts)) if request.facts else None
        except (TypeError, ValueError):
            requested = passed = None
        return AcceptedDeposit(requested, passed, is_unknown=requested is None)

    async def _accept(self, topup: TopUp) -> None:
        """Saves the accepted deposit before it is shown: later polls must not change it."""
        known = self._known[topup.id]
        # It may have passed before it was known that this app had requested it.
        facts = known.passed or facts_of(topup)
        self._known[topup.id] = known._replace(passed=facts)
        # It lasts until the app ends; a full disk must not prevent paying.
        with storage_failure_logged("an accepted deposit could not be saved"):
            await asyncio.to_thread(
                self._outbox.mark_passed, *self._owner, topup.id, json.dumps(facts._asdict())
            )
