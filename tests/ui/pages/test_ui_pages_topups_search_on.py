"""A search of top-ups goes on by itself through the pages that are not loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.topups import TopUp

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")


async def oldest_id(screen: TopUpsScreen) -> str:
    last = [page async for page in screen.service.account.topups.pages()][-1]
    return str(last.items[-1].id)


@pytest.mark.page(scale="large")
async def test_an_old_one_is_found_without_another_click(screen: TopUpsScreen) -> None:
    total = screen.page.history.total
    wanted = await oldest_id(screen)
    screen.pane.search.setText(wanted)
    words = screen.words(screen.pane)
    assert f"Searched 50 of {total} …" in words
    assert "Searching…" in words
    assert "Nothing found\n" not in words
    await screen.quiet()
    assert len(screen.rows()) == 1
    assert f"1 of {total} found" in screen.words(screen.pane)
    screen.click_row(0)
    await screen.quiet()
    assert screen.current().id == wanted
    screen.pane.search.setText("no such words")
    assert "No top-up holds these words." in screen.words(screen.pane)
    assert f"0 of {total} found" in screen.words(screen.pane)
    assert not screen.has_button("Search all"), "nothing is left to be searched"


@pytest.mark.page(scale="large")
async def test_it_stops_on_request_and_when_the_words_go(screen: TopUpsScreen) -> None:
    total = screen.page.history.total
    screen.pane.search.setText("no such words")
    screen.press("Stop")
    await screen.quiet()
    assert screen.page.history.can_load_more()
    words = screen.words(screen.pane)
    assert "Nothing found so far" in words
    assert f"Searched 50 of {total}\n" in f"{words}\n"
    assert screen.has_button("Search all")
    screen.pane.search.setText("no other words")
    assert screen.has_button("Stop")
    screen.pane.search.clear()
    await screen.quiet()
    assert screen.page.history.can_load_more()
    assert not screen.has_button("Stop")
    assert not screen.has_button("Search all")
    assert "Searched" not in screen.words(screen.pane)


@pytest.mark.page(scale="large")
async def test_it_goes_on_in_the_list_of_another_state(screen: TopUpsScreen) -> None:
    screen.pane.search.setText("no such words")
    screen.press("Expired")
    await screen.quiet()
    expired = screen.page.history.totals["expired"]
    assert screen.page.model.loaded() == expired
    assert f"0 of {expired} found" in screen.words(screen.pane)


@pytest.mark.page(scale="large")
async def test_a_lost_connection_ends_it_and_it_can_go_on(screen: TopUpsScreen) -> None:
    wanted = await oldest_id(screen)
    await screen.service.faults({"route": "GET /v1/topups", "every": True, "kind": "reset_before"})
    screen.pane.search.setText(wanted)
    await screen.quiet()
    assert screen.banner() != ""
    assert "Nothing found so far" in screen.words(screen.pane)
    await screen.service.faults()
    screen.press("Search all")
    await screen.quiet()
    assert len(screen.rows()) == 1


async def test_the_one_of_a_whole_id_comes_first(tmp_path: Path) -> None:

    async with on_page(TopUpsScreen, tmp_path, scale="demo") as screen:
        topup, model = screen.current(), screen.page.model

        def named(topup_id: str) -> TopUp:
            return topup.model_copy(update={"id": topup_id})

        model.replace_all([named("zz_77"), named("zz_7b"), named("other")])
        screen.pane.search.setText(" zz_7 ")
        assert [model.id_at(model.index(row, 0)) for row in range(model.rowCount())] == ["zz_77", "zz_7b"]
        model.add_older([named("zz_7"), named("zz_7c")])
        await screen.until(lambda: model.rowCount() == 4)
        ids = ["zz_7", "zz_77", "zz_7b", "zz_7c"]
        assert [model.id_at(model.index(row, 0)) for row in range(4)] == ids
        assert [model.index_of(topup_id).row() for topup_id in ids] == [0, 1, 2, 3]
        assert not model.index_of("other").isValid()
        model.add_newest(named("zz_7d"))
        assert [model.index_of(topup_id).row() for topup_id in ("zz_7", "zz_7d", "zz_7c")] == [0, 1, 4]
