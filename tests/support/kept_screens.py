"""Writes the screens that a test compares with kept ones: the demo account on a fixed day.

Window and services are those of the app. The service is a sandbox in process, whose data are drawn from a
number, and both read a clock that stands still.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QGuiApplication, QImage

from app.services.accounts.known import DEMO
from support.account_services import running
from support.harnesses import Harness
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from support.waiting import until
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.window import SIZE
from ui.start import event_loop
from ui.start.first_paint import build_application
from ui.theme.theme import apply_theme
from ui.tour.camera import Camera

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from PySide6.QtWidgets import QApplication

    from ui.pages.page import Page

_SMALL: Final = (800, 600)
_NOTIFICATIONS: Final = 2
# Fewer colors take a quarter less space; the comparison tolerates more.
_SHADE: Final = 5
_SHADES: Final = bytes(round(value / _SHADE) * _SHADE for value in range(256))


async def write_screens(app: QApplication, folder: Path) -> None:
    """Writes the screens: light, and some of them dark, small, or with large text."""
    with TemporaryDirectory(prefix="tollhouse-screens-") as home, _fixed_looks():
        async with _demo_window(Path(home)) as screens:
            camera = Camera(app, Path(home))
            camera.point_at(screens.window, screens.navigation.notification_center.toasts)
            # First, as it loads what the other screens would show sooner or later.
            await screens.show_overview()
            await camera.snap("all-accounts", "light")
            await screens.show_settings()
            await camera.snap("settings", "light")
            await screens.show_tab("topups")
            await camera.snap("top-up-to-pay", "light")
            await camera.snap("top-up-to-pay", "light", _SMALL, "-800x600")
            await screens.show_tab("subscriptions")
            await camera.snap("subscription", "light")
            await camera.snap("subscription", "dark")
            await screens.show_tab("sub-users")
            await camera.snap("sub-users", "light")
            await camera.snap("sub-users", "light", SIZE, "-large-text", 1.5)
            await screens.show_tab("locations")
            await camera.snap("locations", "dark")
        for path in camera.written:
            _with_fewer_colors(path).save(str(folder / path.name.removeprefix("00-")), quality=0)


def _with_fewer_colors(path: Path) -> QImage:
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    shades = bytes(image.constBits()).translate(_SHADES)
    form = (image.width(), image.height(), image.bytesPerLine(), image.format())
    return QImage(shades, *form).copy()


class Screens(Harness):
    """The window with the demo account open."""

    async def open_demo(self) -> None:
        self.navigation.open(DEMO)
        await self.navigation.tasks.join()
        await _loaded(self.navigation.page)

    async def show_tab(self, tab: str) -> None:
        self.navigation.app_pages.leave_settings()
        self.navigation.router.show_tab(tab)
        page = self.navigation.page
        await _loaded(page)
        if isinstance(page, SubscriptionsPage):
            # The only value that is drawn at random.
            page.subscription_page.detail.sticky.session.session_id.setText("Session1")

    async def show_settings(self) -> None:
        self.navigation.app_pages.show_settings()
        await _loaded(self.navigation.app_pages.settings)

    async def show_overview(self) -> None:
        self.navigation.app_pages.show_overview()
        await _loaded(self.navigation.app_pages.overview)
        await until(lambda: len(self.services.notifications.stored) == _NOTIFICATIONS)


async def _loaded(page: Page | None) -> None:
    """Waits for the tasks of a page and of the pages in it."""
    assert page is not None
    await page.tasks.join()
    for part in vars(page).values():
        if hasattr(part, "tasks"):
            await part.tasks.join()
    # What is shown a turn after the last change.
    await asyncio.sleep(0.02)


@asynccontextmanager
async def _demo_window(home: Path) -> AsyncIterator[Screens]:
    with linked_service(home, "demo", SteppedClock()) as service:
        async with running(home, lambda: None) as services:
            services.accounts._open._open[DEMO] = service.account
            screens = Screens(services._replace(clock=service.clock))
            try:
                await screens.open_demo()
                yield screens
            finally:
                screens.window.close()
                await event_loop.cancel_others()
                screens.window.deleteLater()
        await service.aclose()


@contextmanager
def _fixed_looks() -> Iterator[None]:
    """Shows times of one zone, and a text cursor that does not blink."""
    hints = QGuiApplication.styleHints()
    zone, flash_time = os.environ.get("TZ"), hints.cursorFlashTime()
    os.environ["TZ"] = "UTC"
    time.tzset()
    hints.setCursorFlashTime(0)
    try:
        yield
    finally:
        hints.setCursorFlashTime(flash_time)
        if zone is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = zone
        time.tzset()


async def _write(app: QApplication, folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 (nothing else runs)
    await write_screens(app, folder)
    return 0


if __name__ == "__main__":
    application = build_application()
    apply_theme(application, "light")
    sys.exit(event_loop.run(application, partial(_write, application, Path(sys.argv[1]))))
