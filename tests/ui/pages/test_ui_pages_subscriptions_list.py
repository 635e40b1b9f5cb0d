"""The list of subscriptions as a person uses it: filled, filtered, refreshed, in a small window."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.i18n.texts import languages, use_language
from app.models.subscriptions import Pace
from app.present.subscriptions import present_subscription_row
from support.page_scenarios import on_page
from support.shown import badge_of
from support.subscriptions_screen import SubscriptionsScreen
from tollhouse_sandbox.store.records import Subscription as Stored
from tollhouse_sandbox.store.records import insert, select
from ui.theme.theme import text_width
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import KeyRole

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.page(screen=SubscriptionsScreen)


async def test_the_list_says_what_is_left_and_opens_the_first(screen: SubscriptionsScreen) -> None:
    assert len(screen.rows()) == 4
    assert "31.4 of 50 GB" in screen.rows()[0]
    assert screen.current().label == "Price watch EU"
    assert "Price watch EU" in screen.words(screen.detail)


async def test_rows_say_how_long_the_traffic_lasts_once_that_is_known(screen: SubscriptionsScreen) -> None:
    first, second = screen.at(0), screen.at(1)
    store = screen.service.account.subscription_store
    assert screen.rows()[0].endswith("days left"), "the usage of the open one is loaded"
    assert "left" not in screen.rows()[1]
    today = screen.service.clock.now().date()
    store.put_pace(second.id, Pace(bytes_per_day=3 * 10**9, as_of=today))
    assert screen.rows()[1].endswith("about 2 days left")
    store.put_pace(first.id, None)
    assert not screen.rows()[0].endswith("left")
    assert "Ended" in screen.rows()[3].split(", ")[-1]


async def test_the_end_and_the_days_fit_beside_each_other_in_every_language(
    screen: SubscriptionsScreen,
) -> None:
    now = screen.service.clock.now()
    known = screen.current()
    pace = Pace(bytes_per_day=known.traffic_remaining_bytes // 120, as_of=now.date())
    edges, icon, gap = 36, 18, 8
    available = screen.pane.view.viewport().width() - edges - icon - gap
    for language in languages():
        for ends_at in (None, now + timedelta(days=9)):
            renewing = known.model_copy(update={"expires_at": ends_at, "auto_renew": True})
            use_language(language)
            try:
                row = present_subscription_row(renewing, now, pace)
            finally:
                use_language("en")
            assert row.renews
            texts = (row.ends, row.days.text)
            assert sum(text_width(text, "secondary") for text in texts) <= available, texts


@pytest.mark.page(scale="empty")
async def test_an_empty_account_says_so(screen: SubscriptionsScreen) -> None:
    assert "No subscriptions yet" in screen.words()
    assert not screen.pane.isVisible()


async def test_text_and_product_filter_together(screen: SubscriptionsScreen) -> None:
    screen.press("Mobile")
    assert [row.split(",")[0] for row in screen.rows()] == ["Mobile QA"]
    screen.press("All")
    screen.enter(screen.pane.search, "CRAWLER")
    assert len(screen.rows()) == 1
    assert "1 of 4 found" in screen.words(screen.pane)
    screen.press("Mobile")
    assert screen.rows() == []
    assert "Nothing found" in screen.words(screen.pane)
    QTest.keyClick(screen.pane.search, Qt.Key.Key_Escape)
    screen.press("All")
    assert len(screen.rows()) == 4
    assert "found" not in screen.words(screen.pane)


async def test_the_one_of_a_whole_username_or_id_comes_first(screen: SubscriptionsScreen) -> None:
    model = screen.page.model
    *shown, last = (await screen.service.account.subscriptions.list()).items
    one = last.model_copy(update={"id": "EU", "username": "watch"})
    store = screen.service.account.subscription_store
    store.put_list((*shown, one), screen.service.clock.monotonic())
    for text, count in (("watch", 2), ("eu", 2)):
        screen.pane.search.setText(text)
        assert len(screen.rows()) >= count
        assert model.index(0, 0).data(KeyRole) == one.id


async def test_an_unknown_status_is_shown_as_its_word(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(
        {
            "route": "GET /v1/residential/subscriptions",
            "kind": "mutate",
            "path": "data.0.status",
            "value": "on_hold",
        }
    )
    await screen.load()
    assert "on_hold" in screen.rows()[0]
    assert badge_of(screen.detail.header.status) == "on_hold"


async def test_an_ended_subscription_offers_a_topup_for_its_plan(screen: SubscriptionsScreen) -> None:
    assert "Top up for this plan" not in screen.words(screen.detail)
    screen.show_row(3)
    await screen.quiet()
    assert "This subscription ended on" in screen.words(screen.detail)
    screen.press("Top up for this plan")
    assert screen.plans == ["residential-25gb"]


async def test_host_and_ports_stand_side_by_side(screen: SubscriptionsScreen) -> None:
    card = screen.detail.credentials
    places = [field.mapTo(card, QPoint()) for field in (card.host, card.ports, card.username)]
    assert places[0].y() == places[1].y()
    assert places[0].x() == places[2].x() < places[1].x()
    # In one line each.
    assert card.ports.height() == card.host.height()
    assert card.ports.width() >= card.ports.sizeHint().width()


async def test_a_refresh_keeps_what_is_open(screen: SubscriptionsScreen) -> None:
    screen.show_row(1)
    await screen.load()
    assert screen.current().label == "Ad checks"
    assert screen.pane.view.currentIndex().row() == 1


async def test_without_a_connection_the_last_known_stays(screen: SubscriptionsScreen) -> None:
    await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    await screen.load()
    assert "Showing what was known" in screen.banner()
    assert len(screen.rows()) == 4
    assert screen.detail.credentials.username.value == "acme_r7f2"


@pytest.mark.page(size=(800, 600))
async def test_a_small_window_has_two_pages(screen: SubscriptionsScreen) -> None:
    assert screen.pane.isVisible()
    assert not screen.detail.isVisible()
    screen.pane.view.setFocus()
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Down)
    assert screen.pane.view.hasFocus(), "the arrows only move"
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.detail.isVisible()
    assert not screen.pane.isVisible()
    assert screen.detail.header.back.hasFocus()
    QTest.keyClick(screen.detail.header.back, Qt.Key.Key_Return)
    assert screen.pane.isVisible()
    assert screen.pane.view.hasFocus()
    assert not screen.detail.isVisible()
    screen.window.resize(1180, 760)
    assert screen.pane.isVisible()
    assert screen.detail.isVisible()


def _add_500(screen: SubscriptionsScreen) -> None:
    """The service has 500 more, behind those that it had."""
    connection = screen.service.world.connection
    pattern = select(connection, Stored, "LIMIT 1")[0]
    insert(
        connection,
        [
            replace(pattern, id=f"sub_many_{n:03}", label=f"Crew {n:03}", username=f"crew{n:03}")
            for n in range(500)
        ],
    )


async def test_500_subscriptions_are_asked_for_once_and_painted_as_far_as_seen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    painted: list[int] = []
    row = RecordModel.row

    def counted(self: RecordModel[Any, Any], number: int) -> Any:
        painted.append(number)
        return row(self, number)

    monkeypatch.setattr(RecordModel, "row", counted)
    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        before = len(await screen.service.ledger())
        await screen.load()
        few = len(await screen.service.ledger()) - before
        _add_500(screen)
        before = len(await screen.service.ledger())
        await screen.load()
        assert len(await screen.service.ledger()) - before == few, "one question, however many there are"
        assert len(screen.rows()) == 504
        painted.clear()
        screen.pane.view.scrollToBottom()
        screen.pane.view.viewport().repaint()
        assert painted
        assert set(painted) <= set(range(485, 504))
        assert len(painted) <= 40


async def test_500_subscriptions_keep_place_and_choice_over_a_refresh(screen: SubscriptionsScreen) -> None:
    _add_500(screen)
    await screen.load()
    screen.show_row(300)
    await screen.quiet()
    place = screen.pane.view.verticalScrollBar().value()
    assert place > 0
    await screen.load()
    assert screen.pane.view.verticalScrollBar().value() == place
    assert screen.current().id == screen.at(300).id
    assert screen.pane.view.currentIndex().row() == 300
    screen.enter(screen.pane.search, "crew 49")
    assert len(screen.rows()) == 15
    assert screen.pane.view.verticalScrollBar().value() == 0
    screen.pane.search.clear()
    chosen = screen.pane.view.currentIndex()
    assert chosen.row() == 300, "what is open is marked and in view again"
    assert screen.pane.view.rect().intersects(screen.pane.view.visualRect(chosen))
    screen.enter(screen.pane.search, "crew 499")
    assert len(screen.rows()) == 1
