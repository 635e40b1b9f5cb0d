"""Browsing locations without any key: a typed address, the demo's service, errors, the way to an account."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from support.account_services import MemoryKeyring, running
from support.sandbox_process import SandboxProcess, start_sandbox
from ui.clipboard import Clipboard
from ui.eventloop import cancel_others
from ui.links import Links
from ui.pages.locations.page import LocationsPage
from ui.pages.topups.page import TopUpsPage
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from pathlib import Path

    from app.bootstrap import Services


class Desk:
    """The window at a first start."""

    def __init__(self, services: Services) -> None:
        self.window = MainWindow()
        self.window.show()
        self.navigation = Navigation(self.window, services, clipboard=Clipboard(self.window), links=Links())
        self.navigation.open_first(demo=False)

    async def browse(self, address: str = "") -> LocationsPage:
        self.navigation.welcome.form.address.setText(address)
        self.navigation.welcome.browse.click()
        await self.navigation.tasks.join()
        page = self.navigation.page
        assert isinstance(page, LocationsPage)
        await page.tasks.join("load")
        return page

    def tabs(self) -> list[str]:
        tabs = self.window.tabs
        return [tabs.tabText(place) for place in range(tabs.count()) if tabs.isVisible()]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as service:
        yield service


@asynccontextmanager
async def desk_in(folder: Path) -> AsyncIterator[Desk]:
    ring = MemoryKeyring()
    async with running(folder, lambda: ring) as services:
        desk = Desk(services)
        try:
            yield desk
        finally:
            desk.window.close()
            await cancel_others()
            desk.window.deleteLater()


def on_desk(
    run: Callable[[Coroutine[Any, Any, Any]], Any],
    folder: Path,
    story: Callable[[Desk], Coroutine[Any, Any, None]],
) -> None:
    async def main() -> None:
        async with desk_in(folder) as desk:
            await story(desk)

    run(main())


def test_a_typed_address_is_browsed(
    run: Callable[..., None], tmp_path: Path, sandbox: SandboxProcess
) -> None:
    async def story(desk: Desk) -> None:
        page = await desk.browse(sandbox.base_url)
        assert page.model.rowCount() > 200
        assert desk.tabs() == ["Locations"]
        said = desk.window.account_button.accessibleDescription()
        assert sandbox.base_url.removeprefix("http://") in said
        assert "no key" in said
        assert page.pane.search.hasFocus() or not desk.window.isActiveWindow()

    on_desk(run, tmp_path, story)


def test_without_an_address_the_demo_is_browsed_and_an_account_can_follow(
    run: Callable[..., None], tmp_path: Path
) -> None:
    async def story(desk: Desk) -> None:
        await desk.browse()
        assert desk.window.account_button.accessibleDescription().startswith("local sandbox")
        assert desk.window.key_badge.label_text() == "Connect an account"
        desk.window.key_badge.click()
        assert desk.navigation.welcome.isVisible()
        assert desk.tabs() == []
        desk.navigation.welcome.open_demo.click()
        await desk.navigation.tasks.join()
        assert isinstance(desk.navigation.page, TopUpsPage)
        assert len(desk.tabs()) > 2
        assert not desk.window.key_badge.isVisible()

    on_desk(run, tmp_path, story)


def test_an_address_that_cannot_be_right_is_said_beside_it(run: Callable[..., None], tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        welcome = desk.navigation.welcome
        welcome.form.address.setText("ftp://nobody")
        welcome.browse.click()
        await desk.navigation.tasks.join()
        assert welcome.isVisible()
        assert welcome.browse.isEnabled()
        assert welcome.form.address.property("invalid")

    on_desk(run, tmp_path, story)


def test_a_service_that_does_not_answer_is_said_on_the_welcome_page(
    run: Callable[..., None], tmp_path: Path
) -> None:
    async def story(desk: Desk) -> None:
        server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        welcome = desk.navigation.welcome
        welcome.form.address.setText(f"http://127.0.0.1:{port}")
        welcome.browse.click()
        await desk.navigation.tasks.join()
        assert welcome.isVisible()
        assert welcome.banner.shown_text()
        assert welcome.browse.isEnabled()

    on_desk(run, tmp_path, story)
