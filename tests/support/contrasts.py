"""How well a text stands out from its ground, measured in the pixels that a person sees."""

from __future__ import annotations

from collections import Counter
from operator import mul
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTableView,
    QWidget,
)

from support.access_checks import described
from ui.widgets.inputs.check_box import Switch
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = 4.5
LARGE = 3.0
_LARGE_FROM = 19
"""The height in pixels from which bold letters are large."""
_SHARPNESS = 2
_ROWS = 14


def faint_texts(root: QWidget) -> Iterator[str]:
    """Yields texts and signs of a window that stand out too little; what is disabled is exempt."""
    picture = sharp(root)
    for widget in [root, *root.findChildren(QWidget)]:
        if not widget.isVisible() or not widget.isEnabled():
            continue
        for place, least in _places(widget):
            corner = widget.mapTo(root, place.topLeft())
            found = contrast(picture, QRect(corner, place.size()) & _visible_part(widget, root))
            if found is not None and found[0] < least - 0.05:
                yield f"{found[0]:.1f}:1 {found[1]} on {found[2]}: {described(widget)}"


def sharp(widget: QWidget) -> QImage:
    """Returns a widget's picture, twice as fine, so that thin strokes reach their own color."""
    pixmap = QPixmap(widget.size() * _SHARPNESS)
    pixmap.setDevicePixelRatio(_SHARPNESS)
    pixmap.fill(widget.palette().window().color())
    widget.render(pixmap)
    return pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)


def contrast(picture: QImage, place: QRect) -> tuple[float, str, str] | None:
    """Returns the ratio of text and ground in a part of a picture, and both colors.

    Args:
        picture: From `sharp`.
        place: In logical pixels; it holds one text on one ground.

    Returns:
        None where there is no text on one ground. The ground is the commonest color, the text the one
        farthest from it that more than a few pixels have.
    """
    if place.width() < 6 or place.height() < 6:
        return None
    part = picture.copy(QRect(place.topLeft() * _SHARPNESS, place.size() * _SHARPNESS))
    colors = Counter(memoryview(bytes(part.constBits())).cast("I"))
    (ground, count), whole = colors.most_common(1)[0], part.width() * part.height()
    if count < whole / 5:
        return None
    enough, seen = max(4, whole // 2500), 0
    for color in sorted(colors, key=lambda one: ratio(one, ground), reverse=True):
        seen += colors[color]
        if seen >= enough:
            reached = ratio(color, ground)
            return None if reached < 1.1 else (reached, QColor(color).name(), QColor(ground).name())
    return None


def ratio(one: int, other: int) -> float:
    """Returns the contrast of two colors by WCAG 2, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: int) -> float:
    parts = [(color >> shift & 255) / 255 for shift in (16, 8, 0)]
    lit = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(map(mul, (0.2126, 0.7152, 0.0722), lit), 0.0)


def _places(widget: QWidget) -> Iterator[tuple[QRect, float]]:
    """Yields where a widget has a text or a sign, each on one ground, and what it must reach."""
    font, inner = widget.font(), widget.rect().adjusted(5, 5, -5, -5)
    if isinstance(widget, Label) and widget.shown_text():
        yield widget.rect(), LARGE if font.bold() and font.pixelSize() >= _LARGE_FROM else TEXT
    elif isinstance(widget, Switch):
        yield inner, LARGE
    elif isinstance(widget, QAbstractButton):
        yield inner, TEXT if widget.text() else LARGE
    elif isinstance(widget, QLineEdit | QComboBox):
        yield inner, TEXT
    elif isinstance(widget, QHeaderView):
        for section in range(widget.count()):
            if widget.model().headerData(section, widget.orientation()):
                left = widget.sectionViewportPosition(section)
                yield QRect(left, 0, widget.sectionSize(section), widget.height() - 4), TEXT
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _cells(widget)


def _cells(view: QAbstractItemView) -> Iterator[tuple[QRect, float]]:
    columns = view.model().columnCount() if isinstance(view, QTableView) else 1
    for row in range(min(view.model().rowCount(), _ROWS)):
        for column in range(columns):
            index = view.model().index(row, column)
            moved = view.visualRect(index).translated(view.viewport().mapTo(view, QPoint(0, 0)))
            yield moved.adjusted(3, 4, -3, -4), TEXT if index.data() else LARGE


def _visible_part(widget: QWidget, root: QWidget) -> QRect:
    region = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(root, region.topLeft()), region.size())
