"""Buying a plan with a top-up: the form, what is refused beside its fields, the order's own state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.i18n.units import usd
from support.accessible import description_of, name_of, reached_by_tab
from support.shown import error_of
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from ui.pages.topups.new_dialog import NewTopUpDialog

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")


async def purchase_dialog(screen: TopUpsScreen, amount: str, plan_id: str) -> NewTopUpDialog:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, amount)
    screen.press("Buy a plan when it is credited", dialog)
    dialog.purchase.plan.setEditText(plan_id)
    return dialog


async def submit(screen: TopUpsScreen, dialog: NewTopUpDialog) -> None:
    screen.press("Get payment details", dialog)
    await screen.quiet()


async def test_a_plan_is_ordered_when_the_topup_is_credited(screen: TopUpsScreen) -> None:
    dialog = await purchase_dialog(screen, "50", "residential-10gb")
    await submit(screen, dialog)
    topup = screen.current()
    assert topup.purchase is not None
    assert (topup.purchase.plan_id, topup.purchase.quantity) == ("residential-10gb", 1)
    assert "Residential 10 GB × 1" in screen.words(screen.detail.purchase)
    assert "Pending" in screen.words(screen.detail.purchase)
    await screen.pay(confirmations=10)
    assert "Ordered" in screen.words(screen.detail.purchase)
    words = screen.words(screen.detail.outcome)
    assert "$50.00 credited" in words
    assert topup.purchase.total is not None
    assert f"{usd(topup.purchase.total)} of the balance bought Residential 10 GB at once." in words


@pytest.mark.parametrize("typed", ["residential-1", "RESIDENTIAL-10GB"])
async def test_a_plan_is_ordered_as_it_is_typed_not_as_another_that_begins_alike(
    screen: TopUpsScreen, typed: str
) -> None:
    dialog = await screen.open_dialog()
    screen.press("Buy a plan when it is credited", dialog)
    purchase = dialog.purchase
    purchase.show_plan_ids(("residential-10gb",))
    purchase.plan.setFocus()
    purchase.plan.clearEditText()
    editor = purchase.plan.lineEdit()
    assert editor is not None
    QTest.keyClicks(editor, typed)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    draft = purchase.draft()
    assert draft is not None
    assert draft.plan_id == typed
    # Nor is what was typed offered as a plan that there is.
    assert [purchase.plan.itemText(index) for index in range(purchase.plan.count())] == ["residential-10gb"]


async def test_all_that_is_known_of_a_credit_with_a_plan_is_shown(screen: TopUpsScreen) -> None:
    dialog = await purchase_dialog(screen, "50", "residential-10gb")
    await submit(screen, dialog)
    unknown = {"path": "creditedUsd", "value": None}
    await screen.service.faults({"route": "GET /v1/topups/{id}", "kind": "mutate", "every": True} | unknown)
    await screen.pay(confirmations=10)
    words = screen.words(screen.detail.outcome)
    assert "bought Residential 10 GB at once." in words
    assert "The service does not say how much was credited." in words


async def test_a_quantity_over_its_limit_is_not_ordered_as_another(screen: TopUpsScreen) -> None:
    dialog = await purchase_dialog(screen, "50", "residential-1gb")
    quantity = dialog.purchase.quantity
    quantity.selectAll()
    QTest.keyClicks(quantity, "10001")
    assert error_of(dialog.purchase._quantity_field) == "At most 10000."
    await submit(screen, dialog)
    assert screen.page.dialog is dialog
    assert quantity.text() == "10001"
    assert error_of(dialog.purchase._quantity_field)


async def test_what_is_refused_stands_beside_its_field(screen: TopUpsScreen) -> None:
    dialog = await purchase_dialog(screen, "25", "residential-50gb")
    await submit(screen, dialog)
    assert "does not cover the price minus your balance" in error_of(dialog.amount_field)
    dialog.purchase.plan.setEditText("no-such-plan")
    await submit(screen, dialog)
    assert screen.page.dialog is dialog
    assert error_of(dialog.purchase._plan_field)
    dialog.purchase.plan.setEditText("residential-1gb")
    dialog.purchase.promo.setText("NOT-A-CODE")
    await submit(screen, dialog)
    assert error_of(dialog.purchase._promo_field)
    assert not error_of(dialog.purchase._plan_field)
    screen.press("Buy a plan when it is credited", dialog)
    await submit(screen, dialog)
    assert screen.page.dialog is None
    assert screen.current().purchase is None


@pytest.mark.parametrize(("status", "code"), [(422, "used_up"), (409, "plan_unavailable")])
async def test_the_services_own_words_about_a_field_are_under_details(
    screen: TopUpsScreen, status: int, code: str
) -> None:
    dialog = await purchase_dialog(screen, "25", "residential-1gb")
    field = '"fields": {"purchase.promoCode": [{"code": "used_up", "message": "FOREIGN"}]}'
    body = f'{{"error": {{"code": "{code}", "message": "FOREIGN", {field}}}}}'
    await screen.service.faults(
        {"route": "POST /v1/topups", "kind": "status", "status": status, "body": body}
    )
    await submit(screen, dialog)
    assert error_of(dialog.purchase._promo_field) or error_of(dialog.purchase._plan_field)
    assert "FOREIGN" not in screen.words(dialog)
    screen.press("Details", dialog)
    assert "FOREIGN" in screen.words(dialog)
    assert "␊" not in screen.words(dialog), "what it says of the field stands beside the rest"
    await submit(screen, dialog)
    assert screen.page.dialog is None


@pytest.mark.page(scale="demo")
async def test_the_subscriptions_own_plans_are_offered(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    plan = dialog.purchase.plan
    subscriptions = await screen.service.account.subscriptions.list()
    offered = {plan.itemText(row) for row in range(plan.count())}
    assert offered == {one.plan_id for one in subscriptions.items}
    assert plan.currentText() == ""


async def test_another_page_can_ask_for_a_plan(screen: TopUpsScreen) -> None:
    screen.page.open_new("30.00", "residential-5gb")
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    assert dialog.purchase.plan.currentText() == "residential-5gb"
    form = dialog.purchase
    names = [name_of(control) for control in (form.plan.lineEdit(), form.quantity, form.promo) if control]
    assert names == ["Plan ID", "Quantity", "Promo code"]
    screen.press("Options", dialog)
    screen.press("Add an option", dialog)
    rows = dialog.purchase.options
    rows._rows[0].key.setText("region")
    rows._rows[0].value.setText("eu")
    await submit(screen, dialog)
    purchase = screen.current().purchase
    assert purchase is not None
    assert purchase.options == {"region": "eu"}


async def options_dialog(screen: TopUpsScreen, *, rows: int) -> NewTopUpDialog:
    """Opens the dialog with so many rows of options."""
    dialog = await purchase_dialog(screen, "50", "residential-10gb")
    screen.press("Options", dialog)
    for _row in range(rows - 1):
        screen.press("Add an option", dialog)
    await screen.quiet()
    return dialog


async def test_tab_goes_through_the_options_row_by_row(screen: TopUpsScreen) -> None:
    dialog = await options_dialog(screen, rows=2)
    assert reached_by_tab(dialog.purchase.more, "Cancel") == [
        "Option 1, key",
        "Option 1, value",
        "Remove option 1",
        "Option 2, key",
        "Option 2, value",
        "Remove option 2",
        "Add an option",
        "Cancel",
    ]


async def test_an_option_that_is_removed_hands_the_keyboard_to_its_neighbor(screen: TopUpsScreen) -> None:
    dialog = await options_dialog(screen, rows=4)
    for removed, neighbor in (("Remove option 2", "Option 3, key"), ("Remove option 4", "Option 3, key")):
        screen.button(removed, dialog).setFocus()
        screen.press(removed, dialog)
        focused = dialog.focusWidget()
        assert focused is not None
        assert name_of(focused) == neighbor


async def test_an_option_without_a_key_is_named_to_screen_readers(screen: TopUpsScreen) -> None:
    dialog = await options_dialog(screen, rows=3)
    first, second, third = dialog.purchase.options._rows
    screen.enter(first.key, "region")
    screen.enter(third.value, "EU")
    screen.press("Get payment details", dialog)
    assert third.key.hasFocus()
    assert description_of(third.key) == "Every option needs a key."
    screen.enter(third.key, "region")
    assert description_of(third.key) == "key"
    screen.press("Get payment details", dialog)
    assert description_of(third.key) == "Two options have the same key."
    assert [description_of(other.key) for other in (first, second)] == ["key", "key"]


async def test_another_top_up_of_the_same_amount_is_paid_alike_and_buys_the_same(
    screen: TopUpsScreen,
) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, "100")
    screen.press("LTC on Litecoin", dialog)
    screen.press("Buy a plan when it is credited", dialog)
    dialog.purchase.plan.setEditText("residential-10gb")
    dialog.purchase.quantity.setValue(2)
    screen.press("Options", dialog)
    option = dialog.purchase.options._rows[0]
    option.key.setText("region")
    option.value.setText("EU")
    await submit(screen, dialog)
    expired = screen.current()
    await screen.new_topup("BTC on Bitcoin")
    await screen.step(31 * 60)
    screen.page.show_topup(expired.id)
    await screen.quiet()
    screen.press("New top-up, same amount")
    await screen.quiet()
    filled = screen.page.dialog
    assert filled is not None
    assert filled.focusWidget() is filled.amount
    await submit(screen, filled)
    again = screen.current()
    assert again.id != expired.id
    assert (again.amount_usd, again.coin) == ("100.00", "LTC")
    assert again.purchase == expired.purchase


async def test_what_was_requested_is_repeated_not_the_response_that_was_blocked(screen: TopUpsScreen) -> None:
    dialog = await purchase_dialog(screen, "50", "residential-5gb")
    screen.press("BTC on Bitcoin", dialog)
    await screen.service.faults(
        {
            "route": "POST /v1/topups",
            "kind": "mutate",
            "path": "purchase.planId",
            "value": "residential-50gb",
        },
        {
            "route": "GET /v1/topups/{id}",
            "kind": "mutate",
            "path": "purchase.planId",
            "value": "residential-50gb",
        },
    )
    await submit(screen, dialog)
    assert "The response is for another plan" in screen.words(screen.detail)
    screen.press("New top-up, same amount")
    await screen.quiet()
    repeated = screen.page.dialog
    assert repeated is not None
    assert repeated.purchase.plan.currentText() == "residential-5gb"
