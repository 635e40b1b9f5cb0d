"""A start without a connection: the last known list can be read, and nothing of it can be paid."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING

import pytest

from app.i18n.units import as_of
from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from pathlib import Path


ALL = {"route": "* /v1/*", "every": True}
ACTS = ("Copy address", "Copy amount", "Open wallet", "I've sent the payment", "Pay exactly")
ELSEWHERE = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"


async def load_offline(screen: TopUpsScreen) -> None:
    await screen.service.faults(ALL | {"kind": "reset_before"})
    await screen.load()
    await screen.step(1)


async def come_back(screen: TopUpsScreen) -> None:
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()


def row_of(screen: TopUpsScreen, words: str) -> int:
    return next(number for number, row in enumerate(screen.rows()) if words in row)


@pytest.mark.parametrize("name", ["outbox.sqlite", "state.sqlite"])
async def test_a_damaged_file_is_reported_with_its_new_path(tmp_path: Path, name: str) -> None:
    async with on_page(TopUpsScreen, tmp_path, scale="demo"):
        pass
    (tmp_path / name).write_bytes(b"damaged" * 2000)
    async with on_page(TopUpsScreen, tmp_path, scale="demo") as screen:
        (aside,) = tmp_path.glob("*.corrupt-*.sqlite")  # noqa: ASYNC240 (a folder of a test)
        assert aside.name in screen.banner()
        assert screen.rows()
        await screen.load()
        screen.service.account.poller.on_poll.notify(None)
        assert aside.name in screen.banner(), "until it is dismissed"
        screen.press("Dismiss", screen.page.banner)
        await screen.load()
        assert screen.banner() == ""


async def test_a_file_that_can_not_be_opened_is_reported_until_that_is_dismissed(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").mkdir()
    async with on_page(TopUpsScreen, tmp_path, scale="demo") as screen:
        assert screen.rows()
        assert "The app's folder is not writable." in screen.banner()
        polled = screen.page.responded_at
        await screen.step(60)
        assert screen.page.responded_at != polled
        assert "The app's folder is not writable." in screen.banner()
        screen.press("Dismiss", screen.page.banner)
        assert screen.banner() == ""


async def test_the_last_known_list_is_shown_with_its_age(tmp_path: Path) -> None:
    known: list[str] = []

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as screen:
        known.extend(screen.rows())
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        screen.clock.advance(120)
        await load_offline(screen)
        assert [row.rpartition(", ")[0] for row in screen.rows()] == [
            row.rpartition(", ")[0] for row in known
        ]
        assert "Showing what was known at" in screen.banner()
        assert "as of " in screen.words(screen.pane.footer)
        screen.pane.search.setText("BTC")
        assert 0 < len(screen.rows()) < len(known)
        screen.pane.search.clear()
        await come_back(screen)
        assert screen.banner() == ""
        assert "as of " not in screen.words(screen.pane.footer)


async def test_the_age_of_the_last_known_list_has_its_day_on_the_next_one(tmp_path: Path) -> None:
    async with on_page(TopUpsScreen, tmp_path, scale="demo"):
        pass
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        await load_offline(screen)
        known_at = screen.page.responded_at
        assert known_at is not None
        assert as_of(known_at, known_at) in screen.words(screen.pane.footer)
        screen.clock.advance(86400)
        ticks = screen.page.findChild(SecondTicks)
        assert ticks is not None
        ticks.ticked.emit(60)
        assert as_of(known_at, screen.clock.now()) in screen.words(screen.pane.footer)
        assert as_of(known_at, known_at) not in screen.words(screen.pane.footer)


async def test_what_is_only_known_can_be_read_but_not_paid(tmp_path: Path) -> None:

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as _screen:
        pass
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        await load_offline(screen)
        screen.click_row(row_of(screen, "Awaiting payment"))
        await screen.quiet()
        assert screen.detail.isVisible()
        assert "Last known at " in screen.words(screen.detail)
        assert not any(screen.has_button(name) for name in ACTS)
        assert screen.codes() == []
        assert screen.current().address not in screen.words()
        chosen = screen.selected_id()
        await come_back(screen)
        assert screen.selected_id() == chosen == screen.current().id
        assert "Last known at " not in screen.words(screen.detail)
        assert all(screen.has_button(name) for name in ("Copy address", "I've sent the payment"))


async def test_an_address_changed_on_the_disk_is_never_shown(tmp_path: Path) -> None:
    asked: list[str] = []

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as screen:
        screen.click_row(row_of(screen, "BTC"))
        await screen.quiet()
        asked.append(screen.current().address)
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database, database:
        statement = "UPDATE entries SET content = replace(content, ?, ?) WHERE kind = 'top-up'"
        assert database.execute(statement, (asked[0], ELSEWHERE)).rowcount > 0
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        await load_offline(screen)
        for row in range(len(screen.rows())):
            screen.click_row(row)
            await screen.quiet()
            screen.detail.details.set_expanded(True)
            assert ELSEWHERE not in screen.words()
            assert screen.codes() == []
        await come_back(screen)
        screen.click_row(row_of(screen, "BTC"))
        await screen.quiet()
        assert screen.current().address == asked[0]


async def test_the_chips_pick_from_what_is_known(tmp_path: Path) -> None:

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as _screen:
        pass
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        await load_offline(screen)
        screen.pane.chips.select("credited")
        screen.pane.chip_chosen.emit("credited")
        await screen.quiet()
        assert screen.rows()
        assert all("Credited" in row for row in screen.rows())


async def test_what_became_of_a_topup_is_kept(tmp_path: Path) -> None:

    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        await screen.new_topup("BTC on Bitcoin")
        screen.press("I've sent the payment")
        await screen.quiet()
        assert screen.current().status == "verifying"
    async with on_page(TopUpsScreen, tmp_path, scale="empty", load=False) as screen:
        await load_offline(screen)
        assert "Verifying" in screen.rows()[0]
        screen.click_row(0)
        await screen.quiet()
        assert "Waiting for the network" in screen.words(screen.detail)


@pytest.mark.page(screen=TopUpsScreen, scale="empty", load=False)
async def test_without_anything_known_it_is_only_offline(screen: TopUpsScreen) -> None:
    await load_offline(screen)
    assert "No connection to the service." in screen.banner()
    assert "Showing what was known" not in screen.banner()
    assert screen.rows() == []


async def test_a_slow_disk_does_not_bring_the_last_known_list_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as _screen:
        pass
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        store = screen.service.account.topup_store
        read, reads, disk = store.saved.load_list, count(1), asyncio.Event()

        async def read_slowly() -> object:
            if next(reads) > 1:
                await disk.wait()
            return await read()

        monkeypatch.setattr(store.saved, "load_list", read_slowly)
        await screen.service.faults(ALL | {"kind": "reset_before"})
        screen.page.load()
        await screen.until(lambda: screen.page.tasks.is_running("cached"))
        await screen.until(lambda: screen.has_button("Try now"))
        await screen.service.faults()
        screen.press("Try now")
        await screen.until(lambda: not screen.page.tasks.is_running("load"))
        disk.set()
        await screen.quiet()
        assert store.cached() is None
        assert "as of " not in screen.words(screen.pane.footer)
        assert all(store.is_reported(screen.topup_at(row).id) for row in range(len(screen.rows())))
