"""The round sign of a coin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from ui.theme import theme
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

_WHITE = "#FFFFFF"
_INK = "#17202B"
# code: ground, ink, sign
_SIGNS = {
    "BTC": ("#F7931A", _INK, "BTC"),
    "LTC": ("#4A6FA5", _WHITE, "LTC"),
    "ETH": ("#5C6BC0", _WHITE, "ETH"),
    "SOL": ("#7C3AED", _WHITE, "SOL"),
    "USDT": ("#15805F", _WHITE, "₮"),
    "USDC": ("#2775CA", _WHITE, "$"),
}


def paint_coin(painter: QPainter, rect: QRectF, code: str) -> None:
    """Draws the sign of a coin into a square; an unknown code in gray, by its first three letters."""
    tokens = theme.current_tokens()
    known = _SIGNS.get(code)
    ground, ink, sign = known or (tokens.border, tokens.text, plain(code)[:3])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawEllipse(rect)
    font = theme.font("badge")
    font.setPixelSize(max(8, round(rect.height() * (0.32 if len(sign) > 1 else 0.38))))
    font.setWeight(font.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), sign)
