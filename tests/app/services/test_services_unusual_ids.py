"""A top-up can be paid, followed and reported whatever its id looks like, or it is not payable at all."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from uvicorn import Config, Server

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.sandbox_controls import SandboxControls
from app.models.topup_requests import TopUpDraft
from app.models.topups import CREDITED, VERIFYING
from support.topup_stores import session_on
from support.virtual_clock import START, VirtualClock
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.services.topups.poller import TopUpPoller
    from app.services.topups.topups import TopUps

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


@dataclass(frozen=True, slots=True)
class Served:
    """An account on a service that listens on loopback."""

    client: ServiceClient
    topups: TopUps
    poller: TopUpPoller


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Served]:
    settings = Settings(scale="empty", speed=0.0, now=START, automatic_blocks=False)
    world = open_world(settings)
    config = Config(build_app(world), port=0, log_config=None, lifespan="off", ws="none")
    config.load()
    server = Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    clock = VirtualClock()
    try:
        async with build_http() as http:
            client = ServiceClient(f"http://127.0.0.1:{port}", settings.api_key, http=http, clock=clock)
            yield account_of(client, clock, folder)
    finally:
        await server.shutdown()
        world.close()


def account_of(client: ServiceClient, clock: VirtualClock, folder: Path) -> Served:
    session = session_on(folder / "outbox.sqlite", client, clock, "a", "s")
    return Served(client, session.topups, session.poller)


@pytest.mark.parametrize(
    "odd_id",
    [
        "2026.11.22:a~b=c+d",
        'it\'s "quoted"',
        "a" * 200,
        "100%25 & more?x=1#y;z",
        "...",
        "tu_\u00e9\u4e2d\U0001f600",
        "a\nb\tc d",
        "\\u002e|<>{}^`",
    ],
)
async def test_an_odd_id_is_paid_followed_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd_id: str
) -> None:
    monkeypatch.setattr("tollhouse_sandbox.account.topups.new_id", lambda _prefix: odd_id)
    async with served(tmp_path) as service:
        topup = await service.topups.create(DRAFT)
        assert topup.id == odd_id
        assert (await service.topups.check(topup)).payable
        await service.topups.store.put(topup)
        assert await service.poller.refresh(odd_id) == topup
        controls = SandboxControls(service.client)
        txid = await controls.pay_exactly(odd_id)
        reported = await service.topups.report(odd_id, txid)
        assert (reported.id, reported.status, reported.txid) == (odd_id, VERIFYING, txid)
        await service.topups.store.put(reported)
        await controls.add_confirmation(odd_id, 100)
        assert (await service.poller.refresh(odd_id)).status == CREDITED
        assert [seen.status for seen in await service.topups.store.timeline(odd_id)][-1] == CREDITED


@pytest.mark.parametrize("climbing", [".", "..", "a/..", "../txid", "a\\..\\b", "a" * 201])
async def test_an_id_that_nobody_can_ask_about_is_not_payable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, climbing: str
) -> None:
    monkeypatch.setattr("tollhouse_sandbox.account.topups.new_id", lambda _prefix: climbing)
    async with served(tmp_path) as service:
        deposit = await service.topups.check(await service.topups.create(DRAFT))
        assert not deposit.payable
        assert [(problem.code, problem.found) for problem in deposit.problems] == [("id_unusable", climbing)]
        assert (deposit.address, deposit.amount, deposit.link) == (None, None, None)
