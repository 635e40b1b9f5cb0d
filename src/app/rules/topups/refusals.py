"""Decides from a failed call whether the service has processed it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from app.errors import AppError, ConnectionFailedError, InvalidInputError, RateLimitedError, ServiceError

MAX_WAIT: Final = timedelta(minutes=10)
"""However long the service asks to wait: then a saved request is sent once more."""

_UNNAMED_WAIT = timedelta(minutes=1)


def was_never_sent(error: AppError) -> bool:
    """Returns whether no byte of the request can have arrived."""
    if isinstance(error, ConnectionFailedError):
        return not error.may_have_arrived
    return isinstance(error, InvalidInputError)


def is_verdict(error: AppError) -> bool:
    """Returns whether a response proves that this very call created nothing."""
    return (
        isinstance(error, ServiceError)
        and not error.in_doubt
        and 400 <= error.status < 500
        and error.status not in {408, 429}
    )


def made_nothing(error: AppError) -> bool:
    """Returns whether a request that was sent for the first time has certainly created nothing."""
    return was_never_sent(error) or is_verdict(error)


def refuses_the_wish(error: AppError) -> bool:
    """Returns whether the service refuses the request itself, not who asks or when (spec 4.2)."""
    return isinstance(error, ServiceError) and error.status in {400, 409, 422}


def asked_wait(error: AppError) -> timedelta | None:
    """Returns for how long a request may not be sent again, at most 10 minutes; None where nothing asks so.

    That is a 429, or any other refusal with `Retry-After`, that is no verdict on the request (spec 6).
    """
    if not isinstance(error, ServiceError) or is_verdict(error):
        return None
    if error.retry_after is None and not isinstance(error, RateLimitedError):
        return None
    return min(error.retry_after or _UNNAMED_WAIT, MAX_WAIT)
