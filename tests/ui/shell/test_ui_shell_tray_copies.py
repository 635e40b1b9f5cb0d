"""The tray copies what was used last: as it is now, and nothing that can't be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.tray_harness import TrayHarness, tray_harness
from ui.clipboard import CredentialSource

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


@pytest.fixture
def harness(tmp_path: Path) -> AbstractAsyncContextManager[TrayHarness]:
    return tray_harness(tmp_path)


async def test_the_credentials_used_last_are_copied_as_they_are_now(harness: TrayHarness) -> None:
    assert not harness.can_pick("Copy last credentials")
    await harness.visit(harness.subscriptions)
    subscription = harness.service.account.subscription_store.get(harness.subscriptions.current_id())
    assert subscription is not None
    harness.subscriptions.subscription_page.sticky.credentials.copy_password(subscription)
    assert harness.clipboard.text() == subscription.password
    harness.window.close()
    reset = await harness.service.account.subscriptions.reset_password(subscription)
    harness.pick("Copy last credentials")
    await harness.tasks.join()
    text = harness.clipboard.text()
    assert text.startswith(f"http://{subscription.username}:")
    assert text.endswith(f"@{subscription.endpoint.host}:{subscription.endpoint.http_port}")
    assert subscription.password not in text
    assert [note.title for note in harness.said][-1] == "Credentials copied"
    assert harness.window.status_bar.message() == "Credentials copied · clears in 30 s"
    assert reset.password not in str(harness.said)
    harness.refused = True
    harness.tray.menu.aboutToShow.emit()
    assert not harness.can_pick("Copy last credentials")


async def test_what_the_page_shows_does_not_matter_only_what_was_copied(harness: TrayHarness) -> None:
    await harness.visit(harness.subscriptions)
    first = next(iter((await harness.service.account.subscriptions.list()).items))
    sub_user = (await harness.service.account.sub_users.list(first.id)).items[1]
    account_id = harness.service.account.account.id
    for sub_users, username in (((), first.username), ((sub_user.id,), sub_user.username)):
        source = CredentialSource(account_id, first.id, sub_user_ids=sub_users)
        harness.clipboard.copy_secret("as the palette writes it", source=source)
        harness.clipboard.copy_secret("of no account")
        harness.pick("Copy last credentials")
        await harness.tasks.join()
        assert harness.clipboard.text().startswith(f"http://{username}:")


async def test_a_sub_user_copied_beside_the_subscription_is_the_one_copied_again(
    harness: TrayHarness,
) -> None:
    page = harness.subscriptions.subscription_page
    await harness.visit(harness.subscriptions)
    await page.tasks.join("sub-users")
    page.detail.sticky.user.setCurrentIndex(1)
    order = page.detail.sticky.order()
    assert order is not None
    page.detail.sticky.copy.click()
    await page.tasks.join("copy")
    harness.clipboard.copy_text("something else")
    harness.pick("Copy last credentials")
    await harness.tasks.join()
    assert harness.clipboard.text().startswith(f"http://{order.credentials.username}:")
    assert order.sub_user_ids


async def test_the_sub_users_used_last_are_copied_as_they_are_now(harness: TrayHarness) -> None:
    page = harness.sub_users
    await harness.visit(page)
    first, second = page.model.records()[:2]
    subscription = await harness.service.account.subscriptions.get(page.current_id())
    page.credentials.offer(subscription, [first, second])
    page.credentials.menu.chosen.emit("host_port_user_pass")
    await page.tasks.join("copy")
    changed = await harness.service.account.sub_users.new_password(subscription.id, second)
    harness.clipboard.copy_text("something else")
    harness.pick("Copy last credentials")
    await harness.tasks.join()
    lines = harness.clipboard.text().splitlines()
    assert [line.split(":")[2] for line in lines] == [first.username, second.username]
    assert lines[1].endswith(f":{changed.password}")
    for sub_user in (first, changed):
        await harness.service.account.sub_users.delete(subscription.id, sub_user)
    harness.clipboard.copy_text("something else")
    harness.pick("Copy last credentials")
    await harness.tasks.join()
    assert harness.clipboard.text() == "something else"
    assert harness.said[-1].title == "Credentials not copied"


async def test_credentials_that_cannot_be_asked_for_are_not_copied(harness: TrayHarness) -> None:
    await harness.visit(harness.subscriptions)
    subscription = harness.service.account.subscription_store.get(harness.subscriptions.current_id())
    assert subscription is not None
    harness.subscriptions.subscription_page.sticky.credentials.copy_password(subscription)
    assert harness.service.account.wallet is not None
    await harness.service.account.wallet.cut_off(cut=True)
    harness.pick("Copy last credentials")
    await harness.tasks.join()
    assert harness.clipboard.text() == subscription.password
    assert harness.said[-1].title == "Credentials not copied"
