"""Runs a scenario on a page, against a service of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from support.linked_service import LinkedService, linked_service
from support.stepped_clock import SteppedClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tollhouse_sandbox.settings import Scale


class PageHarness(Protocol):
    """A page's screen that can be loaded and put away."""

    async def load(self) -> None: ...

    async def aclose(self) -> None: ...


_S = TypeVar("_S", bound=PageHarness)


def run_on_page(
    make: Callable[[LinkedService, tuple[int, int]], _S],
    run: Callable[..., None],
    folder: Path,
    scenario: Callable[[_S], Awaitable[None]],
    *,
    scale: Scale = "demo",
    size: tuple[int, int] = (1180, 760),
    load: bool = True,
) -> None:
    """Runs a scenario on a page that has loaded, or on one that has not been asked to yet."""

    async def main() -> None:
        with linked_service(folder, scale, SteppedClock()) as service:
            screen = make(service, size)
            try:
                if load:
                    await screen.load()
                await scenario(screen)
            finally:
                await screen.aclose()

    run(main())
