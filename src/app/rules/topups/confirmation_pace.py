"""Estimates how long the missing confirmations take."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.models.topups import VERIFYING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.coins import Network
    from app.models.topups import TopUp, TopUpSnapshot

_LONGEST_SILENCE = 4
"""After so many times the usual pause between two blocks nothing is promised any more."""


def time_left(
    topup: TopUp, seen: Sequence[TopUpSnapshot], network: Network | None, now: datetime
) -> timedelta | None:
    """Returns the estimated time until a payment is confirmed; None without an estimate.

    Args:
        seen: Its snapshots, oldest first: the pace of its own blocks has the most weight.
        network: The catalog's entry, whose estimated minutes count for all confirmations (spec 2.3).
    """
    missing = topup.confirmations_required - topup.confirmations
    blocks = _blocks(topup, seen)
    if topup.status != VERIFYING or missing <= 0 or topup.confirmations == 0 or not blocks:
        return None
    pause = _seen_pause(blocks) or _usual_pause(network)
    since_last = now - blocks[-1].at
    if pause is None or since_last > pause * _LONGEST_SILENCE:
        return None
    return pause * missing - min(max(since_last, timedelta(0)), pause)


def _blocks(topup: TopUp, seen: Sequence[TopUpSnapshot]) -> list[TopUpSnapshot]:
    """Returns the first snapshot of each count of confirmations since the last report."""
    blocks: list[TopUpSnapshot] = []
    for snapshot in seen:
        if snapshot.status != VERIFYING or snapshot.confirmations > topup.confirmations:
            blocks.clear()
        elif not blocks or snapshot.confirmations > blocks[-1].confirmations:
            blocks.append(snapshot)
    return blocks


def _seen_pause(blocks: list[TopUpSnapshot]) -> timedelta | None:
    """Returns the pause between two blocks, once three of them were seen to come."""
    counted = [block for block in blocks if block.confirmations]
    if len(counted) < 2 or counted[-1].confirmations - counted[0].confirmations < 3:
        return None
    return (counted[-1].at - counted[0].at) / (counted[-1].confirmations - counted[0].confirmations)


def _usual_pause(network: Network | None) -> timedelta | None:
    if network is None or not network.estimated_minutes or not network.confirmations_required:
        return None
    return timedelta(minutes=network.estimated_minutes) / network.confirmations_required
