"""Whether a failed try may have acted all the same, remembered over the tries of a call.

A lost answer, then a closed port: the last error alone would say that nothing had been sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import ConnectionFailedError, ServiceError

if TYPE_CHECKING:
    from app.errors import AppError


def leaves_unknown(error: AppError) -> bool:
    """Tells whether the service may have acted on a try that ended so."""
    if isinstance(error, ConnectionFailedError):
        return error.may_have_arrived
    return isinstance(error, ServiceError) and (error.status == 408 or error.status >= 500)


def mark_unknown(error: AppError) -> None:
    """Notes on an error that an earlier try may have acted."""
    if isinstance(error, ConnectionFailedError):
        error.may_have_arrived = True
    elif isinstance(error, ServiceError):
        error.in_doubt = True
