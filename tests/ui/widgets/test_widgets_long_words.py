"""Words of any length: they have a greatest width, and push nothing beside them out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from support.accessible import description_of, name_of
from ui.theme import theme
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.chips import ChipGroup
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.painting import Mirror
from ui.widgets.tables.card_list import paint_name, paint_pair
from ui.widgets.text.badge import Badge, Tag
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.widgets.text.badge import BadgeKind

LONG = "Wm" * 5_000
WORDS = "word " * 2_000


class State:
    """A state in an unknown word."""

    kind: BadgeKind = "unknown"
    icon = ""

    def __init__(self, text: str) -> None:
        self.text = text


def combo_box(text: str) -> ComboBox:
    box = ComboBox()
    box.addItem(text)
    return box


MAKERS: list[Callable[[str], QWidget]] = [
    lambda text: Badge("unknown", text),
    Tag,
    Label,
    lambda text: Label(text, wrap=True),
    Button,
    lambda text: ChipGroup("Region", [("a", "All"), ("b", text)]),
    combo_box,
]


@pytest.mark.parametrize("text", [LONG, WORDS])
@pytest.mark.parametrize("make", MAKERS)
def test_a_control_beside_a_long_word_stays_in_sight(make: Callable[[str], QWidget], text: str) -> None:
    row, beside = QWidget(), Button("Pay")
    layout = QHBoxLayout(row)
    layout.addWidget(make(text))
    layout.addWidget(beside)
    row.resize(560, 300)
    row.show()
    assert row.width() <= 560
    assert row.rect().contains(beside.geometry())


@pytest.mark.parametrize("make", MAKERS[:3])
def test_the_whole_of_a_long_word_can_be_read(make: Callable[[str], QWidget]) -> None:
    widget = make(LONG)
    widget.resize(200, 30)
    widget.show()
    assert len(widget.toolTip()) > 100
    assert len(widget.toolTip()) < 600
    assert LONG[:100] in description_of(widget)
    short = make("Active")
    short.resize(short.sizeHint())
    short.show()
    assert short.toolTip() == description_of(short) == ""


def test_a_long_word_in_lines_is_shown_in_one_piece() -> None:
    label = Label(LONG, wrap=True)
    label.resize(300, 100)
    label.show()
    assert name_of(label) == label.shown_text()
    assert "\u200b" not in name_of(label)
    assert label.minimumHeight() > 3 * label.fontMetrics().height()
    label.setText("short")
    assert name_of(label) == "short"


def test_what_is_copied_keeps_to_one_line_when_it_is_no_address() -> None:
    field = CopyField("Username", "Copy username", copy=lambda _text: None)
    field.show_value(LONG)
    field.resize(300, field.sizeHint().height())
    field.show()
    assert field.sizeHint().height() < 60
    assert field.value == LONG


def painted(paint: Callable[[QPainter, QRectF], object], area: QRectF) -> bool:
    """Returns whether something is painted in a part of a line of 300 pixels."""
    image = QImage(300, 30, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, 300, 30))
    painter.end()
    part = image.copy(area.toRect())
    return any(part.pixelColor(x, y).alpha() for x in range(part.width()) for y in range(part.height()))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("text", [LONG, WORDS])
def test_a_long_state_leaves_the_amount_its_room(text: str) -> None:
    theme.font("strong")
    mirror = Mirror.of_app(QRectF(0, 0, 300, 30))
    gap = QRectF(75, 0, 3, 30)
    assert not painted(lambda p, r: paint_name(p, r, "$50.00", State(text), mirror), gap)
    assert painted(lambda p, r: paint_name(p, r, "$50.00", State(text), mirror), QRectF(0, 0, 20, 30))


@pytest.mark.usefixtures("qapp")
def test_a_long_text_at_the_end_leaves_the_first_its_room() -> None:
    mirror = Mirror.of_app(QRectF(0, 0, 300, 30))
    start = QRectF(0, 0, 60, 30)
    assert painted(lambda p, r: paint_pair(p, r, ("BTC", LONG[:150]), mirror), start)
    assert not painted(lambda p, r: paint_pair(p, r, ("", LONG[:150]), mirror), start)
