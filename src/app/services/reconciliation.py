"""Reconciles a write whose response was lost: reads back whether it is done, and never sends it twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from app.api.outcome import outcome_of
from app.errors import AppError, UnknownOutcomeError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Result = TypeVar("Result")
Found = TypeVar("Found")


async def reconcile(
    send: Callable[[], Awaitable[Result]],
    read_back: Callable[[], Awaitable[Found]],
    is_done: Callable[[Found], Result | None],
) -> Result:
    """Sends a write once; if its outcome is unknown, returns the result that reading back shows.

    Args:
        read_back: Reads what it should have changed; an `AppError` leaves its outcome unknown.
        is_done: Returns the result if what was read shows the write as done, else None.

    Raises:
        UnknownOutcomeError: `not_seen`: it is not shown as done; `unknown`: it could not be read back.
        AppError: It was not sent, or the service refused it.
    """
    try:
        return await send()
    except AppError as error:
        if outcome_of(error) != "unknown":
            raise
        lost = error
    try:
        found = await read_back()
    except AppError:
        raise UnknownOutcomeError(lost, "unknown") from None
    result = is_done(found)
    if result is None:
        raise UnknownOutcomeError(lost, "not_seen")
    return result
