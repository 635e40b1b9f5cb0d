"""A search sees what is loaded; the rest can be loaded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.topups_screen import TopUpsScreen


async def oldest_id(screen: TopUpsScreen) -> str:
    last = [page async for page in screen.service.account.topups.pages()][-1]
    return str(last.items[-1].id)


def test_an_old_one_is_found_after_all_are_loaded(on_screen: Callable[..., None]) -> None:
    async def story(screen: TopUpsScreen) -> None:
        total = screen.page.history.total
        wanted = await oldest_id(screen)
        assert not screen.has_button("Search all")
        screen.pane.search.setText(wanted)
        assert "No loaded top-up holds these words." in screen.words(screen.pane)
        assert f"Searched 50 of {total}" in screen.words(screen.pane)
        screen.press("Search all")
        await screen.quiet()
        assert len(screen.rows()) == 1
        screen.click_row(0)
        await screen.quiet()
        assert screen.current().id == wanted
        assert not screen.has_button("Search all"), "nothing is left to be searched"

    on_screen(story, "large")


def test_it_stops_when_told_to_and_when_the_words_go(on_screen: Callable[..., None]) -> None:
    async def story(screen: TopUpsScreen) -> None:
        stops: tuple[Callable[[], None], ...] = (lambda: screen.press("Stop"), screen.pane.search.clear)
        for stop in stops:
            screen.pane.search.setText("no such words")
            screen.press("Search all")
            assert screen.has_button("Stop")
            stop()
            await screen.quiet()
            assert screen.page.history.can_load_more()
            screen.pane.search.clear()
            assert not screen.has_button("Search all")

    on_screen(story, "large")


def test_a_lost_connection_ends_it_and_it_can_go_on(on_screen: Callable[..., None]) -> None:
    async def story(screen: TopUpsScreen) -> None:
        screen.pane.search.setText(await oldest_id(screen))
        await screen.service.faults({"route": "GET /v1/topups", "every": True, "kind": "reset_before"})
        screen.press("Search all")
        await screen.quiet()
        assert screen.banner() != ""
        await screen.service.faults()
        screen.press("Search all")
        await screen.quiet()
        assert len(screen.rows()) == 1

    on_screen(story, "large")
