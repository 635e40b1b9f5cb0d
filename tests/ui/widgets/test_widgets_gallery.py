"""The gallery shows every widget, in the states that it has."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import ui.widgets
from support import compare_pictures
from support.gallery import STATES, picture, write_gallery
from support.specimens import specimens

if TYPE_CHECKING:
    import pytest
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

KEPT = Path(__file__).parents[2] / "pictures" / "gallery"
DIFFERENCES = Path(__file__).parents[3] / "build" / "differences"

# Those of buttons, inputs and texts; the others need a window, a model or a list.
FOLDERS = ("buttons", "inputs", "text")
# Bases, what another widget is made of, and what looks like its base.
PARTS = {
    *(
        "PaintedButton",
        "ButtonColors",
        "CopyFeedback",
        "Choices",
        "Chip",
        "Lock",
        "RadioOption",
        "Label",
        "ValueLine",
    ),
    *("IconLabel", "ColorDot", "FittingComboBox"),
}


def test_every_widget_is_in_the_gallery() -> None:
    root = Path(ui.widgets.__path__[0])
    names = {
        node.name
        for folder in FOLDERS
        for path in (root / folder).glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    shown = {name.partition(",")[0] for name in specimens()}
    assert names - PARTS - shown == set()


def test_a_state_differs_from_the_usual_look(qtbot: QtBot) -> None:
    make = specimens()["Button"]
    looks = {state: picture(make(), state, 200) for state in STATES if state != "checked"}
    for state in ("hovered", "focused", "disabled"):
        assert looks[state] != looks["normal"], state


def test_every_widget_looks_as_in_the_kept_pictures(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_gallery(qapp, tmp_path)
    status = compare_pictures.main(KEPT, tmp_path, DIFFERENCES)
    assert status == 0, f"{capsys.readouterr().out}If that is wanted: make keep-gallery"


def test_a_changed_part_is_found_and_shown(qtbot: QtBot, tmp_path: Path) -> None:
    before = picture(specimens()["Button"](), "normal", 200)
    after = before.copy()
    after.setPixelColor(20, 12, "#ff00ff")
    assert compare_pictures.difference(before, before).isEmpty()
    assert compare_pictures.difference(before, after).getRect() == (20, 12, 1, 1)
    compare_pictures.write_difference(before, after, tmp_path / "part.png")
    assert (tmp_path / "part.png").stat().st_size > 0
