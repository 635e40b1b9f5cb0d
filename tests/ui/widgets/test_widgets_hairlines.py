"""Hairlines have the same height everywhere, whatever the scale of the screen."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.theme import theme
from ui.widgets.hairlines import paint_dashed_hairline, paint_hairline
from ui.widgets.layout.status_bar import StatusBar

RATIOS = ((1.0, 1), (1.25, 1), (1.5, 1), (1.75, 1), (2.0, 2), (2.5, 2), (3.0, 3))
INK, GROUND = QColor("#c00000"), QColor("white")
ROUNDED = 2
"""What smoothing may change of a channel where a pixel is covered as good as wholly."""


def is_near(color: QColor, wanted: QColor) -> bool:
    pairs = (
        (color.red(), wanted.red()),
        (color.green(), wanted.green()),
        (color.blue(), wanted.blue()),
    )
    return all(abs(mine - other) <= ROUNDED for mine, other in pairs)


def rows_in(picture: QImage, ink: QColor) -> list[int]:
    """Returns the rows of pixels in which a color is to be seen."""
    columns = range(picture.width())
    return [
        y for y in range(picture.height()) if any(is_near(picture.pixelColor(x, y), ink) for x in columns)
    ]


def blank(height: int, ratio: float) -> QImage:
    picture = QImage(round(40 * ratio), round(height * ratio), QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(GROUND)
    return picture


@pytest.mark.parametrize(("ratio", "pixels"), RATIOS)
@pytest.mark.parametrize("paint", [paint_hairline, paint_dashed_hairline])
@pytest.mark.parametrize("smooth", [False, True])
def test_a_hairline_has_the_same_height_at_each_position(
    ratio: float, pixels: int, paint: Callable[..., None], *, smooth: bool
) -> None:
    for top in range(8):
        picture = blank(10, ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        painter.translate(0, 1)
        paint(painter, 0, top, 40, INK)
        painter.end()
        line = rows_in(picture, INK)
        assert len(line) == pixels, top
        # No row beside it is tinted.
        assert {*line, *rows_in(picture, GROUND)} == set(range(picture.height()))
        first = [y for y in range(picture.height()) if not is_near(picture.pixelColor(1, y), GROUND)]
        assert first == line


@pytest.mark.parametrize(("ratio", "pixels"), RATIOS)
def test_the_line_over_the_status_bar_is_whole(
    qtbot: QtBot, qapp: QApplication, ratio: float, pixels: int
) -> None:
    theme.apply_theme(qapp, "light")
    window = QWidget()
    bar = StatusBar()
    bar.setParent(window)
    qtbot.addWidget(window)
    window.resize(40, 60)
    for top in range(20, 28):
        bar.setGeometry(QRect(0, top, 40, 30))
        picture = blank(60, ratio)
        window.render(picture, QPoint(), QRegion(window.rect()))
        assert len(rows_in(picture, theme.color("border"))) == pixels, top
