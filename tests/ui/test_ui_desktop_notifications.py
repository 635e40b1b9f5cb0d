"""Notes on a real bus: shown, replaced, clicked; a desktop that is missing, hangs or begins anew."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from typing import TYPE_CHECKING

import pytest

from support.notification_server import NotificationServer
from support.private_desktop import PrivateDesktop
from support.waiting import until
from ui import desktop_notifications
from ui.desktop_notifications import DesktopNotification, DesktopNotifications

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon")

CREDITED = DesktopNotification("work/tu_1", "Top-up credited", "The money is on your balance.")


class Client:
    def __init__(self) -> None:
        self.clicks: list[tuple[str, str]] = []
        self.notes = DesktopNotifications(lambda key, token: self.clicks.append((key, token)))


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with PrivateDesktop(tmp_path) as desktop:
        found = desktop.env["DBUS_SESSION_BUS_ADDRESS"]
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", found)
        yield found


@contextlib.asynccontextmanager
async def running() -> AsyncIterator[Client]:
    client = Client()
    task = asyncio.get_running_loop().create_task(client.notes.run())
    try:
        yield client
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_a_notification_is_shown_and_a_click_on_it_leads_back(address: str) -> None:
    with NotificationServer(address) as server:
        async with running() as client:
            client.notes.send(CREDITED)
            await until(lambda: server.shown)
            (shown,) = server.shown
            assert (shown.title, shown.body) == (CREDITED.title, CREDITED.text)
            assert shown.actions == ("default", "Show", "show", "Show")
            assert shown.hints["desktop-entry"] == ("s", "tollhouse")
            server.click(shown.number, "show", token="leave-to-come-forward")
            await until(lambda: client.clicks)
            assert client.clicks == [(CREDITED.key, "leave-to-come-forward")]


async def test_a_later_notification_about_the_same_replaces_it_and_others_stay_beside_it(
    address: str,
) -> None:
    with NotificationServer(address) as server:
        async with running() as client:
            for key in ("work/tu_1", "work/tu_2", "work/tu_1"):
                client.notes.send(DesktopNotification(key, "Top-up credited", ""))
            await until(lambda: len(server.shown) == 3)
            assert [shown.replaced for shown in server.shown] == [0, 0, server.shown[0].number]
            server.close(server.shown[0].number)
            server.click(server.shown[1].number)
            await until(lambda: client.clicks)
            assert client.clicks == [("work/tu_2", "")]
            client.notes.send(DesktopNotification("work/tu_1", "Payment not accepted", ""))
            await until(lambda: len(server.shown) == 4)
            assert server.shown[3].replaced == 0


@pytest.mark.parametrize(
    ("capabilities", "body"),
    [
        (("body", "actions", "body-markup"), "'&lt;b&gt;R&amp;D\u2039U+202E\u203a' has used 80 %"),
        (("body", "actions"), "'<b>R&D\u2039U+202E\u203a' has used 80 %"),
    ],
)
async def test_foreign_text_is_never_markup(address: str, capabilities: tuple[str, ...], body: str) -> None:
    with NotificationServer(address, capabilities) as server:
        async with running() as client:
            client.notes.send(DesktopNotification("k", "Traffic", "'<b>R&D\u202e' has used 80 %"))
            await until(lambda: server.shown)
            assert server.shown[0].body == body


async def test_a_desktop_without_actions_gets_none(address: str) -> None:
    with NotificationServer(address, ("body",)) as server:
        async with running() as client:
            client.notes.send(CREDITED)
            await until(lambda: server.shown)
            assert server.shown[0].actions == ()


async def test_a_desktop_that_begins_anew_gets_new_notes_and_no_old_numbers(address: str) -> None:
    async with running() as client:
        with NotificationServer(address) as server:
            client.notes.send(CREDITED)
            await until(lambda: server.shown)
        with NotificationServer(address) as server:
            client.notes.send(CREDITED)
            await until(lambda: server.shown)
            assert server.shown[0].replaced == 0
            server.click(server.shown[0].number)
            await until(lambda: client.clicks)


async def test_a_desktop_that_hangs_costs_a_moment_and_the_next_notification_is_shown(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop_notifications, "TIME_OUT_SECONDS", 0.2)
    with NotificationServer(address) as server:
        server.hangs = True
        async with running() as client:
            client.notes.send(CREDITED)
            await until(lambda: server.calls)
            server.hangs = False
            client.notes.send(DesktopNotification("work/tu_2", "Payment not accepted", ""))
            await until(lambda: server.shown)
            assert [shown.title for shown in server.shown] == ["Payment not accepted"]


async def test_only_the_desktop_can_click(address: str) -> None:
    with NotificationServer(address) as server, NotificationServer(address) as impostor:
        async with running() as client:
            client.notes.send(CREDITED)
            await until(lambda: server.shown)
            impostor.click(server.shown[0].number)
            server.click(server.shown[0].number, "unknown")
            client.notes.send(CREDITED)
            await until(lambda: len(server.shown) == 2)
            assert client.clicks == []


@pytest.mark.parametrize("bus", [None, "unix:path=/nowhere/at/all", "no address"])
async def test_a_desktop_without_a_bus_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, bus: str | None
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    if bus is not None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    client = Client()
    task = asyncio.get_running_loop().create_task(client.notes.run())
    client.notes.send(CREDITED)
    client.notes.send(CREDITED)
    await until(client.notes._inbox.empty)
    assert not task.done()
    task.cancel()
    await asyncio.wait([task])


async def test_the_end_comes_through_when_the_bus_ends_at_the_same_moment(address: str) -> None:
    with NotificationServer(address) as server:
        server.hangs = True
        notes = DesktopNotifications(lambda _key, _token: None)
        task = asyncio.get_running_loop().create_task(notes.run())
        notes.send(CREDITED)
        await until(lambda: server.calls)
        task.cancel()
        assert notes._bus is not None
        with contextlib.suppress(asyncio.InvalidStateError):
            notes._bus._router._replies.drop_all()
        done, _pending = await asyncio.wait({task}, timeout=5)
        task.cancel()
        assert task in done
        assert task.cancelled()
