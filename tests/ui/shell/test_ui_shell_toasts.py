"""Toasts: in a free corner of the window, above what scrolls; a press leads to what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QStackedWidget, QVBoxLayout, QWidget

from support.shown import message_of
from support.text_tables import text_table
from support.waiting import until
from ui.pages.page import Page
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.notification_screen import Screen

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_a_toast_leads_to_what_it_is_about(screen: Screen) -> None:
    await screen.notify(screen.notification("tu_1"))
    banner = screen.notification_center.toasts.banner
    assert message_of(banner) == "Work: $50.00 paid with BTC is on your balance."
    for width, height in ((800, 600), (1180, 760)):
        screen.window.resize(width, height)
        assert screen.window.rect().contains(banner.geometry())
    banner.acted.emit()
    await screen.settled()
    assert screen.wanted == [("work", "tu_1")]
    assert message_of(banner) == ""
    assert screen.description() == ""
    screen.in_sight = True
    await screen.notify(screen.notification("sub_1", "traffic_80", percent=83))
    assert message_of(banner) == ""
    assert screen.description() == "1 unread"


async def test_a_toast_of_an_account_goes_with_it(screen: Screen) -> None:
    banner = screen.notification_center.toasts.banner
    await screen.notify(screen.notification("tu_1"))
    del screen.names["home"]
    await screen.notifications.drop("home")
    assert banner.isVisible()
    del screen.names["work"]
    await screen.notifications.drop("work")
    assert not banner.isVisible()


@pytest.mark.parametrize("ending", ["dismissed", "timed out"])
async def test_the_keyboard_returns_to_where_it_was_before_the_toast(screen: Screen, ending: str) -> None:
    page = Page(screen.clock)
    first, second = Button("First"), Button("Second")
    page.body.addWidget(first)
    page.body.addWidget(second)
    screen.window.show_page(page)
    await screen.notify(screen.notification("tu_1"))
    toasts = screen.notification_center.toasts
    screen.window.activateWindow()
    await until(screen.window.isActiveWindow)
    second.setFocus()
    _more, action, close = toasts.banner.stops()
    action.setFocus(Qt.FocusReason.TabFocusReason)
    close.setFocus(Qt.FocusReason.TabFocusReason)
    assert screen.window.focusWidget() is close
    if ending == "dismissed":
        QTest.keyClick(close, Qt.Key.Key_Space)
    else:
        toasts._end.timeout.emit()
    assert toasts.banner.isHidden()
    assert screen.window.focusWidget() is second
    screen.window.drop_page(page)


async def test_a_toast_is_above_the_footer_of_a_page(screen: Screen) -> None:
    page = Page(screen.clock)
    footer = Button("Copy credentials")
    page.footers = (footer,)
    page.body.addStretch(1)
    page.body.addWidget(footer)
    screen.window.show_page(page)
    await screen.notify(screen.notification("tu_1"))
    banner = screen.notification_center.toasts.banner
    await until(lambda: banner.geometry().bottom() < footer.mapTo(screen.window, QPoint()).y())
    screen.window.drop_page(page)
    await until(lambda: banner.geometry().bottom() > screen.window.height() * 0.8)


async def test_a_toast_is_beside_a_list_and_below_dialogs(screen: Screen) -> None:
    page = Page(screen.clock)
    rows, detail = QWidget(), QWidget()
    panes = TwoPanes(rows, detail, 372)
    page.first_column = rows
    page.body.addWidget(panes)
    screen.window.resize(1180, 760)
    screen.window.show_page(page)
    await screen.notify(screen.notification("tu_1"))
    banner = screen.notification_center.toasts.banner
    await until(lambda: banner.geometry().left() > rows.mapTo(screen.window, QPoint()).x() + rows.width())
    assert screen.window.rect().contains(banner.geometry())
    dialog = SheetDialog("A question", parent=screen.window)
    dialog.open()
    await until(lambda: dialog._scrim is not None)
    screen.window.resize(1200, 780)
    above = screen.window.childAt(banner.geometry().center())
    assert above is not None
    assert above is not banner
    assert not banner.isAncestorOf(above)
    dialog.done(0)


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
async def test_the_end_of_what_scrolls_can_be_seen_above_a_toast(
    screen: Screen, build: Callable[[], tuple[QWidget, QAbstractScrollArea]]
) -> None:
    page = Page(screen.clock)
    part, view = build()
    footer = Button("Copy credentials")
    page.footers = (footer,)
    page.body.addWidget(part, 1)
    page.body.addWidget(footer)
    screen.window.show_page(page)
    bar = view.verticalScrollBar()
    reach, below = bar.maximum(), footer.y()
    await screen.notify(screen.notification("tu_1"))
    banner = screen.notification_center.toasts.banner
    await until(lambda: bar.maximum() > reach)
    end = view.viewport().mapTo(screen.window, view.viewport().rect().bottomLeft()).y()
    # Of a list the last row ends above it; of a page what is beside it stays in sight.
    assert (end < banner.y()) is isinstance(part, QStackedWidget)
    assert bar.maximum() - reach >= banner.height()
    assert footer.y() == below
    banner.dismissed.emit()
    await until(lambda: bar.maximum() == reach)
