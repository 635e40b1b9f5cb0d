"""The tour's walk through the settings and the overview of shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow
    from ui.tour.camera import Camera


async def walk_settings(camera: Camera, navigation: Navigation, window: MainWindow) -> None:
    """Shows the settings; nothing is changed.

    Args:
        navigation: Knows the way to the settings.
        window: Its window.
    """
    window.settings_wanted.emit()
    page = navigation.settings
    if page is None:
        return
    await page.tasks.join()
    await camera.snap_all("settings", large_text=True)
    window.shortcuts_wanted.emit()
    await camera.snap_all("shortcuts")
    overview = QApplication.activeModalWidget()
    if overview is not None:
        overview.close()
    page.back.click()
