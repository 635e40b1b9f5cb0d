"""Renaming, auto-renew, a new password, checking: what the service does, refuses, or never answers."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.models.sub_users import SubUserDraft
from support.accessible import description_of
from support.shown import callout_of
from support.subscriptions_screen import SubscriptionsScreen

if TYPE_CHECKING:
    from typing import Any


pytestmark = pytest.mark.page(screen=SubscriptionsScreen)

PATCH = "PATCH /v1/residential/subscriptions/{id}"
RESET = "POST /v1/residential/subscriptions/{id}/reset-password"


async def _known(screen: SubscriptionsScreen) -> Any:
    return await screen.service.client.subscriptions.get(screen.current().id)


async def test_renaming_counts_sixty_characters(screen: SubscriptionsScreen) -> None:
    header = screen.detail.header
    screen.press("Rename")
    assert header.form.field.selectedText() == "Price watch EU"
    QTest.keyClicks(header.form.field, "x" * 61)
    assert header.form.counter.shown_text() == "61 of 60"
    assert description_of(header.form.field) == "A label has at most 60 characters."
    assert not screen.button("Save").isEnabled()
    QTest.keyClick(header.form.field, Qt.Key.Key_Return)
    assert header.is_renaming()
    QTest.keyClick(header.form.field, Qt.Key.Key_Backspace)
    assert header.form.counter.shown_text() == "60 of 60"
    assert description_of(header.form.field) == ""
    QTest.keyClick(header.form.field, Qt.Key.Key_Return)
    await screen.quiet()
    assert not header.is_renaming()
    assert header.title.shown_text() == "x" * 60
    assert screen.rows()[0].startswith("x" * 60)
    assert (await _known(screen)).label == "x" * 60


async def test_a_refused_name_stays_to_be_mended_and_esc_leaves_the_old_one(
    screen: SubscriptionsScreen,
) -> None:
    await screen.service.faults({"route": PATCH, "kind": "status", "status": 422})
    screen.press("Rename")
    QTest.keyClicks(screen.detail.header.form.field, "New")
    screen.press("Save")
    await screen.quiet()
    assert screen.detail.header.form.field.text() == "New"
    assert screen.detail.header.form.field.accessibleDescription() != ""
    QTest.keyClick(screen.detail.header.form.field, Qt.Key.Key_Escape)
    assert screen.detail.header.title.shown_text() == "Price watch EU"
    assert not screen.detail.header.is_renaming()


REFUSED = '{"error": {"code": "frozen", "message": "FOREIGN"}}'


async def test_the_services_own_words_about_a_refused_name_are_under_details(
    screen: SubscriptionsScreen,
) -> None:
    await screen.service.faults({"route": PATCH, "kind": "status", "status": 409, "body": REFUSED})
    header = screen.detail.header
    screen.press("Rename")
    QTest.keyClicks(header.form.field, "New")
    screen.press("Save")
    await screen.quiet()
    assert "FOREIGN" not in screen.words(header)
    screen.press("Details", header)
    assert "FOREIGN" in screen.words(header)
    QTest.keyClicks(header.form.field, "er")
    assert "FOREIGN" not in screen.words(header)


async def test_auto_renew_answers_at_once_and_the_last_choice_wins(screen: SubscriptionsScreen) -> None:
    switch = screen.detail.header.switch
    assert switch.isChecked()
    switch.click()
    assert not switch.isChecked()
    await screen.quiet()
    assert not (await _known(screen)).auto_renew
    assert not screen.current().auto_renew
    switch.click()
    switch.click()
    switch.click()
    await screen.quiet()
    assert switch.isChecked()
    assert (await _known(screen)).auto_renew


async def test_refused_auto_renew_falls_back_and_says_why(screen: SubscriptionsScreen) -> None:
    await screen.service.faults({"route": PATCH, "kind": "status", "status": 409})
    screen.detail.header.switch.click()
    await screen.quiet()
    assert screen.detail.header.switch.isChecked()
    assert screen.banner() != ""


async def test_who_quits_is_asked_about_changes_that_were_sent(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(_slow(PATCH), _slow(PATCH))
    screen.detail.header.switch.click()
    screen.press("Rename")
    screen.detail.header.form.field.setText("Sent")
    screen.press("Save")
    assert sorted(screen.page.unfinished()) == ["Auto-renew", "Rename"]
    await screen.quiet()
    assert screen.page.unfinished() == ()


async def test_auto_renew_of_one_is_not_shown_on_another(screen: SubscriptionsScreen) -> None:
    screen.detail.header.switch.click()
    screen.show_row(2)
    await screen.quiet()
    assert screen.detail.header.switch.isChecked()
    assert not screen.at(0).auto_renew
    screen.show_row(0)
    await screen.quiet()
    assert not screen.detail.header.switch.isChecked()


async def test_a_new_password_is_confirmed_first_and_offered_to_be_copied(
    screen: SubscriptionsScreen,
) -> None:
    old = screen.current().password
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    assert "60 seconds" in screen.words(dialog)
    assert (await _known(screen)).password == old
    screen.press("Reset password", dialog)
    await screen.quiet()
    new = (await _known(screen)).password
    assert new != old
    assert new not in screen.words()
    assert new not in screen.words(dialog)
    screen.press("Copy new password", dialog)
    assert screen.clipboard() == new
    assert screen.is_marked_secret()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert screen.open.dialog is None
    screen.press("Copy password")
    assert screen.clipboard() == new


async def test_what_was_checked_is_forgotten_with_the_password(screen: SubscriptionsScreen) -> None:
    screen.press("Check")
    await screen.quiet()
    result = screen.detail.credentials.result
    text = callout_of(result)
    assert text.startswith("Unreachable at ")
    await screen.load()
    assert callout_of(result) == text, "nothing has changed"
    await screen.service.client.subscriptions.reset_password(screen.current().id)
    await screen.load()
    assert screen.detail.credentials.result.isHidden()


async def test_a_lost_answer_to_a_reset_is_read_back(screen: SubscriptionsScreen) -> None:
    old = screen.current().password
    await screen.service.faults({"route": RESET, "kind": "reset_after", "every": True})
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    await screen.quiet()
    assert "There is a new password" in screen.words(dialog)
    screen.press("Copy new password", dialog)
    assert screen.clipboard() == (await _known(screen)).password != old


async def test_a_reset_that_no_one_can_tell_of_says_so(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(
        {"route": RESET, "kind": "reset_after", "every": True},
        {"route": "GET /v1/residential/subscriptions/{id}", "kind": "reset_before", "every": True},
    )
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    await screen.quiet()
    assert "may have changed" in screen.words(dialog)
    assert not screen.has_button("Copy new password")


async def test_a_refused_reset_changes_nothing(screen: SubscriptionsScreen, announced: list[str]) -> None:
    await screen.service.faults({"route": RESET, "kind": "status", "status": 404})
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    await screen.quiet()
    assert "The service no longer knows this item." in screen.words(dialog)
    assert announced == [callout_of(dialog._result)]
    assert not screen.has_button("Copy new password")
    assert (await _known(screen)).password == screen.current().password


async def test_the_services_own_words_about_a_refused_reset_are_under_details(
    screen: SubscriptionsScreen,
) -> None:
    await screen.service.faults({"route": RESET, "kind": "status", "status": 409, "body": REFUSED})
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    await screen.quiet()
    assert "FOREIGN" not in screen.words(dialog)
    screen.press("Details", dialog)
    assert "FOREIGN" in screen.words(dialog)
    screen.press("Reset password", dialog)
    await screen.quiet()
    assert "FOREIGN" not in screen.words(dialog)


def _slow(route: str) -> dict[str, Any]:
    return {"route": route, "kind": "delay", "seconds": 0.4}


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({}, "There is a new password."),
        ({"kind": "reset_before", "every": True}, "still shows the old password"),
    ],
    ids=["changed", "lost"],
)
async def test_a_reset_can_be_left_and_goes_on(
    screen: SubscriptionsScreen, fault: dict[str, Any], words: str
) -> None:
    faults = [_slow(RESET), {"route": RESET} | fault] if fault else [_slow(RESET)]
    await screen.service.faults(*faults)
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    assert "You can close this" in screen.words(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert screen.open.dialog is None
    screen.press("Reset password")
    assert screen.open.dialog is None, "not a second time beside it"
    assert "still being reset" in screen.notes[-1]
    assert screen.page.unfinished() == ("Reset password",), "who quits is asked"
    await screen.quiet()
    assert screen.page.unfinished() == ()
    assert words in callout_of(screen.detail.credentials.result)
    screen.press("Copy password")
    assert screen.clipboard() == (await _known(screen)).password


async def test_a_refused_reset_that_was_left_is_shown_on_the_page(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(_slow(RESET), {"route": RESET, "kind": "status", "status": 404})
    screen.press("Reset password")
    dialog = screen.open.dialog
    assert dialog is not None
    screen.press("Reset password", dialog)
    dialog.reject()
    await screen.quiet()
    assert screen.banner() != ""


async def test_a_name_that_is_being_saved_can_be_left(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(_slow("PATCH /v1/residential/subscriptions/{id}"))
    screen.press("Rename")
    header = screen.detail.header
    header.form.field.setText("Left")
    QTest.keyClick(header.form.field, Qt.Key.Key_Return)
    QTest.keyClick(header.form.field, Qt.Key.Key_Escape)
    assert not header.is_renaming()
    await screen.quiet()
    assert header.title.shown_text() == "Left"


@pytest.mark.parametrize("fault", [{}, {"kind": "status", "status": 409}], ids=["saved", "refused"])
async def test_a_name_that_is_entered_while_another_one_is_saved_stays(
    screen: SubscriptionsScreen, fault: dict[str, Any]
) -> None:
    await screen.service.faults(_slow(PATCH), *([{"route": PATCH} | fault] if fault else []))
    header = screen.detail.header
    screen.press("Rename")
    header.form.field.setText("First")
    QTest.keyClick(header.form.field, Qt.Key.Key_Return)
    QTest.keyClick(header.form.field, Qt.Key.Key_Escape)
    screen.press("Rename")
    QTest.keyClicks(header.form.field, "Second")
    await screen.quiet()
    assert header.is_renaming()
    assert header.form.field.text() == "Second"
    assert header.form.error.isHidden()
    assert (screen.banner() != "") == bool(fault)
    screen.press("Save")
    await screen.quiet()
    assert header.title.shown_text() == "Second"


async def test_check_says_that_it_costs_a_little_and_what_it_found(
    screen: SubscriptionsScreen, announced: list[str]
) -> None:
    credentials = screen.detail.credentials
    assert "paid traffic" in screen.words(credentials)
    credentials.check.setFocus()
    screen.press("Check")
    await screen.quiet()
    assert callout_of(credentials.result).startswith("Unreachable")
    assert announced == ["Checking…", callout_of(credentials.result)]
    assert credentials.check.hasFocus()
    screen.show_row(1)
    assert screen.detail.credentials.result.isHidden()


async def test_sub_users_that_come_and_go_in_their_own_tab_are_counted_here(
    screen: SubscriptionsScreen,
) -> None:
    header, service = screen.detail.header, screen.service.account.sub_users
    assert header.sub_users.text() == "9 sub-users"
    screen.page.hide()
    added = await service.create(screen.current().id, SubUserDraft("Ada"))
    screen.page.show()
    await screen.quiet()
    assert header.sub_users.text() == "10 sub-users"
    users = screen.detail.sticky.user
    assert any(users.itemText(at).startswith("Ada · ") for at in range(users.count()))
    await service.delete(screen.current().id, added)
    until = time.monotonic() + 10
    while header.sub_users.text() != "9 sub-users":
        await asyncio.sleep(0.01)
        assert time.monotonic() < until


async def test_a_new_password_is_copied_before_the_list_is_loaded_again(screen: SubscriptionsScreen) -> None:
    service, sticky = screen.service.account.sub_users, screen.detail.sticky
    seen = (await service.list(screen.current().id)).items[0]
    sticky.user.setCurrentIndex(1)
    screen.page.hide()
    changed = await service.new_password(screen.current().id, seen)
    screen.page.show()
    order = sticky.order()
    assert order is not None
    assert order.sub_user_ids == (seen.id,)
    assert order.credentials.password == changed.password != seen.password


async def test_the_last_deleted_sub_user_is_no_longer_offered(screen: SubscriptionsScreen) -> None:
    subscription = screen.current()
    users, usage = screen.detail.sticky.user, screen.detail.usage.user
    users.setCurrentIndex(1)
    usage.setCurrentIndex(1)
    await screen.quiet()
    for one in (await screen.service.account.sub_users.list(subscription.id)).items:
        await screen.service.client.sub_users.delete(subscription.id, one.id)
    await screen.load()
    assert screen.detail.header.sub_users.text() == "0 sub-users"
    assert users.count() == usage.count() == 1
    order = screen.detail.sticky.order()
    assert order is not None
    assert order.credentials.username == subscription.username
    assert screen.banner() == ""


async def test_whoever_comes_back_after_a_minute_sees_the_traffic_since(screen: SubscriptionsScreen) -> None:
    asked = await _lists(screen)
    for seconds, more, change in ((50, 0, 0), (70, 1, 0), (50, 0, 5), (70, 1, -5)):
        screen.page.hide()
        screen.service.clock.advance(seconds)
        screen.service.clock.set_by(timedelta(hours=change))
        screen.page.show()
        await screen.quiet()
        asked += more
        assert await _lists(screen) == asked


async def _lists(screen: SubscriptionsScreen) -> int:
    """Returns how often the service was asked for the list."""
    entries = await screen.service.ledger()
    return sum(entry.get("path") == "/v1/residential/subscriptions" for entry in entries)
