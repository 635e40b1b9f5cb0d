"""What a page of the list tells, handed to the watch over the open top-ups."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import AppError

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.services.following import Following


async def take_listed(following: Following, topup: TopUp) -> TopUp:
    """Hands a state from the list to the watch; one that it knows otherwise is asked for anew.

    Returns:
        The last known state.
    """
    known = following.known(topup.id)
    if known is None:
        await following.take(topup)
    elif known != topup:
        # The list may be older than what the watch saw meanwhile.
        with suppress(AppError):
            await following.refresh(topup.id)
    return following.known(topup.id) or topup
