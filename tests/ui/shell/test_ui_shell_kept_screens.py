"""Whole screens look as in the kept pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support import compare_pictures
from support.kept_screens import write_screens

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

KEPT = Path(__file__).parents[2] / "pictures" / "screens"
DIFFERENCES = Path(__file__).parents[3] / "build" / "differences"

pytestmark = [pytest.mark.qt_log_ignore("does not support raise"), pytest.mark.usefixtures("no_desktop")]


async def test_every_screen_looks_as_in_the_kept_pictures(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await write_screens(qapp, tmp_path)
    capsys.readouterr()
    status = compare_pictures.main(KEPT, tmp_path, DIFFERENCES)
    assert status == 0, f"{capsys.readouterr().out}If that is wanted: make keep-screens"
