"""Reads QR codes off what is painted, as a camera does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import zxingcpp
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def codes_on(shown: QWidget | QImage) -> list[str]:
    """Returns the texts of the QR codes of a widget or picture; Qt takes four times as long for grays."""
    image = shown if isinstance(shown, QImage) else shown.grab().toImage()
    codes = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(image.convertToFormat(QImage.Format.Format_RGB888), formats=codes)
    return [code.text for code in found]
