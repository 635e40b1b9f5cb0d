"""What the status bar says of the connection, on every page."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from app.api.connection_status import ConnectionStatus
from app.errors import UnreachableError
from support.virtual_clock import VirtualClock
from ui.pages.page import Page


class PatientPage(Page):
    """Loads until it is told that the service answered."""

    def __init__(self, clock: VirtualClock, connection_status: ConnectionStatus) -> None:
        super().__init__(clock, connection_status=connection_status, private=False)
        self.answered = asyncio.Event()

    async def load_now(self) -> None:
        await self.answered.wait()
        self.report_response()


async def test_a_service_that_takes_its_time_is_said_to_be_asked() -> None:
    clock = VirtualClock()
    connection_status = ConnectionStatus(clock)
    page = PatientPage(clock, connection_status)
    said: list[str] = []
    page.connection_changed.connect(lambda _tone, text: said.append(text))
    connection_status.record_success()
    page.report_response()
    clock.advance(60)
    page.load()
    page.show_connection_status()
    assert said[-1] == "Connected · updated 1 min ago"
    clock.advance(1)
    page.show_connection_status()
    assert said[-1] == "Connecting…"
    page.answered.set()
    await page.tasks.join()
    page.show_connection_status()
    assert said[-1] == "Connected · updated just now"
    page.deleteLater()


async def test_a_page_that_asked_nothing_knows_from_the_others_that_there_is_no_connection() -> None:
    clock = VirtualClock()
    connection_status = ConnectionStatus(clock)
    page = PatientPage(clock, connection_status)
    said: list[tuple[str, str]] = []
    page.connection_changed.connect(lambda tone, text: said.append((tone, text)))
    connection_status.record_success()
    page.report_response()
    clock.advance(1260)
    page.show_connection_status()
    assert said[-1] == ("neutral", "Updated 21 min ago")
    connection_status.record_failure(UnreachableError("no route"))
    page.show_connection_status()
    assert said[-1] == ("danger", "Offline · updated 21 min ago")
    page.deleteLater()


async def test_a_refused_connection_is_offline_at_once_and_while_it_is_tried_again() -> None:
    clock = VirtualClock()
    connection_status = ConnectionStatus(clock)
    page = PatientPage(clock, connection_status)
    said: list[str] = []
    page.connection_changed.connect(lambda _tone, text: said.append(text))
    page.load()
    assert said == ["Connecting…"]
    with connection_status.watched():
        connection_status.record_failure(UnreachableError("refused"))
        page.show_connection_status()
        assert said[-1] == "Offline"
        clock.advance(10)
        page.show_connection_status()
    assert said[-1] == "Offline"
    page.load()
    assert said[-1] == "Offline", "under a banner that says so"
    connection_status.record_success()
    page.answered.set()
    await page.tasks.join()
    page.show_connection_status()
    assert said[-1] == "Connected · updated just now"
    page.deleteLater()


async def test_what_is_shown_ages_as_before_when_the_clock_of_this_computer_is_set() -> None:
    clock = VirtualClock()
    connection_status = ConnectionStatus(clock)
    page = PatientPage(clock, connection_status)
    said: list[str] = []
    page.connection_changed.connect(lambda _tone, text: said.append(text))
    connection_status.record_success()
    page.report_response()
    for change in (timedelta(hours=5), timedelta(days=-40)):
        clock.advance(30)
        clock.set_by(change)
        page.show_connection_status()
    assert said[-2:] == ["Connected · updated 30 s ago", "Connected · updated 1 min ago"]
    assert page.responded_at == clock.now() - timedelta(seconds=60)
    page.deleteLater()
