"""How a call ended: transport failures as errors, the outcome of a write, and retries.

HTTP dates are those of RFC 9110 (6.6.1 and 10.2.3).
"""

from __future__ import annotations

import re
import ssl
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final, Literal

import httpx

from app.errors import (
    AppError,
    BadCertificateError,
    BrokenOffError,
    ConnectionFailedError,
    InvalidInputError,
    NoTlsError,
    RateLimitedError,
    ServiceError,
    TimedOutError,
    UnreachableError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_DETAIL: Final = 500
_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,253}")
_BEFORE_SENDING = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.InvalidURL,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
)
# By OpenSSL's codes, X509_V_ERR_…; Windows and macOS have others.
_CERTIFICATE_REASONS: Final = {
    9: "not_yet_valid",
    10: "expired",
    18: "unknown_issuer",
    19: "unknown_issuer",
    20: "unknown_issuer",
    21: "unknown_issuer",
    62: "other_host",
    64: "other_host",
}
Outcome = Literal["not_sent", "refused", "unknown", "done"]
_UNNAMED_WAIT = timedelta(minutes=1)


def connection_fault(
    error: Exception, detail: str, *, sent: bool, has_status: bool = False
) -> ConnectionFailedError:
    """Returns the error for a failed connection; `detail` holds no secret, and is cut at 500 characters.

    Args:
        has_status: Whether a response had begun.
    """
    detail = detail[:_MAX_DETAIL]
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            reason = _CERTIFICATE_REASONS.get(getattr(cause, "verify_code", 0), "other")
            return BadCertificateError(detail, may_have_arrived=False, reason=reason)
    arrived = sent and not isinstance(error, _BEFORE_SENDING)
    if isinstance(error, httpx.TimeoutException):
        return TimedOutError(detail, may_have_arrived=arrived)
    # Its subclasses are about the connection, such as one that is closed during the handshake.
    if isinstance(error, httpx.ConnectError) and any(type(cause) is ssl.SSLError for cause in _causes(error)):
        return NoTlsError(detail, may_have_arrived=False)
    kind = BrokenOffError if has_status else UnreachableError
    return kind(detail, may_have_arrived=arrived)


def redirect_detail(response: httpx.Response) -> str:
    """Returns what is wrong with a redirect, or with a status that the interface never has.

    Following a redirect would send the key and the body to another host, so it is refused.
    """
    if not response.has_redirect_location:
        return f"The response has the status {response.status_code}, which this interface never has."
    try:
        host = response.request.url.join(response.headers["Location"]).host
    except (httpx.InvalidURL, ValueError):
        host = ""
    target = host if _HOST.fullmatch(host) else "an unreadable address"
    return f"The response points to {target}; it was not followed."


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error, and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def outcome_of(error: AppError | None) -> Outcome:
    """Returns how a write ended for the service.

    `not_sent`: no byte of it can have arrived. `refused`: the response proves that it did nothing.
    `unknown`: the service may have processed it. `done`: it ended without an error.
    """
    match error:
        case None:
            return "done"
        case InvalidInputError() | ConnectionFailedError(may_have_arrived=False):
            return "not_sent"
        case ServiceError(is_outcome_unknown=False) if error.status < 500 and error.status != 408:
            return "refused"
        case _:
            return "unknown"


def mark_unknown(error: AppError) -> None:
    """Marks an error of a call that an earlier try, or another call, may have done.

    A lost response, then a closed port: the last error alone would mean that nothing had been sent.
    """
    if isinstance(error, ConnectionFailedError):
        error.may_have_arrived = True
    elif isinstance(error, ServiceError):
        error.is_outcome_unknown = True


def is_final_refusal(error: AppError) -> bool:
    """Returns whether the service refused, and not only for the moment, as with a 429."""
    return outcome_of(error) == "refused" and not isinstance(error, RateLimitedError)


def requested_wait(error: AppError) -> timedelta | None:
    """Returns for how long a request may not be sent again, at most 10 minutes; None if not requested.

    The service asks for it with a 429, or with `Retry-After` in a response that is no final refusal (spec 6).
    """
    if not isinstance(error, ServiceError) or is_final_refusal(error):
        return None
    if error.retry_after is None and not isinstance(error, RateLimitedError):
        return None
    return error.pause or _UNNAMED_WAIT


_MAX_LENGTH: Final = 64
_SECONDS = re.compile(r"[0-9]{1,9}")
# Earlier or later than this is a broken clock, or junk that happens to parse.
_YEARS = range(2020, 2200)
MAX_ATTEMPTS: Final = 3
"""The first try and two more."""
MIN_PAUSE: Final = 0.5
MAX_PAUSE: Final = 8.0
"""Seconds; each pause is drawn evenly from between the shortest and a ceiling that grows to this."""
MAX_RETRY_AFTER: Final = timedelta(seconds=120)
"""The longest `Retry-After` that a call waits for; a longer one is left to the caller."""


def parse_http_date(text: str | None) -> datetime | None:
    if text is None or len(text) > _MAX_LENGTH:
        return None
    try:
        date = parsedate_to_datetime(text)
        date = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.year in _YEARS else None


def parse_retry_after(text: str | None, now: datetime) -> timedelta | None:
    """Returns the delay of a `Retry-After` header, whole seconds or an HTTP date; None if it is unusable.

    A date that has passed by the service's clock (`now`) is no delay.
    """
    if text is None:
        return None
    # `strip` takes signs away that `int` does not.
    seconds = text.strip()
    if _SECONDS.fullmatch(seconds):
        return timedelta(seconds=int(seconds))
    date = parse_http_date(text)
    return None if date is None else max(date - now, timedelta())


def next_pause(
    attempt: int, error: AppError, *, repeatable: bool, random: Callable[[], float]
) -> float | None:
    """Returns the seconds to wait before the next try; None if `attempt` was the last one."""
    if attempt >= MAX_ATTEMPTS or not _may_try_again(error, repeatable=repeatable):
        return None
    ceiling = min(MAX_PAUSE, MIN_PAUSE * 4.0**attempt)
    pause = MIN_PAUSE + random() * (ceiling - MIN_PAUSE)
    asked = error.retry_after if isinstance(error, ServiceError) else None
    if asked is None:
        return pause
    return max(pause, asked.total_seconds()) if asked <= MAX_RETRY_AFTER else None


def _may_try_again(error: AppError, *, repeatable: bool) -> bool:
    if isinstance(error, BadCertificateError):
        return False
    if isinstance(error, ConnectionFailedError):
        return repeatable or not error.may_have_arrived
    # 409 or 422 is final; only what may pass by itself is retried.
    if not (repeatable and isinstance(error, ServiceError)):
        return False
    return error.status in {408, 429} or 500 <= error.status <= 599
