"""One account's top-ups on screen, over a sandbox in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from sandbox.settings import Scale

    Story = Callable[[TopUpsScreen], Coroutine[Any, Any, None]]


@pytest.fixture
def on_screen(run: Callable[..., None], tmp_path: Path, qapp: QApplication) -> Callable[..., None]:
    """Plays a story on a page that has loaded, or on one that has not been asked to yet."""
    qapp.setQuitOnLastWindowClosed(False)

    def play(
        story: Story, scale: Scale = "empty", *, size: tuple[int, int] = (1180, 760), load: bool = True
    ) -> None:
        async def main() -> None:
            with linked_service(tmp_path, scale, SteppedClock()) as service:
                screen = TopUpsScreen(service, size)
                try:
                    if load:
                        await screen.load()
                    await story(screen)
                finally:
                    await screen.aclose()

        run(main())

    return play
