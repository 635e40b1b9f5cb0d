"""Creates top-ups exactly once: sends saved requests with their keys, and reconciles unknown outcomes."""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from app.api.outcome import is_final_refusal, outcome_of, requested_wait
from app.api.topups import draft_bytes
from app.errors import (
    MAX_PAUSE,
    AppError,
    BusyError,
    ConnectionFailedError,
    PendingRequestError,
    RateLimitedError,
    ServiceError,
    StorageError,
)
from app.storage.outbox_rows import TopUpRequest
from app.storage.state import storage_failure_logged

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.topups import TopUpsApi
    from app.clock import Clock
    from app.models.topup_requests import PendingState, PendingTopUp, TopUpDraft
    from app.models.topups import TopUp
    from app.rules.topups.idempotency import Moment
    from app.services.topups.coins import Coins
    from app.services.topups.deposits import DepositChecks
    from app.services.topups.reconciliations import Reconciliation
    from app.services.topups.store import TopUpStore
    from app.storage.outbox import Claim, Outbox

# Conflicts that are about what was requested (spec 4.2), whatever became of an earlier try.
_CONFLICTS: Final = frozenset({"coin_unavailable", "plan_unavailable"})
_WORKED_ON_FOR: Final = timedelta(minutes=5)
"""How long a service may work on a try whose response was lost, until its top-up is in the list."""


class TopUpRequests:
    """The top-up requests of one account, from the outbox to the service.

    Calls raise a `StorageError` when the outbox can't be used.
    """

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        api: TopUpsApi,
        outbox: Outbox,
        store: TopUpStore,
        coins: Coins,
        account: str,
        service: str,
        clock: Clock,
    ) -> None:
        self._api = api
        self._outbox = outbox
        self.store = store
        self._coins = coins
        self._owner = (account, service)
        self._clock = clock
        self._unwritten: dict[str, tuple[TopUpRequest, TopUp]] = {}
        self._creating: set[bytes] = set()

    @cached_property
    def _reconciliation(self) -> Reconciliation:
        from app.services.topups.reconciliations import Reconciliation  # noqa: PLC0415 (after the first rows)

        return Reconciliation(api=self._api, outbox=self._outbox, clock=self._clock)

    @cached_property
    def _deposits(self) -> DepositChecks:
        from app.services.topups.deposits import DepositChecks  # noqa: PLC0415 (likewise)

        return DepositChecks(self._coins, self._outbox, *self._owner)

    async def create(self, draft: TopUpDraft, *, is_another: bool = False) -> TopUp:
        """Creates a top-up: the request is on disk before the first byte is sent.

        The same request, while its outcome is unknown, has the same key, so that repeating it creates no
        second top-up (spec 4.2). After a lost response the service's list is searched.

        Args:
            is_another: The user has confirmed that this one is created although others are pending.

        Raises:
            PendingRequestError: Another request is pending, and `is_another` is False: nothing was sent;
                or this one was reconciled in the meantime, and its top-up can't be loaded.
            BusyError: The same request is being sent, or was discarded, at this moment.
            StorageError: It could not be saved; nothing was sent.
            ServiceError: The service refused, or the pause that it requested is not over.
            AppError: The response was lost, and the list has no match either; it stays pending.
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
        seen = [request for request in pending if request.body == body and not request.is_damaged]
        for end in filter(None, map(self._wait_end, seen)):
            raise RateLimitedError(429, retry_after=end - self._clock.now())
        if seen:
            await self._reconciliation.sync_service_clock()
        if not is_another and any(
            one not in seen or not self._reconciliation.may_replay(one) for one in pending
        ):
            raise PendingRequestError
        now = self._reconciliation.now()
        known = next(filter(self._reconciliation.may_replay, seen), None)
        if known is not None:
            return await self._continue(known, now)
        request = TopUpRequest(secrets.token_hex(16), *self._owner, body, requested=now, sent=now)
        return await self._send(await self._claim(request))

    async def _claim(self, request: TopUpRequest) -> Claim:
        """Claims the sending of a request; cancelled meanwhile, it leaves none that was never sent."""
        may_replay = self._reconciliation.may_replay
        claiming = asyncio.get_running_loop().run_in_executor(None, self._outbox.claim, request, may_replay)
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            claim = await claiming
            if claim.is_new:
                await asyncio.to_thread(self._outbox.mark_refused, request.idempotency_key)
            elif claim.is_ours:
                await self._release(claim.request.idempotency_key)
            raise

    async def _continue(self, request: TopUpRequest, now: Moment) -> TopUp:
        """Sends a request that was seen pending, or returns the top-up that it created; never a new one."""
        claim = await asyncio.to_thread(self._outbox.claim_again, request, now)
        if claim is not None:
            return await self._send(claim)
        topup_id = await asyncio.to_thread(self._outbox.result_of, request)
        if topup_id is None:
            raise BusyError("the same top-up was refused or given up meanwhile")
        try:
            return await self._load(topup_id)
        except AppError as error:
            # It was created: this error must not read as if it were not.
            raise PendingRequestError from error

    async def resume(self) -> tuple[TopUp, ...]:
        """Reconciles the pending requests; returns the top-ups that they created.

        Raises:
            RequestRefusedError: The service has refused one, which is not pending any more.
            AppError: The first error, after all were tried; the rest stays pending.
        """
        await self._write_unwritten()
        found: list[TopUp] = []
        faults: list[AppError] = []
        pending = await self._pending()
        if any(self._wait_end(request) for request in pending):
            # The service asked one to wait, and means all.
            return ()
        for request in pending:
            if request.is_damaged:
                continue
            try:
                topup = await self._reconcile_pending(request)
            except (ConnectionFailedError, RateLimitedError, StorageError) as error:
                faults.append(error)
                break
            except AppError as error:
                if not is_final_refusal(error):
                    faults.append(error)
            else:
                found += [topup] if topup else []
        if faults:
            raise faults[0]
        return tuple(found)

    async def pending(self) -> tuple[PendingTopUp, ...]:
        """Returns the pending requests in the outbox, oldest first."""
        requests = await self._pending()
        if not requests:
            return ()
        from app.models.topup_requests import PendingTopUp  # noqa: PLC0415 (seldom are there any)
        from app.services.topups.reconciliations import draft_of  # noqa: PLC0415 (likewise)

        sending = await asyncio.to_thread(self._outbox.being_sent, *self._owner)
        return tuple(
            PendingTopUp(
                request.idempotency_key,
                draft_of(request),
                request.requested.wall,
                self._state(request, is_sending=request.idempotency_key in sending),
                self._reconciliation.candidates(request),
                self._wait_end(request),
            )
            for request in requests
        )

    async def is_pending(self, draft: TopUpDraft) -> bool:
        """Returns whether this very request is pending; raises what `pending` raises."""
        return any(one.draft == draft for one in await self.pending())

    async def check_again(self, key: str) -> TopUp | None:
        """Reconciles one pending request again; None if its outcome is still unknown.

        Raises:
            RequestRefusedError: The service has refused it, and it is not pending any more.
            AppError: The service could not be reached, or refused the request.
        """
        for request in await self._pending():
            if request.idempotency_key == key and not request.is_damaged:
                return await self._reconcile_pending(request)
        return None

    async def forget(self, key: str) -> None:
        """Discards a pending request; a top-up that it has created is in the list."""
        await asyncio.to_thread(self._outbox.mark_forgotten, key)
        self._reconciliation.drop(key)

    async def _reconcile_pending(self, request: TopUpRequest) -> TopUp | None:
        """Reconciles a pending request; names it where a refusal has settled it."""
        from app.models.topup_requests import RequestRefusedError  # noqa: PLC0415 (seldom are there any)
        from app.services.topups.reconciliations import draft_of  # noqa: PLC0415 (likewise)

        try:
            return await self._reconcile(request)
        except ServiceError as error:
            draft = draft_of(request)
            keys = {one.idempotency_key for one in await self._pending()}
            if draft is None or request.idempotency_key in keys:
                raise
            raise RequestRefusedError(draft, error) from error

    async def _reconcile(self, request: TopUpRequest) -> TopUp | None:
        """Reconciles a pending request: by its key where that is safe, else by the list."""
        try:
            await self._reconciliation.sync_service_clock()
        except AppError as error:
            await self._save_wait(request, error)
            raise
        if not self._reconciliation.may_replay(request):
            search = await self._reconciliation.search(request)
            return await self._record(request, search.found) if search.found else None
        claim = await asyncio.to_thread(self._outbox.claim_again, request, self._reconciliation.now())
        if claim is None or not claim.is_ours:
            return None
        return await self._send(claim)

    async def _send(self, claim: Claim) -> TopUp:
        if not claim.is_ours:
            raise BusyError("the same top-up is being sent already")
        request = claim.request
        try:
            topup = await self._api.create(request.body, idempotency_key=request.idempotency_key)
        except AppError as error:
            return await self._find_after(error, claim)
        except BaseException:
            await self._release(request.idempotency_key)
            raise
        await self._record(request, topup, is_replay=not claim.is_new)
        if not claim.is_new:
            # The response to a repeated key is as old as the key.
            with contextlib.suppress(AppError):
                return await self._load(topup.id)
        return topup

    async def _load(self, topup_id: str) -> TopUp:
        requested_at = self._clock.monotonic()
        topup = await self._api.get(topup_id)
        await self.store.put(topup, requested_at=requested_at)
        return topup

    async def _find_after(self, error: AppError, claim: Claim) -> TopUp:
        """Returns the top-up that a failed call has created after all, or raises its error."""
        key = claim.request.idempotency_key
        was_not_sent = outcome_of(error) == "not_sent"
        try:
            if claim.is_new and (was_not_sent or is_final_refusal(error)):
                await self._mark_refused(key)
                raise error
            if requested_wait(error):
                # Nothing more is requested of the service now, not even its list.
                await self._save_wait(claim.request, error)
            elif not was_not_sent:
                search = await self._reconciliation.try_search(claim.request)
                if search.found:
                    return await self._record(claim.request, search.found)
                if self._refuses(claim.request, error) and search.is_complete and not search.candidates:
                    await self._mark_refused(key)
            raise error
        finally:
            await self._release(key)

    def _refuses(self, request: TopUpRequest, error: AppError) -> bool:
        """Returns whether the service refuses the request itself, not who asks or when (spec 4.2).

        A conflict may be with an earlier try, which the service still works on.
        """
        if not isinstance(error, ServiceError):
            return False
        if error.status == 409 and error.code not in _CONFLICTS:
            return self._reconciliation.now().wall >= request.requested.wall + _WORKED_ON_FOR
        return error.status in {400, 409, 422}

    async def _mark_refused(self, key: str) -> None:
        # Its error would say that nothing was sent. A request that stays pending is refused again.
        with storage_failure_logged("a refusal could not be saved"):
            await asyncio.to_thread(self._outbox.mark_refused, key)

    async def _save_wait(self, request: TopUpRequest, error: AppError) -> None:
        """Saves with a request how long the service asks to wait, also over restarts."""
        if wait := requested_wait(error):
            with contextlib.suppress(StorageError):
                not_before = self._clock.now() + wait
                await asyncio.to_thread(self._outbox.mark_paused, request.idempotency_key, not_before)

    async def _release(self, key: str) -> None:
        # A claim that can't be released here ends with this process at the latest.
        with contextlib.suppress(StorageError):
            await asyncio.to_thread(self._outbox.release, key)

    async def _record(self, request: TopUpRequest, topup: TopUp, *, is_replay: bool = False) -> TopUp:
        """Records the top-up that a request created; the deposit check decides whether it is payable.

        The response to a repeated key (`is_replay`) is the top-up as it was created, whatever its status is
        now: it is polled at once, and not payable until then.
        """
        if not await self._is_of_another(topup, request):
            self._deposits.record_created(topup, request)
            self.store.drop_deposit(topup.id)
        self._unwritten[request.idempotency_key] = (request, topup)
        self._reconciliation.drop(request.idempotency_key)
        if not self.store.is_reported(topup.id):
            # Stored before the request is marked as done: after a crash in between it is repeated, and no
            # event is missed.
            await self.store.put(topup, requested_at=-math.inf if is_replay else None)
        # The top-up exists all the same; the outbox is updated as soon as it can be written.
        with storage_failure_logged("a new top-up could not be saved"):
            await self._write_unwritten()
        return topup

    async def _is_of_another(self, topup: TopUp, request: TopUpRequest) -> bool:
        """Returns whether this top-up was the service's response to an earlier request already."""
        try:
            earlier = await asyncio.to_thread(self._outbox.of_topup, *self._owner, topup.id)
        except StorageError:
            return False
        if earlier is None or earlier.is_damaged:
            return False
        return earlier.idempotency_key != request.idempotency_key

    async def _write_unwritten(self) -> None:
        for key, (request, topup) in tuple(self._unwritten.items()):
            await asyncio.to_thread(self._outbox.mark_created, request, topup.id)
            self._unwritten.pop(key, None)

    async def _pending(self) -> tuple[TopUpRequest, ...]:
        requests = await asyncio.to_thread(self._outbox.pending, *self._owner)
        return tuple(request for request in requests if request.idempotency_key not in self._unwritten)

    def _wait_end(self, request: TopUpRequest) -> datetime | None:
        """Returns until when the service asked to wait, by this computer's clock; None if that is over."""
        end, now = request.not_before, self._clock.now()
        # It is further away only if the clock was set back.
        return end if end is not None and now < end <= now + MAX_PAUSE else None

    def _state(self, request: TopUpRequest, *, is_sending: bool) -> PendingState:
        from app.models.topup_requests import PendingState  # noqa: PLC0415 (likewise)

        if request.is_damaged:
            return PendingState.DAMAGED
        if is_sending:
            return PendingState.CHECKING
        if self._reconciliation.may_replay(request):
            return PendingState.WAITING
        return PendingState.AMBIGUOUS if self._reconciliation.candidates(request) else PendingState.UNCERTAIN
