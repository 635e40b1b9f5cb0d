"""Starts the tour's services and windows, walks from screen to screen, and ends all of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.bootstrap import build
from app.i18n.texts import chosen_language, current, is_pseudo, languages
from app.services.accounts.known import DEMO
from app.services.demo import DemoServer
from app.storage.keys import KeyStore
from app.storage.paths import AppPaths, make_private_folder
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.topups.page import TopUpsPage
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow
from ui.start import event_loop as eventloop
from ui.start.application import apply_language
from ui.start.first_paint import build_application
from ui.start.process import can_show_windows, names_platform
from ui.theme.theme import apply_theme
from ui.tour.camera import Camera, keep_quiet_about_plugin
from ui.tour.screens import (
    walk_accounts,
    walk_browsing,
    walk_locations,
    walk_notifications,
    walk_offline,
    walk_palette,
    walk_settings,
    walk_sub_users,
    walk_subscriptions,
    walk_topups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.bootstrap import Services

# The tour adds the blocks itself: the pictures are the same at any speed of the machine.
_NO_BLOCKS = "--no-automatic-blocks"


def run_tour(folder: str, qt_options: Sequence[str] = ()) -> int:
    """Writes the pictures into a folder, with or without a display.

    Args:
        folder: Created if it does not exist.

    Returns:
        0 when all are written, 1 when the folder can't be used.
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"tollhouse: the folder can't be made: {error}", file=sys.stderr)  # noqa: T201 (a command's output)
        return 1
    if not (can_show_windows() or names_platform(qt_options)):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    keep_quiet_about_plugin()
    app = build_application(qt_options)
    apply_language(app, chosen_language())
    apply_theme(app, "light")
    with TemporaryDirectory(prefix="tollhouse-tour-") as home:
        tour = Tour(Camera(app, target), Path(home))
        code = eventloop.run(app, tour.walk)
    print(f"{len(tour.camera.written)} pictures in {target}")  # noqa: T201 (a command's output)
    return code


class Tour:
    """Walks through one start of the app after another.

    Args:
        home: A folder for the files of all starts.
    """

    def __init__(self, camera: Camera, home: Path) -> None:
        self.camera = camera
        self._home = home

    async def walk(self) -> int:
        await self._walk_demo()
        await self._walk_empty()
        await self._walk_connecting()
        await self._walk_languages()
        return 0

    async def _walk_demo(self) -> None:
        services = self._build("demo")
        window, navigation = self._open_window(services)
        await self.camera.snap_all("welcome")
        await walk_browsing(self.camera, navigation)
        page = await _open_demo(navigation)
        await walk_topups(self.camera, page)
        await walk_subscriptions(self.camera, navigation)
        await walk_sub_users(self.camera, navigation, services)
        await walk_notifications(self.camera, navigation)
        await walk_settings(self.camera, navigation, window)
        await walk_locations(self.camera, navigation)
        await walk_palette(self.camera, navigation)
        navigation.router.show_tab("topups")
        await walk_offline(self.camera, services, page, "offline")
        await _end(window, services)

    async def _walk_empty(self) -> None:
        services = self._build("empty", "--scale", "empty")
        window, navigation = self._open_window(services)
        page = await _open_demo(navigation)
        await self.camera.snap_all("empty")
        await walk_offline(self.camera, services, page, "empty-offline")
        await _end(window, services)

    async def _walk_connecting(self) -> None:
        services = self._build("connecting")
        service = DemoServer(self._home / "service", (_NO_BLOCKS,))
        window, navigation = self._open_window(services)
        await walk_accounts(self.camera, navigation, window, await service.start())
        await _end(window, services)
        await service.stop()

    async def _walk_languages(self) -> None:
        spoken = current()
        if is_pseudo():
            return
        for code in sorted(languages().keys() - {spoken}):
            apply_language(self.camera.app, code)
            services = self._build(code)
            window, navigation = self._open_window(services)
            await _open_demo(navigation)
            await self.camera.snap_all(f"language-{code}")
            await _end(window, services)
        apply_language(self.camera.app, spoken)

    def _build(self, name: str, *options: str) -> Services:
        """Builds services with files of their own; keys are stored in memory only."""
        paths = AppPaths(self._home / name / "data", self._home / name / "logs")
        make_private_folder(paths.data)
        without_keyring = KeyStore(choose=lambda: None)
        demo = DemoServer(paths.demo, (_NO_BLOCKS, *options))
        return build(paths, environment={}, key_store=without_keyring, demo=demo)

    def _open_window(self, services: Services) -> tuple[MainWindow, Navigation]:
        window = MainWindow()
        window.build()
        window.show()
        window.show_version(services.version)
        navigation = Navigation(window, services, clipboard=Clipboard(window), links=Links())
        navigation.show_welcome()
        self.camera.point_at(window, navigation.notification_center.toasts)
        return window, navigation


async def _open_demo(navigation: Navigation) -> TopUpsPage:
    navigation.open(DEMO)
    await navigation.tasks.join()
    page = navigation.page
    if not isinstance(page, TopUpsPage):
        raise TypeError(page)
    await page.tasks.join("load")
    await page.topup_page.tasks.join()
    return page


async def _end(window: MainWindow, services: Services) -> None:
    window.close()
    await eventloop.cancel_others()
    await services.accounts.close()
    window.deleteLater()
