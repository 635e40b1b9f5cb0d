"""Steps: what is done is seen at a glance."""

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.theme import theme
from ui.theme.tokens import Scheme
from ui.widgets.charts.stepper import Step, Stepper

CIRCLE = 22


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_mark_of_a_step_is_in_full_color(qapp: QApplication, qtbot: QtBot, scheme: Scheme) -> None:
    theme.apply_theme(qapp, scheme)
    picture = picture_of(qtbot)
    top = (picture.height() - CIRCLE) // 2
    inside = [picture.pixelColor(x, top + y) for x in range(4, CIRCLE - 4) for y in range(4, CIRCLE - 4)]
    assert inside.count(theme.color("surface")) >= 5
    theme.apply_theme(qapp, "light")


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_the_line_between_two_steps_is_two_pixels_high(
    qapp: QApplication, qtbot: QtBot, scale: float
) -> None:
    theme.apply_theme(qapp, "light", text_scale=scale)
    picture = picture_of(qtbot)
    ground = picture.pixelColor(picture.width() - 1, 0)
    x = next(x for x in range(picture.width() // 2, 0, -1) if has_line(picture, x))
    rows = [y for y in range(picture.height()) if picture.pixelColor(x, y) != ground]
    assert len(rows) == 2
    theme.apply_theme(qapp, "light")


def has_line(picture: QImage, x: int) -> bool:
    """Returns whether the line between the steps is in a column, and in some beside it."""
    ink = theme.color("success")
    return all(
        any(picture.pixelColor(x - beside, y).hue() == ink.hue() for y in range(picture.height()))
        for beside in range(20)
    )


def picture_of(qtbot: QtBot) -> QImage:
    stepper = Stepper()
    qtbot.addWidget(stepper)
    stepper.show_steps([Step("Created", "done"), Step("Sent", "current")])
    stepper.resize(600, stepper.sizeHint().height())
    stepper.show()
    return stepper.grab().toImage()
