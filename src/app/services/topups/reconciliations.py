"""Finds out by the service's list what became of a request whose response was lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.errors import AppError
from app.rules.topups.idempotency import Moment, made_between, may_replay
from app.rules.topups.reconciliation import candidates
from app.services.topups.list_matches import Look, draft_of
from app.services.topups.scans import scan_since

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.topups import TopUpsApi
    from app.clock import Clock
    from app.models.topups import TopUp
    from app.storage.outbox import Outbox
    from app.storage.outbox_rows import TopUpRequest


class Reconciliation:
    """The reconciliation of one account's requests: what the list tells of them, and until when keys hold."""

    def __init__(self, *, api: TopUpsApi, outbox: Outbox, owner: tuple[str, str], clock: Clock) -> None:
        """Binds it to the account.

        Args:
            api: The client of the account's service.
            owner: The account's id in this app, and what stands for the service's address.
            clock: This computer's time.
        """
        self._api = api
        self._outbox = outbox
        self._owner = owner
        self._clock = clock
        self._ambiguous: dict[str, int] = {}

    def candidates(self, intent: TopUpRequest) -> int:
        """Returns how many top-ups of the list a request could have made, as of the last look."""
        return self._ambiguous.get(intent.idempotency_key, 0)

    def drop(self, key: str) -> None:
        """Forgets what the list told of a request."""
        self._ambiguous.pop(key, None)

    async def look_quietly(self, intent: TopUpRequest) -> Look:
        """Looks through the list; a list that can't be had tells nothing."""
        try:
            return await self.look(intent)
        except AppError:
            return Look(None, 0, was_whole=False)

    async def look(self, intent: TopUpRequest) -> Look:
        """Looks through the service's list for what came of a request; never guesses.

        Raises:
            AppError: The list could not be had.
        """
        draft = draft_of(intent)
        if draft is None:
            return Look(None, 0, was_whole=False)
        if not self._api.service_clock.known:
            await self.learn_time()
        between = self._made_between(intent)
        scan = await scan_since(self._api, between[0] if between else None)
        taken = await asyncio.to_thread(self._outbox.topup_ids, *self._owner)
        fitting = candidates(scan.topups, draft, between, taken)
        is_certain = between is not None and len(fitting) == 1 and scan.was_whole
        if is_certain and not await self._could_be_another(fitting[0], intent):
            self._ambiguous.pop(intent.idempotency_key, None)
            return Look(fitting[0], 1, was_whole=True)
        self._ambiguous[intent.idempotency_key] = len(fitting)
        return Look(None, len(fitting), scan.was_whole)

    async def learn_time(self) -> None:
        """Lets the service tell its time anew, which decides how old a request is.

        Raises:
            AppError: It could not be asked.
        """
        await self._api.page(1, per_page=1)

    async def _could_be_another(self, topup: TopUp, intent: TopUpRequest) -> bool:
        for other in await asyncio.to_thread(self._outbox.pending, *self._owner):
            if other.is_damaged:
                return True
            if other.idempotency_key != intent.idempotency_key and other.body == intent.body:
                between = self._made_between(other)
                if between is None or between[0] <= topup.created_at <= between[1]:
                    return True
        return False

    def may_replay(self, intent: TopUpRequest) -> bool:
        """Returns whether the service is sure to know the key of a request still."""
        return may_replay(intent.asked, self.now())

    def _made_between(self, intent: TopUpRequest) -> tuple[datetime, datetime] | None:
        return made_between(intent.asked, intent.sent, self.now())

    def now(self) -> Moment:
        """Returns the time by both clocks."""
        service_clock = self._api.service_clock
        return Moment(self._clock.now(), service_clock.now() if service_clock.known else None)
