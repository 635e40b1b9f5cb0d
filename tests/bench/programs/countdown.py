"""The limit of idling: a bare window with a countdown in seconds, and the CPU time of one of them.

With `polling` it shows what the app shows each second, a ring beside the time and the age of what was
received, and polls the open top-ups as often as the interface asks for (spec 4.4), with httpx and the model.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QWidget  # noqa: TID251 (bare)

from bench.programs.probe import report

if TYPE_CHECKING:
    import httpx

SETTLE_MS = 2_000
MEASURED_MS = 10_000
PAUSES_S = {"awaiting_payment": 30, "verifying": 10, "expired": 60, "rejected": 60}


class Ring(QWidget):
    """The share of an hour that is left."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#DDDDDD"), 5))
        painter.drawEllipse(3, 3, 36, 36)
        painter.setPen(QPen(QColor("#0A7F6F"), 5))
        painter.drawArc(3, 3, 36, 36, 90 * 16, round(countdown.share * 360 * 16))


class Countdown(QLabel):
    """Counts down from an hour."""

    share = 1.0

    def __init__(self) -> None:
        super().__init__("60:00")
        self._seconds = 3600
        self._cpu = 0.0
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._on_second_passed)
        self._timer.start()
        QTimer.singleShot(SETTLE_MS, self, self._measure)

    def _on_second_passed(self) -> None:
        self._seconds -= 1
        self.setText(f"{self._seconds // 60}:{self._seconds % 60:02}")
        self.share = self._seconds / 3600
        if age is not None and ring is not None:
            age.setText(f"Updated {3600 - self._seconds} s ago")
            ring.update()

    def _measure(self) -> None:
        self._cpu = time.process_time()
        QTimer.singleShot(MEASURED_MS, self, self._end)

    def _end(self) -> None:
        report({"cpu_ms": (time.process_time() - self._cpu) / MEASURED_MS * 1e6})


async def _follow(client: httpx.AsyncClient, topup_id: str, pause_s: float) -> None:
    from app.models.topups import TopUp  # noqa: PLC0415 (not without polling)

    while True:
        await asyncio.sleep(pause_s)
        TopUp.model_validate((await client.get(f"/v1/topups/{topup_id}")).json())


async def _poll() -> None:
    import httpx  # noqa: PLC0415 (likewise)

    headers = {"Authorization": f"Bearer {os.environ['TOLLHOUSE_API_KEY']}"}
    async with httpx.AsyncClient(base_url=os.environ["TOLLHOUSE_BASE_URL"], headers=headers) as client:
        listed = await client.get("/v1/topups", params={"perPage": 50})
        found = [(one["id"], PAUSES_S.get(one["status"])) for one in listed.json()["data"]]
        await asyncio.gather(*(_follow(client, topup_id, pause) for topup_id, pause in found if pause))


gc.enable()  # as in any program; the probe has turned it off
app = QApplication(sys.argv)
window = QMainWindow()
countdown = Countdown()
age = ring = None
if "polling" in sys.argv:
    ring, age = Ring(countdown), QLabel(window)
    ring.setGeometry(0, 0, 42, 42)
    age.setGeometry(0, 740, 400, 20)
window.setCentralWidget(countdown)
window.resize(1180, 760)
window.show()
if "polling" in sys.argv:
    import qasync

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_poll())
else:
    app.exec()
