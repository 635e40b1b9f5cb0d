"""Polls every open top-up of an account, and reports changes."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from app.errors import AppError, ConnectionFailedError, NotFoundError, ServiceError, UnauthorizedError
from app.listeners import Listeners
from app.rules.topups.transitions import PAUSE_WHEN_INCONSISTENT, is_open
from app.services.topups.schedule import HANDFUL, LIST_AFTER, ListPolls, next_due, polled_lists
from app.services.topups.store import may_pass

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from app.clock import Clock, ServiceClock
    from app.models.topups import TopUp
    from app.services.topups.topups import TopUps

TICK_SECONDS: Final = 1.0
"""The time between two polls of any kind: many top-ups cost the service no more than a few."""

_LOAD_NEW_AFTER: Final = timedelta(seconds=5)
_PAUSE_AFTER_ERROR: Final = timedelta(seconds=5)
_JUMP_TOLERANCE_SECONDS: Final = 2.0
_LONGEST_TICK_SECONDS: Final = 5.0


class TopUpPoller:
    """Polls one account's top-ups; it owns no task: the caller starts `run`.

    A few are each polled by itself. Of more the lists are polled, and by itself only what is on screen, is
    about to expire, or differs from the lists.

    Attributes:
        on_poll: Called after each poll: with the error if the service can't be reached, or None.
        on_response: Called after each poll with a response, changed or not.
    """

    def __init__(self, topups: TopUps, *, clock: Clock, service_clock: ServiceClock) -> None:
        self._topups = topups
        self._store = topups.store
        self._clock = clock
        self._service_clock = service_clock
        self._lists = ListPolls(topups.open_pages, clock)
        # Top-ups that were open when the app was closed, or in a command beside it, and are in no list now:
        # when they may be polled.
        self._lost: dict[str, float] | None = None
        self._load_new_due = 0.0
        self._not_before = clock.monotonic()
        self._is_catching_up, self._was_list = True, False
        # The ids, and the statuses of lists, that are being polled.
        self._under_way: set[str] = set()
        self._response_at = self._put_off_at = float("-inf")
        self.on_poll: Listeners[AppError | None] = Listeners()
        self.on_response: Listeners[[]] = Listeners()
        self._store.saved.on_error.append(self.on_poll.notify)

    async def run(self) -> None:
        """Polls for ever: at most once each second, except for the first poll and one after a clock jump."""
        await self._store.saved.trim()
        try:
            async with asyncio.TaskGroup() as polls:
                while True:
                    await self._begin_poll(polls)
                    while self._is_catching_up and self._may_poll():
                        await self._begin_poll(polls)
                    await self._store.notify_of_expiry()
                    await self._find_new()
                    wall, monotonic = self._clock.now(), self._clock.monotonic()
                    await self._clock.sleep(TICK_SECONDS)
                    passed = self._clock.monotonic() - monotonic
                    if _has_jumped((self._clock.now() - wall).total_seconds(), passed):
                        self._make_all_due()
        finally:
            await self._lists.aclose()

    async def refresh(self, topup_id: str) -> TopUp:
        """Polls a top-up at once; raises what the call raises."""
        requested_at = self._clock.monotonic()
        topup = await self._topups.get(topup_id)
        self._record_response(requested_at)
        return topup

    def end_pause(self) -> None:
        """Ends a pause: the service has responded to another call."""
        now = self._clock.monotonic()
        if self._not_before > now:
            self._not_before = now
            self._lists.make_due()
            self._store.make_due(now)

    def _may_poll(self) -> bool:
        is_paused = self._clock.monotonic() < self._not_before or self._topups.pause_left_s > 0
        return not is_paused and len(self._under_way) < HANDFUL

    async def _begin_poll(self, polls: asyncio.TaskGroup) -> None:
        """Polls what is due; a response that takes longer than a tick does not hold up the others."""
        due = self._next_poll() if self._may_poll() else None
        if due is None:
            return
        poll, before = polls.create_task(due), set(self._under_way)
        while not (await asyncio.wait({poll}, timeout=TICK_SECONDS))[0]:
            if self._under_way - before:
                return

    def _next_poll(self) -> Coroutine[Any, Any, None] | None:
        """Returns what is due: the top-up on screen first, then pages of lists and single top-ups in turn."""
        busy = self._under_way
        polled, shown = self._store.polled(), self._store.shown
        listed = self._lists.next_due(polled_lists(polled), busy)
        alone = next_due(
            polled,
            now=self._clock.monotonic(),
            service_now=self._service_clock.now(),
            shown=shown,
            lists=self._lists,
            busy=busy,
        )
        if alone is not None and (listed is None or alone == shown or self._was_list):
            self._was_list = False
            return self._poll(alone)
        if listed is not None:
            self._was_list = True
            return self._poll_list(listed)
        self._is_catching_up = False
        now = self._clock.monotonic()
        lost = next((one for one, since in (self._lost or {}).items() if since <= now), None)
        return None if lost is None else self._poll(lost)

    async def _poll_list(self, status: str) -> None:
        requested_at = self._clock.monotonic()
        try:
            with self._counted(status):
                topups = await self._lists.next_page(status)
        except AppError as error:
            self._postpone(error, requested_at)
            return
        self._record_response(requested_at)
        self.on_poll.notify(None)
        await self._store.put_listed(filter(is_open, topups), requested_at)
        if self._lost is None and self._lists.are_complete:
            await self._find_lost()

    async def _poll(self, topup_id: str) -> None:
        (self._lost or {}).pop(topup_id, None)
        requested_at = self._clock.monotonic()
        try:
            with self._counted(topup_id):
                await self.refresh(topup_id)
        except AppError as error:
            if may_pass(error):
                self._postpone(error, requested_at)
            elif not self._store.is_polled(topup_id):
                await self._store.keep_lost(topup_id, error)
            if self._store.is_polled(topup_id):
                return
            if isinstance(error, NotFoundError):
                await self._store.saved.drop_last_snapshot(topup_id)
            elif self._lost is not None:
                self._lost[topup_id] = requested_at + PAUSE_WHEN_INCONSISTENT.total_seconds()
        else:
            self.on_poll.notify(None)

    async def _find_lost(self) -> None:
        """Loads the top-ups that were open when the app was closed, and are in no list now."""
        now = self._clock.monotonic()
        lost = sorted(one for one in await self._store.saved.open_ids() if not self._store.is_polled(one))
        self._lost = dict.fromkeys(lost, now)
        for topup_id in lost[:HANDFUL]:
            await self._poll(topup_id)

    async def _find_new(self) -> None:
        """Finds the top-ups that a command has created or reported beside the window."""
        now = self._clock.monotonic()
        if self._lost is not None and now >= self._load_new_due:
            self._load_new_due = now + _LOAD_NEW_AFTER.total_seconds()
            new = await self._store.saved.load_new()
            self._store.make_due(now, new)
            self._lost |= {topup_id: now for topup_id in new if not self._store.is_polled(topup_id)}

    @contextmanager
    def _counted(self, name: str) -> Iterator[None]:
        self._under_way.add(name)
        try:
            yield
        finally:
            self._under_way.discard(name)

    def _postpone(self, error: AppError, requested_at: float) -> None:
        if isinstance(error, ConnectionFailedError) and self._response_at > requested_at:
            # The service has responded to others in the meantime: only this response does not come.
            return
        pause = _PAUSE_AFTER_ERROR
        if isinstance(error, ServiceError) and error.pause is not None:
            pause = error.pause
        elif isinstance(error, UnauthorizedError):
            # No request succeeds with this key.
            pause = LIST_AFTER
        self._put_off_at = self._clock.monotonic()
        self._not_before = self._put_off_at + pause.total_seconds()
        self.on_poll.notify(error)

    def _record_response(self, requested_at: float) -> None:
        self._response_at = self._clock.monotonic()
        if requested_at >= self._put_off_at:
            # A response to what was asked before the pause does not end it.
            self._not_before = min(self._not_before, self._response_at)
        self.on_response.notify()

    def _make_all_due(self) -> None:
        self._lists.make_due()
        self._store.make_due(self._clock.monotonic())
        self._is_catching_up = True


def _has_jumped(wall_seconds: float, seconds: float) -> bool:
    """Returns whether a tick took much longer, as after a suspend, or the wall clock was set meanwhile."""
    return abs(wall_seconds - seconds) > _JUMP_TOLERANCE_SECONDS or seconds > _LONGEST_TICK_SECONDS
