"""The outcome of a write, decided from the error that a call ended with."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from app.errors import ConnectionFailedError, InvalidInputError, RateLimitedError, ServiceError

if TYPE_CHECKING:
    from app.errors import AppError

Outcome = Literal["not_sent", "refused", "unknown", "done"]

_UNNAMED_WAIT = timedelta(minutes=1)


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
        case ServiceError(in_doubt=False) if error.status < 500 and error.status != 408:
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
        error.in_doubt = True


def is_final_refusal(error: AppError) -> bool:
    """Returns whether the service refused, and not only for the moment, as with a 429."""
    return outcome_of(error) == "refused" and not isinstance(error, RateLimitedError)


def requested_wait(error: AppError) -> timedelta | None:
    """Returns for how long a request may not be sent again, at most 10 minutes; None if not asked for.

    The service asks for it with a 429, or with `Retry-After` in a response that is no final refusal (spec 6).
    """
    if not isinstance(error, ServiceError) or is_final_refusal(error):
        return None
    if error.retry_after is None and not isinstance(error, RateLimitedError):
        return None
    return error.pause or _UNNAMED_WAIT
