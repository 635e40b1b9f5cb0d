"""A payment's QR code: another one encoded and shown, then drawn at another size.

Argument: the number of rounds.
"""

import gc
import sys
import time

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from bench.programs.probe import report
from ui.theme.theme import apply_theme
from ui.widgets.charts.qr_code import QrCode

URI = "bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=0.00{number:06}"
ROUNDS = int(sys.argv[1])
SIDES = (300, 420)

gc.enable()  # as in any program; the probe has turned it off
app = QApplication(sys.argv)
apply_theme(app, "light")
widget = QrCode()
widget.show_qr(URI.format(number=0))
screen = QPixmap(SIDES[1], SIDES[1])
for side in (*SIDES, SIDES[0]):
    widget.resize(side, side)
    widget.render(screen)
encoded, resized = [], []
for number in range(1, ROUNDS + 1):
    began = time.thread_time()
    widget.show_qr(URI.format(number=number))
    encoded.append(time.thread_time() - began)
    widget.render(screen)
    # One module more or less in device pixels: it is drawn again.
    side = SIDES[number % 2]
    widget.resize(side, side)
    began = time.thread_time()
    widget.render(screen)
    resized.append(time.thread_time() - began)
report({"encode": encoded, "resize": resized})
