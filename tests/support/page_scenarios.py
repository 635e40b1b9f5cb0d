"""A page on screen, against a service of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from support.linked_service import LinkedService, linked_service
from support.stepped_clock import SteppedClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tollhouse_sandbox.settings import Scale


class PageHarness(Protocol):
    """A page's screen that can be loaded and put away."""

    async def load(self) -> None: ...

    async def aclose(self) -> None: ...


_S = TypeVar("_S", bound=PageHarness)


@asynccontextmanager
async def on_page(
    make: Callable[[LinkedService, tuple[int, int]], _S],
    folder: Path,
    *,
    scale: Scale = "demo",
    size: tuple[int, int] = (1180, 760),
    load: bool = True,
) -> AsyncIterator[_S]:
    """Opens a page that has loaded, or one that has not been asked to yet."""
    with linked_service(folder, scale, SteppedClock()) as service:
        screen = make(service, size)
        try:
            if load:
                await screen.load()
            yield screen
        finally:
            await screen.aclose()
