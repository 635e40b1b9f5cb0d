"""Waiting for a fact that no event tells of."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_PATIENCE = 20.0


async def until(fact: Callable[[], object]) -> None:
    """Lets Qt and asyncio work until something is so."""
    async with asyncio.timeout(_PATIENCE):
        while not fact():  # noqa: ASYNC110 (Qt has no event to wait for here)
            await asyncio.sleep(0.005)


def wait_until(fact: Callable[[], object]) -> None:
    """Waits for what another process does."""
    deadline = time.monotonic() + _PATIENCE
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.005)
