"""Hostile texts in every field of subscriptions, sub-users, usage and locations show as plain text.

The suite opens some of the rows; `make prove` opens each.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.hostile_texts import HOSTILE
from support.locations_screen import LocationsScreen
from support.more_examples import more
from support.plain_texts import assert_plain
from support.service_records import country_record, sub_user_record, subscription_record, usage_record
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from support.virtual_clock import START
from ui.widgets.charts.accessible_chart import AccessibleChart
from ui.widgets.tables.columns import KeyRole

STEP = 1 if more(1) > 1 else 7
SUBSCRIPTIONS = "GET /v1/residential/subscriptions"
SUB_USERS = "GET /v1/residential/subscriptions/{id}/sub-users"
USAGE = "GET /v1/residential/subscriptions/{id}/usage"


def subscriptions() -> list[dict[str, object]]:
    """One for each text, which stands in every field that the interface does not limit."""
    return [
        subscription_record(
            id=f"sub_{number}",
            **dict.fromkeys(("productId", "label", "planId", "status", "username", "password"), text),
            endpoint={"host": text, "httpPort": 8000, "socksPort": 9000},
        )
        for number, text in enumerate(HOSTILE)
    ]


def sub_users() -> list[dict[str, object]]:
    return [
        sub_user_record(id=f"su_{number}", label=text, username=text, password=text)
        for number, text in enumerate(HOSTILE)
    ]


@pytest.mark.page(screen=SubscriptionsScreen, load=False)
async def test_every_text_of_a_subscription_and_its_usage(screen: SubscriptionsScreen) -> None:
    usage = usage_record(byCountry=[{"country": text, "bytes": 1} for text in HOSTILE])
    usage |= {"from": f"{START.date() - timedelta(days=29)}", "to": f"{START.date()}"}
    bodies = {SUBSCRIPTIONS: {"data": subscriptions()}, SUB_USERS: {"data": sub_users()}, USAGE: usage}
    await screen.service.answer(bodies)
    await screen.load()
    shown = screen.page.model.rowCount()
    assert shown >= len(HOSTILE) - 1
    for row in range(0, shown, STEP):
        screen.show_row(row)
        await screen.quiet()
        screen.window.grab()
        assert_plain()
    bars = screen.detail.countries.bars
    assert bars.isVisible()
    assert bars.model().rowCount() >= len(set(HOSTILE)) - 1
    screen.detail.countries.show_map.click()
    screen.window.grab()
    assert_plain()
    for chart in screen.visible(AccessibleChart):
        for _key in HOSTILE:
            QTest.keyClick(chart, Qt.Key.Key_Right)
            assert_plain()


@pytest.mark.page(screen=SubUsersScreen, load=False)
async def test_every_text_of_a_sub_user(screen: SubUsersScreen) -> None:
    await screen.service.answer(
        {SUBSCRIPTIONS: {"data": subscriptions()}, SUB_USERS: {"data": sub_users(), "limit": 500}}
    )
    await screen.load()
    assert screen.model.rowCount() >= len(HOSTILE) - 1
    screen.window.grab()
    assert_plain()
    for row in range(0, screen.model.rowCount(), STEP):
        for action in ("edit", "share", "delete"):
            screen.page.do(action, str(screen.model.index(row, 0).data(KeyRole)))
            await screen.quiet()
            assert_plain()
            for dialog in screen.dialogs():
                dialog.grab()
                dialog.close()
    screen.table.selectAll()
    screen.window.grab()
    assert_plain()


@pytest.mark.page(screen=LocationsScreen, load=False)
async def test_every_text_of_a_location(screen: LocationsScreen) -> None:
    countries = [country_record()] + [
        country_record(code=f"{chr(65 + number // 26)}{chr(65 + number % 26)}", name=text, region=text)
        for number, text in enumerate(HOSTILE)
    ]
    await screen.service.answer(
        {
            "GET /v1/catalog/countries": {"data": countries},
            "GET /v1/catalog/countries/{code}/cities": {
                "data": [{"id": text, "name": text, "state": text} for text in HOSTILE]
            },
            "GET /v1/catalog/countries/{code}/asns": {
                "data": [{"asn": number, "name": text} for number, text in enumerate(HOSTILE, 1)]
            },
        }
    )
    await screen.load()
    for row in range(0, screen.pane.table.model().rowCount(), STEP):
        screen.pane.table.selectRow(row)
        screen.page.open_location(str(screen.pane.table.model().index(row, 2).data()), "cities")
        await screen.quiet()
        screen.window.grab()
        assert_plain()
    for tab in range(screen.detail.tabs.count()):
        screen.detail.tabs.setCurrentIndex(tab)
        await screen.quiet()
        screen.window.grab()
        assert_plain()
