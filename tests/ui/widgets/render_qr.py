"""Renders codes at the scale factor of this process and says what a camera reads; run by the QR tests."""

import json
import sys
from typing import Any

import zxingcpp
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from app.qr_codes import encode
from ui.theme import theme
from ui.widgets.charts.qr_code import QrCode


def read_back(text: str, index: int) -> dict[str, Any]:
    """Shows one text in a window and returns what can be read from the window's pixels."""
    host = QWidget()
    layout = QHBoxLayout(host)
    layout.setContentsMargins(7 + index % 3, 5, 3, 1)  # not always on whole device pixels
    code = QrCode()
    layout.addWidget(code)
    code.show_qr(text)
    host.resize(host.sizeHint())
    image = host.grab().toImage()
    found = zxingcpp.read_barcodes(image.convertToFormat(QImage.Format.Format_Grayscale8))
    return {
        "text": text,
        "read": [code.text for code in found],
        "side": min(code.width(), code.height()),
        "version": encode(text).version,
        "dpr": image.devicePixelRatio(),
    }


def main() -> None:
    """Reads texts as JSON from stdin, writes what was read back as JSON to stdout."""
    app = QApplication(sys.argv)
    texts = json.load(sys.stdin)
    results = []
    for scheme in ("light", "dark"):
        theme.apply_theme(app, "dark" if scheme == "dark" else "light")
        results += [read_back(text, index) for index, text in enumerate(texts)]
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
