"""One account's top-ups on screen, over a sandbox in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.page_plays import play_on
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from tollhouse_sandbox.settings import Scale

    Story = Callable[[TopUpsScreen], Coroutine[Any, Any, None]]


@pytest.fixture
def on_screen(run: Callable[..., None], tmp_path: Path) -> Callable[..., None]:
    """Plays a story on a page that has loaded, or on one that has not been asked to yet."""

    def play(
        story: Story, scale: Scale = "empty", *, size: tuple[int, int] = (1180, 760), load: bool = True
    ) -> None:
        play_on(TopUpsScreen, run, tmp_path, story, scale=scale, size=size, load=load)

    return play
