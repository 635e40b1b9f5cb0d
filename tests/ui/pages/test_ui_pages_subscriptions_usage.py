"""Usage by day and by country: ranges, gaps, table, map, files."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.models.sub_users import SubUserDraft
from support.accessible import description_of
from support.page_scenarios import on_page
from support.subscriptions_screen import SubscriptionsScreen
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from ui.widgets.inputs.date_edit import DateEdit

pytestmark = pytest.mark.page(screen=SubscriptionsScreen)

USAGE = "GET /v1/residential/subscriptions/{id}/usage"


def _days(screen: SubscriptionsScreen) -> list[str]:
    model = screen.detail.usage.table.model()
    return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]


def _enter(edit: DateEdit, day: date) -> None:
    edit.setDate(QDate(day.year, day.month, day.day))


async def test_the_range_that_was_chosen_last_is_shown(screen: SubscriptionsScreen) -> None:
    assert len(_days(screen)) == 30
    await screen.service.faults({"route": USAGE, "kind": "delay", "seconds": 0.05})
    for name in ("7 d", "90 d", "1 y", "7 d"):
        screen.press(name)
        await asyncio.sleep(0)
    await screen.quiet()
    assert len(_days(screen)) == 7
    await asyncio.sleep(0.06)
    await screen.quiet()
    assert len(_days(screen)) == 7
    assert screen.detail.usage.dates.last.day() - screen.detail.usage.dates.first.day() == timedelta(days=6)
    screen.press("1 y")
    await screen.quiet()
    assert len(_days(screen)) == 366


async def test_a_day_that_begins_while_the_page_is_open_is_shown(screen: SubscriptionsScreen) -> None:
    screen.press("7 d")
    await screen.quiet()
    before = _days(screen)
    await _pass_days(screen, 1)
    assert _days(screen)[1:] == before[:-1]
    assert screen.detail.usage.dates.last.maximumDate().toPython() == screen.service.clock.now().date()
    screen.press("Custom…")
    chosen = _days(screen)
    await _pass_days(screen, 1)
    assert _days(screen) == chosen


async def _pass_days(screen: SubscriptionsScreen, days: int) -> None:
    """Lets time pass while the page stays open, and with it a minute of its timer."""
    screen.service.clock.advance(days * 86400)
    screen.service.owed_seconds += days * 86400
    ticks = screen.page.findChild(SecondTicks)
    assert ticks is not None
    ticks.ticked.emit(60)
    await screen.quiet()


async def test_what_ends_while_the_page_is_open_is_said(screen: SubscriptionsScreen) -> None:
    now = screen.service.account.service_clock.now()
    ending = screen.current().model_copy(
        update={"expires_at": now + timedelta(hours=30), "auto_renew": False}
    )
    store = screen.service.account.subscription_store
    others = (one for one in store.list() if one.id != ending.id)
    store.put_list((ending, *others), screen.service.clock.monotonic())
    await _pass_days(screen, 1)
    assert "This subscription ended" not in screen.words(screen.detail)
    await _pass_days(screen, 1)
    assert "This subscription ended on" in screen.words(screen.detail)


async def test_the_estimate_follows_the_time_zone(
    screen: SubscriptionsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage, store = screen.detail.usage, screen.service.account.subscription_store
    ticks = screen.page.findChild(SecondTicks)
    subscription = store.get(screen.page.current_id())
    assert ticks is not None
    assert subscription is not None
    assert subscription.expires_at is not None
    with monkeypatch.context() as changed:
        for hours in (12, -12):
            changed.setenv("TZ", f"XXX{-hours}")  # POSIX counts to the west
            time.tzset()
            ticks.ticked.emit(60)
            await screen.quiet()
            there = subscription.expires_at.astimezone(timezone(timedelta(hours=hours)))
            assert f"Lasts beyond {there:%-d} " in screen.words(usage)
    time.tzset()


async def test_an_answer_for_other_days_is_not_shown(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(
        {"route": USAGE, "kind": "mutate", "path": "from", "value": "2026-01-01", "every": True}
    )
    screen.press("7 d")
    await screen.quiet()
    assert _days(screen) == [], "nor those of the choice before"
    assert screen.banner() != ""


async def test_days_are_utc_and_a_gap_is_no_zero(screen: SubscriptionsScreen) -> None:
    notes = screen.detail.usage.notes.shown_text()
    assert "days are UTC" in notes
    assert "1 day without data" in notes
    assert "at this pace" in screen.words(screen.detail.usage)
    assert "An estimate" in description_of(screen.button("About this estimate"))
    model = screen.detail.usage.table.model()
    cells = [model.data(model.index(row, 1)) for row in range(30)]
    gap = cells.index("No data")
    chart = screen.detail.usage.chart
    assert chart.bar_rect(29 - gap).isEmpty()
    assert not chart.bar_rect(29 - gap - 1).isEmpty()
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    for _step in range(gap):
        QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.accessibleDescription().endswith("no data")


async def test_requests_and_the_table_show_the_same_days(screen: SubscriptionsScreen) -> None:
    asked = len(await screen.service.requests("GET", _path(screen)))
    screen.press("Requests")
    assert "requests" in screen.words(screen.detail.usage)
    screen.press("Show as table")
    assert screen.detail.usage.table.isVisible()
    assert not screen.detail.usage.chart.isVisible()
    screen.detail.usage.table.setFocus()
    QTest.keyClick(screen.detail.usage.table, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert screen.detail.usage.metrics.isAncestorOf(screen.window.focusWidget()), "where the chart is"
    screen.press("Traffic")
    await screen.quiet()
    assert len(await screen.service.requests("GET", _path(screen))) == asked
    screen.press("Show as table")
    assert screen.detail.usage.chart.isVisible()


async def test_own_dates_are_checked_before_they_are_asked_for(screen: SubscriptionsScreen) -> None:
    usage = screen.detail.usage
    last = usage.dates.last.day()
    assert not usage.dates.first.isVisible()
    screen.press("Custom…")
    assert usage.dates.first.hasFocus() or not screen.window.isActiveWindow()
    assert usage.dates.last.isVisible()
    await screen.quiet()
    assert len(_days(screen)) == 30
    _enter(usage.dates.first, last - timedelta(days=2))
    await screen.quiet()
    assert len(_days(screen)) == 3
    assert usage.ranges.selected() == "custom"
    _enter(usage.dates.last, last - timedelta(days=20))
    await screen.quiet()
    assert "“From” is later than “To”." in screen.words(usage)
    assert len(_days(screen)) == 3
    _enter(usage.dates.last, last)
    _enter(usage.dates.first, last - timedelta(days=366))
    await screen.quiet()
    assert "The longest range is 366 days." in screen.words(usage)
    _enter(usage.dates.first, last - timedelta(days=6))
    await screen.quiet()
    assert len(_days(screen)) == 7
    assert usage.dates.first.isVisible()
    screen.press("30 d")
    await screen.quiet()
    assert len(_days(screen)) == 30
    assert not usage.dates.first.isVisible()


async def test_one_sub_user_can_be_looked_at_alone(screen: SubscriptionsScreen) -> None:
    whole = screen.detail.usage.notes.shown_text()
    user = screen.detail.usage.user
    user.setCurrentIndex(user.findText("Nightly batch"))
    await screen.quiet()
    alone = screen.detail.usage.notes.shown_text()
    assert alone.split(" · ")[0] != whole.split(" · ")[0]
    assert "at this pace" not in screen.words(screen.detail.usage)
    screen.show_row(3)
    await screen.quiet()
    assert not user.isVisible()
    assert "No traffic in this period" in screen.words(screen.detail.usage)


@pytest.mark.page(load=False)
async def test_sub_users_are_offered_where_the_service_leaves_out_how_many_there_are(
    screen: SubscriptionsScreen,
) -> None:
    route = "GET /v1/residential/subscriptions"
    await screen.service.faults(
        {"route": route, "kind": "mutate", "path": "data.0.subUserCount", "delete": True, "every": True}
    )
    screen.page.load()
    await screen.quiet()
    assert screen.detail.header.sub_users.text() == "Sub-users"
    assert screen.detail.usage.user.findText("Nightly batch") > 0
    assert screen.detail.usage.user.isVisible()


async def test_sub_users_with_one_label_are_shown_with_their_usernames(
    screen: SubscriptionsScreen,
) -> None:
    subscription_id = screen.page.current_id()
    for _time in range(2):
        await screen.service.client.sub_users.create(subscription_id, SubUserDraft("Twin"))
    await screen.load()
    known = (await screen.service.client.sub_users.list(subscription_id)).items
    twins = [f"Twin · {one.username}" for one in known if one.label == "Twin"]
    user = screen.detail.usage.user
    offered = [user.itemText(at) for at in range(user.count())]
    assert len(twins) == 2
    assert set(twins) <= set(offered)
    assert "Nightly batch" in offered


async def test_a_refresh_shows_what_was_used_since(screen: SubscriptionsScreen) -> None:
    fault = {"route": USAGE, "kind": "mutate", "path": "totalRequests", "value": 123456789}
    await screen.service.faults(fault)
    await screen.load()
    assert "123,456,789 requests" in screen.detail.usage.notes.shown_text()


async def test_map_and_table_tell_the_same_numbers(screen: SubscriptionsScreen) -> None:
    countries = screen.detail.countries
    assert not countries.map.isVisible()
    screen.press("Show on a map")
    model = countries.bars.model()
    rows = [
        [str(model.data(model.index(row, column))) for column in range(3)] for row in range(model.rowCount())
    ]
    assert rows[0][0] == "Germany"
    world = countries.map
    world.setFocus(Qt.FocusReason.TabFocusReason)
    for row in rows:
        assert world.accessibleDescription() == ", ".join(row)
        QTest.keyClick(world, Qt.Key.Key_Right)
    assert world.country_at(world.middle_of(0)) == 0


async def test_usage_is_saved_as_csv_and_as_a_picture(screen: SubscriptionsScreen, tmp_path: Path) -> None:
    csv, png = screen.detail.usage.export.formats.actions()
    csv.trigger()
    await screen.save_as(tmp_path / "usage.csv")
    lines = (tmp_path / "usage.csv").read_text().splitlines()
    assert lines[0] == '"day","bytes","requests"'
    assert len(lines) == 31
    png.trigger()
    await screen.save_as(tmp_path / "usage.png")
    assert QImage(str(tmp_path / "usage.png")).width() == screen.detail.usage.chart.width()


def _path(screen: SubscriptionsScreen) -> str:
    return f"/v1/residential/subscriptions/{screen.current().id}/usage"


# The page of the usual window, between header and status bar; and a small window.
@pytest.mark.parametrize("size", [(1180, 683), (800, 600)])
async def test_the_map_is_in_view_and_its_button_stays_under_the_pointer(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with on_page(SubscriptionsScreen, tmp_path, size=size) as screen:
        detail, card = screen.detail, screen.detail.countries
        screen.show_row(0)
        await screen.quiet()
        detail.ensureWidgetVisible(card.show_map)
        detail.ensureWidgetVisible(card)
        await screen.quiet()
        for shown in (True, False):
            before = card.show_map.mapTo(screen.window, QPoint())
            screen.click(card.show_map)
            await screen.quiet()
            assert card.map.isVisible() is shown
            assert card.show_map.mapTo(screen.window, QPoint()) == before
            if shown:
                top = card.map.mapTo(detail.viewport(), QPoint()).y()
                assert top >= 0
                assert top + card.map.height() <= detail.viewport().height()


@pytest.mark.page(size=(1180, 683))
async def test_tab_follows_the_order_on_screen_with_and_without_the_map(screen: SubscriptionsScreen) -> None:
    detail = screen.detail
    stops = (detail.countries.show_map, detail.countries.bars, detail.usage.ranges, detail.usage.metrics)
    for shown in (False, True, False):
        if detail.countries.map.isVisible() is not shown:
            screen.press("Show on a map")
            await screen.quiet()
        reached, control = [], screen.window.nextInFocusChain()
        while control is not screen.window and control is not None:
            reached += [stop for stop in stops if stop is control or stop.isAncestorOf(control)]
            control = control.nextInFocusChain()
        first = {stop: reached.index(stop) for stop in stops}
        assert first[detail.countries.show_map] < first[detail.countries.bars]
        assert (detail.countries.y() < detail.usage.y()) is shown
        assert (first[detail.countries.bars] < first[detail.usage.ranges]) is shown
        assert first[detail.usage.ranges] < first[detail.usage.metrics]


async def test_a_sub_user_that_was_deleted_elsewhere_makes_way_for_the_whole(
    screen: SubscriptionsScreen,
) -> None:
    user, whole = screen.detail.usage.user, screen.detail.usage.notes.shown_text()
    user.setCurrentIndex(user.findText("Nightly batch"))
    await screen.quiet()
    assert screen.detail.usage.notes.shown_text() != whole
    sub_user_id, subscription_id = user.currentData(), screen.page.current_id()
    await screen.service.client.sub_users.delete(subscription_id, sub_user_id)
    await screen.load()
    assert screen.banner() == ""
    assert user.currentData() == ""
    assert screen.detail.usage.notes.shown_text() == whole
