"""The tour of the bell, after the walks before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera


async def walk_notifications(camera: Camera, navigation: Navigation) -> None:
    """Opens the list of notifications.

    Args:
        navigation: Of a window in which something has happened.
    """
    await navigation.pollers.join()
    await navigation.notification_center.tasks.join("notices")
    bell = navigation.notification_center.bell
    bell.open()
    await camera.snap_all("notifications", large_text=True)
    bell.panel.close()
