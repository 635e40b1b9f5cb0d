"""Starts the tour's services and windows, walks from screen to screen, and ends all of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.bootstrap import build
from app.errors import ExportError
from app.i18n.texts import _, chosen_language, current, is_pseudo, languages, ngettext
from app.models.keys import KeyResponse, KeyState
from app.present.errors import present_error
from app.services.accounts.known import DEMO
from app.services.demo import DemoServer
from app.storage.keyring_process import KeyringProcess
from app.storage.keys import KeyStore
from app.storage.paths import AppPaths, make_private_folder
from app.versions import VERSION
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
from ui.tour.camera import Camera, silence_plugin_messages
from ui.tour.pages import (
    walk_browsing,
    walk_locations,
    walk_offline,
    walk_sub_users,
    walk_subscriptions,
    walk_topups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.bootstrap import Services
    from app.services.demo import DemoAddress


class _NoKeyring(KeyringProcess):
    """Responds as on a computer without a keyring: the keys are in memory only."""

    def respond(self) -> KeyResponse:
        return KeyResponse(KeyState.ABSENT)


# The tour adds the blocks itself: the pictures are the same at any speed of the machine.
_NO_BLOCKS = "--no-automatic-blocks"


def run_tour(folder: str, qt_options: Sequence[str] = ()) -> int:
    """Writes the pictures into a folder, with or without a display.

    Returns:
        0 when all are written, 1 when the folder can't be used, or one of them can't be written.
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = _("The folder {folder} can't be made: {reason}").format(folder=target, reason=error.strerror)
        print(f"tollhouse: {text}", file=sys.stderr)  # noqa: T201 (a command's output)
        return 1
    if not (can_show_windows() or names_platform(qt_options)):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    silence_plugin_messages()
    app = build_application(qt_options)
    apply_language(app, chosen_language())
    apply_theme(app, "light")
    try:
        with TemporaryDirectory(prefix="tollhouse-tour-") as home:
            tour = Tour(Camera(app, target), Path(home))
            code = eventloop.run(app, tour.walk)
    except ExportError as error:
        print(f"tollhouse: {error.path}: {present_error(error).text}", file=sys.stderr)  # noqa: T201 (a command's output)
        return 1
    n = len(tour.camera.written)
    text = ngettext("{n} picture in {folder}", "{n} pictures in {folder}", n).format(n=n, folder=target)
    print(text)  # noqa: T201 (a command's output)
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
        await self._walk_overview()
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

    async def _walk_overview(self) -> None:
        """Shows the demo, and three accounts: one that works, one offline, and one whose key is refused."""
        services = self._build("overview")
        work, nord, research = (
            DemoServer(self._home / name, (_NO_BLOCKS,)) for name in ("work", "nord", "research")
        )
        window, navigation = self._open_window(services)
        await _open_demo(navigation)
        places = {"Work": work, "Client Nord": nord, "Research": research}
        addresses = {name: await service.start() for name, service in places.items()}
        await open_overview(navigation, services, addresses)
        await nord.stop()
        await research.stop()
        port = addresses["Research"].base_url.rpartition(":")[2]
        another_key = ("--port", port, "--api-key", "another-key-of-this-tour")
        refusing = DemoServer(self._home / "research", (_NO_BLOCKS, *another_key))
        await refusing.start()
        await walk_overview(self.camera, navigation)
        await _end(window, services)
        for service in (work, refusing):
            await service.stop()

    async def _walk_languages(self) -> None:
        language = current()
        if is_pseudo():
            return
        for code in sorted(languages().keys() - {language}):
            apply_language(self.camera.app, code)
            services = self._build(code)
            window, navigation = self._open_window(services)
            await _open_demo(navigation)
            await self.camera.snap_all(f"language-{code}")
            await _end(window, services)
        apply_language(self.camera.app, language)

    def _build(self, name: str, *options: str) -> Services:
        """Builds services with files of their own."""
        paths = AppPaths(self._home / name / "data", self._home / name / "logs")
        make_private_folder(paths.data)
        keys = KeyStore(make_process=_NoKeyring)
        demo = DemoServer(paths.demo, (_NO_BLOCKS, *options))
        return build(paths, environment={}, key_store=keys, demo=demo)

    def _open_window(self, services: Services) -> tuple[MainWindow, Navigation]:
        window = MainWindow()
        window.build()
        window.show()
        window.show_version(VERSION)
        navigation = Navigation(window, services, clipboard=Clipboard(window), links=Links())
        window.take_input()
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


async def walk_accounts(
    camera: Camera, navigation: Navigation, window: MainWindow, service: DemoAddress
) -> None:
    """Connects an account to a service of the tour's own; no keyring is used."""
    form = navigation.welcome.form
    form.name.setText("Work")
    form.address.setText(service.base_url)
    form.key.setText("not-the-right-key")
    form.connect_button.click()
    await form.tasks.join()
    await camera.snap_all("connect-refused")
    form.key.setText(service.api_key)
    form.connect_button.click()
    await form.tasks.join()
    await navigation.tasks.join()
    if navigation.page is not None:
        await navigation.page.tasks.join("load")
    await camera.snap_all("session-without-keyring")
    window.key_badge.click()
    await camera.snap_all("key-not-saved")
    camera.close_dialog()
    window.account_button.click()
    await camera.snap_all("account-switcher")
    navigation.account_header.menu.close()
    window.accounts_requested.emit()
    await camera.snap_all("accounts")
    camera.close_dialog()


async def open_overview(navigation: Navigation, services: Services, others: dict[str, DemoAddress]) -> None:
    """Connects accounts by name, and shows all of them beside the one that is open."""
    for name, service in others.items():
        await services.accounts.connect(name, service.base_url, service.api_key)
    navigation.app_pages.show_overview()
    page = navigation.app_pages.overview
    if page is not None:
        await page.tasks.join()


async def walk_overview(camera: Camera, navigation: Navigation) -> None:
    """Asks all accounts again, which some of them do not answer any more."""
    page = navigation.app_pages.overview
    if page is None:
        return
    page.refresh.click()
    await page.tasks.join()
    await camera.snap_all("all-accounts", large_text=True)
    navigation.app_pages.leave_overview()


async def walk_settings(camera: Camera, navigation: Navigation, window: MainWindow) -> None:
    """Shows the settings and the shortcuts; nothing is changed."""
    window.settings_requested.emit()
    page = navigation.app_pages.settings
    if page is None:
        return
    await page.tasks.join()
    await camera.snap_all("settings", large_text=True)
    page.show_about()
    await page.tasks.join()
    page.about.repaint()
    await page.tasks.join()
    await camera.snap_all("about")
    window.shortcuts_requested.emit()
    await camera.snap_all("shortcuts")
    camera.close_dialog()
    page.back.click()


async def walk_notifications(camera: Camera, navigation: Navigation) -> None:
    await navigation.pollers.join()
    await navigation.notification_center.tasks.join("notifications")
    navigation.notification_center.open()
    await camera.snap_all("notifications", large_text=True)
    navigation.notification_center.panel.close()


async def walk_palette(camera: Camera, navigation: Navigation) -> None:
    navigation.router.show_tab("subscriptions")
    if navigation.page is not None:
        await navigation.page.tasks.join("load")
    palette = navigation.palette
    palette.open()
    await palette.tasks.join()
    await camera.snap("palette-empty", "light")
    palette.card.field.setText("berl")
    await palette.finish_search()
    await camera.snap_all("palette", large_text=True)
    palette.card.reject()
