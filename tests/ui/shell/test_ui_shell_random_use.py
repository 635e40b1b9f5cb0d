"""Random use of the whole window: whatever is done, and whatever happens around it, nothing crashes.

A seed of its own repeats a run: `--hypothesis-seed=N` is the first, and `make prove` draws more of them.
"""

from __future__ import annotations

import logging
import random
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from app import bootstrap
from support.account_process import Oracle
from support.account_services import MemoryKeyring
from support.harnesses import at_window
from support.more_examples import more
from support.random_surroundings import Surroundings
from support.random_use import RandomUser
from support.variant_walk import drawn_values
from tollhouse_sandbox.process import start_sandbox
from ui.start.application import apply_language

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

STARTS, STEPS = 2, 50
LANGUAGES = ("en", "de", "es", "fr", "ru", "zh_Hans", "qps-rtl")

# Where a request is cancelled in the turn in which httpcore closes what has been idle, it leaves the rest of
# that open, until it is collected as garbage.
_IDLE = "Exception ignored in. <(socket|function _SelectorTransport)"
# Only a real platform raises windows, and has a tray.
pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged"),
    pytest.mark.filterwarnings(f"ignore:{_IDLE}:pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.usefixtures("no_desktop"),
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    first = int(metafunc.config.getoption("--hypothesis-seed") or 0) * more(2)
    metafunc.parametrize("seed", range(first, first + more(2)))


async def test_random_use_crashes_nothing(
    *,
    qapp: QApplication,
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    crashes: list[BaseException],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda _url: True)
    with ExitStack() as stack:
        stack.callback(apply_language, qapp, "en")
        sandboxes = [
            stack.enter_context(start_sandbox("--scale", scale, *_variants(seed)))
            for scale in ("demo", "empty")
        ]
        oracles = [stack.enter_context(closing(Oracle(sandbox))) for sandbox in sandboxes]
        services = list(zip(sandboxes, oracles, strict=True))
        around = Surroundings(services, tmp_path / "app", MemoryKeyring())
        monkeypatch.setattr(bootstrap, "SystemClock", lambda: around.clock)
        for start in range(STARTS):
            apply_language(qapp, random.Random(seed + start).choice(LANGUAGES))
            async with at_window(RandomUser, around.home, around.ring) as user:
                user.begin(seed, tmp_path, around, crashes)
                if start == 0:
                    await user.connect(sandboxes[0], "Work")
                    await user.services.accounts.connect("Home", sandboxes[1].base_url, sandboxes[1].api_key)
                for number in range(start * STEPS, (start + 1) * STEPS):
                    if not user.has_ended:
                        await user.step(number)
                await user.come_back()
    assert not crashes, crashes
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, errors


def _variants(seed: int) -> list[str]:
    """Returns options that let the services of every second seed answer in other ways."""
    drawn = drawn_values(random.Random(seed), 0.3 * (seed % 2))
    # The oracle, which asks like anyone else, would be turned away, too.
    drawn.pop("busy", None)
    return [text for name, value in drawn.items() for text in ("--variant", f"{name}={value}")]
