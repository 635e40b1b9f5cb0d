"""The tour's walk through the subscriptions: credentials, a sticky session, usage in its forms."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.models.subscriptions import ACTIVE
from ui.pages.subscriptions.page import SubscriptionsPage

if TYPE_CHECKING:
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera


async def walk_subscriptions(camera: Camera, navigation: Navigation) -> None:
    """Shows the tab of subscriptions of the account that is open."""
    navigation.router.show_tab("subscriptions")
    page = navigation.page
    if not isinstance(page, SubscriptionsPage):
        return
    await page.tasks.join("load")
    await page.subscription_page.tasks.join()
    await camera.snap_all("subscription", large_text=True)
    detail = page.subscription_page.detail
    detail.countries.show_map.setChecked(True)
    await page.subscription_page.tasks.join()
    await asyncio.sleep(0.1)
    # The map is below the credentials.
    detail.ensureWidgetVisible(detail.countries, 0, 12)
    await camera.snap_all("usage-map")
    detail.countries.show_map.setChecked(False)
    detail.usage.as_table.setChecked(True)
    await camera.snap_all("usage-table")
    detail.usage.as_table.setChecked(False)
    session = navigation.router.session()
    if session is not None:
        ended = [one for one in session.subscription_store.list() if one.status != ACTIVE]
        page.show_subscription(ended[0].id)
        await page.subscription_page.tasks.join()
        await camera.snap_all("subscription-ended")
