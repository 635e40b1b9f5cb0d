"""Passes the top-ups of a list page to the poller."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import AppError

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.services.topups.poller import TopUpPoller


async def take_listed(poller: TopUpPoller, topup: TopUp, asked_at: float) -> TopUp:
    """Hands a state from the list to the watch; returns the last known state.

    Args:
        poller: The account's poller.
        topup: The state.
        asked_at: When the list was asked for, on the monotonic clock.
    """
    if await poller.take(topup, asked_at=asked_at, is_listed=True):
        return topup
    known = poller.known(topup.id)
    if known is None:
        # It came to its end while the list was under way.
        with suppress(AppError):
            return await poller.refresh(topup.id)
    return known or topup
