"""The table of sub-users: what it shows and says, choosing rows and pressing cells by mouse and keyboard."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from app.errors import ConnectionFailedError
from app.models.sub_users import SubUser, SubUserDraft
from support.page_scenarios import on_page
from support.service_records import sub_user_record
from support.sub_users_screen import ALL, SubUsersScreen
from ui.pages.sub_users.table import COLUMNS, SubUserModel
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubUsersScreen),
]

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
SUBSCRIPTIONS = "GET /v1/residential/subscriptions"


async def test_the_table_shows_who_may_use_what(screen: SubUsersScreen) -> None:
    assert screen.labels()[:3] == ["Berlin runner", "Paris runner", "Warsaw runner"]
    assert screen.page.toolbar.count.shown_text() == "9 of 50"
    assert screen.index("Berlin runner", "used").data() == "3.2 / 5 GB"
    assert screen.index("QA laptop", "used").data() == "0.4 GB / no cap"
    assert screen.accessible_text("Spare", "enabled") == "Disabled"
    assert "UTC" in screen.accessible_text("Spare", "created")


async def test_days_of_a_former_year_have_it_while_the_page_stays_open(screen: SubUsersScreen) -> None:
    ticks = screen.page.findChild(SecondTicks)
    assert ticks is not None
    created = screen.index("Spare", "created").data()
    assert "2026" not in created
    screen.service.clock.advance(60 * 86_400)
    ticks.ticked.emit(1)
    assert screen.index("Spare", "created").data() == f"{created} 2026"


async def test_how_many_are_selected_is_announced_after_several_at_once(
    screen: SubUsersScreen, announced: list[str]
) -> None:
    screen.click_cell("QA laptop", "label", CTRL)
    assert announced == [], "the cell says so itself"
    screen.key(Qt.Key.Key_A, CTRL)
    assert announced == ["9 selected"]
    screen.table.clearSelection()
    assert announced == ["9 selected", "None selected"]


async def test_no_password_can_be_found_by_a_screen_reader(screen: SubUsersScreen) -> None:
    screen.key(Qt.Key.Key_A, CTRL)
    screen.press("Add sub-user")
    words = screen.words() + screen.words(screen.dialog())
    assert "Password, hidden" in words
    assert "acme_r7f2_b1" in words
    model, columns = screen.model, [screen.table.column(column.key) for column in COLUMNS]
    cells = [model.index(row, column) for row in range(model.rowCount()) for column in columns]
    roles = range(int(Qt.ItemDataRole.UserRole) + 10)
    texts = {words, *(str(cell.data(role)) for cell in cells for role in roles)}
    assert any("acme_r7f2_b1" in text for text in texts - {words})
    for sub_user in model.records():
        assert not any(sub_user.password in text for text in texts)


async def test_every_control_has_a_name(screen: SubUsersScreen) -> None:
    words = screen.words().split("\n")
    for name in (
        "Subscription",
        "Filter sub-users",
        "Add sub-user",
        "Import CSV",
        "Export",
        "Sub-users",
        "Copy credentials",
        "Set cap",
        "Enable",
        "Disable",
        "New passwords",
        "Delete",
    ):
        assert name in words


async def test_rows_are_chosen_by_their_boxes_ranges_and_all_at_once(screen: SubUsersScreen) -> None:
    assert screen.bar.selected.shown_text() == "None selected"
    assert not screen.button("Delete").isEnabled()
    screen.mark("Berlin runner", "QA laptop")
    assert screen.marked() == ["Berlin runner", "QA laptop"]
    assert screen.bar.selected.shown_text() == "2 selected"
    screen.mark("Berlin runner")
    assert screen.marked() == ["QA laptop"]
    screen.click_cell("Paris runner", "label")
    screen.click_cell("Contractor K.", "label", SHIFT)
    assert screen.marked() == ["Paris runner", "Warsaw runner", "QA laptop", "Contractor K."]
    screen.click_cell("QA laptop", "label", CTRL)
    assert screen.marked() == ["Paris runner", "Warsaw runner", "Contractor K."]
    screen.key(Qt.Key.Key_A, CTRL)
    assert len(screen.marked()) == 9
    screen.key(Qt.Key.Key_Escape)
    assert screen.marked() == []


async def test_the_keyboard_alone_moves_marks_switches_and_opens(screen: SubUsersScreen) -> None:
    screen.table.setFocus(Qt.FocusReason.TabFocusReason)
    screen.key(Qt.Key.Key_Space)
    screen.key(Qt.Key.Key_Down, times=3)
    assert screen.marked() == ["Berlin runner"]
    screen.key(Qt.Key.Key_Space)
    screen.key(Qt.Key.Key_Down, SHIFT)
    assert screen.marked() == ["Berlin runner", "QA laptop", "Contractor K."]
    screen.key(Qt.Key.Key_Right, times=screen.table.column("enabled"))
    screen.key(Qt.Key.Key_Space)
    await screen.quiet()
    assert screen.at("Contractor K.").enabled
    assert screen.marked() == ["Berlin runner", "QA laptop", "Contractor K."]
    screen.key(Qt.Key.Key_F2)
    assert screen.dialog().windowTitle() == "Edit sub-user"
    screen.dialog().close()
    screen.key(Qt.Key.Key_Delete)
    assert "3 sub-users" in screen.words(screen.dialog())
    screen.dialog().close()
    screen.key(Qt.Key.Key_Right, times=2)
    screen.key(Qt.Key.Key_Return)
    assert QApplication.activePopupWidget() is screen.page.menu
    screen.page.menu.close()


async def test_a_deleted_row_hands_the_keyboard_to_its_neighbor(screen: SubUsersScreen) -> None:
    table = screen.table
    for label, neighbor in (("Warsaw runner", "QA laptop"), ("Spare", "Nightly batch")):
        table.setFocus()
        table.go_to(screen.at(label).id, "label")
        screen.key(Qt.Key.Key_Delete)
        screen.press("Delete", screen.dialog())
        await screen.quiet()
        assert label not in screen.labels()
        assert table.currentIndex().data() == neighbor


async def test_what_is_pressed_inside_a_cell_leaves_the_choice_alone(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner", "Paris runner")
    screen.click_cell("QA laptop", "password")
    assert screen.clipboard() == screen.at("QA laptop").password
    assert screen.is_marked_secret()
    assert screen.notes == ["Password copied · clears in 30 s"]
    screen.click_cell("QA laptop", "enabled")
    screen.click_cell("QA laptop", "menu")
    screen.page.menu.close()
    await screen.quiet()
    assert not screen.at("QA laptop").enabled
    assert screen.marked() == ["Berlin runner", "Paris runner"]


async def test_the_choice_the_place_and_the_order_outlive_a_refresh(screen: SubUsersScreen) -> None:
    screen.mark("Checkout bot")
    screen.click_title("used", times=2)
    assert screen.labels()[0] == "Nightly batch"
    assert screen.marked() == ["Checkout bot"]
    await screen.service.faults(
        {
            "route": "GET " + ALL,
            "kind": "mutate",
            "path": "data.5.trafficUsedBytes",
            "value": 9_900_000_000,
        }
    )
    await screen.load()
    assert screen.labels()[0] == "Checkout bot"
    assert screen.marked() == ["Checkout bot"]
    assert screen.table.current_key() == screen.at("Checkout bot").id


async def test_whoever_comes_back_after_a_minute_sees_the_traffic_since(screen: SubUsersScreen) -> None:
    for seconds, more in ((50, 0), (70, 1), (50, 0)):
        asked = await _lists(screen)
        screen.page.hide()
        screen.service.clock.advance(seconds)
        screen.page.show()
        await screen.quiet()
        assert await _lists(screen) == asked + more


async def test_as_many_are_listed_as_the_subscription_is_said_to_have(screen: SubUsersScreen) -> None:
    subscription_id = screen.page.current_id()
    screen.mark("Spare")
    screen.page.hide()
    await screen.service.client.sub_users.create(subscription_id, SubUserDraft("Added elsewhere"))
    await screen.service.account.subscriptions.list()
    screen.page.show()
    await screen.quiet()
    assert screen.page.toolbar.count.shown_text() == "10 of 50"
    assert "Added elsewhere" in screen.labels()
    assert screen.marked() == ["Spare"]


async def _lists(screen: SubUsersScreen) -> int:
    """Returns how often the service was asked for sub-users."""
    entries = await screen.service.ledger()
    return sum(str(entry.get("path")).endswith("/sub-users") for entry in entries)


def test_equal_rows_sort_by_their_labels() -> None:
    model = SubUserModel(lambda: datetime(2026, 11, 22, tzinfo=UTC))
    used = {"id": "su_1", "label": "B", "trafficUsedBytes": 9, "createdAt": "2026-03-01T00:00:00Z"}
    idle = {"id": "su_2", "label": "A", "enabled": False, "createdAt": "2026-02-01T00:00:00Z"}
    late = {"id": "su_3", "label": "C", "createdAt": "2026-04-01T00:00:00Z"}
    for one, name in ((used, "u-2"), (idle, "u-10"), (late, "u-1")):
        model.update(SubUser.model_validate(sub_user_record(**one, username=name)))

    def order(column: str) -> list[str]:
        model.sort_by(column, descending=False)
        return [model.row(number).label for number in range(model.rowCount())]

    assert order("used") == ["A", "C", "B"]
    assert order("enabled") == ["B", "C", "A"]
    assert order("created") == ["A", "B", "C"]
    assert order("username") == ["C", "B", "A"]


async def test_the_filter_ignores_accents_and_unmarks_what_it_hides(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner", "Spare")
    screen.page.toolbar.search.setText("RÜNNER")
    assert screen.labels() == ["Berlin runner", "Paris runner", "Warsaw runner"]
    assert screen.marked() == ["Berlin runner"]
    screen.page.toolbar.search.setText("nobody")
    assert "Nothing found" in screen.words()
    screen.page.toolbar.search.clear()
    assert len(screen.labels()) == 9


async def test_order_and_widths_are_kept_for_the_next_start(tmp_path: Path) -> None:

    async with on_page(SubUsersScreen, tmp_path) as screen:
        screen.table.setColumnWidth(screen.table.column("username"), 260)
        screen.click_title("label", times=2)
        await screen.quiet()
    async with on_page(SubUsersScreen, tmp_path) as screen:
        assert screen.labels()[0] == "Warsaw runner"
        assert screen.table.columnWidth(screen.table.column("username")) == 260


@pytest.mark.page(size=(800, 520))
async def test_a_small_table_leaves_out_what_matters_least(screen: SubUsersScreen) -> None:
    assert screen.window.width() == 800
    hidden = {one.key for at, one in enumerate(COLUMNS) if screen.table.isColumnHidden(at)}
    assert hidden == {"password", "created"}
    assert screen.table.columnWidth(screen.table.column("label")) >= 150
    assert not screen.table.horizontalScrollBar().maximum()


async def test_the_menu_key_opens_the_menu_of_the_current_row(screen: SubUsersScreen) -> None:
    screen.table.setFocus(Qt.FocusReason.TabFocusReason)
    screen.key(Qt.Key.Key_Down)
    place = screen.table.visualRect(screen.table.currentIndex()).center()
    onscreen = screen.table.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, onscreen)
    QApplication.sendEvent(screen.table.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert menu is screen.page.menu
    whose, *names = [action.text() for action in screen.page.menu.actions() if action.text()]
    assert whose == screen.labels()[screen.table.currentIndex().row()]
    assert names == [
        "Edit",
        "Copy credentials",
        "Share…",
        "Usage",
        "New password",
        "Delete",
        "Sort by",
    ]
    screen.page.menu.close()
    usage = next(action for action in screen.page.menu.actions() if action.text() == "Usage")
    usage.trigger()
    assert screen.usages == [(screen.page.current_id(), screen.at("Paris runner").id)]


async def test_another_subscription_is_chosen_by_its_name(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner")
    picker = screen.page.toolbar.picker
    assert picker.currentText() == "Price watch EU · Residential"
    picker.setCurrentIndex(picker.findText("Old crawler · Residential"))
    await screen.quiet()
    assert screen.page.toolbar.count.shown_text() == "0 of 50"
    assert "No sub-users yet" in screen.words()
    assert screen.bar.selected.shown_text() == "None selected"


async def test_subscriptions_with_one_label_are_shown_with_their_usernames(screen: SubUsersScreen) -> None:
    same = {"path": "data.1.label", "value": "Price watch EU"}
    await screen.service.faults({"route": SUBSCRIPTIONS, "kind": "mutate", "every": True} | same)
    await screen.load()
    first, second = (await screen.service.account.subscriptions.list()).items[:2]
    picker = screen.page.toolbar.picker
    assert [picker.itemText(at) for at in range(3)] == [
        f"Price watch EU · Residential · {first.username}",
        f"Price watch EU · Residential · {second.username}",
        "Mobile QA · Mobile (per GB)",
    ]


@pytest.mark.page(scale="empty")
async def test_without_a_subscription_it_says_where_one_comes_from(screen: SubUsersScreen) -> None:
    assert "No subscriptions yet" in screen.words()


@pytest.mark.page(scale="empty")
async def test_a_failure_is_over_once_the_service_reports_that_there_is_no_subscription(
    screen: SubUsersScreen,
) -> None:
    await screen.service.faults({"route": SUBSCRIPTIONS, "kind": "status", "status": 404})
    await screen.load()
    assert screen.page.banner.isVisible()
    await screen.load()
    assert not screen.page.banner.isVisible()


async def test_without_a_connection_it_can_be_read_and_copied_only(screen: SubUsersScreen) -> None:
    await screen.service.faults({"route": SUBSCRIPTIONS, "kind": "reset_before", "every": True})
    screen.page.load()
    await screen.page.tasks.join("load")
    screen.mark("Berlin runner")
    assert len(screen.labels()) == 9
    for name in ("Add sub-user", "Import CSV", "Set cap", "Enable", "Disable", "New passwords", "Delete"):
        assert not screen.button(name).isEnabled()
        assert "You are offline" in screen.button(name).accessibleDescription()
    assert screen.button("Copy credentials").isEnabled()
    screen.click_cell("Berlin runner", "enabled")
    screen.key(Qt.Key.Key_F2)
    screen.key(Qt.Key.Key_Delete)
    assert screen.dialogs() == []
    assert screen.at("Berlin runner").enabled
    screen.page.tasks.cancel("try again")
    await screen.service.faults()
    await screen.load()
    assert screen.button("Add sub-user").isEnabled()


async def test_a_call_elsewhere_that_finds_no_connection_locks_changes(screen: SubUsersScreen) -> None:
    await screen.service.faults({"route": "GET /v1/topups", "kind": "reset_before", "every": True})
    with pytest.raises(ConnectionFailedError):
        await screen.service.client.topups.probe()
    (ticks,) = screen.page.findChildren(SecondTicks, options=Qt.FindChildOption.FindDirectChildrenOnly)
    ticks.ticked.emit(1)
    await screen.quiet()
    assert "Showing what was known at" in screen.banner()
    assert not screen.button("Add sub-user").isEnabled()
    assert not screen.button("Import CSV").isEnabled()
    screen.press("Try now")
    await screen.quiet()
    assert screen.button("Add sub-user").isEnabled()
    assert screen.banner() == ""
