"""What the status bar says of the connection, after calls to a real server that answers as told."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from app.api.calls import Call
from app.errors import AppError
from app.present.connections import present_connection, wait_text
from support.raw_server import RawServer, Reply, reply
from support.scripted_transport import OK, READ, RESET, opened
from support.virtual_clock import START, VirtualClock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.api.connection_status import ConnectionStatus

PUBLIC = Call("GET", "/v1/catalog/coins", public=True)
NO = {"error": {"code": "no", "message": "no"}}


def said(
    connection_status: ConnectionStatus,
    clock: VirtualClock,
    *,
    private: bool = True,
    known: bool = True,
    outdated: bool = False,
    is_loading: bool = False,
) -> tuple[str, str]:
    view = present_connection(
        connection_status,
        START if known else None,
        clock.now(),
        outdated=outdated,
        private=private,
        is_loading=is_loading,
    )
    return ("", "") if view is None else (view.tone, view.text)


async def after(
    replies: Sequence[Reply],
    calls: Sequence[Call],
    *,
    private: bool = True,
    known: bool = True,
    outdated: bool = False,
) -> tuple[str, str]:
    clock = VirtualClock()
    async with RawServer(list(replies)) as server, opened(server, clock) as transport:
        for call in calls:
            with suppress(AppError):
                await transport.request(call)
        return said(transport.connection_status, clock, private=private, known=known, outdated=outdated)


async def test_an_answer_is_a_connection_for_two_minutes() -> None:
    clock = VirtualClock()
    async with RawServer([OK]) as server, opened(server, clock) as transport:
        assert said(transport.connection_status, clock, known=False) == ("", "")
        await transport.request(READ)
        assert said(transport.connection_status, clock) == ("success", "Connected · updated just now")
        clock.advance(120)
        assert said(transport.connection_status, clock) == ("success", "Connected · updated 2 min ago")
        clock.advance(1199)
        assert said(transport.connection_status, clock) == ("neutral", "Updated 21 min ago")


@pytest.mark.parametrize("status", [404, 409, 422])
async def test_a_verdict_on_what_was_asked_is_an_answer(status: int) -> None:
    assert (await after([reply(NO, status=status)], [READ]))[0] == "success"


async def test_no_connection_is_no_connection() -> None:
    tone, text = await after([RESET] * 3, [READ])
    assert (tone, text.startswith("Offline · updated")) == ("danger", True)
    assert await after([RESET] * 3, [READ], known=False) == ("danger", "Offline")
    assert (await after([RESET, OK], [READ]))[0] == "success", "the second try was answered"


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.parametrize("outdated", [False, True])
async def test_what_was_put_off_is_called_neither_connected_nor_offline(status: int, outdated: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    refused = [reply(NO, status=status)] * 3
    tone, text = await after(refused, [READ], outdated=outdated)
    assert (tone, text.startswith("Last attempt failed · updated")) == ("warning", True)
    assert await after(refused, [READ], known=False, outdated=outdated) == ("warning", "Not loaded")


async def test_a_refused_key_stays_refused_whatever_anybody_may_ask() -> None:
    replies = [reply(NO, status=401), OK]
    assert await after(replies, [READ, PUBLIC]) == ("danger", "Key refused")
    assert (await after(replies, [READ, PUBLIC], private=False))[0] == "success"


async def test_a_new_key_is_not_called_refused_and_none_is_needed() -> None:
    clock = VirtualClock()
    async with RawServer([reply(NO, status=401)]) as server, opened(server, clock) as transport:
        with suppress(AppError):
            await transport.request(READ)
        transport.use_key("another-key")
        assert said(transport.connection_status, clock)[1] != "Key refused"
        transport.use_key(None)
        assert said(transport.connection_status, clock) == ("warning", "Key needed")


async def test_another_key_is_not_refused_yet() -> None:
    clock = VirtualClock()
    async with RawServer([reply(NO, status=401)]) as server, opened(server, clock) as transport:
        with suppress(AppError):
            await transport.request(READ)
        transport.use_key("another-key-of-some-length")
        assert said(transport.connection_status, clock)[0] == "success"
        transport.use_key(None)
        assert said(transport.connection_status, clock) == ("warning", "Key needed")


async def test_silence_is_said_after_three_seconds() -> None:
    clock = VirtualClock()
    async with RawServer([OK]) as server, opened(server, clock) as transport:
        await transport.request(READ)
        clock.advance(60)
        with transport.connection_status.watched():
            clock.advance(3)
            assert said(transport.connection_status, clock)[0] == "success"
            clock.advance(1)
            assert said(transport.connection_status, clock) == ("neutral", "Connecting…")
        assert said(transport.connection_status, clock)[0] == "success"


async def test_what_takes_long_or_could_not_be_renewed_is_said_while_the_service_responds() -> None:
    clock = VirtualClock()
    async with RawServer([OK]) as server, opened(server, clock) as transport:
        await transport.request(READ)
        assert said(transport.connection_status, clock, is_loading=True) == ("neutral", "Connecting…")
        failed = ("warning", "Last attempt failed · updated just now")
        assert said(transport.connection_status, clock, outdated=True) == failed
        assert said(transport.connection_status, clock, outdated=True, is_loading=True) == failed


async def test_the_next_try_of_what_is_offline_is_no_connection_yet() -> None:
    clock = VirtualClock()
    async with RawServer([RESET] * 3) as server, opened(server, clock) as transport:
        with suppress(AppError):
            await transport.request(READ)
        with transport.connection_status.watched():
            clock.advance(4)
            assert said(transport.connection_status, clock, known=False) == ("danger", "Offline")


async def test_what_is_public_needs_no_key() -> None:
    clock = VirtualClock()
    async with RawServer([OK]) as server, opened(server, clock) as transport:
        transport.use_key(None)
        await transport.request(PUBLIC)
        connected = ("success", "Connected · updated just now")
        assert said(transport.connection_status, clock, private=False) == connected


class ListeningClock(VirtualClock):
    """Hears what is said while a call waits."""

    def __init__(self) -> None:
        super().__init__()
        self.connection_status: ConnectionStatus | None = None
        self.heard: list[str] = []

    async def sleep(self, seconds: float) -> None:
        assert self.connection_status is not None
        self.heard.append(wait_text(self.connection_status))
        await super().sleep(seconds)


async def test_a_wait_is_shown_where_the_service_asks_for_it() -> None:
    clock = ListeningClock()
    replies = [reply(NO, status=429, headers={"Retry-After": "90"}), reply(NO, status=503), OK]
    async with RawServer(replies) as server, opened(server, clock) as transport:
        clock.connection_status = transport.connection_status
        await transport.request(READ)
        assert clock.heard == ["The service asks to wait 90 s.", ""]
        assert wait_text(transport.connection_status) == ""
