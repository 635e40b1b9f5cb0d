"""The tour: walks the main job against a demo account of its own and writes a picture of every screen."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QCursor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from app.bootstrap import build
from app.storage.places import Places, make_private_folder
from ui import eventloop
from ui.clipboard import Clipboard
from ui.displays import can_show_windows
from ui.links import Links
from ui.shell.navigation import DEMO, Navigation
from ui.shell.window import SIZE, MainWindow
from ui.start import build_application
from ui.theme import apply_theme

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.pages.topups.page import TopUpsPage
    from ui.tokens import Scheme

_SMALL = (800, 600)


def run_tour(folder: str) -> int:
    """Writes the pictures into a folder, with or without a display.

    Returns:
        0 when all are written, 1 when the folder can't be used.
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"tollhouse: the folder can't be made: {error}", file=sys.stderr)  # noqa: T201 (a command's output)
        return 1
    if not can_show_windows():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = build_application()
    with TemporaryDirectory(prefix="tollhouse-tour-") as home:
        places = Places(Path(home) / "data", Path(home) / "logs")
        make_private_folder(places.data)
        # The tour adds the blocks itself: the pictures are the same at any speed of the machine.
        services = build(places, environment={}, demo_options=("--no-automatic-blocks",))
        return eventloop.run(app, lambda: Tour(app, target).walk(services))


class Tour:
    """Uses the app through the surface that a person uses, and photographs it."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._app = app
        self._folder = folder
        self._window = MainWindow()
        self._count = 0
        self.written: list[Path] = []

    async def walk(self, services: Services) -> int:
        """Walks the main job; returns the exit code."""
        window = self._window
        window.show()
        # Where nothing looks different under the pointer.
        QCursor.setPos(window.mapToGlobal(QPoint(window.width() // 2, window.height() - 4)))
        await self._snap_all("welcome")
        navigation = Navigation(window, services, clipboard=Clipboard(), links=Links())
        navigation.open(DEMO)
        await navigation.tasks.join()
        page = navigation.page
        if page is None:
            return 1
        await page.tasks.join("load")
        await self._walk_payment(page)
        await self._walk_rejection(page)
        await self._walk_history(page)
        window.close()
        await eventloop.cancel_others()
        await services.accounts.close()
        print(f"{len(self.written)} pictures in {self._folder}")  # noqa: T201 (a command's output)
        return 0

    async def _walk_payment(self, page: TopUpsPage) -> None:
        page.open_new()
        await page.tasks.join("coins")
        if page.dialog is not None:
            page.dialog.show_amount("50.00")
        await self._snap_all("new-top-up")
        await self._start_topup(page, "50.00", "BTC on Bitcoin")
        await self._snap_all("to-pay", large_text=True)
        demo = page.topup_page.demo
        demo.pay_exactly.click()
        await page.topup_page.tasks.join()
        page.topup_page.detail.report.send.click()
        await page.topup_page.tasks.join()
        demo.confirmation.click()
        await page.topup_page.tasks.join()
        await self._snap_all("verifying")
        for _block in range(2):
            demo.confirmation.click()
            await page.topup_page.tasks.join()
        await self._snap_all("credited")

    async def _walk_rejection(self, page: TopUpsPage) -> None:
        page.open_new()
        await page.tasks.join("coins")
        await self._start_topup(page, "120.00", "USDT on Tron")
        await self._snap("to-pay-tron", "light")
        demo = page.topup_page.demo
        demo.underpay.click()
        await page.topup_page.tasks.join()
        page.topup_page.detail.report.send.click()
        await page.topup_page.tasks.join()
        for _block in range(20):
            demo.confirmation.click()
            await page.topup_page.tasks.join()
        await self._snap_all("rejected")

    async def _walk_history(self, page: TopUpsPage) -> None:
        for status in ("expired", "verifying"):
            found = next((topup for topup in page.model.open_topups() if topup.status == status), None)
            if found is not None:
                page.show_topup(found.id)
                await page.topup_page.tasks.join()
                await self._snap(f"history-{status}", "light")
                await self._snap(f"history-{status}", "dark")

    async def _start_topup(self, page: TopUpsPage, amount: str, name: str) -> None:
        dialog = page.dialog
        if dialog is None:
            return
        dialog.show_amount(amount)
        dialog.choose(name)
        dialog.submit.click()
        await page.tasks.join("create", "count")
        await page.topup_page.tasks.join()

    async def _snap_all(self, name: str, *, large_text: bool = False) -> None:
        self._count += 1
        await self._snap(name, "light")
        await self._snap(name, "dark")
        await self._snap(name, "light", _SMALL, "-800x600")
        if large_text:
            await self._snap(name, "light", SIZE, "-large-text", 1.5)

    async def _snap(
        self,
        name: str,
        scheme: Scheme,
        size: tuple[int, int] = SIZE,
        suffix: str = "",
        text_scale: float = 1.0,
    ) -> None:
        apply_theme(self._app, scheme, text_scale=text_scale)
        self._window.resize(*size)
        await _settle()
        path = self._folder / f"{self._count:02}-{name}-{scheme}{suffix}.png"
        self._picture().save(str(path))
        self.written.append(path)
        apply_theme(self._app, "light")
        self._window.resize(*SIZE)
        await _settle()

    def _picture(self) -> QPixmap:
        """Returns the window with the dialog above it, as a person sees both."""
        picture = self._window.grab()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            place = dialog.mapToGlobal(QPoint(0, 0)) - self._window.mapToGlobal(QPoint(0, 0))
            painter = QPainter(picture)
            painter.drawPixmap(place, dialog.grab())
            painter.end()
        return picture


async def _settle() -> None:
    """Lets layouts and paints that wait in Qt's queue happen."""
    for _round in range(4):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        await asyncio.sleep(0.02)
