"""A QR code (ISO/IEC 18004): dark on a white card in every theme, in whole device pixels."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from app.qr_codes import QUIET_ZONE, QrMatrix, QrOverflowError, encode, full_size_of
from ui.theme import theme
from ui.widgets.painting import CARD_RADIUS, paint_box

if TYPE_CHECKING:
    from collections.abc import Iterable

_MIN_SIDE = 240  # logical pixels, quiet zone included
_MIN_MODULE = 3  # device pixels
_EMPTY_MODULES = 41
_FRAME = 1  # logical pixels around the picture: the card's border
_DARK = QColor("#000000")
_LIGHT = QColor("#FFFFFF")


class QrCode(QWidget):
    """Draws one QR code; `name` and `description` are for screen readers, by default a payment's."""

    def __init__(self, description: str = "", *, name: str = "") -> None:
        super().__init__()
        self._text = ""
        self._matrix: QrMatrix | None = None
        self._picture = QImage()
        self.setAccessibleName(name or _("Payment QR code"))
        self.setAccessibleDescription(description)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_qr(self, text: str) -> bool:
        """Encodes a text byte for byte; returns False where it is too long for any code."""
        if text != self._text or self._matrix is None:
            try:
                self._matrix = encode(text)
            except QrOverflowError:
                self.clear_qr()
                return False
            self._text = text
            self._picture = _draw(self._matrix)
            self.updateGeometry()
        self.update()
        return True

    def clear_qr(self) -> None:
        self._text, self._matrix, self._picture = "", None, QImage()
        self.updateGeometry()
        self.update()

    def to_image(self, module_px: int = 8) -> QImage:
        """Returns the code as a picture to save, quiet zone included; a null image where none is shown."""
        return self._picture.scaled(self._picture.size() * module_px) if self._matrix else QImage()

    def sizeHint(self) -> QSize:
        """The minimum size that every camera can read."""
        side = self._min_side(self._matrix.full_size if self._matrix else _EMPTY_MODULES)
        return QSize(side, side)

    def side_for(self, texts: Iterable[str]) -> int:
        """Returns the minimum side at which any of these texts can be shown; 0 where none can."""
        side = 0
        for text in texts:
            with suppress(QrOverflowError):
                side = max(side, self._min_side(full_size_of(text)))
        return side

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def heightForWidth(self, width: int) -> int:
        return width

    def changeEvent(self, event: QEvent) -> None:
        """Repaints where the device pixel ratio changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = float(min(self.width(), self.height()))
        card = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_box(painter, card, _LIGHT, theme.color("border"), radius=CARD_RADIUS)
        if self._matrix:
            self._paint_code(painter, card, self._matrix)

    def _paint_code(self, painter: QPainter, card: QRectF, matrix: QrMatrix) -> None:
        dpr = painter.device().devicePixelRatio()
        space = (card.width() - 2 * _FRAME) * dpr
        module_px = max(_MIN_MODULE, int(space + 0.01) // matrix.full_size)
        side = module_px * matrix.full_size / dpr
        corner = _on_device_pixel(
            painter, QPointF(card.center().x() - side / 2, card.center().y() - side / 2)
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        # Without the quiet zone: in its corners lie the rounded ones of the card.
        margin = QUIET_ZONE * module_px / dpr
        code = QRectF(0, 0, side, side).adjusted(margin, margin, -margin, -margin)
        source = QRectF(QUIET_ZONE, QUIET_ZONE, matrix.size, matrix.size)
        painter.drawImage(code.translated(corner), self._picture, source)

    def _min_side(self, modules: int) -> int:
        dpr = self.devicePixelRatioF()
        module_px = max(_MIN_MODULE, math.ceil(_MIN_SIDE * dpr / modules))
        return math.ceil(module_px * modules / dpr) + 2 * _FRAME


def _draw(matrix: QrMatrix) -> QImage:
    """Returns a picture with one pixel for each module."""
    picture = QImage(matrix.full_size, matrix.full_size, QImage.Format.Format_RGB32)
    picture.fill(_LIGHT)
    for y, row in enumerate(matrix.rows, start=QUIET_ZONE):
        for x, is_dark in enumerate(row, start=QUIET_ZONE):
            if is_dark:
                picture.setPixelColor(x, y, _DARK)
    return picture


def _on_device_pixel(painter: QPainter, point: QPointF) -> QPointF:
    """Returns the point moved to the nearest corner of a device pixel, so that no module is smeared."""
    to_device = painter.deviceTransform()
    exact = to_device.map(point)
    back, is_invertible = to_device.inverted()
    return back.map(QPointF(round(exact.x()), round(exact.y()))) if is_invertible else point
