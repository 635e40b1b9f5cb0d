"""Polls every open top-up of an account, and reports changes."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import AppError, ConnectionFailedError, NotFoundError, ServiceError, UnauthorizedError
from app.models.snapshots import is_news, snapshot_of
from app.rules.topups.notifications import notes_of
from app.rules.topups.transitions import (
    PAUSE_WHEN_INCONSISTENT,
    inconsistency,
    is_open,
    pause_after,
    sound_after,
)
from app.services.topups.clock_jumps import ClockJumpDetector
from app.services.topups.list_polls import LIST_AFTER, ListPolls
from app.services.topups.snapshots import TopUpSnapshots
from app.services.topups.store import HANDFUL, TopUpStore, may_pass
from app.storage.notebook import Owner

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from app.clock import Clock, ServiceClock
    from app.models.snapshots import TopUpSnapshot
    from app.models.topups import TopUp
    from app.rules.topups.notifications import Note
    from app.services.topups.topups import TopUps
    from app.storage.notebook import Notebook

TICK_SECONDS: Final = 1.0
"""How long between two polls, of whatever: many top-ups cost the service no more than a few."""

_PAUSE_AFTER_TROUBLE: Final = timedelta(seconds=5)


class TopUpPoller:
    """Polls one account's top-ups; it owns no task: the caller starts `run`.

    A few are each polled by itself. Of more the lists are polled, and by itself only what is on screen, is
    about to expire, or is not as the lists tell it.

    Attributes:
        store: The account's top-ups; only this poller writes to it.
        on_note: Awaited with each event before its snapshot is saved; also with events notified before.
        on_trouble: Called after each poll: with why the service can't be asked, or None when it could.
        on_answer: Called after each poll that was answered, changed or not.
    """

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        topups: TopUps,
        notebook: Notebook,
        account: str,
        service: str,
        clock: Clock,
        service_clock: ServiceClock,
    ) -> None:
        """Binds the poller to its account.

        Args:
            topups: The account's top-ups.
            account: The account's id in this app.
            service: What stands for the service's address.
            clock: This computer's.
            service_clock: The service's.
        """
        self._topups = topups
        self._seen = TopUpSnapshots(notebook, Owner(account, service), self._tell_trouble)
        self._clock = clock
        self._service_clock = service_clock
        self.store = TopUpStore(clock)
        self._lists = ListPolls(topups, clock)
        self._taking = asyncio.Lock()
        # What was open when the app was closed, and is in no list now: when it may be asked for.
        self._lost: dict[str, float] | None = None
        self._not_before = clock.monotonic()
        self._is_catching_up, self._was_list = True, False
        # The IDs, and the statuses of lists, that are being asked for.
        self._under_way: set[str] = set()
        self._answered_at = self._put_off_at = float("-inf")
        self._said: set[tuple[str, str]] = set()
        self.on_note: list[Callable[[Note], Awaitable[None]]] = []
        self.on_trouble: list[Callable[[AppError | None], None]] = []
        self.on_answer: list[Callable[[], None]] = []

    async def run(self) -> None:
        """Polls for ever: at most once each second, but for the first look and one after a jump."""
        jumps = ClockJumpDetector(self._clock)
        await self._seen.trim()
        try:
            async with asyncio.TaskGroup() as polls:
                while True:
                    await self._begin_poll(polls)
                    while self._is_catching_up and self._may_ask():
                        await self._begin_poll(polls)
                    await self._warn_of_expiry()
                    jumps.note()
                    await self._clock.sleep(TICK_SECONDS)
                    if jumps.has_jumped():
                        self._look_at_all_now()
        finally:
            await self._lists.aclose()

    async def take(self, topup: TopUp, *, asked_at: float | None = None, is_listed: bool = False) -> bool:
        """Stores a state that was just loaded, notifies of it, and polls the top-up from there.

        Args:
            topup: The state.
            asked_at: When it was asked for, on the monotonic clock; a state that was asked for before
                the last one was taken may be older than that one, and is dropped. None: just now.
            is_listed: Whether it stood in a list, which may lag behind the top-up itself.

        Returns:
            Whether it was taken.
        """
        async with self._taking:
            last = await self._seen.last(topup.id)
            seen = self._judge(topup, last)
            was_open = self.store.followed(topup.id) is not None or (last is not None and last.is_open)
            if not self.store.put(topup, seen, asked_at, is_listed=is_listed):
                return False
            if not seen.is_open and not was_open:
                # Nothing happens to it any more, and the history may be long.
                return True
            for note in notes_of(last, topup, seen.at):
                await self._say(note)
            if is_news(last, seen):
                await self._seen.keep(topup.id, seen)
        return True

    async def take_page(self, topups: Iterable[TopUp], asked_at: float) -> tuple[TopUp, ...]:
        """Takes a page of a list; returns the last known states of its top-ups.

        Args:
            topups: The page.
            asked_at: When the list was asked for, on the monotonic clock.
        """
        page = tuple(topups)
        for topup in page:
            await self.take(topup, asked_at=asked_at, is_listed=True)
        return tuple(self.store.get(topup.id) or topup for topup in page)

    async def refresh(self, topup_id: str) -> TopUp:
        """Asks for a top-up at once, whenever it would be its turn.

        Raises:
            AppError: It could not be had.
        """
        asked_at = self._clock.monotonic()
        try:
            topup = await self._topups.get(topup_id)
        except AppError as error:
            self.store.record_failure(topup_id, error, asked_at)
            raise
        self._note_answer(asked_at)
        await self.take(topup, asked_at=asked_at)
        return topup

    def poke(self) -> None:
        """Polls again at once after a pause: the service has responded to someone else."""
        now = self._clock.monotonic()
        if self._not_before > now:
            self._not_before = now
            self._lists.make_due()
            self.store.make_due(now)

    def show(self, topup_id: str) -> None:
        """Polls this one first and by itself from now on: it is on screen."""
        self.store.show(topup_id)

    async def check(self, topup_id: str, *, memo_confirmed: bool = False) -> None:
        """Runs the deposit check for the top-up on screen; the store has the result.

        Args:
            topup_id: Its id.
            memo_confirmed: Whether the user has the memo from elsewhere.

        Raises:
            AppError: It could not be checked: nothing is payable.
        """
        topup = self.store.get(topup_id)
        if topup is not None:
            deposit = await self._topups.check(topup, memo_confirmed=memo_confirmed)
            self.store.put_deposit(topup, deposit)

    async def timeline(self, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns what this app saw of a top-up, oldest first; nothing if it can't be read."""
        return await self._seen.timeline(topup_id)

    def _judge(self, topup: TopUp, last: TopUpSnapshot | None) -> TopUpSnapshot:
        sound = last.sound_status if last else ""
        odd = inconsistency(topup, sound)
        return snapshot_of(
            topup,
            self._service_clock.now(),
            inconsistency=odd,
            sound_status=sound if odd else sound_after(topup, sound),
            is_open=bool(odd) or pause_after(topup) is not None,
        )

    def _may_ask(self) -> bool:
        is_paused = self._clock.monotonic() < self._not_before or self._topups.pause_left_s > 0
        return not is_paused and len(self._under_way) < HANDFUL

    async def _begin_poll(self, polls: asyncio.TaskGroup) -> None:
        """Polls what is due; a response that takes longer than a tick does not hold up the others."""
        if not self._may_ask():
            return
        poll, before = polls.create_task(self._poll_next()), len(self._under_way)
        while not (await asyncio.wait({poll}, timeout=TICK_SECONDS))[0]:
            if len(self._under_way) > before:
                return

    async def _poll_next(self) -> None:
        """Polls what is due: the top-up on screen first, then pages of lists and single top-ups in turn."""
        busy = self._under_way
        listed = self._lists.next_due(self.store.followed_by_list(), busy)
        alone = self.store.next_due(self._clock.monotonic(), self._service_clock.now(), self._lists, busy)
        if alone is not None and (listed is None or alone == self.store.shown or self._was_list):
            self._was_list = False
            await self._poll(alone)
        elif listed is not None:
            self._was_list = True
            await self._poll_list(listed)
        else:
            await self._poll_lost()
            self._is_catching_up = False

    async def _poll_list(self, status: str) -> None:
        asked_at = self._clock.monotonic()
        try:
            with self._counted(status):
                topups = await self._lists.next_page(status)
        except AppError as error:
            self._put_off(error, asked_at)
            return
        self._note_answer(asked_at)
        self._tell_trouble(None)
        for topup in filter(is_open, topups):
            await self.take(topup, asked_at=asked_at, is_listed=True)
        if self._lost is None and self._lists.are_whole:
            await self._find_lost()

    async def _poll(self, topup_id: str) -> None:
        (self._lost or {}).pop(topup_id, None)
        asked_at = self._clock.monotonic()
        try:
            with self._counted(topup_id):
                await self.refresh(topup_id)
        except AppError as error:
            if may_pass(error):
                self._put_off(error, asked_at)
            if isinstance(error, NotFoundError) and self.store.followed(topup_id) is None:
                await self._seen.drop(topup_id)
            elif self._lost is not None and self.store.followed(topup_id) is None:
                self._lost[topup_id] = asked_at + PAUSE_WHEN_INCONSISTENT.total_seconds()
        else:
            self._tell_trouble(None)

    async def _find_lost(self) -> None:
        """Loads the top-ups that were open when the app was closed, and are in no list now."""
        now = self._clock.monotonic()
        lost = sorted(one for one in await self._seen.still_open() if self.store.followed(one) is None)
        self._lost = dict.fromkeys(lost, now)
        for topup_id in lost[:HANDFUL]:
            await self._poll(topup_id)

    async def _poll_lost(self) -> None:
        now = self._clock.monotonic()
        for topup_id in [one for one, since in (self._lost or {}).items() if since <= now][:1]:
            await self._poll(topup_id)

    @contextmanager
    def _counted(self, name: str) -> Iterator[None]:
        self._under_way.add(name)
        try:
            yield
        finally:
            self._under_way.discard(name)

    def _put_off(self, error: AppError, asked_at: float) -> None:
        if isinstance(error, ConnectionFailedError) and self._answered_at > asked_at:
            # The service has responded to others in the meantime: only this response does not come.
            return
        pause = _PAUSE_AFTER_TROUBLE
        if isinstance(error, ServiceError) and error.pause is not None:
            pause = error.pause
        elif isinstance(error, UnauthorizedError):
            # No request succeeds with this key.
            pause = LIST_AFTER
        self._put_off_at = self._clock.monotonic()
        self._not_before = self._put_off_at + pause.total_seconds()
        self._tell_trouble(error)

    def _note_answer(self, asked_at: float) -> None:
        self._answered_at = self._clock.monotonic()
        if asked_at >= self._put_off_at:
            # A response to what was asked before the pause does not end it.
            self._not_before = min(self._not_before, self._answered_at)
        for tell in tuple(self.on_answer):
            tell()

    def _tell_trouble(self, error: AppError | None) -> None:
        for tell in tuple(self.on_trouble):
            tell(error)

    def _look_at_all_now(self) -> None:
        self._lists.make_due()
        self.store.make_due(self._clock.monotonic())
        self._is_catching_up = True

    async def _warn_of_expiry(self) -> None:
        now = self._service_clock.now()
        for followed in self.store.all_followed():
            for note in notes_of(followed.seen, followed.topup, now):
                await self._say(note)

    async def _say(self, note: Note) -> None:
        if (note.topup.id, note.occasion) not in self._said:
            for tell in tuple(self.on_note):
                await tell(note)
            self._said.add((note.topup.id, note.occasion))
