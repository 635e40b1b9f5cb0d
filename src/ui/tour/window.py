"""The tour's walk through what belongs to the window: accounts, settings, notifications, palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.tour.tabs import close_dialog

if TYPE_CHECKING:
    from app.services.demo import DemoAddress
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow
    from ui.tour.camera import Camera


async def walk_accounts(
    camera: Camera, navigation: Navigation, window: MainWindow, service: DemoAddress
) -> None:
    """Connects an account to a service of the tour's own; no keyring is asked."""
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
    close_dialog()
    window.account_button.click()
    await camera.snap_all("account-switcher")
    window.menu.close()
    window.menu.management_wanted.emit()
    await camera.snap_all("accounts")
    close_dialog()


async def walk_settings(camera: Camera, navigation: Navigation, window: MainWindow) -> None:
    """Shows the settings and the shortcuts; nothing is changed."""
    window.settings_wanted.emit()
    page = navigation.settings
    if page is None:
        return
    await page.tasks.join()
    await camera.snap_all("settings", large_text=True)
    window.shortcuts_wanted.emit()
    await camera.snap_all("shortcuts")
    close_dialog()
    page.back.click()


async def walk_notifications(camera: Camera, navigation: Navigation) -> None:
    """Opens the list of notifications, once there are some."""
    await navigation.pollers.join()
    await navigation.notification_center.tasks.join("notices")
    navigation.notification_center.open()
    await camera.snap_all("notifications", large_text=True)
    navigation.notification_center.panel.close()


async def walk_palette(camera: Camera, navigation: Navigation) -> None:
    """Shows the palette over the subscriptions of the account that is open."""
    navigation.router.show_tab("subscriptions")
    if navigation.page is not None:
        await navigation.page.tasks.join("load")
    palette = navigation.palette
    palette.open()
    await palette.tasks.join()
    await camera.snap("palette-empty", "light")
    palette.card.field.setText("berl")
    await palette.settled()
    await camera.snap_all("palette", large_text=True)
    palette.card.reject()
