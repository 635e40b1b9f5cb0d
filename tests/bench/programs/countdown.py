"""The limit of idling: a bare window with a countdown in seconds, and the CPU time of one of them.

With `polling` it also asks for one top-up a second, with httpx alone: about as often as the app does for the
open top-ups of the sandbox.
"""

import asyncio
import os
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow  # noqa: TID251 (bare)

from bench.programs.probe import report

SETTLE_MS = 2_000
MEASURED_MS = 10_000


class Countdown(QLabel):
    """Counts down from an hour."""

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

    def _measure(self) -> None:
        self._cpu = time.process_time()
        QTimer.singleShot(MEASURED_MS, self, self._end)

    def _end(self) -> None:
        report({"cpu_ms": (time.process_time() - self._cpu) / MEASURED_MS * 1e6})


async def _poll() -> None:
    import httpx  # noqa: PLC0415 (not without polling)

    headers = {"Authorization": f"Bearer {os.environ['TOLLHOUSE_API_KEY']}"}
    async with httpx.AsyncClient(base_url=os.environ["TOLLHOUSE_BASE_URL"], headers=headers) as client:
        listed = await client.get("/v1/topups", params={"perPage": 1})
        topup_id = listed.json()["data"][0]["id"]
        while True:
            (await client.get(f"/v1/topups/{topup_id}")).json()
            await asyncio.sleep(1)


app = QApplication(sys.argv)
window = QMainWindow()
window.setCentralWidget(Countdown())
window.resize(1180, 760)
window.show()
if "polling" in sys.argv:
    import qasync

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_poll())
else:
    app.exec()
