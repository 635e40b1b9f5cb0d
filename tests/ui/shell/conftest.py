"""Services for the windows to connect to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.notification_screen import Screen, notification_screen
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from support.account_harness import Sandboxes


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[Sandboxes]:
    with start_sandbox("--scale", "empty") as one, start_sandbox("--scale", "empty") as other:
        yield one, other


@pytest.fixture
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notifications reach no desktop unless a test names one."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")


@pytest.fixture
def screen(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Screen]:
    """A window with notifications."""
    request.getfixturevalue("no_desktop")
    return notification_screen(tmp_path)
