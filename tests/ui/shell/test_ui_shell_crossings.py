"""From a subscription to its sub-users, and from a sub-user to its usage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.page_links import PageLinks
from ui.shell.window import MainWindow
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.errors import AppError
    from ui.pages.page import Page

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_subscription_leads_to_its_sub_users_and_one_of_them_to_its_usage(
    run: Callable[..., None], tmp_path: Path
) -> None:
    async def story() -> None:
        window = MainWindow()
        opened: list[str] = []
        errors: list[AppError] = []
        clipboard = Clipboard(window)
        with linked_service(tmp_path, "demo", SteppedClock()) as service:
            account = service.account
            pages: dict[str, Page] = {
                "subscriptions": SubscriptionsPage(account, clipboard=clipboard),
                "sub-users": SubUsersPage(account, clipboard=clipboard),
            }

            def open_tab(key: str) -> Page:
                opened.append(key)
                return pages[key]

            page_links = PageLinks(window, open_tab, Tasks(window, errors.append))
            for key, page in pages.items():
                page_links.join(key, page)
                page.load()
                await page.tasks.join("load")
            subscriptions, sub_users = pages["subscriptions"], pages["sub-users"]
            assert isinstance(subscriptions, SubscriptionsPage)
            assert isinstance(sub_users, SubUsersPage)
            second = subscriptions.model.subscription_at(subscriptions.model.index(1))
            assert second is not None
            subscriptions.show_subscription(second.id)
            subscriptions.subscription_page.detail.header.sub_users.click()
            await sub_users.tasks.join("load")
            assert opened == ["sub-users"]
            assert sub_users.current_id() == second.id
            person = sub_users.model.sub_users()[0]
            first = subscriptions.model.subscription_at(subscriptions.model.index(0))
            assert first is not None
            subscriptions.show_subscription(first.id)
            sub_users.work.do("usage", person.id)
            await subscriptions.subscription_page.tasks.join("sub-users")
            assert opened == ["sub-users", "subscriptions"]
            assert subscriptions.current_id() == second.id
            assert subscriptions.subscription_page.detail.usage.user.currentData() == person.id
            for tasks in (subscriptions.subscription_page.tasks, subscriptions.subscription_page.usage.tasks):
                await tasks.join()
            assert errors == []
            window.close()
            window.deleteLater()
            await service.aclose()

    run(story())
