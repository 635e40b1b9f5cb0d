"""The coin catalog of one service, loaded once per session."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Final, NamedTuple

from app.api.json_bodies import read_records
from app.storage.state import Entry, Kind, storage_failure_logged

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.client import ServiceClient
    from app.clock import Clock
    from app.models.coins import Coin, Network
    from app.storage.state import State


_OLD_AFTER_S: Final = 3600.0


class LastCoins(NamedTuple):
    """The coin catalog as last reported by the service, at `as_of`, possibly long ago."""

    coins: tuple[Coin, ...]
    as_of: datetime


class Coins:
    """The coins and networks that one service accepts."""

    def __init__(self, client: ServiceClient, *, state: State, service: str, clock: Clock) -> None:
        self._client = client
        self._state = state
        self._service = service
        self._clock = clock
        self._coins: tuple[Coin, ...] = ()
        self._loaded_at = float("-inf")
        self._loading = asyncio.Lock()

    async def load(self) -> tuple[Coin, ...]:
        """Loads the catalog from the service (spec 4.1) and saves it.

        Raises:
            AppError: It could not be loaded; the previous one stays.
        """
        requested_at = self._clock.monotonic()
        self._coins = (await self._client.catalog.coins()).items
        self._loaded_at = requested_at
        content = json.dumps([coin.model_dump(mode="json", by_alias=True) for coin in self._coins])
        entry = Entry("", content, self._clock.now().isoformat())
        with storage_failure_logged("coins could not be saved"):
            await self._state.put(Kind.COINS, self._service, [entry])
        return self._coins

    @property
    def are_old(self) -> bool:
        """Whether the catalog was loaded over an hour ago: an address or a memo may have changed since."""
        return self._clock.monotonic() - self._loaded_at > _OLD_AFTER_S

    async def known(self) -> tuple[Coin, ...]:
        """Returns the catalog, loading it only once; raises what `load` raises."""
        async with self._loading:
            return self._coins or await self.load()

    async def load_last(self) -> LastCoins | None:
        """Returns the catalog as it is saved on disk, for display only: nothing may be paid by it."""
        from app.models.coins import Coin  # noqa: PLC0415 (after the first rows)

        saved = None
        with storage_failure_logged("saved coins could not be loaded"):
            saved = await self._state.entry(Kind.COINS, self._service)
        if saved is None or saved.moment is None:
            return None
        try:
            content = json.loads(saved.content)
        except (ValueError, RecursionError):
            return None
        records = await read_records(content if isinstance(content, list) else [], Coin)
        return LastCoins(records.items, saved.moment) if records.items else None

    def network(self, coin_code: str, network_id: str) -> Network | None:
        """Returns the first entry of a network; a memo that a further one asks for is needed."""
        networks = (network for coin in self._coins if coin.code == coin_code for network in coin.networks)
        found = [network for network in networks if network.id == network_id]
        if not found:
            return None
        needs_memo = any(network.memo_required for network in found)
        return found[0].model_copy(update={"memo_required": True}) if needs_memo else found[0]
