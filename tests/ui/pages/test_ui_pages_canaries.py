"""The passwords of an account, after its pages were used: in no accessible text, file, log or selection."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from ui.widgets.tables.columns import KeyRole

if TYPE_CHECKING:
    from support.page_screen import PageScreen


async def passwords(screen: PageScreen) -> set[str]:
    """Returns every password of the account, by the service."""
    client = screen.service.client
    subscriptions = (await client.subscriptions.list()).items
    users = [user for one in subscriptions for user in (await client.sub_users.list(one.id)).items]
    found = {one.password for one in subscriptions} | {one.password for one in users}
    assert len(found) > len(subscriptions)
    return found


def assert_nowhere(secrets: set[str], screen: PageScreen, log: str) -> None:
    words = screen.words()
    clipboard = QGuiApplication.clipboard()  # noqa: TID251 (what others would paste)
    selected = clipboard.text(clipboard.Mode.Selection) if clipboard.supportsSelection() else ""
    files = [path for path in screen.service.folder.rglob("*") if path.is_file()]
    assert files
    for secret in secrets:
        assert secret not in words
        assert secret not in selected
        assert secret not in log
        assert not [path for path in files if secret.encode() in path.read_bytes()]


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_those_of_subscriptions(screen: SubscriptionsScreen, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = await passwords(screen)
    for row in range(len(screen.rows())):
        screen.show_row(row)
        await screen.quiet()
        assert_nowhere(secrets, screen, caplog.text)
    screen.press("Copy", screen.detail.sticky)
    await screen.quiet()
    assert any(secret in screen.clipboard() for secret in secrets)
    assert screen.is_marked_secret()
    assert_nowhere(secrets, screen, caplog.text)


@pytest.mark.page(screen=SubUsersScreen)
async def test_those_of_sub_users(screen: SubUsersScreen, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = await passwords(screen)
    for row in range(screen.model.rowCount()):
        for action in ("edit", "share", "delete"):
            screen.page.do(action, str(screen.model.index(row, 0).data(KeyRole)))
            await screen.quiet()
            words = "".join(screen.words(dialog) for dialog in screen.dialogs())
            assert not [secret for secret in secrets if secret in words], action
            for dialog in screen.dialogs():
                dialog.close()
    screen.table.selectAll()
    assert_nowhere(secrets, screen, caplog.text)
