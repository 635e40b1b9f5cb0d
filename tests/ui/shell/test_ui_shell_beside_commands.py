"""The window and commands share one outbox: whatever is killed, nothing is lost or doubled."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from support.beside_window import Beside
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.timeout(300)
def test_nothing_is_lost_or_doubled_beside_the_window(tmp_path: Path) -> None:
    with (
        start_sandbox("--scale", "empty") as sandbox,
        closing(Beside(sandbox, tmp_path / "home", seed=1)) as beside,
    ):
        for _round in range(4):
            beside.play()
        toll = beside.judge()
    assert toll.created
    assert (toll.doubled, toll.lost) == ([], []), str(toll)
