"""What happens is listed behind the bell and told on the desktop; each way leads to it."""

from __future__ import annotations

import os
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.models.settings import NotificationChoices
from support.accessible import name_of
from support.notification_screen import notification_screen
from support.notification_server import NotificationServer
from support.private_desktop import PrivateDesktop
from support.waiting import until
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from support.notification_screen import Screen

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
needs_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon")


@asynccontextmanager
async def on_desktop(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, shown: bool = True
) -> AsyncIterator[tuple[NotificationServer, Screen]]:
    """Yields a desktop's notification server, and the window on that desktop."""
    with PrivateDesktop(folder / "desktop") as desktop:
        address = desktop.env["DBUS_SESSION_BUS_ADDRESS"]

        with NotificationServer(address) as server:
            async with notification_screen(folder, shown=shown) as screen:
                monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
                yield server, screen


async def test_the_bell_counts_what_is_unread_and_keeps_its_name(screen: Screen) -> None:
    button = screen.bell
    assert (name_of(button), screen.description()) == ("Notifications", "")
    await screen.notify(screen.notification("tu_1"), screen.notification("tu_2"))
    assert (name_of(button), screen.description()) == ("Notifications", "2 unread")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.panel.isVisible()
    QTest.mouseClick(screen.panel.mark_read, Qt.MouseButton.LeftButton)
    await screen.settled()
    assert screen.description() == ""
    assert not screen.panel.mark_read.isEnabled()
    assert len(screen.rows()) == 2


async def test_a_row_says_all_of_it_and_enter_shows_what_it_is_about(screen: Screen) -> None:
    await screen.notify(screen.notification("tu_1"))
    await screen.notify(screen.notification("sub_1", "traffic_95", percent=96), account="home")
    screen.bell.setFocus()
    QTest.keyClick(screen.bell, Qt.Key.Key_Space)
    assert screen.rows() == [
        "Unread, Traffic nearly used up, 'Shop' has used 96\xa0% of its traffic., Home, 2 min ago",
        "Unread, Top-up credited, $50.00 paid with BTC is on your balance., Work, 2 min ago",
    ]
    QTest.keyClick(screen.list, Qt.Key.Key_Down)
    QTest.keyClick(screen.list, Qt.Key.Key_Return)
    assert not screen.panel.isVisible()
    await screen.settled()
    assert screen.wanted == [("work", "tu_1")]
    assert screen.description() == "1 unread"
    screen.notification_center.open()
    place = screen.list.visualRect(screen.list.model().index(0, 0)).center()
    QTest.mouseClick(screen.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert screen.wanted[1:] == [("home", "sub_1")]


async def test_a_warning_of_traffic_offers_to_prepare_a_topup(screen: Screen) -> None:
    await screen.notify(screen.notification("sub_1", "traffic_80", percent=83), account="home")
    await screen.notify(screen.notification("sub_1", "traffic_95", percent=96), account="home")
    await screen.notify(screen.notification("tu_1"))
    prepared: list[tuple[str, str]] = []
    screen.notification_center.topup_requested.connect(
        lambda account, what: prepared.append((account, what.occasion))
    )
    screen.notification_center.open()
    buttons = [one for one in screen.list.findChildren(QAbstractButton) if one.isVisible()]
    assert [name_of(one) for one in buttons] == ["Prepare a top-up"], "the latest warning alone"
    assert "Nothing is created yet." in buttons[0].accessibleDescription()
    row = screen.list.visualRect(screen.list.model().index(1, 0))
    assert row.contains(buttons[0].geometry())
    await screen.notify(screen.notification("sub_2", "traffic_80", percent=81))
    QTest.keyClick(screen.list, Qt.Key.Key_Tab)
    newer = QApplication.focusWidget()
    assert newer is not None
    assert newer is not buttons[0]
    QTest.keyClick(newer, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is buttons[0]
    QTest.keyClick(buttons[0], Qt.Key.Key_Space)
    await screen.settled()
    assert not screen.panel.isVisible()
    assert (prepared, screen.wanted) == ([("home", "traffic_95")], [])
    assert screen.description() == "3 unread"


async def test_clear_empties_the_list_and_esc_closes_it(screen: Screen) -> None:
    await screen.notify(*(screen.notification(f"tu_{number}") for number in range(12)))
    screen.notification_center.open()
    assert screen.window.rect().contains(
        screen.panel.geometry().translated(-screen.window.mapToGlobal(QPoint(0, 0)))
    )
    screen.panel.clear.setFocus()
    QTest.keyClick(screen.panel.clear, Qt.Key.Key_Space)
    await screen.settled()
    assert screen.rows() == []
    assert not screen.panel.clear.isEnabled()
    focused = screen.panel.focusWidget()
    assert focused is not None
    assert name_of(focused) == "No notifications"
    QTest.keyClick(screen.panel, Qt.Key.Key_Escape)
    assert not screen.panel.isVisible()


async def test_an_empty_list_says_so_when_it_is_opened(screen: Screen) -> None:
    screen.notification_center.open()
    focused = screen.panel.focusWidget()
    assert focused is not None
    assert name_of(focused) == "No notifications"
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    assert not screen.panel.isVisible()


@pytest.mark.usefixtures("no_desktop")
async def test_what_was_notified_is_there_after_a_restart_but_for_accounts_that_are_gone(
    tmp_path: Path,
) -> None:
    async with notification_screen(tmp_path) as screen:
        await screen.notify(screen.notification("tu_1"))
        await screen.notify(screen.notification("tu_2"), account="home")
    async with notification_screen(tmp_path) as screen:
        assert screen.description() == "2 unread"
        del screen.names["home"]
        screen.notification_center.open()
        assert len(screen.rows()) == 1
        assert screen.description() == "1 unread"


@needs_bus
@pytest.mark.usefixtures("no_desktop")
async def test_the_desktop_is_notified_without_amounts_and_a_click_leads_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    async with on_desktop(tmp_path, monkeypatch, shown=False) as (server, screen):
        await screen.notify(screen.notification("tu_1"), screen.notification("tu_1", "purchase_failed"))
        await until(lambda: len(server.shown) == 2)
        assert [shown.title for shown in server.shown] == ["Top-up credited", "Plan not bought"]
        assert server.shown[1].replaced == server.shown[0].number
        assert "50" not in str([(shown.title, shown.body) for shown in server.shown])
        server.click(server.shown[1].number, token="a-leave")
        await until(lambda: screen.wanted)
        assert screen.wanted == [("work", "tu_1")]
        assert screen.window.isVisible()
        assert os.environ["XDG_ACTIVATION_TOKEN"] == "a-leave"


@needs_bus
@pytest.mark.usefixtures("no_desktop")
async def test_what_else_is_so_of_a_subscription_replaces_nothing_on_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_desktop(tmp_path, monkeypatch, shown=False) as (server, screen):
        await screen.notify(
            screen.notification("sub_1", "traffic_80", percent=83), screen.notification("sub_1", "ending")
        )
        await until(lambda: len(server.shown) == 2)
        await screen.notify(screen.notification("sub_1", "traffic_95", percent=96))
        await until(lambda: len(server.shown) == 3)
        used, ending, nearly_all = server.shown
        assert (used.replaced, ending.replaced, nearly_all.replaced) == (0, 0, used.number)
        server.click(ending.number)
        await until(lambda: screen.wanted == [("work", "sub_1")])


@needs_bus
@pytest.mark.usefixtures("no_desktop")
async def test_a_click_on_the_desktop_changes_nothing_behind_an_open_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    async with on_desktop(tmp_path, monkeypatch, shown=False) as (server, screen):
        await screen.notify(screen.notification("tu_1"), account="home")
        await until(lambda: server.shown)
        dialog = SheetDialog("New top-up", screen.window)
        dialog.open()
        server.click(server.shown[0].number, token="a-leave")
        await until(lambda: "XDG_ACTIVATION_TOKEN" in os.environ)
        await until(screen.window.isVisible)
        assert dialog.isVisible()
        assert screen.wanted == []
        assert screen.description() == "1 unread"
        dialog.reject()


@needs_bus
@pytest.mark.usefixtures("no_desktop")
async def test_the_desktop_hears_nothing_while_the_window_is_looked_at_or_when_nobody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_desktop(tmp_path, monkeypatch) as (server, screen):
        screen.window.activateWindow()
        await until(screen.window.isActiveWindow)
        await screen.notify(screen.notification("tu_1"))
        screen.window.hide()
        await until(lambda: not screen.window.isActiveWindow())
        screen.choices = NotificationChoices(on_desktop=False)
        await screen.notify(screen.notification("tu_2"))
        screen.choices = NotificationChoices()
        await screen.notify(*(screen.notification(f"tu_{number}") for number in range(3, 8)))
        await until(lambda: server.shown)
        (shown,) = server.shown
        assert shown.title == "5 notifications"
        server.click(shown.number)
        await until(screen.panel.isVisible)
