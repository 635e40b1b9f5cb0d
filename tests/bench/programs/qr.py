"""A payment's QR code: encoded anew, and drawn at another size."""

import json
import statistics
import sys
import time

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from ui.theme.theme import apply_theme
from ui.widgets.charts.qr_code import QrCode

URI = "bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=0.00{number:06}"
ROUNDS = 41
SIDES = (300, 420)

app = QApplication(sys.argv)
apply_theme(app, "light")
widget = QrCode()
widget.show_qr(URI.format(number=0))
screen = QPixmap(SIDES[1], SIDES[1])
widget.render(screen)
encoded, resized = [], []
for number in range(1, ROUNDS):
    began = time.perf_counter()
    widget.show_qr(URI.format(number=number))
    encoded.append(time.perf_counter() - began)
    # One module more or less in device pixels: it is drawn anew.
    side = SIDES[number % 2]
    widget.resize(side, side)
    began = time.perf_counter()
    widget.render(screen)
    resized.append(time.perf_counter() - began)
sys.stdout.write(
    json.dumps({"encode": statistics.median(encoded), "resize": statistics.median(resized)}) + "\n"
)
sys.stdout.flush()
