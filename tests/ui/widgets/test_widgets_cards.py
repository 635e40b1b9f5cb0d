"""Cards: a part that is painted again looks as it did in the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect

from ui.theme import theme
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from ui.theme.tokens import Scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("inset", [0, 1, 4, 12, 13, 14, 40])
def test_a_part_is_painted_as_in_the_whole(
    qapp: QApplication, qtbot: QtBot, scheme: Scheme, inset: int
) -> None:
    theme.apply_theme(qapp, scheme)
    card = Card()
    qtbot.addWidget(card)
    card.resize(160, 120)
    part = QRect(inset, inset, 160 - 2 * inset, 120 - 2 * inset)
    assert card.grab(part).toImage() == card.grab().toImage().copy(part)


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("sentence", ["H", "H " * 400])
def test_the_sentence_of_a_callout_stands_on_the_line_of_its_title(
    qapp: QApplication, qtbot: QtBot, scale: float, sentence: str
) -> None:
    theme.apply_theme(qapp, "light", text_scale=scale)
    callout = Callout("warning")
    qtbot.addWidget(callout)
    callout.show_callout("warning", sentence, title="H")
    width = 1700
    callout.resize(width, 100)
    callout.show()
    callout.resize(width, callout.heightForWidth(width))
    picture = callout.grab().toImage()
    title, label = (one.geometry() for one in callout.findChildren(Label))
    assert title.right() < label.left()
    assert first_row(picture, title) == first_row(picture, label)
    theme.apply_theme(qapp, "light")


def first_row(picture: QImage, area: QRect) -> int:
    """Returns the row of pixels in which the letters of a label begin, but for a blurred edge."""
    columns, rows = range(area.left(), area.left() + 8), range(area.top(), area.bottom())
    middle = (theme.color("warning").lightness() + theme.color("warning_tint").lightness()) / 2
    return next(y for y in rows if any(picture.pixelColor(x, y).lightness() < middle for x in columns))
