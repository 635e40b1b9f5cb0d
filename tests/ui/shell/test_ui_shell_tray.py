"""The tray: where there is one and somebody wants it, a closed window's work goes on; else closing ends."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from app.models.keys import KeyPlace, KeyStatus
from app.models.palette import SubUserOf
from app.models.preferences import Preferences
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.tray import Tray
from ui.shell.tray_duty import TrayDuty
from ui.shell.window import MainWindow
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from app.bootstrap import Services
    from support.linked_service import LinkedService
    from ui.desktop_notes import DesktopNote
    from ui.shell.navigation import Navigation

    Story = Callable[["Desk"], Coroutine[Any, Any, None]]

# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


class Desk:
    """A window, an account, and a desktop whose tray comes and goes as a test likes."""

    def __init__(self, service: LinkedService) -> None:
        self.service = service
        self.has_host = True
        self.ended: list[bool] = []
        self.said: list[DesktopNote] = []
        self.refused = False
        self.listeners: list[Callable[[], None]] = []
        self.chosen = Preferences(has_tray=True)
        self.window = MainWindow()
        self.window.closed.connect(lambda: self.ended.append(True))
        self.window.show()
        self.clipboard = Clipboard(self.window)
        self.tray = Tray(self.window, lambda: self.has_host)
        links = Links(opener=lambda _url: True)
        self.subscriptions = SubscriptionsPage(service.account, clipboard=self.clipboard, links=links)
        self.sub_users = SubUsersPage(service.account, clipboard=self.clipboard, links=links)
        self.page: SubscriptionsPage | SubUsersPage = self.subscriptions
        self.open_topups = 0
        self.watches = SimpleNamespace(on_change=[], in_progress=lambda: self.open_topups)
        self.tasks = Tasks(self.window, lambda _error: None)
        self.account_id = "demo"
        self.palette = SimpleNamespace(at_work=None)
        self.announcements = SimpleNamespace(desktop=SimpleNamespace(send=self.said.append))
        self.duty = TrayDuty(
            self.window,
            cast("Services", self),
            cast("Navigation", self),
            self.clipboard,
            tray=self.tray,
        )

    @property
    def preferences(self) -> Any:
        return self

    @property
    def now(self) -> Preferences:
        return self.chosen

    @property
    def accounts(self) -> Any:
        async def opened(_account_id: str, *, attended: bool) -> Any:
            assert not attended
            return self.service.account

        def key_status(_account_id: str) -> KeyStatus:
            return KeyStatus(KeyPlace.KEYRING, is_refused=self.refused)

        known = (SimpleNamespace(id="demo", name="Demo"),)
        return SimpleNamespace(known=lambda: known, key_status=key_status, open=opened)

    def watch(self, listener: Callable[[], None]) -> None:
        self.listeners.append(listener)
        listener()

    def choose(self, *, tray: bool) -> None:
        self.chosen = Preferences(has_tray=tray)
        for listener in self.listeners:
            listener()

    async def visit(self, page: SubscriptionsPage | SubUsersPage) -> None:
        self.page = page
        self.window.show_page(page)
        page.load()
        await page.tasks.join("load")

    def icons(self) -> list[QSystemTrayIcon]:
        return [icon for icon in self.tray.findChildren(QSystemTrayIcon) if icon.isVisible()]

    def pick(self, text: str) -> None:
        (action,) = (action for action in self.tray.menu().actions() if action.text() == text)
        assert action.isEnabled(), text
        action.trigger()

    def can_pick(self, text: str) -> bool:
        return any(one.text() == text and one.isEnabled() for one in self.tray.menu().actions())


@pytest.fixture
def at_desk(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    def play(story: Story) -> None:
        async def main() -> None:
            with linked_service(tmp_path, "demo", SteppedClock()) as service:
                desk = Desk(service)
                try:
                    await story(desk)
                finally:
                    detail, sub_users = desk.subscriptions.subscription_page, desk.sub_users
                    for part in (desk, desk.subscriptions, detail, detail.usage, sub_users):
                        part.tasks.cancel_all()
                    desk.clipboard.clear_if_ours()
                    desk.tray.set_wanted(wanted=False)
                    desk.window.quit()
                    desk.subscriptions.deleteLater()
                    sub_users.deleteLater()
                    desk.window.deleteLater()
                    await asyncio.sleep(0.01)
                    await service.aclose()

        run(main())

    return play


def test_closing_hides_and_is_said_once_and_the_icon_leads_back(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        for _time in range(2):
            desk.window.close()
            assert desk.window.isHidden()
            assert desk.ended == []
            desk.pick("Open Tollhouse")
            assert desk.window.isVisible()
        assert [note.title for note in desk.said] == ["Tollhouse goes on"]

    at_desk(story)


def test_quit_ends_the_app_whether_the_window_is_shown_or_not(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        desk.window.close()
        desk.pick("Quit")
        assert desk.ended == [True]
        assert desk.window.isHidden()
        assert desk.icons() == []

    at_desk(story)


def test_without_a_tray_closing_ends_the_app(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        desk.has_host = False
        desk.tray.look()
        desk.window.close()
        assert desk.ended == [True]
        assert desk.said == []

    at_desk(story)


def test_a_tray_that_nobody_wants_stays_empty(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        desk.choose(tray=False)
        assert desk.icons() == []
        desk.window.close()
        assert desk.ended == [True]

    at_desk(story)


def test_a_tray_that_goes_brings_the_window_back_and_one_that_comes_gets_a_new_icon(
    at_desk: Callable[..., None],
) -> None:
    async def story(desk: Desk) -> None:
        (first,) = desk.icons()
        desk.window.close()
        desk.has_host = False
        desk.tray.look()
        assert desk.window.isVisible()
        assert desk.icons() == []
        desk.has_host = True
        desk.tray.look()
        (second,) = desk.icons()
        assert second is not first
        desk.window.close()
        assert desk.window.isHidden()

    at_desk(story)


def test_what_others_see_is_a_count_and_no_more(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        calm = desk.icons()[0].icon().pixmap(32, 32).toImage()
        for count, text in ((0, ""), (1, " · 1 top-up in progress"), (2, " · 2 top-ups in progress")):
            desk.open_topups = count
            for tell in desk.watches.on_change:
                tell()
            assert desk.icons()[0].toolTip() == f"Tollhouse{text}"
        assert desk.icons()[0].icon().pixmap(32, 32).toImage() != calm

    at_desk(story)


def test_a_new_top_up_is_asked_for_over_the_window(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        wanted: list[bool] = []
        desk.window.new_wanted.connect(lambda: wanted.append(True))
        desk.window.close()
        desk.pick("New top-up")
        assert wanted == [True]
        assert desk.window.isVisible()

    at_desk(story)


def test_the_credentials_used_last_are_copied_as_they_are_now(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        assert not desk.can_pick("Copy last credentials")
        await desk.visit(desk.subscriptions)
        subscription = desk.subscriptions.model.subscription(desk.subscriptions.current_id())
        assert subscription is not None
        desk.clipboard.copy_secret(subscription.password)
        desk.window.close()
        reset = await desk.service.account.subscriptions.reset_password(subscription)
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        text = desk.clipboard.text()
        assert text.startswith(f"http://{subscription.username}:")
        assert text.endswith(f"@{subscription.endpoint.host}:{subscription.endpoint.http_port}")
        assert subscription.password not in text
        assert [note.title for note in desk.said][-1] == "Credentials copied"
        assert reset.subscription.password not in str(desk.said)
        desk.refused = True
        desk.tray.menu().aboutToShow.emit()
        assert not desk.can_pick("Copy last credentials")

    at_desk(story)


def test_what_the_palette_copied_is_copied_again_over_another_page(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.visit(desk.subscriptions)
        first = next(iter((await desk.service.account.subscriptions.list()).items))
        sub_user = (await desk.service.account.sub_users.list(first.id)).items[1]
        for found, username in ((first, first.username), (SubUserOf(first, sub_user), sub_user.username)):
            desk.palette.at_work = found
            desk.clipboard.copy_secret("as the palette writes it")
            desk.palette.at_work = None
            desk.pick("Copy last credentials")
            await desk.tasks.join()
            assert desk.clipboard.text().startswith(f"http://{username}:")

    at_desk(story)


def test_the_sub_users_used_last_are_copied_as_they_are_now(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
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
    async def story(desk: Desk) -> None:
        await desk.visit(desk.subscriptions)
        desk.clipboard.copy_secret("an earlier one")
        assert desk.service.account.wallet is not None
        await desk.service.account.wallet.cut_off(cut=True)
        desk.pick("Copy last credentials")
        await desk.tasks.join()
        assert desk.clipboard.text() == "an earlier one"
        assert desk.said[-1].title == "Credentials not copied"

    at_desk(story)
