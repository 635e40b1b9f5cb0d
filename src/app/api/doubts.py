"""Remembers over the tries of a call whether a failed one may have been processed.

A lost response, then a closed port: the last error alone would mean that nothing had been sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import ConnectionFailedError, ServiceError

if TYPE_CHECKING:
    from app.errors import AppError


def leaves_unknown(error: AppError) -> bool:
    """Returns whether the service may have processed a try that ended like this."""
    if isinstance(error, ConnectionFailedError):
        return error.may_have_arrived
    return isinstance(error, ServiceError) and (error.status == 408 or error.status >= 500)


def mark_unknown(error: AppError) -> None:
    """Marks an error: an earlier try may have been processed."""
    if isinstance(error, ConnectionFailedError):
        error.may_have_arrived = True
    elif isinstance(error, ServiceError):
        error.in_doubt = True
