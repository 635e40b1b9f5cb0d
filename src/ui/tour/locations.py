"""The tour's walk through the locations: a country's cities and ISPs, all countries, and without a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.pages.locations.page import LocationsPage

if TYPE_CHECKING:
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera


async def walk_locations(camera: Camera, navigation: Navigation) -> None:
    """Shows the tab of locations of the account that is open."""
    navigation.router.show_tab("locations")
    page = navigation.page
    if not isinstance(page, LocationsPage):
        return
    await page.tasks.join("load")
    for code in ("DE", "US"):
        page.toggle_favorite(code)
    await page.tasks.join()
    page.pane.table.country_opened.emit("DE")
    await page.tasks.join()
    page.detail.cities.search.setText("mun")
    await camera.snap_all("locations", large_text=True)
    page.panes.show_pane(detail=False)
    page.pane.search.setText("united")
    await camera.snap("countries-search", "light")
    page.pane.search.clear()
    page.detail.tabs.setCurrentIndex(1)
    await page.tasks.join()
    await camera.snap("isps", "light")
    page.show_all_countries()
    for code in ("US", "BR", "MX"):
        page.show_country(code)
        await page.tasks.join()
    page.show_all_countries()
    await page.tasks.join()
    page.all_countries.pane.search.setText("san")
    await camera.snap_all("all-countries")


async def walk_browsing(camera: Camera, navigation: Navigation) -> None:
    """Shows what can be seen without any key, and goes back to the welcome page."""
    navigation.welcome.browse.click()
    await navigation.tasks.join()
    page = navigation.page
    if isinstance(page, LocationsPage):
        await page.tasks.join()
        await camera.snap_all("browse-without-key")
    navigation.show_welcome()
