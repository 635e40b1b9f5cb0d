"""The history: long, searched, hidden in part, exported; what was seen and chosen outlives the page."""

from __future__ import annotations

import csv
import json
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from support.accessible import name_of
from support.topups_screen import TopUpsScreen
from ui.pages.topups.list_model import SEARCH_SLICE, TopUpListModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.models.topups import TopUp
    from ui.pages.topups.page import TopUpsPage

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

LONGEST_STALL = 0.1


def again(screen: TopUpsScreen) -> TopUpsPage:
    """Returns a page of the same account, as after a restart."""
    page = type(screen.page)
    return page(screen.service.account, screen.context)


def forgotten_row(screen: TopUpsScreen) -> str:
    """Returns the ID of row 9, which has to be loaded when it is opened."""
    wanted = screen.page.model.id_at(screen.page.model.index(9, 0))
    store = screen.service.account.topup_store
    store._polled.pop(wanted, None)
    store._final.pop(wanted, None)
    return wanted


def many(topup: TopUp, count: int) -> list[TopUp]:
    return [
        topup.model_copy(
            update={"id": f"tu_{number:07}", "created_at": topup.created_at - timedelta(minutes=number)}
        )
        for number in range(count)
    ]


def longest(works: list[Callable[[], object]]) -> float:
    spent = []
    for work in works:
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return max(spent)


async def test_a_long_history_is_searched_without_a_stall(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    model = TopUpListModel(screen.service.account.service_clock.now)
    history = [
        one.model_copy(update={"id": f"{one.id}_{start}"})
        for start in range(0, 40_000, 2_000)
        for one in many(topup, 2_000)
    ]
    for start in range(0, 40_000, 100):
        model.add_older(history[start : start + 100])
    assert model.rowCount() == 40_000
    steps: list[Callable[[], object]] = [lambda: model.filter_by("tu_0001999 bitcoin")]
    steps += [model._search_on for _slice in range(40_000 // SEARCH_SLICE)]
    assert longest(steps) < LONGEST_STALL
    assert model.rowCount() == 20
    assert all("tu_0001999" in model.id_at(model.index(row, 0)) for row in range(20))
    model.filter_by("")
    assert model.rowCount() == 40_000
    assert longest([lambda: model.data(model.index(39_999, 0)), lambda: model.add_newest(topup)]) < 0.02
    QCoreApplication.processEvents()


@pytest.mark.page(scale="demo")
async def test_a_row_that_is_not_at_hand_is_asked_for(screen: TopUpsScreen) -> None:
    wanted = forgotten_row(screen)
    screen.click_row(9)
    assert screen.page.topup_page.topup is None
    assert not screen.detail.isVisible()
    await screen.quiet()
    assert screen.current().id == wanted
    assert screen.detail.isVisible()


@pytest.mark.page(scale="demo")
async def test_a_row_that_is_not_at_hand_and_cant_be_loaded_says_so(screen: TopUpsScreen) -> None:
    wanted = forgotten_row(screen)
    await screen.service.faults({"route": f"GET /v1/topups/{wanted}", "kind": "status", "status": 404})
    screen.click_row(9)
    await screen.quiet()
    words = screen.words(screen.page.topup_page)
    assert "Loading" not in words
    assert "Not loaded" in words
    screen.click_row(9)
    await screen.quiet()
    assert screen.current().id == wanted
    assert screen.detail.isVisible()


@pytest.mark.page(scale="demo", size=(800, 600))
async def test_a_row_that_cant_be_loaded_leads_back_to_the_list_in_a_small_window(
    screen: TopUpsScreen,
) -> None:
    wanted = forgotten_row(screen)
    await screen.service.faults({"route": f"GET /v1/topups/{wanted}", "kind": "status", "status": 404})
    screen.click_row(9)
    await screen.quiet()
    assert screen.pane.isVisible()
    assert "no longer knows this item" in screen.banner()


@pytest.mark.page(scale="demo", size=(800, 600))
async def test_a_row_that_loads_slowly_has_a_way_back_in_a_small_window(screen: TopUpsScreen) -> None:
    wanted = forgotten_row(screen)
    screen.click_row(9)
    assert not screen.pane.isVisible()
    backs = [one for one in screen.page.findChildren(QAbstractButton) if name_of(one) == "Back"]
    (back,) = [one for one in backs if one.isVisible()]
    assert back.hasFocus()
    QTest.keyClick(back, Qt.Key.Key_Space)
    assert screen.pane.view.hasFocus()
    screen.click_row(9)
    await screen.quiet()
    assert screen.current().id == wanted
    assert screen.detail.back.hasFocus()


@pytest.mark.page(scale="demo")
async def test_hidden_is_kept_and_can_be_shown_again(screen: TopUpsScreen) -> None:
    screen.click_row(4)
    await screen.quiet()
    hidden = screen.current().id
    screen.press("Hide")
    await screen.quiet()
    assert not screen.page.model.index_of(hidden).isValid()
    assert len(screen.rows()) == 49
    later = again(screen)
    await later.load_now()
    assert not later.model.index_of(hidden).isValid()
    later.deleteLater()
    screen.press("Show 1 hidden")
    assert screen.page.model.index_of(hidden).isValid()
    screen.press("Show in the list again")
    await screen.quiet()
    assert not screen.pane.footer.hidden.isVisible()
    assert len(screen.rows()) == 50


@pytest.mark.page(scale="empty")
async def test_a_list_whose_top_ups_are_all_hidden_says_so(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.press("Hide")
    await screen.quiet()
    words = screen.words(screen.pane)
    assert "All top-ups here are hidden." in words
    assert "with this status" not in words
    screen.press("Credited")
    await screen.quiet()
    assert "There are no top-ups with this status." in screen.words(screen.pane)


@pytest.mark.page(scale="demo")
async def test_the_whole_history_is_exported(
    screen: TopUpsScreen, tmp_path: Path, announced: list[str]
) -> None:
    for name in ("all.csv", "all.json"):
        screen.page.footer.export_to(str(tmp_path / name))
        await screen.quiet()
        assert f"Exported 148 top-ups to {name}." in screen.words(screen.pane.footer)
    assert announced == ["Exported 148 top-ups to all.csv.", "Exported 148 top-ups to all.json."]
    assert screen.page.footer.result_timer.isActive()
    screen.page.footer.result_timer.timeout.emit()
    assert "Exported" not in screen.words(screen.pane.footer)
    with (tmp_path / "all.csv").open(newline="", encoding="utf-8-sig") as file:
        assert len(list(csv.DictReader(file))) == 148
    assert len(json.loads((tmp_path / "all.json").read_text())) == 148


@pytest.mark.page(scale="demo")
@pytest.mark.parametrize("chip", ["Open", "Expired"])
async def test_an_export_has_the_topups_of_the_chosen_chip(
    screen: TopUpsScreen, tmp_path: Path, chip: str
) -> None:
    screen.press(chip)
    await screen.quiet()
    shown = {
        screen.page.model.id_at(screen.page.model.index(row, 0))
        for row in range(screen.page.model.rowCount())
    }
    screen.page.footer.export_to(str(tmp_path / "some.json"))
    await screen.quiet()
    exported = [record["id"] for record in json.loads((tmp_path / "some.json").read_text())]
    assert sorted(exported) == sorted(shown)


@pytest.mark.page(scale="demo")
async def test_an_export_says_lastingly_what_is_missing_in_it(screen: TopUpsScreen, tmp_path: Path) -> None:
    wrong = {"kind": "mutate", "path": "data.0.createdAt", "value": "0001-01-01T00:00:00Z", "every": True}
    await screen.service.faults({"route": "GET /v1/topups", **wrong})
    screen.page.footer.export_to(str(tmp_path / "all.csv"))
    await screen.quiet()
    text = "Exported 146 top-ups to all.csv. 2 records of the service could not be read."
    assert text in screen.words(screen.pane.footer)
    assert not screen.page.footer.result_timer.isActive()


@pytest.mark.page(scale="demo")
async def test_a_stopped_export_leaves_no_file(screen: TopUpsScreen, tmp_path: Path) -> None:
    fault = {"route": "GET /v1/topups", "nth": 1, "kind": "delay", "seconds": 5}
    await screen.service.faults(fault)
    screen.page.footer.export_to(str(tmp_path / "all.csv"))
    await screen.until(lambda: screen.has_button("Stop"))
    assert screen.page.unfinished() == ("Export top-ups",)
    stop = screen.button("Stop")
    stop.setFocus()
    QTest.keyClick(stop, Qt.Key.Key_Space)
    await screen.until(lambda: not screen.page.tasks.is_running("export"))
    assert screen.page.unfinished() == ()
    assert screen.button("Export").hasFocus(), "not the next control of the window"
    assert "was stopped" in screen.words(screen.pane.footer)
    assert screen.button("Export").isEnabled()
    await screen.until(lambda: not list(tmp_path.glob("*all.csv*")))


@pytest.mark.page(scale="demo")
async def test_an_export_that_fails_says_so_after_the_connection_is_back(
    screen: TopUpsScreen, tmp_path: Path
) -> None:
    await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    screen.page.footer.export_to(str(tmp_path / "all.csv"))
    await screen.until(lambda: screen.page.is_offline)
    await screen.service.faults()
    screen.page.load()
    await screen.until(lambda: not screen.page.is_offline)
    assert screen.banner() == ""
    assert "The export failed; no file was written." in screen.words(screen.pane.footer)
    await screen.until(lambda: not [*tmp_path.glob("all.csv"), *tmp_path.glob("tollhouse-*.new")])


async def test_the_timeline_and_the_picture_outlive_the_page(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.press("Address only")
    await screen.quiet()
    assert screen.codes() == [topup.address]
    later = again(screen)
    screen.window.show_page(later)
    await later.load_now()
    await screen.until(lambda: not later.topup_page.tasks.names())
    assert screen.codes() == [topup.address]
    screen.window.show_page(screen.page)
    later.deleteLater()
    await screen.pay(confirmations=1)
    assert "1 of 2 confirmations" in screen.words(screen.detail.timeline)
    latest = again(screen)
    screen.window.show_page(latest)
    await latest.load_now()
    await screen.until(lambda: not latest.topup_page.tasks.names())
    assert "1 of 2 confirmations" in screen.words(latest.topup_page.detail.timeline)
    screen.window.show_page(screen.page)
    latest.deleteLater()


async def test_one_that_expires_after_its_report_can_be_reported_again(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    store = screen.service.account.topup_store
    for status in ("verifying", "expired"):
        reported = {"status": status, "txid": "ab" * 32, "txid_submitted_at": topup.created_at}
        await store.put(topup.model_copy(update=reported))
    await screen.quiet()
    assert "Not confirmed" not in screen.words(screen.detail)
    assert screen.has_button("I've sent the payment")
    assert screen.codes() == []
    assert not screen.has_button("Copy address")


async def test_an_illegal_move_is_shown_plainly_and_can_not_be_paid(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    store = screen.service.account.topup_store
    await store.put(topup.model_copy(update={"status": "verifying"}))
    await store.put(topup)
    await screen.quiet()
    assert "can't follow the previous one" in screen.words(screen.detail.outcome)
    assert screen.codes() == []
    assert not screen.has_button("Copy address")
    assert not screen.has_button("I've sent the payment")
