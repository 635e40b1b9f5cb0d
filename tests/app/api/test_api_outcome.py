"""The outcome of a write, by the error that it ended with."""

from __future__ import annotations

import ssl
from datetime import timedelta

import httpx
import pytest

from app.api.outcome import (
    Outcome,
    connection_fault,
    is_final_refusal,
    mark_unknown,
    outcome_of,
    redirect_detail,
    requested_wait,
)
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


@pytest.mark.parametrize(
    "error",
    [UnreachableError(may_have_arrived=False), ConflictError(409), UnexpectedResponseError("not JSON")],
)
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


@pytest.mark.parametrize(
    ("error", "kind", "arrived"),
    [
        (httpx.ConnectError("refused"), UnreachableError, False),
        (httpx.ConnectTimeout("no answer"), TimedOutError, False),
        (httpx.PoolTimeout("busy"), TimedOutError, False),
        (httpx.InvalidURL("no host"), UnreachableError, False),
        (httpx.UnsupportedProtocol("ftp"), UnreachableError, False),
        (httpx.ReadError("reset"), UnreachableError, True),
        (httpx.WriteError("reset"), UnreachableError, True),
        (httpx.ReadTimeout("silence"), TimedOutError, True),
        (httpx.RemoteProtocolError("no HTTP"), UnreachableError, True),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_a_connection_that_failed_while_opening_has_carried_nothing(
    error: Exception, kind: type[AppError], *, arrived: bool
) -> None:
    fault = connection_fault(error, "in words", sent=True)
    assert type(fault) is kind
    assert (fault.detail, fault.may_have_arrived) == ("in words", arrived)
    assert connection_fault(error, "in words", sent=False).may_have_arrived is False


def test_a_certificate_behind_other_errors_is_named_and_nothing_was_sent() -> None:
    def wrapped(*, explicitly: bool) -> Exception:
        try:
            try:
                raise ssl.SSLCertVerificationError("self-signed")
            except ssl.SSLError as cause:
                if explicitly:
                    raise httpx.ConnectError("handshake") from cause
                raise httpx.ReadError("handshake")  # noqa: B904 - httpx does so too
        except httpx.HTTPError as error:
            return error

    for explicitly in (True, False):
        fault = connection_fault(wrapped(explicitly=explicitly), "in words", sent=True)
        assert type(fault) is BadCertificateError
        assert (fault.detail, fault.may_have_arrived) == ("in words", False)


def test_the_words_of_a_failed_connection_are_cut_at_500_characters() -> None:
    fault = connection_fault(httpx.ReadError("reset"), "a" * 500 + "b", sent=True)
    assert fault.detail == "a" * 500


def answer(status: int, location: str | None = None) -> httpx.Response:
    headers = {} if location is None else {"Location": location}
    request = httpx.Request("GET", "https://api.example.net/v1/topups")
    return httpx.Response(status, headers=headers, request=request)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (answer(304), "The response has the status 304, which this interface never has."),
        (answer(307), "The response has the status 307, which this interface never has."),
        (
            answer(307, "https://user:pass@evil.example:8443/v1"),
            "The response points to evil.example; it was not followed.",
        ),
        (answer(302, "/login"), "The response points to api.example.net; it was not followed."),
        (answer(302, "http://[::1]/"), "The response points to ::1; it was not followed."),
        (answer(302, "http://\x01/"), "The response points to an unreadable address; it was not followed."),
        (answer(302, "http://["), "The response points to an unreadable address; it was not followed."),
    ],
)
def test_a_redirect_is_named_by_its_host_alone(response: httpx.Response, words: str) -> None:
    assert redirect_detail(response) == words
