"""What the status bar says of the connection, on every page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.api.connection_status import Reach
from app.errors import UnreachableError
from support.virtual_clock import VirtualClock
from ui.pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class PatientPage(Page):
    """Loads until it is told that the service answered."""

    def __init__(self, clock: VirtualClock, reach: Reach) -> None:
        super().__init__(clock, reach=reach, private=False)
        self.answered = asyncio.Event()

    async def load_now(self) -> None:
        await self.answered.wait()
        self.note_answer()


def test_a_service_that_takes_its_time_is_said_to_be_asked(
    run: Callable[[Coroutine[Any, Any, None]], None],
) -> None:
    async def story() -> None:
        clock = VirtualClock()
        reach = Reach(clock)
        page = PatientPage(clock, reach)
        said: list[str] = []
        page.connection_changed.connect(lambda _tone, text: said.append(text))
        reach.note_answer()
        page.note_answer()
        clock.advance(60)
        page.load()
        page.say_connection()
        assert said[-1] == "Connected · updated 1 min ago"
        clock.advance(1)
        page.say_connection()
        assert said[-1] == "Connecting…"
        page.answered.set()
        await page.tasks.join()
        page.say_connection()
        assert said[-1] == "Connected · updated just now"
        page.deleteLater()

    run(story())


def test_a_page_that_asked_nothing_knows_from_the_others_that_there_is_no_connection(
    run: Callable[[Coroutine[Any, Any, None]], None],
) -> None:
    async def story() -> None:
        clock = VirtualClock()
        reach = Reach(clock)
        page = PatientPage(clock, reach)
        said: list[tuple[str, str]] = []
        page.connection_changed.connect(lambda tone, text: said.append((tone, text)))
        reach.note_answer()
        page.note_answer()
        clock.advance(1260)
        page.say_connection()
        assert said[-1] == ("neutral", "Updated 21 min ago")
        reach.note_failure(UnreachableError("no route"))
        page.say_connection()
        assert said[-1] == ("danger", "Offline · updated 21 min ago")
        page.deleteLater()

    run(story())


def test_a_refused_connection_is_offline_at_once_and_while_it_is_tried_again(
    run: Callable[[Coroutine[Any, Any, None]], None],
) -> None:
    async def story() -> None:
        clock = VirtualClock()
        reach = Reach(clock)
        page = PatientPage(clock, reach)
        said: list[str] = []
        page.connection_changed.connect(lambda _tone, text: said.append(text))
        page.load()
        assert said == ["Connecting…"]
        with reach.watched():
            reach.note_failure(UnreachableError("refused"))
            page.say_connection()
            assert said[-1] == "Offline"
            clock.advance(10)
            page.say_connection()
        assert said[-1] == "Offline"
        page.load()
        assert said[-1] == "Offline", "under a banner that says so"
        reach.note_answer()
        page.answered.set()
        await page.tasks.join()
        page.say_connection()
        assert said[-1] == "Connected · updated just now"
        page.deleteLater()

    run(story())
