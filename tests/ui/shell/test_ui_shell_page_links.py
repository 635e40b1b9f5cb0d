"""From a subscription to its sub-users, and from a sub-user to its usage."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from support.linked_service import linked_service
from support.page_context import page_context
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.router import Router
from ui.shell.tabs import TABS
from ui.shell.window import MainWindow
from ui.tasks import Tasks
from ui.widgets.tables.columns import KeyRole

if TYPE_CHECKING:
    from pathlib import Path

    from app.bootstrap import Services
    from app.errors import AppError

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_a_subscription_leads_to_its_sub_users_and_one_of_them_to_its_usage(tmp_path: Path) -> None:
    window = MainWindow()
    window.build()
    errors: list[AppError] = []
    with linked_service(tmp_path, "demo", SteppedClock()) as service:
        router = Router(
            window,
            # Its settings and notifications are all that pages use of the services.
            cast("Services", page_context(Clipboard(window), folder=tmp_path)),
            clipboard=Clipboard(window),
            links=Links(),
            tasks=Tasks(window, errors.append),
        )
        for tab in TABS:
            window.add_tab(tab.key, tab.icon, tab.title())
        router.choose_tab("sub-users")
        router.open_account(service.account)
        router.show_tab("sub-users")
        sub_users = router.page
        router.show_tab("subscriptions")
        subscriptions = router.page
        assert isinstance(subscriptions, SubscriptionsPage)
        assert isinstance(sub_users, SubUsersPage)
        for page in (subscriptions, sub_users):
            await page.tasks.join("load")
        second = service.account.subscription_store.get(subscriptions.model.index(1, 0).data(KeyRole))
        assert second is not None
        subscriptions.show_subscription(second.id)
        subscriptions.subscription_page.detail.header.sub_users.click()
        await sub_users.tasks.join("load")
        assert window.shown_page() is sub_users
        assert sub_users.current_id() == second.id
        person = sub_users.model.records()[0]
        first = service.account.subscription_store.get(subscriptions.model.index(0, 0).data(KeyRole))
        assert first is not None
        subscriptions.show_subscription(first.id)
        sub_users.do("usage", person.id)
        await subscriptions.subscription_page.tasks.join("sub-users")
        assert window.shown_page() is subscriptions
        assert subscriptions.current_id() == second.id
        assert subscriptions.subscription_page.detail.usage.user.currentData() == person.id
        await subscriptions.subscription_page.tasks.join()
        assert errors == []
        window.close()
        window.deleteLater()
        await service.aclose()
