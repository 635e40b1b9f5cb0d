"""The gallery shows every widget, in the states that it has."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import ui.widgets
from support.gallery import STATES, picture
from support.specimens import specimens

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

# Those of buttons, inputs and texts; the others need a window, a model or a list.
FOLDERS = ("buttons", "inputs", "text")
# Bases, and what another widget is made of.
PARTS = {
    *(
        "PaintedButton",
        "ButtonLook",
        "CopyFeedback",
        "Choices",
        "Chip",
        "Lock",
        "RadioOption",
        "Label",
        "ValueLine",
    ),
    *("IconSign", "ColorDot"),
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


def test_a_state_can_be_told_from_the_usual_look(qtbot: QtBot) -> None:
    make = specimens()["Button"]
    looks = {state: picture(make(), state, 200) for state in STATES if state != "checked"}
    for state in ("hovered", "focused", "disabled"):
        assert looks[state] != looks["normal"], state
