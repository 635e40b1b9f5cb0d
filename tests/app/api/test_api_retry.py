from __future__ import annotations

from datetime import timedelta

import pytest

from app.api.outcome import next_pause
from app.errors import (
    AppError,
    BadCertificateError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
    TimedOutError,
    UnauthorizedError,
    UnexpectedResponseError,
    UnreachableError,
    ValidationError,
)

PASSING = [
    UnreachableError(may_have_arrived=False),
    UnreachableError(may_have_arrived=True),
    TimedOutError(),
    ServiceError(408),
    RateLimitedError(429),
    ServiceFaultError(500),
    ServiceFaultError(503),
    ServiceFaultError(599),
]
VERDICTS = [
    BadCertificateError(may_have_arrived=False),
    InvalidInputError("apiKey", "missing"),
    UnexpectedResponseError("not JSON"),
    ServiceError(400),
    UnauthorizedError(401),
    NotFoundError(404),
    ConflictError(409),
    ValidationError(422),
    ServiceError(600),
]


def pause(attempt: int, error: AppError, *, repeatable: bool = True, drawn: float = 0.5) -> float | None:
    return next_pause(attempt, error, repeatable=repeatable, random=lambda: drawn)


@pytest.mark.parametrize("error", PASSING)
def test_what_passes_is_tried_twice_more(error: AppError) -> None:
    assert pause(1, error) is not None
    assert pause(2, error) is not None
    assert pause(3, error) is None


@pytest.mark.parametrize("error", VERDICTS)
@pytest.mark.parametrize("repeatable", [True, False])
def test_verdicts_are_final(error: AppError, *, repeatable: bool) -> None:
    assert pause(1, error, repeatable=repeatable) is None


@pytest.mark.parametrize("error", PASSING)
def test_what_can_act_twice_is_tried_again_only_if_it_never_left(error: AppError) -> None:
    never_left = isinstance(error, UnreachableError) and not error.may_have_arrived
    assert (pause(1, error, repeatable=False) is not None) == never_left


def test_pauses_have_full_jitter_from_half_a_second_to_eight() -> None:
    error = ServiceFaultError(500)
    assert pause(1, error, drawn=0) == 0.5
    assert pause(1, error, drawn=1) == 2
    assert pause(2, error, drawn=0) == 0.5
    assert pause(2, error, drawn=1) == 8


def test_retry_after_lengthens_a_pause_and_never_shortens_it() -> None:
    assert pause(1, RateLimitedError(429, retry_after=timedelta(seconds=30))) == 30
    assert pause(1, RateLimitedError(429, retry_after=timedelta())) == 1.25


@pytest.mark.parametrize(("seconds", "expected"), [(120, 120), (120.001, None), (86400, None)])
def test_a_wait_over_two_minutes_is_not_sat_out(seconds: float, expected: float | None) -> None:
    assert pause(1, ServiceFaultError(503, retry_after=timedelta(seconds=seconds))) == expected
