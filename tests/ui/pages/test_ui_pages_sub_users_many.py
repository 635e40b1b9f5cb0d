"""Many sub-users at once: runs with faults in the middle, results row by row, nothing lost or doubled."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.models.sub_users import SubUserDraft
from support.page_scenarios import on_page
from support.sub_users_screen import ALL, ONE, SubUsersScreen
from ui.pages.sub_users.dialogs import CapDialog
from ui.theme.theme import apply_theme
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from PySide6.QtWidgets import QApplication


pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubUsersScreen),
]

PATCH, DELETE, POST = f"PATCH {ONE}", f"DELETE {ONE}", f"POST {ALL}"
GB = 1_000_000_000


async def _sent(screen: SubUsersScreen, method: str) -> list[str]:
    """Returns the paths that the service was asked at, by the method."""
    ledger: list[dict[str, Any]] = await screen.service.ledger()
    return [str(entry["path"]) for entry in ledger if entry.get("method") == method]


async def _fill(screen: SubUsersScreen) -> None:
    """Makes it 50 sub-users."""
    for number in range(50 - len(screen.labels())):
        draft = SubUserDraft(f"worker {number:02}")
        await screen.service.client.sub_users.create(screen.page.current_id(), draft)
    await screen.load()


async def test_a_cap_is_set_for_those_who_were_chosen(screen: SubUsersScreen) -> None:
    screen.mark("QA laptop", "Spare")
    screen.press("Set cap")
    dialog = screen.dialog()
    screen.press("Set cap", dialog)
    assert "Enter a cap" in screen.words(dialog)
    dialog.cap.amount.setText("2.5")  # type: ignore[attr-defined]
    screen.press("Set cap", dialog)
    await screen.quiet()
    assert screen.result() == "Cap set for 2 sub-users."
    known = await screen.known()
    assert known["QA laptop"].traffic_cap_bytes == known["Spare"].traffic_cap_bytes == 2_500_000_000
    assert known["Berlin runner"].traffic_cap_bytes == 5 * GB
    assert screen.index("Spare", "used").data() == "0 / 2.5 GB"


async def test_a_cap_can_be_typed_at_once(screen: SubUsersScreen) -> None:
    screen.mark("QA laptop")
    screen.press("Set cap")
    dialog = screen.dialog()
    assert isinstance(dialog, CapDialog)
    focused = dialog.focusWidget()
    QTest.keyClicks(focused, "2.5")
    assert dialog.cap.traffic_cap_bytes() == 2_500_000_000


@pytest.mark.parametrize("control", ["amount", "no_cap", "basis"])
async def test_enter_sets_the_cap_once(screen: SubUsersScreen, control: str) -> None:
    screen.mark("QA laptop")
    screen.press("Set cap")
    dialog = screen.dialog()
    assert isinstance(dialog, CapDialog)
    dialog.cap.amount.setText("2.5")
    chosen = {"amount": dialog.cap.amount, "no_cap": dialog.cap.no_cap}
    QTest.keyClick(chosen.get(control, dialog.basis.button("total")), Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.result() == "Cap set for 1 sub-user."
    assert (await screen.known())["QA laptop"].traffic_cap_bytes == 2_500_000_000


async def test_an_allowance_is_added_to_what_each_has_used(screen: SubUsersScreen) -> None:
    before = await screen.known()
    screen.mark("Berlin runner", "Spare")
    screen.press("Set cap")
    dialog = screen.dialog()
    screen.press("On top of what is used", dialog)
    assert not dialog.cap.no_cap.isVisible()  # type: ignore[attr-defined]
    dialog.cap.amount.setText("5")  # type: ignore[attr-defined]
    assert "“Berlin runner” has used 3.2 GB: its cap becomes 8.2 GB." in screen.words(dialog)
    screen.press("Set cap", dialog)
    await screen.quiet()
    after = await screen.known()
    for label in ("Berlin runner", "Spare"):
        assert after[label].traffic_cap_bytes == before[label].traffic_used_bytes + 5 * GB
    assert after["QA laptop"] == before["QA laptop"]


async def test_an_allowance_is_added_to_what_was_used_since_the_list_was_loaded(
    screen: SubUsersScreen,
) -> None:
    """Whoever leaves the page open must not block a sub-user by what it had used hours ago."""
    screen.mark("Berlin runner")
    used = (await screen.known())["Berlin runner"].traffic_used_bytes + 6 * GB
    screen.service.world.connection.execute(
        "UPDATE sub_users SET traffic_used_bytes = ? WHERE label = 'Berlin runner'", [used]
    )
    screen.press("Set cap")
    dialog = screen.dialog()
    screen.press("On top of what is used", dialog)
    dialog.cap.amount.setText("5")  # type: ignore[attr-defined]
    await screen.quiet()
    assert "“Berlin runner” has used 9.2 GB: its cap becomes 14.2 GB." in screen.words(dialog)
    screen.press("Set cap", dialog)
    await screen.quiet()
    assert (await screen.known())["Berlin runner"].traffic_cap_bytes == used + 5 * GB
    assert screen.marked() == ["Berlin runner"]


async def test_fifty_are_disabled_with_a_fault_in_the_middle(screen: SubUsersScreen) -> None:
    await _fill(screen)
    assert len(screen.labels()) == 50
    screen.table.selectAll()
    await screen.service.faults(
        {"route": PATCH, "nth": 17, "kind": "status", "status": 409},
        {"route": PATCH, "nth": 23, "kind": "status", "status": 429, "headers": {"Retry-After": "2"}},
        {"route": PATCH, "nth": 30, "kind": "reset_after"},
    )
    screen.press("Disable")
    await screen.sit_out_pause()
    off = [label for label, item in (await screen.known()).items() if not item.enabled]
    assert len(off) == 49
    failed = screen.marked()
    assert len(failed) == 1
    assert failed[0] not in off
    assert "1 failed" in screen.result()
    (line,) = screen.bar.result.lines.findChildren(Label)
    assert failed[0] in line.shown_text()
    assert f"{failed[0]}, failed: " in screen.accessible_text(failed[0], "label")
    asked = len(await _sent(screen, "PATCH"))
    screen.press("Try again")
    await screen.quiet()
    assert all(not item.enabled for item in (await screen.known()).values())
    assert len(await _sent(screen, "PATCH")) == asked + 1
    assert screen.result() == "1 sub-user disabled."
    assert "failed" not in screen.accessible_text(failed[0], "label")


async def test_what_the_service_says_of_refused_rows_is_under_details(screen: SubUsersScreen) -> None:
    screen.table.selectAll()
    count = len(screen.marked())
    refused = {"route": PATCH, "kind": "status", "status": 409}
    texts = ["TOO MANY", *["NO CHANGES <b>TODAY</b>"] * (count - 1)]
    bodies = [json.dumps({"error": {"message": text}}) for text in texts]
    await screen.service.faults(
        *({**refused, "nth": number, "body": body} for number, body in enumerate(bodies, start=1))
    )
    screen.press("Disable")
    await screen.quiet()
    result = screen.bar.result
    assert "TODAY" not in screen.words(result)
    height = screen.bar.height()
    screen.press("Details", result)
    await screen.quiet()
    assert screen.bar.height() == height, "the table keeps its room"
    assert "TOO MANY · NO CHANGES <b>TODAY</b>" in screen.words(result), "each once"
    await screen.service.faults()
    screen.press("Try again")
    await screen.quiet()
    assert "failed" not in screen.result()
    assert "Details" not in screen.words(result)


async def test_a_result_is_between_the_rows_and_the_buttons_in_the_tab_order(screen: SubUsersScreen) -> None:
    screen.mark("Spare")
    screen.press("Disable")
    await screen.quiet()
    assert screen.result() == "1 sub-user disabled."
    screen.bar.result.close_button.setFocus()
    QTest.keyClick(screen.bar.result.close_button, Qt.Key.Key_Tab)
    assert screen.bar.copy.hasFocus()
    QTest.keyClick(screen.bar.copy, Qt.Key.Key_Backtab)
    QTest.keyClick(screen.bar.result.close_button, Qt.Key.Key_Backtab)
    assert screen.page.table.hasFocus()


async def test_deleting_asks_names_the_one_and_counts_several(screen: SubUsersScreen) -> None:
    screen.mark("Spare")
    screen.press("Delete")
    assert "“Spare”" in screen.words(screen.dialog())
    screen.press("Cancel", screen.dialog())
    assert await _sent(screen, "DELETE") == []
    screen.mark("Contractor K.")
    screen.press("Delete")
    assert "2 sub-users" in screen.words(screen.dialog())
    await screen.service.faults({"route": DELETE, "kind": "reset_after"})
    screen.press("Delete", screen.dialog())
    await screen.quiet()
    assert set(await screen.known()) & {"Spare", "Contractor K."} == set()
    assert len(screen.labels()) == 7
    assert screen.page.toolbar.count.shown_text() == "7 of 50"
    assert screen.result() == "2 sub-users deleted."
    assert screen.marked() == []


async def test_the_keyboard_does_not_go_astray_when_the_last_row_goes(screen: SubUsersScreen) -> None:
    for text, goal in (("Spare", screen.page.toolbar.search), ("", screen.page.pane.empty.button)):
        screen.page.toolbar.search.setText(text)
        screen.table.setFocus()
        screen.table.selectAll()
        screen.press("Delete")
        screen.press("Delete", screen.dialog())
        await screen.quiet()
        assert screen.table.isHidden()
        assert screen.window.focusWidget() is goal


async def test_in_a_low_window_a_result_stands_in_the_place_of_the_buttons(
    tmp_path: Path, qapp: QApplication
) -> None:

    try:
        async with on_page(SubUsersScreen, tmp_path, size=(800, 500)) as screen:
            apply_theme(qapp, "light", text_scale=1.5)
            screen.mark("Spare")
            screen.press("Enable")
            await screen.quiet()
            assert screen.result() == "1 sub-user enabled."
            assert not screen.bar.copy.isVisible()
            screen.press("Dismiss")
            assert screen.bar.copy.isVisible()
    finally:
        apply_theme(qapp, "light")


async def test_new_passwords_are_offered_to_be_copied(screen: SubUsersScreen) -> None:
    before = {item.label: item.password for item in screen.model.records()}
    screen.mark("Berlin runner", "Paris runner", "Warsaw runner")
    await screen.service.faults({"route": PATCH, "nth": 2, "kind": "status", "status": 409})
    screen.press("New passwords")
    assert "3 sub-users" in screen.words(screen.dialog())
    screen.press("New passwords", screen.dialog())
    await screen.quiet()
    now = {label: item.password for label, item in (await screen.known()).items()}
    changed = [label for label in now if now[label] != before[label]]
    assert len(changed) == 2
    screen.press("Copy new credentials")
    menu = screen.page.credentials.menu
    next(action for action in menu.actions() if action.text() == "host:port:user:pass").trigger()
    menu.close()
    await screen.quiet()
    lines = screen.clipboard().splitlines()
    assert [line.rsplit(":", 1)[1] for line in lines] == [now[label] for label in changed]
    assert screen.is_marked_secret()
    screen.press("Try again")
    await screen.quiet()
    passwords = {item.password for label, item in (await screen.known()).items() if label in before}
    new = passwords - set(before.values())
    assert {item.password for item in screen.page.changes.changed_sub_users()} == new
    assert len(new) == 3


async def test_a_run_can_be_stopped_and_the_rest_stays_chosen(screen: SubUsersScreen) -> None:
    await _fill(screen)
    screen.table.selectAll()
    before = sum(item.enabled for item in screen.model.records())
    screen.press("Disable")
    await screen.service.settle()
    assert not screen.button("Add sub-user").isEnabled()
    assert not screen.page.toolbar.picker.isEnabled()
    screen.bar.stop.setFocus()
    screen.press("Stop")
    await screen.quiet()
    assert screen.table.hasFocus()
    assert screen.table.current_key() == screen.table.marked()[0]
    known = await screen.known()
    left = screen.marked()
    assert 0 < len(left) < 50
    assert all(not item.enabled for label, item in known.items() if label not in left)
    assert sum(item.enabled for item in known.values()) <= before
    assert "not tried" in screen.result()
    screen.press("Try again")
    await screen.quiet()
    assert not any(item.enabled for item in (await screen.known()).values())
    assert screen.button("Add sub-user").isEnabled()


async def test_a_refused_key_ends_the_run_and_says_so(screen: SubUsersScreen) -> None:
    screen.table.selectAll()
    await screen.service.faults({"route": PATCH, "nth": 3, "kind": "status", "status": 401, "every": True})
    screen.press("Disable")
    await screen.quiet()
    assert "API key" in screen.result()
    assert screen.marked()
    assert screen.button("Try again").isEnabled()


async def test_the_result_goes_when_it_is_dismissed_or_another_subscription_is_shown(
    screen: SubUsersScreen,
) -> None:
    screen.mark("Spare")
    screen.press("Enable")
    await screen.quiet()
    assert screen.result() == "1 sub-user enabled."
    screen.press("Dismiss")
    assert screen.result() == ""
    assert screen.window.focusWidget() is screen.table
    screen.press("Disable")
    await screen.quiet()
    screen.page.toolbar.picker.setCurrentIndex(1)
    await screen.quiet()
    assert screen.result() == ""
