"""The alerts of a subscription: thresholds by keyboard, saved at once, own or for all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.errors import StorageError
from app.models.settings import AlertThresholds
from app.models.subscriptions import Pace
from app.rules.subscriptions.notifications import notifications_of_subscription
from app.services.subscriptions.store import SavedSubscriptions
from support.accessible import name_of
from support.subscriptions_screen import SubscriptionsScreen
from support.waiting import until
from ui.start.event_loop import finish_saving

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.pages.subscriptions.alerts_form import AlertsForm
    from ui.widgets.inputs.combo_box import SpinBox
    from ui.widgets.inputs.line_edit import LineEdit

pytestmark = pytest.mark.page(screen=SubscriptionsScreen)

AD_CHECKS = 1


async def opened(screen: SubscriptionsScreen) -> AlertsForm:
    """Opens the alerts of 'Ad checks', of whose 100 GB 92 are used."""
    screen.show_row(AD_CHECKS)
    await screen.quiet()
    opener = screen.detail.alerts.opener
    opener.setFocus()
    QTest.keyClick(opener, Qt.Key.Key_Space)
    form = screen.detail.alerts.form
    assert form is not None
    return form


def own(screen: SubscriptionsScreen) -> AlertThresholds | None:
    return screen.service.account.subscription_store.alerts(screen.page.current_id())


def enter(field: SpinBox | LineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)


async def test_what_is_opened_at_the_end_of_the_page_comes_into_sight(screen: SubscriptionsScreen) -> None:
    screen.window.resize(1180, 760)
    await opened(screen)
    detail = screen.detail
    assert detail is not None

    def is_in_sight(card: QWidget) -> bool:
        is_laid_out = detail.verticalScrollBar().maximum() > 100
        top = card.mapTo(detail.viewport(), QPoint()).y()
        return is_laid_out and top >= 0 and top + card.height() <= detail.viewport().height()

    await until(lambda: is_in_sight(detail.alerts))
    detail.details.set_expanded(True)
    await until(lambda: is_in_sight(detail.details))


async def test_the_closed_card_says_which_thresholds_apply_and_is_not_built(
    screen: SubscriptionsScreen,
) -> None:
    alerts = screen.detail.alerts
    assert alerts.form is None
    assert "80\u00a0% and 95\u00a0%" in alerts.opener.accessibleDescription()
    changed = AlertThresholds(notifies_left=True, left_bytes=2_750_000_000, notifies_days=True, days=1)
    await screen.service.account.subscriptions.save_alerts(screen.page.current_id(), changed)
    assert alerts.opener.accessibleDescription() == "80\u00a0% and 95\u00a0%, 2.75 GB left, 1 day left"
    off = AlertThresholds(notifies_used=False)
    await screen.service.account.subscriptions.save_alerts(screen.page.current_id(), off)
    assert alerts.opener.accessibleDescription() == "Off"


async def test_an_open_card_says_what_is_so_now(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    store = screen.service.account.subscription_store
    today = screen.service.clock.now().date()
    store.put_pace(screen.page.current_id(), Pace(bytes_per_day=3_900_000_000, as_of=today))
    words = screen.words(screen.detail.alerts)
    for text in ("Now 92\u00a0%", "80\u00a0% reached", "Now 7.90 GB", "Now about 2 days", "Off"):
        assert text in words
    assert "The default for all subscriptions: 80\u00a0% and 95\u00a0%." in words
    assert not form.reset.isEnabled()
    assert not form.use_as_default.isEnabled()


async def test_a_switch_is_saved_at_once_and_typing_after_a_rest(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    assert not form.days.isEnabled()
    form.lasting.switch.setFocus()
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    assert form.days.isEnabled()
    await until(lambda: own(screen) == AlertThresholds(notifies_days=True))
    assert screen.notes == ["Saved"]
    assert "Only for 'Ad checks'" in screen.words(screen.detail.alerts)
    enter(form.days, "7")
    enter(form.first, "50")
    assert own(screen) == AlertThresholds(notifies_days=True), "while typing nothing is saved"
    await until(lambda: own(screen) == AlertThresholds(first_percent=50, notifies_days=True, days=7))
    QTest.keyClick(form.remaining.switch, Qt.Key.Key_Space)
    enter(form.amount, "2.5")
    QTest.keyClick(form.amount, Qt.Key.Key_Return)
    await until(lambda: (found := own(screen)) and found.left_bytes == 2_500_000_000)


async def test_tab_leads_through_the_open_card_and_on_to_the_details(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    stops = []
    for _stop in range(6):
        QTest.keyClick(screen.window.focusWidget(), Qt.Key.Key_Tab)
        stops.append(name_of(screen.window.focusWidget()))
    assert stops == [
        "Traffic used",
        "Traffic used: first threshold",
        "Traffic used: second threshold",
        "Traffic left",
        "Days left at this pace",
        "Details",
    ], "neither what is off nor a button without use"
    assert not form.amount.isEnabled()


async def test_one_day_is_named_in_the_singular(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    for days, unit in ((1, "day"), (2, "days")):
        form.days.setValue(days)
        assert unit in screen.words(form.lasting).splitlines()


async def test_a_first_threshold_that_is_not_lower_is_refused_beside_its_field(
    screen: SubscriptionsScreen,
) -> None:
    form = await opened(screen)
    enter(form.first, "95")
    QTest.keyClick(form.first, Qt.Key.Key_Return)
    text = "The second threshold must be higher than the first."
    assert text in screen.words(screen.detail.alerts)
    assert form.first.accessibleDescription() == text
    await screen.quiet()
    assert own(screen) is None
    screen.service.account.subscription_store.on_change.notify()
    assert form.first.value() == 95, "what is being entered stays"
    enter(form.second, "99")
    await until(lambda: own(screen) == AlertThresholds(first_percent=95, second_percent=99))
    assert text not in screen.words(screen.detail.alerts)


@pytest.mark.parametrize("text", ["", "0", "much", "-1"])
async def test_an_amount_that_is_none_is_refused(screen: SubscriptionsScreen, text: str) -> None:
    form = await opened(screen)
    QTest.keyClick(form.remaining.switch, Qt.Key.Key_Space)
    await until(lambda: own(screen) is not None)
    enter(form.amount, text)
    QTest.keyClick(form.amount, Qt.Key.Key_Return)
    assert "Enter an amount in GB, such as 10." in screen.words(screen.detail.alerts)
    await screen.quiet()
    assert own(screen) == AlertThresholds(notifies_left=True)


async def test_a_switch_is_saved_though_another_row_is_invalid(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    enter(form.first, "95")
    QTest.keyClick(form.first, Qt.Key.Key_Return)
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    await until(lambda: own(screen) == AlertThresholds(notifies_days=True))
    assert "Off" not in screen.words(form.lasting).splitlines()
    assert form.first.value() == 95, "what is being entered stays"
    assert "The second threshold must be higher than the first." in screen.words(form.used)
    enter(form.days, "7")
    QTest.keyClick(form.days, Qt.Key.Key_Return)
    await until(lambda: own(screen) == AlertThresholds(notifies_days=True, days=7))
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    await until(lambda: own(screen) == AlertThresholds(days=7))
    enter(form.second, "99")
    await until(lambda: own(screen) == AlertThresholds(first_percent=95, second_percent=99, days=7))


async def test_invalid_thresholds_do_not_become_the_default_of_all(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    await until(form.use_as_default.isEnabled)
    enter(form.first, "95")
    QTest.keyClick(form.use_as_default, Qt.Key.Key_Space)
    await screen.quiet()
    assert screen.context.settings.now.alerts == AlertThresholds()
    assert form.first.value() == 95


async def test_own_thresholds_are_reset_or_become_the_default_of_all(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    await until(form.reset.isEnabled)
    form.reset.setFocus()
    QTest.keyClick(form.reset, Qt.Key.Key_Space)
    await until(lambda: own(screen) is None)
    assert not form.lasting.is_on()
    assert form.used.switch.hasFocus(), "not on a button that is off"
    QTest.keyClick(form.lasting.switch, Qt.Key.Key_Space)
    await until(form.use_as_default.isEnabled)
    QTest.keyClick(form.use_as_default, Qt.Key.Key_Space)
    default = AlertThresholds(notifies_days=True)
    await until(lambda: screen.context.settings.now.alerts == default and own(screen) is None)
    await screen.quiet()
    assert "The default for all subscriptions: 80\u00a0% and 95\u00a0%, 3 days left." in screen.words()
    screen.show_row(0)
    assert "3 days left" in screen.detail.alerts.opener.accessibleDescription()


async def test_a_failing_disk_is_said_and_what_was_entered_stays(
    screen: SubscriptionsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = await opened(screen)
    with monkeypatch.context() as patch:
        patch.setattr(SavedSubscriptions, "save_alerts", _fail)
        enter(form.first, "60")
        QTest.keyClick(form.first, Qt.Key.Key_Return)
        await screen.quiet()
        assert own(screen) is None
        assert screen.notes == []
        assert form.first.value() == 60
        assert "disk" in screen.words(screen.detail.alerts).lower()
        # It stays true until the next attempt, whatever else is shown anew.
        screen.detail.alerts.refresh()
        assert "disk" in screen.words(screen.detail.alerts).lower()
    QTest.keyClick(form.first, Qt.Key.Key_Return)
    await until(lambda: own(screen) == AlertThresholds(first_percent=60))


async def test_what_was_typed_is_saved_when_another_subscription_is_opened(
    screen: SubscriptionsScreen,
) -> None:
    form = await opened(screen)
    first = screen.at(AD_CHECKS).id
    enter(form.first, "70")
    screen.show_row(0)
    await screen.quiet()
    store = screen.service.account.subscription_store
    assert store.alerts(first) == AlertThresholds(first_percent=70)
    assert own(screen) is None
    assert not screen.detail.alerts.opener.isChecked()
    screen.detail.alerts.opener.click()
    assert form.first.value() == 80


async def test_what_was_typed_is_saved_before_the_app_ends(screen: SubscriptionsScreen) -> None:
    form = await opened(screen)
    enter(form.first, "70")
    screen.window.close()
    await finish_saving()
    assert own(screen) == AlertThresholds(first_percent=70)


async def test_a_failing_disk_is_said_though_another_subscription_is_open(
    screen: SubscriptionsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = await opened(screen)
    monkeypatch.setattr(SavedSubscriptions, "save_alerts", _fail)
    enter(form.first, "70")
    screen.show_row(0)
    await screen.quiet()
    assert "disk" in " ".join(screen.notes).lower()
    assert "disk" not in screen.words(screen.detail.alerts).lower()


async def test_the_moment_of_the_notification_is_shown(screen: SubscriptionsScreen) -> None:
    service, context = screen.service, screen.context
    subscription = screen.at(AD_CHECKS)
    now = service.account.service_clock.now()
    found = notifications_of_subscription(subscription, now, AlertThresholds(), None)
    await opened(screen)
    await context.notifications.add("demo", found)
    assert "80\u00a0% reached just now" in screen.words(screen.detail.alerts)
    service.clock.advance(3 * 86400)
    service.owed_seconds += 3 * 86400
    await screen.load()
    assert "80\u00a0% reached 18 Nov" in screen.words(screen.detail.alerts)


async def test_thresholds_decide_when_the_days_in_the_list_warn(screen: SubscriptionsScreen) -> None:
    subscription, account = screen.at(AD_CHECKS), screen.service.account
    today = screen.service.clock.now().date()
    account.subscription_store.put_pace(subscription.id, Pace(bytes_per_day=10**9, as_of=today))

    def severity() -> str:
        row = screen.page.model.row(AD_CHECKS)
        return str(row.days.severity)

    assert severity() == "normal"
    await account.subscriptions.save_alerts(subscription.id, AlertThresholds(notifies_days=True, days=8))
    assert severity() == "warning"


async def _fail(*_args: object) -> None:
    await asyncio.sleep(0)
    raise StorageError("state.sqlite", "full", "")
