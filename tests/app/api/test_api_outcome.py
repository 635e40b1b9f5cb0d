"""The outcome of a write, by the error that it ended with."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.api.outcome import Outcome, is_final_refusal, mark_unknown, outcome_of, requested_wait
from app.errors import (
    AppError,
    BadCertificateError,
    ConflictError,
    InvalidInputError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
    TimedOutError,
    UnexpectedResponseError,
    UnreachableError,
)


@pytest.mark.parametrize(
    ("error", "outcome", "is_final"),
    [
        (None, "done", False),
        (InvalidInputError("label", "too_long"), "not_sent", False),
        (UnreachableError(may_have_arrived=False), "not_sent", False),
        (BadCertificateError(may_have_arrived=False), "not_sent", False),
        (UnreachableError(), "unknown", False),
        (TimedOutError(), "unknown", False),
        (UnexpectedResponseError("not JSON"), "unknown", False),
        (ServiceError(408), "unknown", False),
        (ServiceFaultError(500), "unknown", False),
        (ServiceFaultError(503, retry_after=timedelta(seconds=1)), "unknown", False),
        (ConflictError(409), "refused", True),
        (ServiceError(401), "refused", True),
        (RateLimitedError(429), "refused", False),
    ],
)
def test_only_a_refusal_or_a_failure_before_sending_proves_that_nothing_was_done(
    error: AppError | None, outcome: Outcome, *, is_final: bool
) -> None:
    assert outcome_of(error) == outcome
    assert error is None or is_final_refusal(error) == is_final


@pytest.mark.parametrize("error", [UnreachableError(may_have_arrived=False), ConflictError(409)])
def test_after_a_lost_response_no_later_error_proves_anything(error: AppError) -> None:
    mark_unknown(error)
    assert outcome_of(error) == "unknown"


def test_a_wait_is_what_the_service_asks_for_but_never_over_ten_minutes() -> None:
    assert requested_wait(RateLimitedError(429)) == timedelta(minutes=1)
    assert requested_wait(RateLimitedError(429, retry_after=timedelta(seconds=7))) == timedelta(seconds=7)
    assert requested_wait(ServiceFaultError(503, retry_after=timedelta(days=1))) == timedelta(minutes=10)
    assert requested_wait(ServiceFaultError(503)) is None
    assert requested_wait(ConflictError(409, retry_after=timedelta(seconds=7))) is None
    assert requested_wait(UnreachableError()) is None
