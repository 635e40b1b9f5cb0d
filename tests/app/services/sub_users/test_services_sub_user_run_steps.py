"""The queue of a run, step by step: what it reports, how long it pauses, and what ends it."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from app.errors import (
    AppError,
    ConflictError,
    InvalidInputError,
    RateLimitedError,
    ServiceFaultError,
    UnauthorizedError,
    UnknownOutcomeError,
    UnreachableError,
)
from app.models.sub_users import RunProgress, RunRow, SubUser
from app.services.sub_users.bulk_runs import MAX_TRIES, SubUserRun
from support.service_records import sub_user_record
from support.virtual_clock import VirtualClock

ANNA = SubUser.model_validate(sub_user_record())
TOO_MANY = RateLimitedError(429)
FAULT = ServiceFaultError(503)


class Work:
    """Ends each try of a row as the script says, in turn, and then well."""

    def __init__(self, *script: AppError | None) -> None:
        self.clock = VirtualClock()
        self.script = list(script)
        self.tries: list[tuple[int, float]] = []
        self.began = self.clock.monotonic()

    async def __call__(self, row: RunRow) -> SubUser | None:
        self.tries.append((row.number, self.clock.monotonic() - self.began))
        error = self.script.pop(0) if self.script else None
        if error is not None:
            raise error
        return ANNA

    def run_of(self, count: int) -> SubUserRun:
        rows = tuple(RunRow(number, f"Worker {number}") for number in range(1, count + 1))
        return SubUserRun("enable", rows, work=self, at_once=1, clock=self.clock)


def states(progress: RunProgress) -> list[str]:
    return [row.state for row in progress.rows]


async def test_each_step_is_reported() -> None:
    run, seen = Work(None, FAULT).run_of(2), []
    assert (run.progress.finished, run.progress.stopping, states(run.progress)) == (
        False,
        False,
        ["waiting"] * 2,
    )

    def report(progress: RunProgress) -> None:
        seen.append((states(progress), progress.finished))

    ending = await run.run(report)
    assert seen == [
        (["sending", "waiting"], False),
        (["done", "waiting"], False),
        (["done", "sending"], False),
        (["done", "failed"], False),
        (["done", "failed"], True),
    ]
    assert (ending.kind, ending.rows[0].sub_user, ending.rows[1].error) == ("enable", ANNA, FAULT)
    run.stop()
    assert not run.progress.stopping, "it has ended"


async def test_pauses_that_the_service_does_not_name_double_and_begin_anew_after_a_success() -> None:
    work = Work(*[TOO_MANY] * 3, None, TOO_MANY)
    ending = await work.run_of(2).run()
    assert ending.done == 2
    assert work.tries == [(1, 0.0), (1, 1.0), (1, 3.0), (1, 7.0), (2, 7.0), (2, 8.0)]


async def test_pauses_grow_to_half_a_minute_and_a_row_is_tried_six_times() -> None:
    work = Work(*[TOO_MANY] * (MAX_TRIES + 1))
    ending = await work.run_of(2).run()
    assert (states(ending), ending.rows[0].error) == (["failed", "done"], TOO_MANY)
    assert [number for number, _moment in work.tries] == [1] * MAX_TRIES + [2] * 2
    moments = [moment for _number, moment in work.tries]
    assert [after - before for before, after in pairwise(moments)] == [
        1.0,
        2.0,
        4.0,
        8.0,
        16.0,
        30.0,
        30.0,
    ]


async def test_a_refusal_that_names_no_pause_holds_up_no_other_row() -> None:
    work = Work(FAULT, TOO_MANY)
    ending = await work.run_of(2).run()
    assert states(ending) == ["failed", "done"]
    assert work.tries == [(1, 0.0), (2, 0.0), (2, 1.0)]


async def test_a_row_waits_in_a_pause_for_its_next_try() -> None:
    shown: list[list[str]] = []

    def report(progress: RunProgress) -> None:
        if progress.pause is not None:
            shown.append(states(progress))

    await Work(TOO_MANY).run_of(2).run(report)
    assert shown[1:] == [["waiting", "waiting"]] * len(shown[1:])
    assert shown[-1] == ["waiting", "waiting"]


async def test_a_pause_that_is_named_is_kept_also_after_other_refusals() -> None:
    asks = ServiceFaultError(503, retry_after=timedelta(seconds=20))
    unclear = UnknownOutcomeError(asks, "not_seen")
    for error in (asks, unclear):
        work = Work(error)
        shown: list[timedelta] = []

        def report(progress: RunProgress, shown: list[timedelta] = shown) -> None:
            if progress.pause is not None:
                shown.append(progress.pause)

        ending = await work.run_of(2).run(report)
        assert states(ending) == ["failed", "done"]
        assert work.tries == [(1, 0.0), (2, 20.0)]
        assert max(shown) == timedelta(seconds=20)
        assert min(shown) == timedelta(seconds=0.5), "it is counted down"


@pytest.mark.parametrize(
    ("error", "ends"),
    [
        (UnauthorizedError(401), True),
        (InvalidInputError("apiKey", "missing"), True),
        (InvalidInputError("label", "required"), False),
        (ConflictError(409, "sub_user_limit"), True),
        (ConflictError(409, "label_taken"), False),
        (UnreachableError("no route", may_have_arrived=False), True),
        (UnreachableError("reset"), False),
        (FAULT, False),
    ],
)
async def test_what_every_other_row_would_meet_ends_the_run(error: AppError, *, ends: bool) -> None:
    ending = await Work(error).run_of(3).run()
    assert states(ending) == (["failed", *["not_tried"] * 2] if ends else ["failed", "done", "done"])
    assert ending.ended_by is (error if ends else None)


async def test_an_unknown_outcome_is_remembered_for_the_next_try() -> None:
    unknown = UnknownOutcomeError(UnreachableError("reset"), "unknown")
    first = Work(unknown).run_of(1)
    ending = await first.run()
    assert (states(ending), ending.rows[0].unknown) == (["unclear"], unknown)
    work = Work(FAULT)
    again = SubUserRun("enable", ending.left, work=work, at_once=1, clock=work.clock)
    refused = await again.run()
    assert (states(refused), refused.rows[0].unknown) == (["unclear"], unknown), "the first try"
    assert states(again.again().progress) == ["waiting"]
    done = await again.again().run()
    assert (states(done), done.rows[0].error, done.rows[0].unknown) == (["done"], None, None)


async def test_stopped_it_finishes_what_is_sent_and_reports_that_it_stops() -> None:
    run, seen = Work().run_of(3), []

    def report(progress: RunProgress) -> None:
        seen.append((states(progress), progress.stopping))
        if not progress.stopping:
            run.stop()

    ending = await run.run(report)
    assert seen[:2] == [(["sending", "waiting", "waiting"], False), (["sending", "waiting", "waiting"], True)]
    assert (states(ending), ending.stopping) == (["done", "not_tried", "not_tried"], True)
    assert [row.number for row in run.again().progress.rows] == [2, 3]


async def test_stopped_in_a_pause_it_waits_no_longer() -> None:
    work = Work(RateLimitedError(429, retry_after=timedelta(seconds=600)))
    run = work.run_of(2)

    def report(progress: RunProgress) -> None:
        if progress.pause is not None and not progress.stopping:
            run.stop()

    ending = await run.run(report)
    assert (states(ending), ending.pause) == (["not_tried"] * 2, None)
    assert work.clock.monotonic() - work.began <= 1
