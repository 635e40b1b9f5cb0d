"""Boxes and texts that are kept look as if they were drawn each time."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from ui.theme import theme
from ui.widgets.painting import draw_box, paint_box, paint_text

WIDTH, HEIGHT = 320, 60
RATIOS = (1.0, 1.25, 2.0)
LINE = QRectF(11.3, 10.5, 260.5, 31)
ROLES: tuple[theme.FontRole, ...] = ("body", "mono", "title")
SIDES = Qt.AlignmentFlag
FILL, GLASS, BORDER = QColor("#2563eb"), QColor(0, 0, 0, 40), QColor("#d0d5dd")
ROUNDED = 2
"""What blending in two steps may change of a channel."""


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[None]:
    theme.apply_theme(qapp, "light")
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def painted(paint: Callable[[QPainter], object], ratio: float) -> QImage:
    picture = QImage(math.ceil(WIDTH * ratio), math.ceil(HEIGHT * ratio), QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    paint(painter)
    painter.end()
    return picture


def difference(first: QImage, second: QImage) -> int:
    """Returns the largest difference of a channel."""
    pairs = zip(bytes(first.constBits()), bytes(second.constBits()), strict=True)
    return max(abs(one - other) for one, other in pairs)


@pytest.mark.parametrize(("fill", "border"), [(FILL, None), (FILL, BORDER), (GLASS, BORDER), (None, BORDER)])
@pytest.mark.parametrize("corner", [(10.0, 10.0), (10.5, 7.25), (-3.0, 4.5)])
def test_a_kept_box_looks_as_if_it_was_drawn(
    fill: QColor | None, border: QColor | None, corner: tuple[float, float]
) -> None:
    for ratio, size in product(RATIOS, ((16.0, 16.0), (136.0, 32.0), (120.5, 20.0))):
        box = {"rect": QRectF(*corner, *size), "fill": fill, "border": border, "radius": 4, "width": 1.5}
        drawn = painted(partial(draw_box, **box), ratio)  # type: ignore[arg-type]
        for _again in range(2):
            assert difference(painted(partial(paint_box, **box), ratio), drawn) <= ROUNDED  # type: ignore[arg-type]


def test_a_box_has_the_colors_of_the_theme(qapp: QApplication) -> None:
    def middle() -> QColor:
        picture = painted(lambda painter: paint_box(painter, rect, theme.color("surface")), 1)
        return picture.pixelColor(rect.center().toPoint())

    rect = QRectF(10, 10, 40, 30)
    assert middle() == theme.color("surface")
    theme.apply_theme(qapp, "dark")
    assert middle() == theme.color("surface") != QColor("white")


@pytest.mark.parametrize("reading", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("text", ["customer-0001", "$25.00", "Zürich", "مرحبا بالعالم", "中文 abc", ""])
def test_a_kept_line_looks_as_if_it_was_drawn(
    qapp: QApplication, reading: Qt.LayoutDirection, text: str
) -> None:
    qapp.setLayoutDirection(reading)
    for ratio, align, role in product(RATIOS, (SIDES.AlignLeft, SIDES.AlignHCenter, SIDES.AlignRight), ROLES):
        drawn = painted(partial(draw_line, text=text, align=align, role=role), ratio)
        for _again in range(2):
            assert painted(partial(paint_line, text=text, align=align, role=role), ratio) == drawn


def paint_line(painter: QPainter, *, text: str, align: Qt.AlignmentFlag, role: theme.FontRole) -> None:
    paint_text(painter, LINE, text, theme.font(role), theme.color("text"), align=align)


def draw_line(painter: QPainter, *, text: str, align: Qt.AlignmentFlag, role: theme.FontRole) -> None:
    painter.setFont(theme.font(role))
    painter.setPen(theme.color("text"))
    flags = align | SIDES.AlignAbsolute | SIDES.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(LINE, int(flags), text)


def test_a_line_that_is_too_long_ends_in_an_ellipsis() -> None:
    rect, font, ink = QRectF(10, 10, 60, 30), theme.font("body"), theme.color("text")
    picture = painted(lambda painter: paint_text(painter, rect, "a long name of a sub-user", font, ink), 1)
    columns = [x for x in range(WIDTH) if any(picture.pixelColor(x, y).red() < 128 for y in range(HEIGHT))]
    assert columns
    assert max(columns) <= rect.right()
