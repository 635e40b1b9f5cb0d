"""One account's top-ups on screen, over a sandbox in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.page_scenarios import run_on_page
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from tollhouse_sandbox.settings import Scale

    Scenario = Callable[[TopUpsScreen], Coroutine[Any, Any, None]]


@pytest.fixture
def on_screen(run: Callable[..., None], tmp_path: Path) -> Callable[..., None]:
    """Runs a scenario on a page that has loaded, or on one that has not been asked to yet."""

    def run_scenario(
        scenario: Scenario, scale: Scale = "empty", *, size: tuple[int, int] = (1180, 760), load: bool = True
    ) -> None:
        run_on_page(TopUpsScreen, run, tmp_path, scenario, scale=scale, size=size, load=load)

    return run_scenario
