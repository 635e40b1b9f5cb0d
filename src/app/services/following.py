"""Follows every open top-up of an account, whatever is on screen, and tells what changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import (
    AppError,
    ConnectionFailedError,
    NotFoundError,
    RateLimitedError,
    ServiceFaultError,
    UnauthorizedError,
)
from app.models.sightings import is_news, sighting_of
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from app.rules.topup_notes import notes_of
from app.rules.topups import PAUSE_IN_DOUBT, oddity, pause_after, sound_after
from app.services.jumps import JumpWatch
from app.services.seen_topups import SeenTopUps
from app.storage.notebook import Owner

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.clock import Clock, ServiceClock
    from app.models.sightings import Sighting
    from app.models.topups import TopUp
    from app.rules.topup_notes import Note
    from app.services.topups import TopUps
    from app.storage.notebook import Notebook

TICK_SECONDS: Final = 1.0
ROUND_SECONDS: Final = 5.0
"""Polls come in rounds this far apart, so that many top-ups wake the computer no more often than one."""

RELIST_AFTER: Final = timedelta(minutes=5)
"""How often the list is asked for open top-ups that were made elsewhere."""

_RELIST_AGAIN: Final = timedelta(seconds=10)
_AT_ONCE = 4
_WRONG_FOR_ALL = (ConnectionFailedError, RateLimitedError, ServiceFaultError, UnauthorizedError)


@dataclass(slots=True)
class _Followed:
    """One top-up under watch.

    Attributes:
        topup: Its last known state.
        seen: What was made of it.
        due: When it may be asked for next, on the monotonic clock.
    """

    topup: TopUp
    seen: Sighting
    due: float


class Following:
    """The watch over one account's top-ups; it owns no task: `run` is for the caller to start.

    Attributes:
        on_change: Called with the state before, None if unknown, and after.
        on_note: Awaited with what is worth a note before its state counts as seen; also with what was told.
        on_trouble: Called after each round that asked something: with why it failed, or None when it worked.
        on_answer: Called after each look and each list that was answered, changed or not.
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
        """Binds the watch to its account.

        Args:
            topups: The account's top-ups.
            notebook: Keeps what was seen.
            account: The account's id in this app.
            service: What stands for the service's address.
            clock: Tells this computer's time and waits.
            service_clock: Tells the service's time.
        """
        self._topups = topups
        self._seen = SeenTopUps(notebook, Owner(account, service), self._tell_trouble)
        self._clock = clock
        self._service_clock = service_clock
        self._followed: dict[str, _Followed] = {}
        self._taken_at: dict[str, float] = {}
        self._taking = asyncio.Lock()
        self._relist_due = clock.monotonic()
        self._next_round = clock.monotonic()
        self._not_before = clock.monotonic()
        self._is_key_refused = False
        self.on_change: list[Callable[[TopUp | None, TopUp], None]] = []
        self._said: set[tuple[str, str]] = set()
        self.on_note: list[Callable[[Note], Awaitable[None]]] = []
        self.on_trouble: list[Callable[[AppError | None], None]] = []
        self.on_answer: list[Callable[[], None]] = []

    async def run(self) -> None:
        """Follows for ever: a tick each second, a round when something is due."""
        jumps = JumpWatch(self._clock)
        await self._seen.trim()
        while True:
            now = self._clock.monotonic()
            if now >= self._not_before and now >= self._relist_due:
                await self._relist()
            elif now >= max(self._not_before, self._next_round):
                await self._round()
            await self._warn_of_expiry()
            jumps.note()
            await self._clock.sleep(TICK_SECONDS)
            if jumps.has_jumped():
                self._all_due_now()

    async def take(self, topup: TopUp, *, asked_at: float | None = None) -> None:
        """Takes a state that was just read, tells what changed, and follows the top-up from there.

        Args:
            topup: The state.
            asked_at: When it was asked for, on the monotonic clock; a state that was asked for before
                the last one was taken may be older than that one, and is dropped. None: just now.
        """
        async with self._taking:
            if asked_at is not None and self._taken_at.get(topup.id, asked_at) > asked_at:
                return
            self._taken_at[topup.id] = self._clock.monotonic()
            last = await self._seen.last(topup.id)
            known = self._followed.get(topup.id)
            seen = self._judge(topup, last)
            if known is None and not seen.is_open and not (last and last.is_open):
                # Nothing happens to it any more, and the history may be long.
                return
            self._follow_from(topup, seen, self._clock.monotonic() if asked_at is None else asked_at)
            for note in notes_of(last, topup, seen.at):
                await self._say(note)
            if is_news(last, seen):
                await self._seen.keep(topup.id, seen)
        before = known.topup if known else None
        if before != topup:
            for tell in tuple(self.on_change):
                tell(before, topup)

    async def refresh(self, topup_id: str) -> TopUp:
        """Asks for a top-up at once, whenever it would be its turn.

        Raises:
            AppError: It could not be had.
        """
        asked_at = self._clock.monotonic()
        topup = await self._topups.get(topup_id)
        self._note_answer()
        await self.take(topup, asked_at=asked_at)
        return topup

    def poke(self) -> None:
        """Asks again at once where it left off because the key was refused: it may be good now."""
        if self._is_key_refused:
            self._is_key_refused = False
            self._not_before = self._clock.monotonic()
            self._all_due_now()

    def known(self, topup_id: str) -> TopUp | None:
        """Returns the last known state of a top-up that is followed."""
        followed = self._followed.get(topup_id)
        return followed.topup if followed else None

    def open_topups(self) -> tuple[TopUp, ...]:
        """Returns the last known states of all that are followed, newest first."""
        topups = (followed.topup for followed in self._followed.values())
        return tuple(sorted(topups, key=lambda topup: topup.created_at, reverse=True))

    def in_progress(self) -> int:
        """Returns how many top-ups wait for a payment or for the network."""
        waiting = {AWAITING_PAYMENT, VERIFYING}
        return sum(followed.topup.status in waiting for followed in self._followed.values())

    def oddity(self, topup_id: str) -> str:
        """Returns what is odd about a top-up (see `app.rules.topups.oddity`); empty when nothing is."""
        followed = self._followed.get(topup_id)
        return followed.seen.oddity if followed else ""

    async def timeline(self, topup_id: str) -> tuple[Sighting, ...]:
        """Returns what this app saw of a top-up, oldest first; nothing if it can't be read."""
        return await self._seen.timeline(topup_id)

    def _judge(self, topup: TopUp, last: Sighting | None) -> Sighting:
        sound = last.sound_status if last else ""
        odd = oddity(topup, sound)
        return sighting_of(
            topup,
            self._service_clock.now(),
            oddity=odd,
            sound_status=sound if odd else sound_after(topup, sound),
            is_open=bool(odd) or pause_after(topup) is not None,
        )

    def _follow_from(self, topup: TopUp, seen: Sighting, asked_at: float) -> None:
        if not seen.is_open:
            self._followed.pop(topup.id, None)
            return
        pause = (PAUSE_IN_DOUBT if seen.oddity else pause_after(topup)) or PAUSE_IN_DOUBT
        # From question to question: counted from the answer, every second round would come too early.
        due = asked_at + pause.total_seconds()
        self._followed[topup.id] = _Followed(topup, seen, due)

    async def _relist(self) -> None:
        """Finds the open top-ups that nobody here knows of, and what became of those that left the list."""
        asked_at = self._clock.monotonic()
        try:
            listed = await self._topups.open_topups()
        except AppError as error:
            self._put_off(error)
            self._relist_due = self._clock.monotonic() + _RELIST_AGAIN.total_seconds()
            return
        self._relist_due = self._clock.monotonic() + RELIST_AFTER.total_seconds()
        self._note_answer()
        self._tell_trouble(None)
        for topup in listed:
            await self.take(topup, asked_at=asked_at)
        gone = await self._seen.still_open() - {topup.id for topup in listed}
        await self._look_at(sorted(gone))

    async def _round(self) -> None:
        now = self._clock.monotonic()
        self._next_round = now + ROUND_SECONDS
        due = [topup_id for topup_id, followed in self._followed.items() if followed.due <= now]
        if due and await self._look_at(due):
            self._tell_trouble(None)

    async def _look_at(self, topup_ids: list[str]) -> bool:
        """Asks for some top-ups, a few at a time; returns whether all could be had."""
        all_well = True
        for start in range(0, len(topup_ids), _AT_ONCE):
            looks = await asyncio.gather(*map(self._look, topup_ids[start : start + _AT_ONCE]))
            errors = [error for error in looks if error is not None]
            for error in errors:
                all_well = False
                self._put_off(error)
            if any(isinstance(error, _WRONG_FOR_ALL) for error in errors):
                break
        return all_well

    async def _look(self, topup_id: str) -> AppError | None:
        try:
            await self.refresh(topup_id)
        except AppError as error:
            followed = self._followed.get(topup_id)
            if followed is not None:
                followed.due = self._clock.monotonic() + PAUSE_IN_DOUBT.total_seconds()
            if isinstance(error, NotFoundError):
                await self._seen.drop(topup_id)
            return error
        return None

    def _put_off(self, error: AppError) -> None:
        if isinstance(error, RateLimitedError) and error.retry_after is not None:
            self._not_before = self._clock.monotonic() + error.retry_after.total_seconds()
        if isinstance(error, UnauthorizedError):
            # No question will be answered with this key.
            self._is_key_refused = True
            self._not_before = self._clock.monotonic() + RELIST_AFTER.total_seconds()
        self._tell_trouble(error)

    def _note_answer(self) -> None:
        self._is_key_refused = False
        for tell in tuple(self.on_answer):
            tell()

    def _tell_trouble(self, error: AppError | None) -> None:
        for tell in tuple(self.on_trouble):
            tell(error)

    def _all_due_now(self) -> None:
        now = self._clock.monotonic()
        self._relist_due = self._next_round = now
        for followed in self._followed.values():
            followed.due = now

    async def _warn_of_expiry(self) -> None:
        now = self._service_clock.now()
        for followed in tuple(self._followed.values()):
            for note in notes_of(followed.seen, followed.topup, now):
                await self._say(note)

    async def _say(self, note: Note) -> None:
        if (note.topup.id, note.occasion) not in self._said:
            for tell in tuple(self.on_note):
                await tell(note)
            self._said.add((note.topup.id, note.occasion))
