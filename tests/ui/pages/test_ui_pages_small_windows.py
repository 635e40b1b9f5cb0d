"""Where room is short: what a person works with is never cut, and rows can always be reached."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest

from app.i18n.texts import ENGLISH, _, use_language
from support.locations_screen import LocationsScreen
from support.notification_screen import notification_screen
from support.shown import error_of
from support.sub_users_screen import ALL, SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen
from support.waiting import until
from ui.theme.theme import apply_theme
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.scroll_area import ScrollArea

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication, QWidget

    from support.page_screen import PageScreen

# As much as is left of the smallest window between header and status bar.
SMALL = (790, 475)


@pytest.fixture
def show_small(qapp: QApplication) -> Callable[[PageScreen, float], None]:
    """Shows a page as in the smallest window, with text of a size."""

    def show(screen: PageScreen, scale: float) -> None:
        screen.page.setMinimumSize(1, 1)
        screen.window.resize(*SMALL)
        apply_theme(qapp, "light", text_scale=scale)

    return show


class LayoutRequests(QObject):
    """Counts the layouts that are requested meanwhile."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self._app = app
        self.count = 0

    def __enter__(self) -> Self:
        self._app.installEventFilter(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._app.removeEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def is_whole(widget: QWidget, within: QWidget) -> bool:
    return within.rect().contains(widget.rect().translated(widget.mapTo(within, widget.rect().topLeft())))


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.page(screen=SubscriptionsScreen)
async def test_the_session_id_is_shown_whole(
    screen: SubscriptionsScreen, show_small: Callable[[PageScreen, float], None], scale: float
) -> None:
    screen.show_row(0)
    show_small(screen, scale)
    await screen.quiet()
    field = screen.detail.sticky.session.session_id
    field.setText("m" * 8)
    field.setCursorPosition(0)
    field.grab()
    start = field.cursorRect().center().x()
    field.setCursorPosition(8)
    field.grab()
    letters = field.fontMetrics().horizontalAdvance(field.text())
    # A field that is too narrow would scroll.
    assert field.cursorRect().center().x() - start >= letters
    sticky = screen.detail.sticky
    tops = [one.mapTo(sticky, QPoint()).y() for one in (field, sticky.session.how_many)]
    assert tops[0] == tops[1] or scale > 1.0, [sticky.width(), field.width(), letters]


@pytest.mark.page(screen=SubUsersScreen, size=SMALL)
async def test_no_button_of_many_rows_is_cut(
    screen: SubUsersScreen, show_small: Callable[[PageScreen, float], None]
) -> None:
    bar = screen.bar
    show_small(screen, 1.5)
    await screen.quiet()
    buttons = (bar.copy, bar.print_sheet, bar.check, *bar.changing.values())
    assert all(is_whole(button, bar) for button in buttons)
    await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    await screen.load()
    assert screen.page.is_offline
    await screen.quiet()
    assert all(is_whole(button, bar) for button in buttons)
    first = screen.table.visualRect(screen.model.index(0, 1))
    assert screen.table.viewport().rect().contains(first)
    # Its words are its name and the tooltip, where it shows the icon alone.
    assert screen.button("Copy credentials", bar).toolTip() == "Copy credentials"
    assert "You are offline" in bar.changing["delete"].toolTip()


@pytest.mark.page(screen=SubUsersScreen, size=SMALL)
async def test_sub_users_that_took_long_scroll_in_their_table_alone(
    screen: SubUsersScreen, show_small: Callable[[PageScreen, float], None]
) -> None:
    show_small(screen, 1.0)
    (area,) = screen.visible(ScrollArea, screen.page)
    # Less than the skeleton takes, and more than the buttons and a row.
    screen.window.resize(SMALL[0], SMALL[1] - 70)
    await screen.service.faults({"route": "GET " + ALL, "kind": "delay", "seconds": 0.8})
    picker = screen.page.toolbar.picker
    picker.setCurrentIndex(1 - picker.currentIndex())
    await until(lambda: bool(screen.visible(Skeleton, screen.page.pane)))
    await until(screen.table.isVisible)
    await screen.quiet()
    assert screen.table.model().rowCount() == 3
    assert area.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("language", [ENGLISH, "ru"])
@pytest.mark.page(screen=SubUsersScreen, size=SMALL)
async def test_with_the_largest_text_rows_of_sub_users_are_reached_below_a_banner(
    screen: SubUsersScreen, show_small: Callable[[PageScreen, float], None], language: str
) -> None:
    use_language(language)
    screen.page.toolbar.add.setText(_("Add sub-user"))
    screen.page.toolbar.import_csv.setText(_("Import CSV"))
    show_small(screen, 2.0)
    await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    await screen.load()
    assert screen.page.is_offline
    await screen.quiet()
    use_language(ENGLISH)
    toolbar, bar, table = screen.page.toolbar, screen.bar, screen.table
    assert is_whole(toolbar.add, toolbar)
    assert all(is_whole(button, bar) for button in (bar.copy, *bar.changing.values()))
    (area,) = screen.visible(ScrollArea, screen.page)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    await until(lambda: area.verticalScrollBar().value() > 0)
    row = table.visualRect(table.currentIndex())
    assert table.viewport().rect().contains(row)
    shown = row.translated(table.viewport().mapTo(area.viewport(), QPoint()))
    assert area.viewport().rect().contains(shown)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.page(screen=SubUsersScreen, size=SMALL)
async def test_a_toast_over_sub_users_comes_to_rest(
    screen: SubUsersScreen, tmp_path: Path, qapp: QApplication, scale: float
) -> None:
    async with notification_screen(tmp_path) as shell:
        shell.window.show_page(screen.page)
        shell.window.resize(800, 600)
        apply_theme(qapp, "light", text_scale=scale)
        await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
        await screen.load()
        await shell.notify(shell.notification("tu_1"))
        banner = shell.notification_center.toasts.banner
        await until(lambda: banner.geometry().bottom() < screen.bar.mapTo(shell.window, QPoint()).y())
        for _turn in range(20):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            await asyncio.sleep(0)
        with LayoutRequests(qapp) as requests:
            for _turn in range(20):
                QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
                await asyncio.sleep(0)
        assert requests.count == 0
        shell.window.drop_page(screen.page)


@pytest.mark.page(screen=LocationsScreen, size=SMALL)
async def test_rows_of_countries_are_seen_beside_the_note(
    screen: LocationsScreen, show_small: Callable[[PageScreen, float], None]
) -> None:
    show_small(screen, 2.0)
    await screen.quiet()
    pane = screen.pane
    assert not pane.hint.isHidden()
    table = pane.table
    assert table.viewport().rect().contains(table.visualRect(screen.page.pane.table.model().index(0, 1)))
    pane.hint.stops()[-1].setFocus()
    assert is_whole(pane.hint.stops()[-1], pane)
    screen.page.show_banner("danger", "No connection to the service. " * 3, details="-")
    await screen.quiet()
    pane.search.setFocus()
    assert pane.search.visibleRegion().boundingRect().height() == pane.search.height()
    assert table.viewport().rect().contains(table.visualRect(table.model().index(0, 1)))


@pytest.mark.page(screen=TopUpsScreen, scale="demo", size=SMALL)
async def test_the_list_has_the_keyboard_from_the_start_and_a_topup_is_opened_at_its_top(
    screen: TopUpsScreen,
) -> None:
    assert screen.window.focusWidget() is screen.pane.view
    assert not screen.detail.isVisible()
    bar = screen.detail.verticalScrollBar()
    for _visit in range(2):
        QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
        await screen.quiet()
        assert screen.detail.back.hasFocus()
        assert bar.value() == 0
        bar.setValue(bar.maximum())
        assert bar.value() > 0
        QTest.keyClick(screen.detail.back, Qt.Key.Key_Escape)
        assert screen.window.focusWidget() is screen.pane.view


@pytest.mark.page(screen=TopUpsScreen, scale="empty", size=(800, 600))
async def test_what_is_paid_and_how_to_report_it_is_seen_at_once(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    assert screen.page.panes.is_compact
    assert len(screen.codes()) == 1
    payment, view = screen.detail.payment, screen.detail.viewport()
    for widget in (payment.amount, payment.address, payment.qr, screen.detail.report.send):
        assert is_whole(widget, view)


@pytest.mark.page(screen=SubscriptionsScreen, size=SMALL)
async def test_the_list_of_subscriptions_has_the_keyboard_from_the_start(screen: SubscriptionsScreen) -> None:
    assert screen.page.panes.is_compact
    assert screen.window.focusWidget() is screen.pane.view
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.detail.header.back.hasFocus()
    bar = screen.detail.verticalScrollBar()
    bar.setValue(bar.maximum())
    QTest.keyClick(screen.detail.header.back, Qt.Key.Key_Escape)
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
    await screen.quiet()
    assert bar.value() == 0


@pytest.mark.page(screen=SubscriptionsScreen, size=SMALL)
async def test_what_renames_a_subscription_is_side_by_side(
    screen: SubscriptionsScreen, show_small: Callable[[PageScreen, float], None]
) -> None:
    show_small(screen, 2.0)
    screen.show_row(0)
    await screen.quiet()
    screen.press("Rename")
    await screen.quiet()
    form = screen.detail.header.form
    parts = (form.field, form.counter, form.save, form.cancel)
    assert all(one.geometry().right() < other.x() for one, other in pairwise(parts))
    assert form.cancel.geometry().right() < form.width()


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.page(screen=SubscriptionsScreen, size=SMALL)
async def test_a_username_has_one_line(
    screen: SubscriptionsScreen, show_small: Callable[[PageScreen, float], None], scale: float
) -> None:
    show_small(screen, scale)
    screen.show_row(0)
    await screen.quiet()
    credentials = screen.detail.credentials
    assert credentials.username.height() == credentials.password.height()


@pytest.mark.page(screen=SubscriptionsScreen, size=SMALL)
async def test_the_cards_of_a_subscription_are_never_wider_than_what_is_seen_of_them(
    screen: SubscriptionsScreen, show_small: Callable[[PageScreen, float], None]
) -> None:
    # Else their width depends on their minimum, which depends on their width: they may never settle.
    screen.show_row(0)
    await screen.quiet()
    content = screen.detail.widget()
    assert content is not None
    for scale in (1.0, 1.5, 2.0):
        show_small(screen, scale)
        for width in range(1200, 480, -60):
            screen.window.resize(width, 475)
            await screen.quiet()
            assert content.width() == screen.detail.viewport().width()


@pytest.mark.page(screen=TopUpsScreen, scale="empty", size=(800, 600))
async def test_a_plan_to_buy_and_what_is_wrong_with_a_top_up_come_into_sight(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    scroller = dialog.findChild(ScrollArea)
    assert scroller is not None
    viewport, form = scroller.viewport(), dialog.purchase
    screen.enter(dialog.amount, "50")
    screen.press("Buy a plan when it is credited", dialog)
    await screen.quiet()
    assert is_whole(form.plan, viewport)
    scroller.verticalScrollBar().setValue(0)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert error_of(form._plan_field) == "Enter a plan ID."
    assert is_whole(form._plan_field, viewport)
    screen.press("Options", dialog)
    await screen.quiet()
    assert is_whole(form.options, viewport)
    form.switch.setChecked(False)
    scroller.verticalScrollBar().setValue(scroller.verticalScrollBar().maximum())
    await screen.service.faults({"route": "POST /v1/topups", "kind": "status", "status": 403})
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert dialog.banner.isVisible()
    assert is_whole(dialog.banner, viewport)
