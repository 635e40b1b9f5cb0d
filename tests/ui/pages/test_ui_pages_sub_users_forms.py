"""Adding, editing and switching one sub-user: fields, refusals, lost answers, another window's changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.models.sub_users import SubUserChange, SubUserDraft
from support.page_scenarios import on_page
from support.shown import callout_of, error_of
from support.sub_users_screen import ALL, ONE, SubUsersScreen
from support.waiting import until

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from PySide6.QtGui import QColor

    from ui.pages.sub_users.form import SubUserForm

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubUsersScreen),
]

PATCH, POST = f"PATCH {ONE}", f"POST {ALL}"
GB = 1_000_000_000


def _form(screen: SubUsersScreen) -> SubUserForm:
    form = screen.page.form
    assert form is not None
    return form


def _add(screen: SubUsersScreen, label: str, password: str = "", cap: str = "") -> SubUserForm:
    """Fills in the form and presses Enter."""
    screen.press("Add sub-user")
    form = _form(screen)
    form.label.setText(label)
    form.password.setText(password)
    QTest.keyClicks(form.cap.amount, cap)
    QTest.keyClick(form.cap.amount, Qt.Key.Key_Return)
    return form


async def test_enter_adds_a_sub_user_from_the_check_box(screen: SubUsersScreen) -> None:
    screen.press("Add sub-user")
    form = _form(screen)
    form.label.setText("Oslo runner")
    assert form.cap.no_cap.isChecked()
    QTest.keyClick(form.cap.no_cap, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.at("Oslo runner").traffic_cap_bytes is None


async def _change_elsewhere(screen: SubUsersScreen, label: str, change: SubUserChange) -> None:
    key = screen.at(label).id
    await screen.service.client.sub_users.change(screen.page.current_id(), key, change)


def _edit(screen: SubUsersScreen, label: str) -> SubUserForm:
    screen.table.go_to(screen.at(label).id, "label")
    screen.key(Qt.Key.Key_F2)
    return _form(screen)


async def test_the_window_is_no_longer_dimmed_when_the_form_is_closed(tmp_path: Path) -> None:
    def corner(screen: SubUsersScreen) -> QColor:
        return screen.window.grab().toImage().pixelColor(2, 2)

    async with on_page(SubUsersScreen, tmp_path) as screen:
        before = corner(screen)
        screen.press("Add sub-user")
        await until(lambda: corner(screen) != before)
        QTest.keyClick(_form(screen), Qt.Key.Key_Escape)
        await screen.quiet()
        assert corner(screen) == before


async def test_a_sub_user_is_added_with_what_was_entered(screen: SubUsersScreen) -> None:
    screen.page.toolbar.search.setText("Spare")
    _add(screen, "  Łódź runner ", "p@s:s w", "0.5")
    await screen.quiet()
    added = (await screen.known())["Łódź runner"]
    assert (added.password, added.traffic_cap_bytes) == ("p@s:s w", GB // 2)
    assert screen.page.toolbar.count.shown_text() == "10 of 50"
    assert screen.table.current_key() == added.id  # the filter would have hidden it
    assert screen.page.toolbar.search.text() == ""
    assert screen.dialogs() == []


async def test_a_new_cap_leaves_a_label_with_blanks_around_it_as_it_is(screen: SubUsersScreen) -> None:
    path = {"path": "data.0.label", "value": "  padded "}
    await screen.service.faults({"route": f"GET {ALL}", "kind": "mutate", "every": True} | path)
    await screen.load()
    form = _edit(screen, "  padded ")
    form.cap.show_cap(7 * GB)
    screen.press("Save", form)
    await screen.quiet()
    await screen.service.faults()
    known = await screen.known()
    assert "padded" not in known
    assert 7 * GB in {one.traffic_cap_bytes for one in known.values()}


def _slow(route: str) -> dict[str, Any]:
    return {"route": route, "kind": "delay", "seconds": 0.4}


async def test_the_form_can_be_left_while_the_service_hangs(screen: SubUsersScreen) -> None:
    await screen.service.faults(_slow(POST))
    form = _add(screen, "left alone")
    assert "You can close this" in screen.words(form)
    QTest.keyClick(form, Qt.Key.Key_Escape)
    assert screen.dialogs() == []
    _add(screen, "beside it")
    assert screen.page.unfinished() == ("Add sub-user", "Add sub-user"), "who quits is asked"
    await screen.quiet()
    assert screen.page.unfinished() == ()
    assert {"left alone", "beside it"} <= set(await screen.known())
    assert screen.at("left alone").enabled


async def test_what_went_wrong_for_a_form_that_was_left_is_shown_on_the_page(screen: SubUsersScreen) -> None:
    label = screen.model.records()[0].label
    await screen.service.faults(
        _slow(PATCH), {"route": PATCH, "kind": "status", "status": 503, "every": True}
    )
    form = _edit(screen, label)
    form.label.setText("never")
    screen.press("Save", form)
    form.reject()
    await screen.quiet()
    assert screen.banner() != ""


@pytest.mark.parametrize(
    "body",
    [
        '{"error": {"code": "frozen", "message": "FOREIGN"}}',
        '{"error": {"fields": [{"field": "label", "code": "taken", "message": "FOREIGN"}]}}',
    ],
    ids=["form", "field"],
)
async def test_the_services_own_words_about_a_refused_sub_user_are_under_details(
    screen: SubUsersScreen, body: str
) -> None:
    await screen.service.faults({"route": POST, "kind": "status", "status": 422, "body": body})
    form = _add(screen, "new one")
    await screen.quiet()
    assert "FOREIGN" not in screen.words(form)
    screen.press("Details", form)
    assert "FOREIGN" in screen.words(form)
    screen.press("Add", form)
    assert "FOREIGN" not in screen.words(form)
    await screen.quiet()
    assert "new one" in await screen.known()


async def test_no_cap_and_a_cap_of_nothing_are_not_the_same(screen: SubUsersScreen) -> None:
    _add(screen, "free")
    await screen.quiet()
    _add(screen, "nothing", cap="0")
    await screen.quiet()
    known = await screen.known()
    assert known["free"].traffic_cap_bytes is None
    assert known["nothing"].traffic_cap_bytes == 0
    assert known["free"].password != ""


async def test_what_is_wrong_stands_beside_its_field(screen: SubUsersScreen) -> None:
    form = _add(screen, "x" * 61, cap="much")
    assert "61 of 60" in screen.words(form)
    assert error_of(form.cap) != ""
    form.cap.no_cap.click()
    screen.press("Add", form)
    await screen.quiet()
    assert form.label.accessibleDescription() == "A label has at most 60 characters."
    form.label.setText("fits")
    form.password.setText("x" * 65)
    screen.press("Add", form)
    await screen.quiet()
    assert "64" in form.password.accessibleDescription()
    assert len(await screen.known()) == 9


async def test_a_full_subscription_says_why_nobody_can_be_added(screen: SubUsersScreen) -> None:
    for number in range(41):
        draft = SubUserDraft(f"worker {number}")
        await screen.service.client.sub_users.create(screen.page.current_id(), draft)
    await screen.load()
    screen.press("Add sub-user")
    assert screen.dialogs() == []
    assert "50 sub-users" in screen.banner()


async def test_a_lost_answer_is_read_back_and_never_doubled(screen: SubUsersScreen) -> None:
    await screen.service.faults({"route": POST, "kind": "reset_after"})
    _add(screen, "Lost and found")
    await screen.quiet()
    assert screen.dialogs() == []
    labels = [
        item.label for item in (await screen.service.client.sub_users.list(screen.page.current_id())).items
    ]
    assert labels.count("Lost and found") == 1
    assert screen.labels().count("Lost and found") == 1


async def test_a_refused_sub_user_can_be_tried_again(screen: SubUsersScreen, announced: list[str]) -> None:
    await screen.service.faults({"route": POST, "kind": "status", "status": 409})
    form = _add(screen, "Second try")
    await screen.quiet()
    assert callout_of(form.callout) != ""
    assert announced == [callout_of(form.callout)]
    assert form.label.text() == "Second try"
    screen.press("Add", form)
    await screen.quiet()
    assert "Second try" in await screen.known()


async def test_another_cap_than_was_asked_for_is_reported_and_not_added_again(screen: SubUsersScreen) -> None:
    await screen.service.faults(
        {"route": POST, "kind": "mutate", "path": "trafficLimitBytes", "value": None, "every": True}
    )
    _add(screen, "Robot", cap="5")
    await screen.quiet()
    assert screen.page.form is None
    assert screen.banner().endswith("Set its cap.")
    assert "Robot" in [record.label for record in screen.model.records()]


async def test_another_password_than_was_chosen_is_reported_and_not_added_again(
    screen: SubUsersScreen,
) -> None:
    await screen.service.faults({"route": POST, "kind": "mutate", "path": "password", "value": "its-own"})
    _add(screen, "Robot", password="chosen")
    await screen.quiet()
    assert screen.page.form is None
    assert screen.banner().endswith("Copy its credentials.")
    assert "Robot" in [record.label for record in screen.model.records()]


async def test_editing_sends_only_what_differs_and_leaves_the_password(screen: SubUsersScreen) -> None:
    form = _edit(screen, "Spare")
    assert (form.label.text(), form.cap.amount.text()) == ("Spare", "1")
    assert not form.password.isEnabled()
    assert "can't be chosen later" in form.password.accessibleDescription()
    form.cap.no_cap.click()
    screen.press("Save", form)
    await screen.quiet()
    known = (await screen.known())["Spare"]
    assert known.traffic_cap_bytes is None
    assert known.password == screen.at("Spare").password


async def test_what_another_window_changed_is_said_and_asked_about(
    screen: SubUsersScreen, announced: list[str]
) -> None:
    form = _edit(screen, "Spare")
    await _change_elsewhere(screen, "Spare", SubUserChange(traffic_cap_bytes=7 * GB))
    form.cap.amount.setText("3")
    screen.press("Save", form)
    await screen.quiet()
    assert "1 GB" in callout_of(form.callout)
    assert "7 GB" in callout_of(form.callout)
    assert announced == [callout_of(form.callout)]
    assert (await screen.known())["Spare"].traffic_cap_bytes == 7 * GB
    assert screen.index("Spare", "used").data() == "0 / 7 GB"
    screen.press("Keep mine", form)
    await screen.quiet()
    assert (await screen.known())["Spare"].traffic_cap_bytes == 3 * GB
    form = _edit(screen, "Spare")
    await _change_elsewhere(screen, "Spare", SubUserChange(traffic_cap_bytes=9 * GB))
    form.cap.amount.setText("4")
    screen.press("Save", form)
    await screen.quiet()
    screen.press("Take theirs", form)
    await screen.quiet()
    assert (await screen.known())["Spare"].traffic_cap_bytes == 9 * GB
    assert screen.at("Spare").traffic_cap_bytes == 9 * GB


async def test_changes_of_other_fields_do_not_get_in_the_way(screen: SubUsersScreen) -> None:
    form = _edit(screen, "Spare")
    await _change_elsewhere(screen, "Spare", SubUserChange(traffic_cap_bytes=7 * GB))
    form.label.setText("Reserve")
    screen.press("Save", form)
    await screen.quiet()
    known = (await screen.known())["Reserve"]
    assert known.traffic_cap_bytes == 7 * GB


async def test_a_switch_answers_at_once_and_the_last_choice_wins(screen: SubUsersScreen) -> None:
    screen.click_cell("Spare", "enabled")
    assert screen.accessible_text("Spare", "enabled") == "Enabled"
    screen.click_cell("Spare", "enabled")
    screen.click_cell("Spare", "enabled")
    await screen.quiet()
    assert (await screen.known())["Spare"].enabled
    assert screen.at("Spare").enabled


async def test_who_quits_is_asked_about_a_switch_that_was_sent(screen: SubUsersScreen) -> None:
    await screen.service.faults(_slow(PATCH))
    screen.click_cell("Berlin runner", "enabled")
    assert screen.page.unfinished() == ("Disable",)
    await screen.quiet()
    assert screen.page.unfinished() == ()


async def test_who_quits_is_asked_about_a_switch_beside_a_run(screen: SubUsersScreen) -> None:
    await screen.service.faults(_slow(PATCH))
    screen.click_cell("Berlin runner", "enabled")
    screen.table.selectAll()
    screen.press("Disable")
    run, switch = screen.page.unfinished()
    assert run.startswith("Disabling: 0 of ")
    assert switch == "Disable"
    await screen.quiet()
    assert screen.page.unfinished() == ()


async def test_a_click_anywhere_on_a_switch_switches_once(screen: SubUsersScreen) -> None:
    rect = screen.table.visualRect(screen.index("Spare", "enabled"))
    on = False
    for left in range(12, 46, 4):
        place = rect.topLeft() + QPoint(left, rect.height() // 2)
        QTest.mouseClick(screen.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        on = not on
        assert screen.accessible_text("Spare", "enabled") == ("Enabled" if on else "Disabled")
        await screen.quiet()


async def test_a_refused_switch_falls_back_and_says_why(screen: SubUsersScreen) -> None:
    await screen.service.faults({"route": PATCH, "kind": "status", "status": 409})
    screen.click_cell("Spare", "enabled")
    assert screen.accessible_text("Spare", "enabled") == "Enabled"
    await screen.quiet()
    assert screen.accessible_text("Spare", "enabled") == "Disabled"
    assert "“Spare” was not switched." in screen.banner()


async def test_a_new_password_of_one_is_asked_for_first(screen: SubUsersScreen) -> None:
    old = screen.at("Spare").password
    screen.click_cell("Spare", "menu")
    screen.page.menu.close()
    screen.page.menu.new_password.trigger()
    assert "“Spare”" in screen.words(screen.dialog())
    assert (await screen.known())["Spare"].password == old
    screen.press("New password", screen.dialog())
    await screen.quiet()
    assert screen.at("Spare").password == (await screen.known())["Spare"].password != old
