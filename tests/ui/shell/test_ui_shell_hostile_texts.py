"""Hostile texts in notifications, in the palette and in the names of accounts show as plain text."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, get_args

import pytest

from app.models.notifications import NotificationKind
from app.models.overviews import AccountOverview, SubscriptionSummary
from app.rules.subscriptions.usage import pace_days
from app.services.accounts.known import Account
from support.account_harness import account_harness
from support.account_process import Oracle
from support.account_services import MemoryKeyring
from support.harnesses import closed_after
from support.hostile_texts import HOSTILE
from support.more_examples import more
from support.notification_screen import notification_screen
from support.palette_harness import PaletteHarness
from support.plain_texts import assert_plain
from support.service_records import sub_user_record, subscription_record, topup_record, usage_record
from support.shown import callout_of
from tollhouse_sandbox.process import start_sandbox
from ui.pages.overview.rows import AccountList
from ui.pages.overview.view import present_account

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
KINDS: tuple[NotificationKind, ...] = get_args(NotificationKind)
MOST_LISTED = 50
STEP = 1 if more(1) > 1 else 7


async def test_every_text_of_a_notification(tmp_path: Path) -> None:
    async with notification_screen(tmp_path) as screen:
        screen.names = {text: text for text in HOSTILE}
        for number, text in enumerate(HOSTILE):
            facts: dict[str, object] = {"name": text, "coin": text, "percent": 95}
            notification = screen.notification(f"tu_{number}", KINDS[number % len(KINDS)], **facts)
            await screen.notify(notification, account=text)
        screen.notification_center.open()
        assert len(screen.rows()) >= MOST_LISTED
        screen.panel.grab()
        assert_plain()


async def test_every_text_in_the_palette(tmp_path: Path) -> None:
    async with closed_after(PaletteHarness, tmp_path) as harness:
        subscriptions = [
            subscription_record(id=f"sub_{number}", label=text, status=text, username=text, planId=text)
            for number, text in enumerate(HOSTILE)
        ]
        users = [
            sub_user_record(id=f"su_{number}", label=text, username=text)
            for number, text in enumerate(HOSTILE)
        ]
        topups = [
            topup_record(id=f"tu_{number}", coin=text, network=text, address=text, txid=text)
            for number, text in enumerate(HOSTILE)
        ]
        await harness.service.answer(
            {
                "GET /v1/residential/subscriptions": {"data": subscriptions},
                "GET /v1/residential/subscriptions/{id}/sub-users": {"data": users, "limit": 500},
                "GET /v1/topups": {"data": topups, "pagination": {"total": len(topups)}},
            }
        )
        await harness.service.account.subscriptions.list()
        await harness.service.account.topups.page(1)
        for text in ("", "b", "<b>", "evil", "x", "&"):
            await harness.find(text)
            assert_plain()
            harness.card.grab()
            harness.card.reject()


async def test_every_text_on_the_page_of_all_accounts(tmp_path: Path) -> None:
    now, shown = datetime.now(UTC), list[str]()
    days = pace_days(now.date())
    usage = usage_record(points=[]) | {"from": f"{days.first}", "to": f"{days.last}"}
    with start_sandbox("--scale", "empty") as shop, closing(Oracle(shop)) as oracle:
        async with account_harness(tmp_path, MemoryKeyring()) as harness:
            await harness.connect(shop, "Work")
            harness.navigation.account_header.menu.aboutToShow.emit()
            harness.navigation.account_header.menu.actions()[0].trigger()
            page = harness.navigation.app_pages.overview
            assert page is not None
            await page.tasks.join()
            for text in HOSTILE[::STEP]:
                texts = dict.fromkeys(("label", "productId", "planId", "username"), text)
                soon = {"expiresAt": f"{now + timedelta(days=1):%FT%TZ}", "autoRenew": False}
                used = {"trafficUsedBytes": 4_900_000_000, "trafficRemainingBytes": 100_000_000}
                record = subscription_record(**texts, **soon, **used)
                coin = topup_record(**dict.fromkeys(("coin", "network", "status", "address"), text))
                oracle.answer(
                    {
                        "GET /v1/residential/subscriptions/{id}/usage": usage,
                        "GET /v1/residential/subscriptions": {"data": [record]},
                        "GET /v1/topups": {"data": [coin], "pagination": {"total": 1}},
                    }
                )
                page.load()
                await page.tasks.join()
                page.grab()
                assert_plain()
                shown.append(callout_of(page.attention))
            assert "'<b>bold</b>'" in shown[0]


def test_every_text_of_an_account_and_its_subscription(qtbot: QtBot) -> None:
    now = datetime(2026, 11, 22, tzinfo=UTC)
    accounts = AccountList("Accounts")
    qtbot.addWidget(accounts)
    rows = []
    for text in HOSTILE:
        shop = SubscriptionSummary("sub_1", text, text, 9, 10, 1, now + timedelta(days=1), auto_renew=False)
        overview = AccountOverview(text, now, subscriptions=(shop,), as_of=now, is_current=True)
        account = Account(text, text, text, is_demo=False, color="blue")
        rows.append(replace(present_account(account, overview, now), action_text="Renew"))
    accounts.show_rows(rows)
    accounts.resize(1_000, 600)
    accounts.show()
    accounts.grab()
    assert accounts.buttons()
    assert_plain()
