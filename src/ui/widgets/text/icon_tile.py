"""Decorative icons: alone or on a tile."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import paint_box

Tone = Literal["accent", "danger", "neutral"]


class IconLabel(QWidget):
    """A decorative icon in the color of a token, beside a text."""

    def __init__(
        self, icon: str, color: str = "muted", *, size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._color = color
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, icon: str, color: str) -> None:
        self._icon, self._color = icon, color
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.scaled(self._size)
        return QSize(side + 2, side + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        side = theme.scaled(self._size)
        area = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_icon(QPainter(self), area, self._icon, self._color)


class IconTile(QWidget):
    """An icon on a tinted tile, about half as large as the tile."""

    def __init__(
        self, icon: str, *, size: int = 28, tone: Tone = "accent", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._size = size
        self._tone = tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, icon: str) -> None:
        self._icon = icon
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.scaled(self._size)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_tile(QPainter(self), QRectF(self.rect()), self._icon, self._tone)


def paint_tile(painter: QPainter, rect: QRectF, icon: str, tone: Tone = "accent") -> None:
    fill, ink = ("sunken", "muted") if tone == "neutral" else (f"{tone}_tint", tone)
    side = rect.width()
    paint_box(painter, rect, theme.color(fill), radius=min(14.0, max(7.0, side * 0.24)))
    icon_side = max(15.0, round(side * 0.5))
    left, top = rect.center().x() - icon_side / 2, rect.center().y() - icon_side / 2
    paint_icon(painter, QRectF(left, top, icon_side, icon_side), icon, ink)
