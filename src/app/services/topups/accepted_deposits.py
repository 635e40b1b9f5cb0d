"""The accepted deposits: what was requested, and the details that first passed the check."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.rules.topups.deposit_facts import DepositFacts, facts_of
from app.services.topups.reconciliations import draft_of

if TYPE_CHECKING:
    from app.models.topups import TopUp, TopUpDraft
    from app.storage.outbox import Outbox
    from app.storage.outbox_rows import TopUpRequest

_log = logging.getLogger("tollhouse.baselines")


@dataclass(frozen=True, slots=True)
class AcceptedDeposit:
    """What one top-up is held against.

    Attributes:
        asked: What was asked for; None if this app did not ask, as far as is known.
        passed: The accepted deposit; None if there is none.
        is_unknown: Whether its row is damaged, or a damaged row could be its: then it can be
            held against nothing, and may not be paid.
    """

    asked: TopUpDraft | None = None
    passed: DepositFacts | None = None
    is_unknown: bool = False


class AcceptedDeposits:
    """Those of one account's top-ups, on disk for what this app asked for.

    Only what passed is a baseline: what was never shown as payable must not count against what is right.
    """

    def __init__(self, outbox: Outbox, account: str, service: str) -> None:
        """Binds them to their account.

        Args:
            account: The account's id in this app.
            service: Identifies the service in the outbox.
        """
        self._outbox = outbox
        self._owner = (account, service)
        self._known: dict[str, AcceptedDeposit] = {}

    def record_created(self, topup: TopUp, request: TopUpRequest) -> None:
        """Records the top-up that a request created, before the outbox is updated."""
        known = self._known.get(topup.id, AcceptedDeposit())
        self._known[topup.id] = replace(known, asked=draft_of(request))

    async def of(self, topup: TopUp) -> AcceptedDeposit:
        """Returns what a top-up is held against.

        Raises:
            StorageError: The outbox can't be read.
        """
        known = self._known.get(topup.id)
        if known is None:
            known = await asyncio.to_thread(self._read, topup.id)
            if known.is_unknown:
                return known
            self._known[topup.id] = known
        return known

    def _read(self, topup_id: str) -> AcceptedDeposit:
        request = self._outbox.of_topup(*self._owner, topup_id)
        if request is None:
            # A damaged one may be that of any top-up that nothing else is known of.
            return AcceptedDeposit(
                is_unknown=any(one.is_damaged for one in self._outbox.pending(*self._owner))
            )
        asked = draft_of(request)
        try:
            passed = DepositFacts(**json.loads(request.facts)) if request.facts else None
        except (TypeError, ValueError):
            asked = passed = None
        return AcceptedDeposit(asked, passed, is_unknown=asked is None)

    async def record_accepted(self, topup: TopUp) -> None:
        """Saves the accepted deposit before it is shown: later polls must not change it."""
        known = self._known[topup.id]
        # It may have passed before it was known that this app had requested it.
        facts = known.passed or facts_of(topup)
        self._known[topup.id] = replace(known, passed=facts)
        try:
            await asyncio.to_thread(
                self._outbox.mark_passed, *self._owner, topup.id, json.dumps(asdict(facts))
            )
        except StorageError as error:
            # It lasts until the app ends; a full disk must not prevent paying.
            _log.warning("what may be paid could not be noted: %s", error.reason)
