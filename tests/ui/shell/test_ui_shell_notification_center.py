"""What happens is told behind the bell, over the window and on the desktop; each way leads to it."""

from __future__ import annotations

import asyncio
import os
import shutil
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.clock import SystemClock
from app.models.notifications import Notification
from app.models.settings import NotificationChoices, Preferences
from app.services.notifications import Notifications
from app.storage.state import State
from support.accessible import name_of
from support.notification_server import NotificationServer
from support.private_desktop import PrivateDesktop
from support.text_tables import text_table
from support.waiting import until
from ui.pages.page import Page
from ui.shell.notification_center import NotificationCenter
from ui.shell.window import MainWindow
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.layout.skeleton import Skeleton
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from app.bootstrap import Services
    from app.models.notifications import NotificationKind

    Scenario = Callable[["Screen"], Coroutine[Any, Any, None]]

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
needs_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon")


class Screen:
    """A window with a bell, and two accounts."""

    def __init__(self, folder: Path) -> None:
        self.clock = SystemClock()
        self.notifications = Notifications(State(folder / "state.sqlite"), lambda _kind: True)
        self.names = {"work": "Work", "home": "Home"}
        self.choices = NotificationChoices()
        self.wanted: list[tuple[str, str]] = []
        self.window = MainWindow()
        self.tasks = Tasks(self.window, lambda _error: None)
        self.in_sight = False
        self.notification_center = NotificationCenter(
            self.window, cast("Services", self), self.tasks, lambda _account, _notice: self.in_sight
        )
        self.notification_center.wanted.connect(
            lambda account, what: self.wanted.append((account, what.subject_id))
        )
        self.bell = self.notification_center.bell
        self.list = self.bell.panel.list

    @property
    def accounts(self) -> Any:
        known = tuple(SimpleNamespace(id=one, name=name) for one, name in self.names.items())
        return SimpleNamespace(known=lambda: known)

    @property
    def preferences(self) -> Any:
        return SimpleNamespace(now=Preferences(notifications=self.choices))

    def notice(self, subject_id: str, kind: NotificationKind = "credited", **facts: Any) -> Notification:
        at = self.clock.now() - timedelta(minutes=2)
        given = {"amount_usd": "50.00", "coin": "BTC", "name": "Shop"} | facts
        return Notification(kind=kind, subject_id=subject_id, occasion=kind, at=at, **given)

    async def tell(self, *notifications: Notification, account: str = "work") -> None:
        await self.notifications.tell(account, notifications)
        await self.settled()

    async def settled(self) -> None:
        """Waits until all is done but for the desktop, which is listened to for ever."""
        await until(lambda: not self.tasks.names() - {"desktop notes"})

    def rows(self) -> list[str]:
        model = self.list.model()
        return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]

    def description(self) -> str:
        return self.bell.button.accessibleDescription()


@pytest.fixture
def on_screen(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")

    def run_scenario(scenario: Scenario, *, shown: bool = True) -> None:
        async def main() -> None:
            screen = Screen(tmp_path)
            if shown:
                screen.window.show()
            try:
                await screen.settled()
                await scenario(screen)
            finally:
                ended = screen.tasks.cancel_all()
                await asyncio.wait(ended) if ended else None
                screen.bell.panel.close()
                screen.window.close()
                screen.window.deleteLater()
                await asyncio.sleep(0.01)

        run(main())

    return run_scenario


def test_the_bell_counts_what_is_unread_and_keeps_its_name(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        button = screen.bell.button
        assert (name_of(button), screen.description()) == ("Notifications", "")
        await screen.tell(screen.notice("tu_1"), screen.notice("tu_2"))
        assert (name_of(button), screen.description()) == ("Notifications", "2 unread")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert screen.bell.panel.isVisible()
        QTest.mouseClick(screen.bell.panel.mark_read, Qt.MouseButton.LeftButton)
        await screen.settled()
        assert screen.description() == ""
        assert not screen.bell.panel.mark_read.isEnabled()
        assert len(screen.rows()) == 2

    on_screen(scenario)


def test_a_row_says_all_of_it_and_enter_shows_what_it_is_about(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.tell(screen.notice("tu_1"))
        await screen.tell(screen.notice("sub_1", "traffic_95", percent=96), account="home")
        screen.bell.button.setFocus()
        QTest.keyClick(screen.bell.button, Qt.Key.Key_Space)
        assert screen.rows() == [
            "Unread, Traffic nearly used up, 'Shop' has used 96\xa0% of its traffic., Home, 2 min ago",
            "Unread, Top-up credited, $50.00 paid with BTC is on your balance., Work, 2 min ago",
        ]
        QTest.keyClick(screen.list, Qt.Key.Key_Down)
        QTest.keyClick(screen.list, Qt.Key.Key_Return)
        assert not screen.bell.panel.isVisible()
        await screen.settled()
        assert screen.wanted == [("work", "tu_1")]
        assert screen.description() == "1 unread"
        screen.bell.open()
        place = screen.list.visualRect(screen.list.model().index(0, 0)).center()
        QTest.mouseClick(screen.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
        assert screen.wanted[1:] == [("home", "sub_1")]

    on_screen(scenario)


def test_clear_empties_the_list_and_esc_closes_it(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.tell(*(screen.notice(f"tu_{number}") for number in range(12)))
        screen.bell.open()
        assert screen.window.rect().contains(
            screen.bell.panel.geometry().translated(-screen.window.mapToGlobal(QPoint(0, 0)))
        )
        QTest.mouseClick(screen.bell.panel.clear, Qt.MouseButton.LeftButton)
        await screen.settled()
        assert screen.rows() == []
        assert not screen.bell.panel.clear.isEnabled()
        QTest.keyClick(screen.bell.panel, Qt.Key.Key_Escape)
        assert not screen.bell.panel.isVisible()

    on_screen(scenario)


def test_what_was_told_is_there_after_a_restart_but_for_accounts_that_are_gone(
    on_screen: Callable[..., None],
) -> None:
    async def first(screen: Screen) -> None:
        await screen.tell(screen.notice("tu_1"))
        await screen.tell(screen.notice("tu_2"), account="home")

    async def second(screen: Screen) -> None:
        assert screen.description() == "2 unread"
        del screen.names["home"]
        screen.bell.open()
        assert len(screen.rows()) == 1
        assert screen.description() == "1 unread"

    on_screen(first)
    on_screen(second)


def test_a_note_over_the_window_leads_to_what_it_is_about(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.tell(screen.notice("tu_1"))
        banner = screen.notification_center.notes.banner
        assert banner.shown_text() == "Work: $50.00 paid with BTC is on your balance."
        for width, height in ((800, 600), (1180, 760)):
            screen.window.resize(width, height)
            assert screen.window.rect().contains(banner.geometry())
        banner.acted.emit()
        await screen.settled()
        assert screen.wanted == [("work", "tu_1")]
        assert banner.shown_text() == ""
        assert screen.description() == ""
        screen.in_sight = True
        await screen.tell(screen.notice("sub_1", "traffic_80", percent=83))
        assert banner.shown_text() == ""
        assert screen.description() == "1 unread"

    on_screen(scenario)


def test_a_note_stands_above_the_footer_of_a_page(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        page = Page(screen.clock)
        footer = Button("Copy credentials")
        page.footers = (footer,)
        page.body.addStretch(1)
        page.body.addWidget(footer)
        screen.window.show_page(page)
        await screen.tell(screen.notice("tu_1"))
        banner = screen.notification_center.notes.banner
        await until(lambda: banner.geometry().bottom() < footer.mapTo(screen.window, QPoint()).y())
        screen.window.drop_page(page)
        await until(lambda: banner.geometry().bottom() > screen.window.height() * 0.8)

    on_screen(scenario)


def test_a_note_stands_beside_a_list_and_below_dialogs(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: Screen) -> None:
        page = Page(screen.clock)
        rows, detail = QWidget(), QWidget()
        panes = TwoPanes(rows, detail, 372)
        page.first_column = rows
        page.body.addWidget(panes)
        screen.window.resize(1180, 760)
        screen.window.show_page(page)
        await screen.tell(screen.notice("tu_1"))
        banner = screen.notification_center.notes.banner
        await until(lambda: banner.geometry().left() > rows.mapTo(screen.window, QPoint()).x() + rows.width())
        assert screen.window.rect().contains(banner.geometry())
        dialog = SheetDialog("A question", parent=screen.window)
        dialog.open()
        screen.window.resize(1200, 780)
        above = screen.window.childAt(banner.geometry().center())
        assert above is not None
        assert above is not banner
        assert not banner.isAncestorOf(above)
        dialog.done(0)

    on_screen(scenario)


def _table() -> tuple[QWidget, QAbstractScrollArea]:
    table, _model = text_table("Countries", ["Country"], [(str(row),) for row in range(100)])
    stack = QStackedWidget()
    stack.addWidget(table)
    return stack, table


def _form() -> tuple[QWidget, QAbstractScrollArea]:
    area, content = ScrollArea(), QWidget()
    QVBoxLayout(content).addWidget(Skeleton(10, 2000))
    area.setWidget(content)
    return area, area


@pytest.mark.parametrize("build", [_table, _form])
def test_the_end_of_what_scrolls_can_be_seen_above_a_note(
    on_screen: Callable[..., None], build: Callable[[], tuple[QWidget, QAbstractScrollArea]]
) -> None:
    async def scenario(screen: Screen) -> None:
        page = Page(screen.clock)
        part, view = build()
        footer = Button("Copy credentials")
        page.footers = (footer,)
        page.body.addWidget(part, 1)
        page.body.addWidget(footer)
        screen.window.show_page(page)
        bar = view.verticalScrollBar()
        reach, below = bar.maximum(), footer.y()
        await screen.tell(screen.notice("tu_1"))
        banner = screen.notification_center.notes.banner
        await until(lambda: bar.maximum() > reach)
        end = view.viewport().mapTo(screen.window, view.viewport().rect().bottomLeft()).y()
        # Of a list the last row ends above it; of a page what is beside it stays in sight.
        assert (end < banner.y()) is isinstance(part, QStackedWidget)
        assert bar.maximum() - reach >= banner.height()
        assert footer.y() == below
        banner.dismissed.emit()
        await until(lambda: bar.maximum() == reach)

    on_screen(scenario)


@needs_bus
def test_the_desktop_is_told_without_amounts_and_a_click_leads_back(
    on_screen: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    with PrivateDesktop(tmp_path / "desktop") as desktop:
        address = desktop.env["DBUS_SESSION_BUS_ADDRESS"]

        async def scenario(screen: Screen) -> None:
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
            await screen.tell(screen.notice("tu_1"), screen.notice("tu_1", "purchase_failed"))
            await until(lambda: len(server.shown) == 2)
            assert [shown.title for shown in server.shown] == ["Top-up credited", "Plan not bought"]
            assert server.shown[1].replaced == server.shown[0].number
            assert "50" not in str([(shown.title, shown.body) for shown in server.shown])
            server.click(server.shown[1].number, token="a-leave")
            await until(lambda: screen.wanted)
            assert screen.wanted == [("work", "tu_1")]
            assert screen.window.isVisible()
            assert os.environ["XDG_ACTIVATION_TOKEN"] == "a-leave"

        with NotificationServer(address) as server:
            on_screen(scenario, shown=False)


@needs_bus
def test_the_desktop_hears_nothing_while_the_window_is_looked_at_or_when_nobody_wants_it(
    on_screen: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PrivateDesktop(tmp_path / "desktop") as desktop:
        address = desktop.env["DBUS_SESSION_BUS_ADDRESS"]

        async def scenario(screen: Screen) -> None:
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
            screen.window.activateWindow()
            await until(screen.window.isActiveWindow)
            await screen.tell(screen.notice("tu_1"))
            screen.window.hide()
            await until(lambda: not screen.window.isActiveWindow())
            screen.choices = NotificationChoices(on_desktop=False)
            await screen.tell(screen.notice("tu_2"))
            screen.choices = NotificationChoices()
            await screen.tell(*(screen.notice(f"tu_{number}") for number in range(3, 8)))
            await until(lambda: server.shown)
            (shown,) = server.shown
            assert shown.title == "5 notifications"
            server.click(shown.number)
            await until(screen.bell.panel.isVisible)

        with NotificationServer(address) as server:
            on_screen(scenario)
