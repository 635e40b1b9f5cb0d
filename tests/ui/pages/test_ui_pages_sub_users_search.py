"""Finding sub-users, selecting those that are found, and copying what is usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import render
from support.accessible import name_of
from support.page_scenarios import on_page
from support.sub_users_screen import SubUsersScreen

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubUsersScreen),
]

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier


def select_all(screen: SubUsersScreen) -> QCheckBox:
    (found,) = [box for box in screen.visible(QCheckBox) if name_of(box) == "Select all"]
    return found


async def test_the_one_of_a_whole_username_or_id_comes_first(screen: SubUsersScreen) -> None:
    spare = next(item for item in screen.model.records() if item.label == "Spare")
    screen.model.update(spare.model_copy(update={"id": "runner-1", "username": "runner"}))
    screen.page.toolbar.search.setText("Runner")
    assert screen.labels() == ["Spare", "Berlin runner", "Paris runner", "Warsaw runner"]
    screen.page.toolbar.search.setText("runner-1")
    assert screen.labels() == ["Spare"]


async def test_select_all_takes_what_is_shown_and_nothing_else(screen: SubUsersScreen) -> None:
    box, states = select_all(screen), Qt.CheckState
    screen.click(box)
    assert (len(screen.marked()), box.checkState()) == (9, states.Checked)
    screen.click(box)
    assert (screen.marked(), box.checkState()) == ([], states.Unchecked)
    screen.mark("Spare")
    assert box.checkState() == states.PartiallyChecked
    interface = QAccessible.queryAccessibleInterface(box)
    assert interface.state().checkStateMixed
    screen.page.toolbar.search.setText("runner")
    assert box.checkState() == states.Unchecked
    QTest.keyClick(box, Qt.Key.Key_Space)
    runners = ["Berlin runner", "Paris runner", "Warsaw runner"]
    assert (screen.marked(), box.checkState()) == (runners, states.Checked)
    screen.page.toolbar.search.clear()
    assert (screen.marked(), box.checkState()) == (runners, states.PartiallyChecked)
    screen.click(box)
    assert len(screen.marked()) == 9


async def test_the_box_stands_above_the_marks_in_every_direction(screen: SubUsersScreen) -> None:
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        screen.window.setLayoutDirection(direction)
        await screen.quiet()
        box, table = select_all(screen), screen.table
        left = table.viewport().mapToGlobal(table.visualRect(screen.model.index(0, 0)).center()).x()
        assert abs(box.mapToGlobal(box.rect().center()).x() - left) <= 2


async def test_the_box_leaves_with_the_marks_where_the_table_scrolls_sideways(screen: SubUsersScreen) -> None:
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        screen.window.setLayoutDirection(direction)
        screen.window.resize(400, 480)
        await screen.quiet()
        box, bar = select_all(screen), screen.table.horizontalScrollBar()
        assert bar.maximum() > 0
        bar.setValue(bar.maximum())
        assert not box.isVisible()
        bar.setValue(0)
        assert box.isVisible()


@pytest.mark.page(size=(480, 480))
async def test_labels_are_readable_where_the_table_scrolls_sideways(screen: SubUsersScreen) -> None:
    table = screen.table
    label = table.column("label")
    assert table.columnWidth(label) == 150
    assert table.horizontalScrollBar().maximum() > 0
    screen.window.resize(1180, 760)
    await screen.quiet()
    assert table.columnWidth(label) > 150
    assert table.horizontalScrollBar().maximum() == 0


async def test_typing_finds_a_label_from_the_boxes_too_and_keeps_what_is_selected(
    screen: SubUsersScreen,
) -> None:
    screen.mark("Berlin runner")
    table = screen.table
    table.go_to(screen.at("Paris runner").id, "mark")
    table.setFocus()
    QTest.keyClicks(table, "stock")
    assert table.currentIndex().data() == "Stock monitor"
    assert screen.marked() == ["Berlin runner"]


async def test_the_filter_says_how_many_it_found(screen: SubUsersScreen) -> None:
    search, count = screen.page.toolbar.search, screen.page.toolbar.count
    search.setText("runner")
    assert count.shown_text() == "3 of 9 found"
    search.setText("nobody")
    assert count.shown_text() == "0 of 9 found"
    search.setText("acme")
    assert count.shown_text() == "9 of 9 found"
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert (search.text(), count.shown_text()) == ("", "9 of 50")
    assert screen.window.focusWidget() is screen.table


async def test_ctrl_c_copies_at_once_in_the_format_that_was_used_last(tmp_path: Path) -> None:

    async with on_page(SubUsersScreen, tmp_path) as screen:
        subscription = (await screen.service.account.subscriptions.list()).items[0]
        users = [screen.at("Berlin runner"), screen.at("Spare")]

        def as_format(key: str) -> list[str]:
            return [render(key, credentials_of(subscription, user)).text for user in users]

        screen.table.go_to(users[0].id, "label")
        screen.key(Qt.Key.Key_C, CTRL)
        await screen.quiet()
        assert screen.clipboard_owner.text() == as_format("http_url")[0]
        assert screen.is_marked_secret()
        assert "Credentials of 1 sub-user copied" in screen.notes[-1]
        screen.key(Qt.Key.Key_C, CTRL_SHIFT)
        menu = screen.page.credentials.menu
        assert menu.isVisible()
        next(action for action in menu.actions() if action.text() == "host:port:user:pass").trigger()
        menu.close()
        await screen.quiet()
        assert screen.clipboard_owner.text() == as_format("host_port_user_pass")[0]
        screen.mark("Berlin runner", "Spare")
        screen.key(Qt.Key.Key_C, CTRL)
        await screen.quiet()
        assert screen.clipboard_owner.text().split() == as_format("host_port_user_pass")
