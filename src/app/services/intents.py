"""Sends each wish to top up once, and finds out what came of it when the answer was lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from typing import TYPE_CHECKING

from app.api.topups import draft_bytes
from app.errors import (
    AppError,
    BusyError,
    ConnectionFailedError,
    StorageError,
    UnsettledError,
)
from app.models.pending_topups import PendingState, PendingTopUp
from app.rules.reconciling import candidates
from app.rules.refusals import is_verdict, made_nothing, refuses_the_wish, was_never_sent
from app.rules.replays import Moment, made_between, may_replay
from app.services.looks import Look, draft_of
from app.services.topup_scans import scan_since
from app.storage.outbox import Intent

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.topups import TopUpsApi
    from app.clock import Clock
    from app.models.topups import TopUp, TopUpDraft
    from app.services.baselines import Baselines
    from app.storage.outbox import Claim, Outbox

_log = logging.getLogger("tollhouse.intents")


class Intents:
    """The wishes of one account, from the outbox to the service."""

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        api: TopUpsApi,
        outbox: Outbox,
        baselines: Baselines,
        account: str,
        service: str,
        clock: Clock,
    ) -> None:
        """Binds the wishes to their account.

        Args:
            api: The client of the account's service.
            outbox: Where they are kept.
            baselines: Hears what came of them.
            account: The account's id in this app.
            service: What stands for the service's address in the outbox.
            clock: Tells this computer's time.
        """
        self._api = api
        self._outbox = outbox
        self._baselines = baselines
        self._owner = (account, service)
        self._clock = clock
        self._unwritten: dict[str, tuple[Intent, TopUp]] = {}
        self._ambiguous: dict[str, int] = {}
        self._creating: set[bytes] = set()

    async def create(self, draft: TopUpDraft, *, is_another: bool) -> TopUp:
        """Sends a wish, which is on disk before; a wish that is pending keeps its key.

        Raises:
            UnsettledError: Another wish is pending, and nobody said that this `is_another`.
            BusyError: The same wish is being sent at this moment.
            StorageError: It could not be written; nothing was sent.
            ServiceError: The service refused.
            AppError: No or no proper answer came, and the list does not tell either; it stays pending.
        """
        body = draft_bytes(draft)
        if body in self._creating:
            raise BusyError("the same top-up is being sent already")
        self._creating.add(body)
        try:
            return await self._create(body, is_another=is_another)
        finally:
            self._creating.discard(body)

    async def _create(self, body: bytes, *, is_another: bool) -> TopUp:
        await self._write_unwritten()
        pending = await self._pending()
        if any(intent.body == body for intent in pending):
            await self._learn_time()
        if not is_another and any(one.body != body or not self._may_replay(one) for one in pending):
            raise UnsettledError
        now = self._now()
        intent = Intent(uuid.uuid4().hex, *self._owner, body, asked=now, sent=now)
        claim = await asyncio.to_thread(self._outbox.claim, intent, self._may_replay)
        return await self._send(claim)

    async def resume(self) -> tuple[TopUp, ...]:
        """Settles what can be settled of the pending wishes; returns the top-ups that came of them.

        Raises:
            AppError: The first thing that went wrong, after all were tried; the rest stays pending.
        """
        await self._write_unwritten()
        found: list[TopUp] = []
        faults: list[AppError] = []
        for intent in await self._pending():
            try:
                topup = await self._settle(intent)
            except (ConnectionFailedError, StorageError) as error:
                faults.append(error)
                break
            except AppError as error:
                if not is_verdict(error):
                    faults.append(error)
            else:
                found += [topup] if topup else []
        if faults:
            raise faults[0]
        return tuple(found)

    async def pending(self) -> tuple[PendingTopUp, ...]:
        """Returns the wishes whose fate is not known, oldest first: from the disk alone.

        Raises:
            StorageError: The outbox can't be read.
        """
        sending = await asyncio.to_thread(self._outbox.being_sent, *self._owner)
        return tuple(
            PendingTopUp(
                intent.idempotency_key,
                draft_of(intent),
                intent.asked.wall,
                self._state(intent, is_sending=intent.idempotency_key in sending),
                self._ambiguous.get(intent.idempotency_key, 0),
            )
            for intent in await self._pending()
        )

    async def look_again(self, key: str) -> TopUp | None:
        """Tries once more to find out what came of a pending wish; None if that still can't be told.

        Raises:
            AppError: The service could not be asked, or refused the wish.
        """
        for intent in await self._pending():
            if intent.idempotency_key == key:
                return await self._settle(intent)
        return None

    async def forget(self, key: str) -> None:
        """Gives up a pending wish; a top-up that came of it all the same stands in the list.

        Raises:
            StorageError: It could not be written.
        """
        await asyncio.to_thread(self._outbox.mark_forgotten, key)
        self._ambiguous.pop(key, None)

    async def _settle(self, intent: Intent) -> TopUp | None:
        """Finds out what came of a pending wish: by its key where that is safe, else by the list."""
        await self._learn_time()
        if not self._may_replay(intent):
            look = await self._look(intent)
            return await self._keep(intent, look.found) if look.found else None
        claim = await asyncio.to_thread(self._outbox.claim_again, intent, self._now())
        if claim is None or not claim.is_ours:
            return None
        topup = await self._send(claim)
        try:
            # What a key brings back is as old as the key.
            return await self._api.get(topup.id)
        except AppError:
            return topup

    async def _send(self, claim: Claim) -> TopUp:
        if not claim.is_ours:
            raise BusyError("the same top-up is being sent already")
        intent = claim.intent
        try:
            topup = await self._api.create(intent.body, idempotency_key=intent.idempotency_key)
        except AppError as error:
            return await self._find_after(error, claim)
        except BaseException:
            await self._release(intent.idempotency_key)
            raise
        return await self._keep(intent, topup)

    async def _find_after(self, error: AppError, claim: Claim) -> TopUp:
        """Returns the top-up that came of a call that failed, or raises that failure."""
        key = claim.intent.idempotency_key
        try:
            if claim.is_new and made_nothing(error):
                await asyncio.to_thread(self._outbox.mark_refused, key)
                raise error
            if not was_never_sent(error):
                look = await self._look_quietly(claim.intent)
                if look.found:
                    return await self._keep(claim.intent, look.found)
                if refuses_the_wish(error) and look.was_whole and not look.candidates:
                    await asyncio.to_thread(self._outbox.mark_refused, key)
            raise error
        finally:
            await self._release(key)

    async def _release(self, key: str) -> None:
        # What can't be written here ends with this process at the latest.
        with contextlib.suppress(StorageError):
            await asyncio.to_thread(self._outbox.release, key)

    async def _look_quietly(self, intent: Intent) -> Look:
        try:
            return await self._look(intent)
        except AppError:
            return Look(None, 0, was_whole=False)

    async def _look(self, intent: Intent) -> Look:
        """Looks through the service's list for what came of a wish; never guesses."""
        draft = draft_of(intent)
        if draft is None:
            return Look(None, 0, was_whole=False)
        if not self._api.service_clock.known:
            await self._learn_time()
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

    async def _learn_time(self) -> None:
        """Lets the service tell its time anew, which decides how old a wish is."""
        await self._api.page(1, per_page=1)

    async def _could_be_another(self, topup: TopUp, intent: Intent) -> bool:
        for other in await self._pending():
            if other.idempotency_key != intent.idempotency_key and other.body == intent.body:
                between = self._made_between(other)
                if between is None or between[0] <= topup.created_at <= between[1]:
                    return True
        return False

    async def _keep(self, intent: Intent, topup: TopUp) -> TopUp:
        """Notes what came of a wish, as it is: whether it may be paid is for the gate to say."""
        self._baselines.note_made(topup, intent)
        self._unwritten[intent.idempotency_key] = (intent, topup)
        self._ambiguous.pop(intent.idempotency_key, None)
        try:
            await self._write_unwritten()
        except StorageError as error:
            # The top-up is there all the same; the outbox hears of it as soon as it can be written.
            _log.warning("a new top-up could not be noted: %s", error.reason)
        return topup

    async def _write_unwritten(self) -> None:
        for key, (intent, topup) in tuple(self._unwritten.items()):
            await asyncio.to_thread(self._outbox.mark_created, intent, topup.id)
            self._unwritten.pop(key, None)

    async def _pending(self) -> tuple[Intent, ...]:
        intents = await asyncio.to_thread(self._outbox.pending, *self._owner)
        return tuple(intent for intent in intents if intent.idempotency_key not in self._unwritten)

    def _state(self, intent: Intent, *, is_sending: bool) -> PendingState:
        if is_sending:
            return PendingState.CHECKING
        if self._may_replay(intent):
            return PendingState.WAITING
        return (
            PendingState.AMBIGUOUS if self._ambiguous.get(intent.idempotency_key) else PendingState.UNCERTAIN
        )

    def _may_replay(self, intent: Intent) -> bool:
        return may_replay(intent.asked, self._now())

    def _made_between(self, intent: Intent) -> tuple[datetime, datetime] | None:
        return made_between(intent.asked, intent.sent, self._now())

    def _now(self) -> Moment:
        service_clock = self._api.service_clock
        return Moment(self._clock.now(), service_clock.now() if service_clock.known else None)
