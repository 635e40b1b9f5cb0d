"""The rounded shape of top-level cards, also without a compositor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBitmap, QGuiApplication, QPainter

from ui.theme import theme
from ui.widgets.painting import CARD_RADIUS, paint_box

if TYPE_CHECKING:
    from PySide6.QtGui import QColor
    from PySide6.QtWidgets import QWidget


def prepare_card(card: QWidget) -> None:
    """Makes a window's ground transparent where that is possible."""
    card.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, on=not _is_cut())


def cut_card(card: QWidget) -> None:
    """Cuts the corners where they cannot be transparent; to be called when the size is another one."""
    if _is_cut():
        shape = QBitmap(card.size())
        shape.fill(Qt.GlobalColor.color0)
        painter = QPainter(shape)
        painter.setBrush(Qt.GlobalColor.color1)
        painter.drawRoundedRect(card.rect(), CARD_RADIUS, CARD_RADIUS)
        painter.end()
        card.setMask(shape)


def paint_card(card: QWidget) -> None:
    """Draws the card."""
    fill, border = theme.color("surface"), theme.color("border")
    paint_box(QPainter(card), QRectF(card.rect()), fill, border, radius=CARD_RADIUS)


def paint_over_card(cover: QWidget, ink: QColor) -> None:
    """Fills all of the card on which `cover` lies with a color."""
    radius = 0.0 if _is_cut() else CARD_RADIUS
    paint_box(QPainter(cover), QRectF(cover.rect()), ink, radius=radius)


def _is_cut() -> bool:
    # Without a compositor X11 shows black where a window is translucent.
    return QGuiApplication.platformName() == "xcb"
