"""What a deposit is held against: what was asked for, and the details that first passed the gate."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.rules.deposit_facts import DepositFacts, facts_of
from app.services.looks import draft_of

if TYPE_CHECKING:
    from app.models.topups import TopUp, TopUpDraft
    from app.storage.outbox import Intent, Outbox

_log = logging.getLogger("tollhouse.baselines")


class Baselines:
    """Those of one account's top-ups, on disk for what this app asked for.

    Only what passed is a baseline: what was never shown as payable must not stand against what is right.
    """

    def __init__(self, outbox: Outbox, account: str, service: str) -> None:
        """Binds them to their account.

        Args:
            outbox: Where they are kept.
            account: The account's id in this app.
            service: What stands for the service's address in the outbox.
        """
        self._outbox = outbox
        self._owner = (account, service)
        self._asked: dict[str, TopUpDraft | None] = {}
        self._passed: dict[str, DepositFacts | None] = {}

    def note_made(self, topup: TopUp, intent: Intent) -> None:
        """Notes what came of a wish, before the outbox has heard of it."""
        self._asked[topup.id] = draft_of(intent)
        self._passed[topup.id] = None

    async def of(self, topup: TopUp) -> tuple[TopUpDraft | None, DepositFacts | None]:
        """Returns what was asked for, None if this app did not, and what passed the gate, None if nothing.

        Raises:
            StorageError: The outbox can't be read.
        """
        if topup.id not in self._asked:
            intent = await asyncio.to_thread(self._outbox.of_topup, *self._owner, topup.id)
            facts = intent.facts if intent else None
            self._passed[topup.id] = DepositFacts(**json.loads(facts)) if facts else None
            self._asked[topup.id] = draft_of(intent) if intent else None
        return self._asked[topup.id], self._passed[topup.id]

    async def note_passed(self, topup: TopUp) -> None:
        """Keeps what passed, before it is shown: later polls must not change it."""
        if self._passed[topup.id] is not None:
            return
        facts = self._passed[topup.id] = facts_of(topup)
        try:
            await asyncio.to_thread(
                self._outbox.mark_passed, *self._owner, topup.id, json.dumps(asdict(facts))
            )
        except StorageError as error:
            # It holds until the app ends; a full disk must not keep anybody from paying.
            _log.warning("what may be paid could not be noted: %s", error.reason)
