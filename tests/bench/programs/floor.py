"""The floor of fresh rows: a bare window, then httpx, the model of a top-up, one request and a bare list.

It imports what the app cannot do without, in the order in which it is needed, and nothing else. With the
argument `imported` it also imports all modules that the app has imported when its first rows are painted.
With `shown` it also shows as many bare widgets beside the list as are there with the first rows.
With `working` it goes on as the page does: the modules of an open top-up, the catalog of coins, a QR code,
and as many bare widgets as the page shows. With `demo` it starts the demo's service first, and asks that.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bench.programs.probe import report  # isort: skip - before PySide, whose import hook it takes out

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

PARTS = ("report_card", "detail", "payment", "demo_strip")
WIDGETS_WITH_ROWS = 41
WIDGETS_OF_PAGE = 83


class Window(QMainWindow):
    """An empty window."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Ends the wait for it."""
        super().paintEvent(event)
        QTimer.singleShot(0, painted.quit)


def load() -> None:
    """Imports the client and the model, as soon as the window is painted."""
    demo = None
    if "demo" in sys.argv:
        from app.services.demo import DemoServer  # noqa: PLC0415 (after the first paint)

        demo = DemoServer(Path(os.environ["TOLLHOUSE_HOME"], "data", "demo"))
        demo.begin()
    import asyncio  # noqa: PLC0415 (after the first paint)

    import anyio._backends._asyncio  # noqa: F401, PLC0415 (httpx imports it at the first request)
    import qasync  # noqa: PLC0415 (likewise)

    from app.api.connections import build_http  # noqa: PLC0415 (likewise)
    from app.models.topups import TopUp  # noqa: PLC0415 (likewise)

    TopUp.model_rebuild()
    if len(sys.argv) > 1:
        import_module("app.bootstrap")
        preparation = import_module("ui.start.preparation")
        preparation.load()
        for name in preparation.modules_for(""):
            import_module(name)

    async def show() -> None:
        if demo is not None:
            address = await demo.start()
            os.environ.update(TOLLHOUSE_BASE_URL=address.base_url, TOLLHOUSE_API_KEY=address.api_key)
        url = f"{os.environ['TOLLHOUSE_BASE_URL']}/v1/topups?perPage=50"
        headers = {"Authorization": f"Bearer {os.environ['TOLLHOUSE_API_KEY']}"}
        response = await build_http().get(url, headers=headers)
        topups = [TopUp.model_validate(one) for one in response.json()["data"]]
        _show([f"{topup.amount_usd} {topup.coin} {topup.status}" for topup in topups])
        if "working" in sys.argv:
            await work()
        report({"fresh": time.monotonic()})
        await asyncio.Event().wait()

    async def work() -> None:
        from app.api.connections import build_http as build  # noqa: PLC0415 (as above)
        from app.models.coins import Coin  # noqa: PLC0415 (when it is needed)
        from app.qr_codes import encode  # noqa: PLC0415 (likewise)

        for name in PARTS:
            import_module(f"ui.pages.topups.{name}")
        response = await build().get(f"{os.environ['TOLLHOUSE_BASE_URL']}/v1/catalog/coins")
        coins = [Coin.model_validate(one) for one in response.json()["data"]]
        encode(f"{coins[0].code}:{'x' * 34}?amount=0.00123456")
        _show_page(WIDGETS_OF_PAGE)

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(show())


def _show(rows: list[str]) -> None:
    from PySide6.QtCore import QStringListModel  # noqa: PLC0415 (when it is needed)
    from PySide6.QtWidgets import QListView  # noqa: PLC0415 (likewise)

    view = QListView()
    view.setModel(QStringListModel(rows, view))
    if "shown" in sys.argv:
        _show_page(WIDGETS_WITH_ROWS, view)
    else:
        window.setCentralWidget(view)
        window.repaint()


def _show_page(count: int, view: QWidget | None = None) -> None:
    """Shows so many labels and buttons, in the place of header and cards, and a list below them."""
    from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget  # noqa: PLC0415, TID251

    page = QWidget()
    lines = QVBoxLayout(page)
    for number in range(count // 2):
        line = QHBoxLayout()
        line.addWidget(QLabel(f"Line {number}"))
        line.addWidget(QPushButton("Copy"))
        lines.addLayout(line)
    if view is not None:
        lines.addWidget(view)
    window.setCentralWidget(page)
    window.repaint()


app = QApplication([])
painted = QEventLoop()
window = Window()
window.resize(1180, 760)
window.show()
painted.exec()
load()
