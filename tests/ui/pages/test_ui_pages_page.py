"""What the status bar says of the connection, on every page."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.connection_status import ConnectionStatus
from app.errors import UnreachableError
from support.virtual_clock import VirtualClock
from ui.pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator


class PatientPage(Page):
    """Loads until it is told that the service answered, and keeps what it says of the connection."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.status = ConnectionStatus(self.clock)
        super().__init__(self.clock, connection_status=self.status, private=False)
        self.answered = asyncio.Event()
        self.said: list[tuple[str, str]] = []
        self.connection_changed.connect(lambda tone, text: self.said.append((tone, text)))

    def texts(self) -> list[str]:
        return [text for _tone, text in self.said]

    def shown(self) -> str:
        """Returns what it says now."""
        self.show_connection_status()
        return self.texts()[-1]

    async def load_now(self) -> None:
        await self.answered.wait()
        self.report_response()


@pytest.fixture
def page() -> Iterator[PatientPage]:
    page = PatientPage()
    yield page
    page.deleteLater()


@pytest.fixture
def loaded(page: PatientPage) -> PatientPage:
    """A page to which the service has just responded."""
    page.status.record_success()
    page.report_response()
    return page


async def test_a_service_that_takes_its_time_is_said_to_be_asked(loaded: PatientPage) -> None:
    loaded.clock.advance(60)
    loaded.load()
    assert loaded.shown() == "Connected · updated 1 min ago"
    loaded.clock.advance(1)
    assert loaded.shown() == "Connecting…"
    loaded.answered.set()
    await loaded.tasks.join()
    assert loaded.shown() == "Connected · updated just now"


async def test_a_page_that_asked_nothing_knows_from_the_others_that_there_is_no_connection(
    loaded: PatientPage,
) -> None:
    loaded.clock.advance(1260)
    loaded.show_connection_status()
    assert loaded.said[-1] == ("neutral", "Updated 21 min ago")
    loaded.status.record_failure(UnreachableError("no route"))
    loaded.show_connection_status()
    assert loaded.said[-1] == ("danger", "Offline · updated 21 min ago")


async def test_a_refused_connection_is_offline_at_once_and_while_it_is_tried_again(page: PatientPage) -> None:
    page.load()
    assert page.texts() == ["Connecting…"]
    with page.status.watched():
        page.status.record_failure(UnreachableError("refused"))
        assert page.shown() == "Offline"
        page.clock.advance(10)
        page.show_connection_status()
    assert page.texts()[-1] == "Offline"
    page.load()
    assert page.texts()[-1] == "Offline", "under a banner that says so"
    page.status.record_success()
    page.answered.set()
    await page.tasks.join()
    assert page.shown() == "Connected · updated just now"


async def test_what_is_shown_ages_as_before_when_the_clock_of_this_computer_is_set(
    loaded: PatientPage,
) -> None:
    said = []
    for change in (timedelta(hours=5), timedelta(days=-40)):
        loaded.clock.advance(30)
        loaded.clock.set_by(change)
        said.append(loaded.shown())
    assert said == ["Connected · updated 30 s ago", "Connected · updated 1 min ago"]
    assert loaded.responded_at == loaded.clock.now() - timedelta(seconds=60)
