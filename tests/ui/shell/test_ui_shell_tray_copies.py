"""The tray copies what was used last: as it is now, and nothing that can't be asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from support.tray_desk import TrayDesk, play
from ui.clipboard import CredentialSource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


@pytest.fixture
def at_desk(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    return partial(play, run, tmp_path)


def test_the_credentials_used_last_are_copied_as_they_are_now(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        assert not desk.can_pick("Copy last credentials")
        await desk.visit(desk.subscriptions)
        subscription = desk.subscriptions.model.subscription(desk.subscriptions.current_id())
        assert subscription is not None
        desk.subscriptions.subscription_page.copying.copy_password(subscription, subscription.password)
        assert desk.clipboard.text() == subscription.password
        desk.window.close()
        reset = await desk.service.account.subscriptions.reset_password(subscription)
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        text = desk.clipboard.text()
        assert text.startswith(f"http://{subscription.username}:")
        assert text.endswith(f"@{subscription.endpoint.host}:{subscription.endpoint.http_port}")
        assert subscription.password not in text
        assert [note.title for note in desk.said][-1] == "Credentials copied"
        assert reset.password not in str(desk.said)
        desk.refused = True
        desk.tray.menu().aboutToShow.emit()
        assert not desk.can_pick("Copy last credentials")

    at_desk(story)


def test_what_the_page_shows_does_not_matter_only_what_was_copied(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        await desk.visit(desk.subscriptions)
        first = next(iter((await desk.service.account.subscriptions.list()).items))
        sub_user = (await desk.service.account.sub_users.list(first.id)).items[1]
        account_id = desk.service.account.account.id
        for sub_users, username in (((), first.username), ((sub_user.id,), sub_user.username)):
            source = CredentialSource(account_id, first.id, sub_user_ids=sub_users)
            desk.clipboard.copy_secret("as the palette writes it", source=source)
            desk.clipboard.copy_secret("of no account")
            desk.pick("Copy last credentials")
            await desk.tasks.join()
            assert desk.clipboard.text().startswith(f"http://{username}:")

    at_desk(story)


def test_a_sub_user_copied_beside_the_subscription_is_the_one_copied_again(
    at_desk: Callable[..., None],
) -> None:
    async def story(desk: TrayDesk) -> None:
        page = desk.subscriptions.subscription_page
        await desk.visit(desk.subscriptions)
        await page.tasks.join("sub-users")
        page.detail.sticky.user.setCurrentIndex(1)
        order = page.detail.sticky.order()
        assert order is not None
        page.detail.sticky.copy_wanted.emit()
        await page.tasks.join("copy")
        desk.clipboard.copy_text("something else")
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        assert desk.clipboard.text().startswith(f"http://{order.credentials.username}:")
        assert order.sub_user_id

    at_desk(story)


def test_the_sub_users_used_last_are_copied_as_they_are_now(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        page = desk.sub_users
        await desk.visit(page)
        first, second = page.model.sub_users()[:2]
        subscription = await desk.service.account.subscriptions.get(page.current_id())
        page.work.copying.offer(subscription, [first, second])
        page.work.copying.menu.chosen.emit("host_port_user_pass")
        await page.work.copying.tasks.join()
        changed = await desk.service.account.sub_users.new_password(subscription.id, second)
        desk.clipboard.copy_text("something else")
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        lines = desk.clipboard.text().splitlines()
        assert [line.split(":")[2] for line in lines] == [first.username, second.username]
        assert lines[1].endswith(f":{changed.password}")
        for sub_user in (first, changed):
            await desk.service.account.sub_users.delete(subscription.id, sub_user)
        desk.clipboard.copy_text("something else")
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        assert desk.clipboard.text() == "something else"
        assert desk.said[-1].title == "Credentials not copied"

    at_desk(story)


def test_credentials_that_cannot_be_asked_for_are_not_copied(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        await desk.visit(desk.subscriptions)
        subscription = desk.subscriptions.model.subscription(desk.subscriptions.current_id())
        assert subscription is not None
        desk.subscriptions.subscription_page.copying.copy_password(subscription, subscription.password)
        assert desk.service.account.wallet is not None
        await desk.service.account.wallet.cut_off(cut=True)
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        assert desk.clipboard.text() == subscription.password
        assert desk.said[-1].title == "Credentials not copied"

    at_desk(story)
