"""Alerts of the demo's subscriptions, from the card to the bell and to the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from app.models.settings import AlertThresholds
from app.models.subscriptions import ACTIVE
from app.models.topup_requests import TopUpDraft
from support.account_harness import account_harness
from support.account_services import MemoryKeyring
from support.harnesses import Harness, at_window
from support.waiting import until
from tollhouse_sandbox.process import start_sandbox
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.widgets.tables.columns import RowRole

if TYPE_CHECKING:
    from pathlib import Path

    from ui.shell.notification_center import NotificationCenter
    from ui.widgets.tables.notification_list import NotificationItem

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
DEMO = ("--scale", "demo", "--speed", "0")
DRAFT = TopUpDraft.model_validate({"amountUsd": "75.00", "coin": "BTC", "network": "bitcoin"})


def notification_rows(center: NotificationCenter) -> list[NotificationItem]:
    model = center.panel.list.model()
    return [model.index(row, 0).data(RowRole) for row in range(model.rowCount())]


class AlertsHarness(Harness):
    """The demo's subscriptions, with the card and the bell."""

    async def open(self) -> SubscriptionsPage:
        navigation = self.navigation
        navigation.open("demo")
        await navigation.tasks.join()
        navigation.router.show_tab("subscriptions")
        page = navigation.page
        assert isinstance(page, SubscriptionsPage)
        await page.tasks.join("load")
        return page

    async def open_nearly_empty(self, page: SubscriptionsPage) -> str:
        """Opens the subscription that has least left, with its alerts; returns its ID."""
        session = self.navigation.router.session()
        assert session is not None
        store = session.subscription_store
        active = [one for one in store.list() if one.status == ACTIVE]
        one = min(active, key=lambda each: each.traffic_remaining_bytes)
        page.show_subscription(one.id)
        await until(lambda: store.pace(one.id) is not None)
        page.subscription_page.alerts.opener.click()
        return one.id

    def rows(self) -> list[NotificationItem]:
        return notification_rows(self.navigation.notification_center)

    def own(self, subscription_id: str) -> AlertThresholds | None:
        session = self.navigation.router.session()
        assert session is not None
        return session.subscription_store.alerts(subscription_id)


async def test_few_days_reach_the_bell_once_and_are_past_when_the_alert_is_off(tmp_path: Path) -> None:
    def of_days() -> list[NotificationItem]:
        return [row for row in harness.rows() if row.title.startswith("Traffic runs out")]

    async with at_window(AlertsHarness, tmp_path, demo_options=DEMO) as harness:
        page = await harness.open()
        one = await harness.open_nearly_empty(page)
        alerts = page.subscription_page.alerts
        assert of_days() == []
        assert alerts.form is not None
        alerts.form.lasting.switch.click()
        await until(of_days)
        (row,) = of_days()
        assert "(an estimate)" in row.text
        assert row.action == "Prepare a top-up"
        assert not row.badge
        assert "Reached just now" in alerts.form.lasting.switch.accessibleDescription()
        alerts.form.lasting.switch.click()
        await until(lambda: of_days()[0].badge == "Past")
        assert not of_days()[0].action
        alerts.form.lasting.switch.click()
        await until(lambda: not of_days()[0].badge)
        await until(lambda: harness.own(one) == AlertThresholds(notifies_days=True))
        assert len(of_days()) == 1, "the same event is notified once"
    async with at_window(AlertsHarness, tmp_path, demo_options=DEMO) as harness:
        page = await harness.open()
        known = [row.title for row in harness.rows()]
        await until(lambda: of_days() and not of_days()[0].badge)
        assert len(of_days()) == 1, known


async def test_the_default_of_all_reaches_every_account_and_the_next_start(tmp_path: Path) -> None:
    async with at_window(AlertsHarness, tmp_path, demo_options=DEMO) as harness:
        page = await harness.open()
        await harness.open_nearly_empty(page)
        alerts = page.subscription_page.alerts
        assert alerts.form is not None
        alerts.form.used.switch.click()
        await until(alerts.form.use_as_default.isEnabled)
        await until(lambda: any(row.badge == "Past" for row in harness.rows()))
        alerts.form.use_as_default.click()
        await until(lambda: not harness.services.settings.now.alerts.notifies_used)
        await until(lambda: all(row.badge for row in harness.rows() if "has used" in row.text))
    async with at_window(AlertsHarness, tmp_path, demo_options=DEMO) as harness:
        page = await harness.open()
        assert page.subscription_page.alerts.opener.accessibleDescription() == "Off"


async def test_a_warning_is_past_and_old_by_the_clock_of_its_service(tmp_path: Path) -> None:
    with start_sandbox("--scale", "empty", "--speed", "0") as service:

        async def pass_minutes(minutes: int) -> None:
            await http.post("/_sandbox/clock", json={"advance_seconds": minutes * 60})

        async with (
            httpx.AsyncClient(base_url=service.base_url, headers=service.headers, trust_env=False) as http,
            account_harness(tmp_path, MemoryKeyring()) as harness,
        ):
            await harness.connect(service)
            session = harness.navigation.router.session()
            assert session is not None
            topup = await session.topups.create(DRAFT)
            center = harness.navigation.notification_center
            await pass_minutes(26)
            await session.topups.get(topup.id)
            await until(lambda: harness.navigation.bell.accessibleDescription() == "1 unread")
            (row,) = notification_rows(center)
            assert (row.title, row.badge) == ("Rate lock about to end", "")
            await pass_minutes(8)
            await session.topups.get(topup.id)
            center.open()
            (row,) = notification_rows(center)
            assert (row.title, row.badge) == ("Rate lock is over", "Past")
            assert row.origin.endswith("8 min ago")
            center.panel.close()
