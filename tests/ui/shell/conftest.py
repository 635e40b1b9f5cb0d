"""A service for the windows to connect to."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.notification_screen import notification_screen
from support.sandbox_process import SandboxProcess, start_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


@pytest.fixture
def on_notifications(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Runs a scenario on a window with notifications; it reaches no desktop unless it names one."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")

    def run_scenario(scenario: Callable[..., Any], *, shown: bool = True) -> None:
        async def main() -> None:
            async with notification_screen(tmp_path, shown=shown) as screen:
                await scenario(screen)

        run(main())

    return run_scenario
