"""The coin catalog as options to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.coins import Coin, Network


@dataclass(frozen=True, slots=True)
class CoinOption:
    """A coin on one network.

    Attributes:
        key: Identifies the option; made of the coin's code and the network's ID.
        coin: The coin's code.
        network: The network's id.
        title: The coin's code again, as it stands first.
        subtitle: The network's name.
        detail: How long it takes and how many blocks.
        name: The accessible name, '<COIN> on <network name>'.
    """

    key: str
    coin: str
    network: str
    title: str
    subtitle: str
    detail: str
    name: str


def present_coin_options(coins: Iterable[Coin]) -> tuple[CoinOption, ...]:
    """Returns every coin on every network of the catalog, in its order; what is listed twice stands once."""
    options: dict[str, CoinOption] = {}
    for coin in coins:
        for network in coin.networks:
            option = _option(coin, network)
            options.setdefault(option.key, option)
    return tuple(options.values())


def _option(coin: Coin, network: Network) -> CoinOption:
    blocks = _("{n} conf.").format(n=network.confirmations_required)
    detail = blocks
    if network.estimated_minutes is not None:
        detail = _("≈ {n} min · {blocks}").format(n=network.estimated_minutes, blocks=blocks)
    return CoinOption(
        key=f"{coin.code}\n{network.id}",
        coin=coin.code,
        network=network.id,
        title=coin.code,
        subtitle=network.name,
        detail=detail,
        name=_("{coin} on {network}").format(coin=coin.code, network=network.name),
    )
