"""The app's services joined with a sandbox in process, both on one clock that the test moves."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from app.api.client import ServiceClient
from app.api.transport import Pace
from app.services.accounts.known import Account
from app.services.accounts.session import AccountSession
from app.services.locations.catalogs import LocationCatalogs
from app.storage.outbox import Outbox
from app.storage.state import State
from support.demo_data import copy_demo
from support.virtual_clock import START, VirtualClock
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import GatewayAddress, Scale, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

ADDRESS = "http://127.0.0.1:8123"
CLOCK_PATH = "/_sandbox/clock"


class LinkedClock(VirtualClock):
    """A virtual clock that takes the sandbox's time along."""

    def __init__(self) -> None:
        super().__init__()
        self.service: LinkedService | None = None

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds)
        if self.service is not None:
            await self.service.advance(seconds)


class LinkedService:
    """One account on a sandbox in process.

    Attributes:
        folder: The folder of its files.
        http: Speaks to the sandbox; private routes need `headers`.
        world: The sandbox's own state.
        owed_seconds: How far the sandbox's time is behind; it catches up when it is asked next.
        account: The account, opened.
        outbox: Its outbox.
        state: Its losable state.
    """

    def __init__(
        self,
        folder: Path,
        scale: Scale = "empty",
        clock: LinkedClock | None = None,
        gateway: GatewayAddress | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock or LinkedClock()
        place = gateway or GatewayAddress()
        drawn = "empty" if scale == "demo" else scale
        settings = Settings(scale=drawn, speed=0.0, now=START, automatic_blocks=False, gateway=place)
        self.world = open_world(settings)
        if scale == "demo":
            copy_demo(self.world)
        self.headers = {"Authorization": f"Bearer {settings.api_key}"}
        self.owed_seconds = 0.0
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(build_app(self.world)),
            base_url=ADDRESS,
            event_hooks={"request": [self._catch_up]},
        )
        self.outbox = Outbox(folder / "outbox.sqlite")
        shortest = Pace(random=lambda: 0.0)
        self.client = ServiceClient(
            ADDRESS, settings.api_key, http=self.http, clock=self.clock, pace=shortest
        )
        self.state = State(folder / "state.sqlite")
        self.account = AccountSession(
            Account("demo", "Demo account", "local sandbox", is_demo=True),
            self.client,
            outbox=self.outbox,
            state=self.state,
            catalogs=LocationCatalogs(self.state, self.clock),
            clock=self.clock,
        )
        self.clock.service = self

    def keep_countries(self, *codes: str) -> None:
        """Leaves the sandbox these countries alone: loading every one of all takes long."""
        countries = self.world.locations._countries
        self.world.locations._countries = {code: countries[code] for code in codes}

    async def control(self, path: str, body: object) -> Any:
        answer = await self.http.post(f"/_sandbox/{path}", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _catch_up(self, request: httpx.Request) -> None:
        """Lets the sandbox's time be that of the clock before it is asked anything."""
        if self.owed_seconds and request.url.path != CLOCK_PATH:
            owed, self.owed_seconds = self.owed_seconds, 0.0
            await self.advance(owed)

    async def advance(self, seconds: float) -> None:
        await self.control("clock", {"advance_seconds": seconds})

    async def faults(self, *faults: dict[str, object]) -> None:
        await self.control("faults", list(faults))

    async def answer(self, bodies: Mapping[str, object]) -> None:
        """Lets routes answer with these bodies instead, from now on."""
        every: dict[str, object] = {"every": True, "kind": "status", "status": 200}
        await self.faults(
            *({"route": route, "body": json.dumps(body)} | every for route, body in bodies.items())
        )

    async def ledger(self) -> list[dict[str, Any]]:
        answer = await self.http.get("/_sandbox/ledger", headers=self.headers)
        entries: list[dict[str, Any]] = answer.json()["data"]
        return entries

    async def requests(self, method: str, path: str) -> list[dict[str, Any]]:
        """Returns the ledger's requests to a path, oldest first."""
        return [
            entry
            for entry in await self.ledger()
            if entry.get("method") == method and entry.get("path") == path
        ]

    async def settle(self) -> None:
        """Lets work that waits for nothing but a step happen."""
        for _step in range(20):
            await asyncio.sleep(0)

    async def aclose(self) -> None:
        await self.http.aclose()

    def close(self) -> None:
        self.world.close()


@contextmanager
def linked_service(
    folder: Path,
    scale: Scale = "empty",
    clock: LinkedClock | None = None,
    gateway: GatewayAddress | None = None,
) -> Iterator[LinkedService]:
    """Gives a service and closes its database at the end; `gateway` is where its subscriptions' is."""
    service = LinkedService(folder, scale, clock, gateway)
    try:
        yield service
    finally:
        service.close()
