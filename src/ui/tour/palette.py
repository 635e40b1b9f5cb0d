"""The tour of the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera


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
