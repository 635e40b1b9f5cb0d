"""The tour's walk through accounts: connecting, a refused key, a session without a keyring, the switcher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from app.services.demo.server import DemoAddress
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow
    from ui.tour.camera import Camera


async def walk_accounts(
    camera: Camera, navigation: Navigation, window: MainWindow, service: DemoAddress
) -> None:
    """Connects an account to a service of the tour's own; no keyring is asked.

    Args:
        navigation: Shows the welcome page.
        window: Its window.
        service: The service and its key.
    """
    form = navigation.welcome.form
    form.name.setText("Work")
    form.address.setText(service.base_url)
    form.key.setText("not-the-right-key")
    form.connect_button.click()
    await navigation.tasks.join()
    await camera.snap_all("connect-refused")
    form.key.setText(service.api_key)
    form.connect_button.click()
    await navigation.tasks.join()
    if navigation.page is not None:
        await navigation.page.tasks.join("load")
    await camera.snap_all("session-without-keyring")
    window.key_badge.click()
    await camera.snap_all("key-not-saved")
    _close_dialog()
    window.account_button.click()
    await camera.snap_all("account-switcher")
    window.menu.close()
    window.menu.management_wanted.emit()
    await camera.snap_all("accounts")
    _close_dialog()


def _close_dialog() -> None:
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        dialog.close()
