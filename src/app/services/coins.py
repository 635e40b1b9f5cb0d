"""The coin catalog of one service, loaded once and kept for the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.api.catalog import CatalogApi
    from app.models.coins import Coin, Network


class Coins:
    """The coins and networks on which one service takes money."""

    def __init__(self, api: CatalogApi) -> None:
        self._api = api
        self._coins: tuple[Coin, ...] = ()

    async def load(self) -> tuple[Coin, ...]:
        """Asks the service for the catalog (spec 4.1) and keeps it.

        Raises:
            AppError: It could not be had; what was known stays.
        """
        records = await self._api.coins()
        self._coins = records.items
        return self._coins

    async def known(self) -> tuple[Coin, ...]:
        """Returns the catalog, asking the service only when it has not told it yet.

        Raises:
            AppError: It is not known and could not be had.
        """
        return self._coins or await self.load()

    def network(self, coin_code: str, network_id: str) -> Network | None:
        """Returns the catalog's entry of a coin on a network, if it is known and listed."""
        for coin in self._coins:
            if coin.code == coin_code:
                for network in coin.networks:
                    if network.id == network_id:
                        return network
        return None
