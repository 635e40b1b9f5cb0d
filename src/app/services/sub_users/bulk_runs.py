"""Bulk runs: a queue of single calls with pause, stop and per-row results."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.api.outcome import outcome_of
from app.errors import (
    AppError,
    ConflictError,
    ConnectionFailedError,
    InvalidInputError,
    RateLimitedError,
    ServiceError,
    UnauthorizedError,
    UnknownOutcomeError,
)
from app.models.sub_users import RunProgress, RunRow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.clock import Clock
    from app.models.sub_users import RunKind, SubUser

    Work = Callable[[RunRow], Awaitable[SubUser | None]]
    OnProgress = Callable[[RunProgress], None]

MAX_TRIES: Final = 6
"""The maximum number of tries of one row when the service always asks for a pause."""

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Seconds; the pause after a 429 that names none, doubled each time."""

_STEP_SECONDS: Final = 0.5
"""The time after which a stop ends a pause."""


class SubUserRun:
    """One run over many rows; every row is sent once, and again only after a 429.

    Args:
        work: Processes one row; returns the sub-user as it is afterwards, None if it was deleted.
        at_once: The maximum number of concurrent calls.
    """

    def __init__(
        self, kind: RunKind, rows: tuple[RunRow, ...], *, work: Work, at_once: int, clock: Clock
    ) -> None:
        self._kind = kind
        self._rows = list(rows)
        self._work = work
        self._at_once = at_once
        self._clock = clock
        self._queue = deque(range(len(rows)))
        self._tries = [0] * len(rows)
        self._resume_at = 0.0
        self._pauses = 0
        self._stopping = False
        self._finished = False
        self._ended_by: AppError | None = None
        self._on_progress: OnProgress = lambda _progress: None

    @property
    def progress(self) -> RunProgress:
        return RunProgress(
            self._kind, tuple(self._rows), self._pause(), self._stopping, self._finished, self._ended_by
        )

    async def run(self, on_progress: OnProgress | None = None) -> RunProgress:
        """Processes all rows, once, and returns the final progress; no `AppError` leaves it.

        Cancelled, it sends no more; the outcome of calls in flight is then unknown.
        """
        if on_progress is not None:
            self._on_progress = on_progress
        try:
            async with asyncio.TaskGroup() as lanes:
                for _lane in range(min(self._at_once, len(self._rows))):
                    lanes.create_task(self._work_through())
        finally:
            self._end()
        return self.progress

    def stop(self) -> None:
        """Sends no more; calls in flight are finished."""
        if not self._finished:
            self._stopping = True
            self._report()

    def again(self) -> SubUserRun:
        """Returns a run of the rows that remain; unknown outcomes are reconciled before anything is sent."""
        rows = tuple(replace(row, state="waiting") for row in self.progress.left)
        return SubUserRun(self._kind, rows, work=self._work, at_once=self._at_once, clock=self._clock)

    async def _work_through(self) -> None:
        while True:
            await self._wait_for_pause()
            if self._stopping or self._ended_by or not self._queue:
                return
            await self._try(self._queue.popleft())

    async def _try(self, index: int) -> None:
        row = self._rows[index]
        self._tries[index] += 1
        self._set_row(index, replace(row, state="sending"))
        try:
            sub_user = await self._work(row)
        except AppError as error:
            self._handle_refusal(index, row, error)
        else:
            self._pauses = 0
            self._set_row(index, replace(row, state="done", sub_user=sub_user, error=None, unknown=None))

    def _handle_refusal(self, index: int, row: RunRow, error: AppError) -> None:
        """Requeues a row after a 429, otherwise records its error."""
        self._begin_pause(error)
        if isinstance(error, RateLimitedError) and self._tries[index] < MAX_TRIES:
            self._queue.appendleft(index)
            self._set_row(index, replace(row, state="waiting"))
            return
        if _ends_all(error):
            self._ended_by = self._ended_by or error
        unknown = error if isinstance(error, UnknownOutcomeError) else row.unknown
        is_unclear = unknown is not None and unknown.state == "unknown"
        self._set_row(
            index, replace(row, state="unclear" if is_unclear else "failed", error=error, unknown=unknown)
        )

    def _begin_pause(self, error: AppError) -> None:
        """Pauses the whole queue as long as a refusal asks for, 10 minutes at most."""
        refusal = error.cause if isinstance(error, UnknownOutcomeError) else error
        if not isinstance(refusal, ServiceError):
            return
        seconds = 0.0
        if refusal.pause is not None:
            seconds = refusal.pause.total_seconds()
        elif isinstance(refusal, RateLimitedError):
            seconds = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**self._pauses)
        if isinstance(refusal, RateLimitedError) and self._pause() is None:
            self._pauses += 1
        self._resume_at = max(self._resume_at, self._clock.monotonic() + seconds)

    async def _wait_for_pause(self) -> None:
        while self._queue and not self._stopping and not self._ended_by and (pause := self._pause()):
            self._report()
            await self._clock.sleep(min(pause.total_seconds(), _STEP_SECONDS))

    def _pause(self) -> timedelta | None:
        left = self._resume_at - self._clock.monotonic()
        return timedelta(seconds=left) if left > 0 and self._queue and not self._finished else None

    def _end(self) -> None:
        self._finished = True
        for index, row in enumerate(self._rows):
            if row.state in {"waiting", "sending"}:
                # Still 'sending' when the run was cancelled.
                self._rows[index] = replace(row, state="unclear" if row.state == "sending" else "not_tried")
        self._report()

    def _set_row(self, index: int, row: RunRow) -> None:
        self._rows[index] = row
        self._report()

    def _report(self) -> None:
        self._on_progress(self.progress)


def _ends_all(error: AppError) -> bool:
    """Returns whether all other rows would fail alike: no key, not found, limit reached."""
    if isinstance(error, ConnectionFailedError):
        return outcome_of(error) == "not_sent"
    if isinstance(error, InvalidInputError):
        return error.field == "apiKey"
    if isinstance(error, ConflictError):
        return error.code == "sub_user_limit"
    return isinstance(error, UnauthorizedError)
