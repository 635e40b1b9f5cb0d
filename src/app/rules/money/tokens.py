"""Coins by network, and the contracts of tokens."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from app.rules.money.amounts import PRECISION

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

BITCOIN = "bitcoin"
LITECOIN = "litecoin"
TRON = "tron"
ETHEREUM = "ethereum"
SOLANA = "solana"

KNOWN_NETWORKS = (BITCOIN, LITECOIN, TRON, ETHEREUM, SOLANA)
"""The networks whose addresses can be checked (spec 2.3)."""

NATIVE: Mapping[str, str] = MappingProxyType(
    {BITCOIN: "BTC", LITECOIN: "LTC", ETHEREUM: "ETH", SOLANA: "SOL"},
)
"""The coin that a network itself is made for, by network id."""


class Token(NamedTuple):
    """A token: the account of its contract, and the decimals of its base unit."""

    contract: str
    decimals: int


TOKENS: Mapping[tuple[str, str], Token] = MappingProxyType(
    {
        (ETHEREUM, "USDT"): Token("0xdAC17F958D2ee523a2206206994597C13D831ec7", 6),
        (ETHEREUM, "USDC"): Token("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6),
        (TRON, "USDT"): Token("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", 6),
        (TRON, "USDC"): Token("TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", 6),
        (SOLANA, "USDT"): Token("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", 6),
        (SOLANA, "USDC"): Token("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 6),
    },
)
"""The tokens that are known, by network id and coin code."""

PLAIN_TEXT = re.compile(r"[!-~]+")
"""ASCII without blanks: with anything else, people could not compare two texts by eye."""

STABLECOINS = frozenset({"USDT", "USDC"})
"""The coins that are worth one US dollar each."""


def is_known_pair(network: str, coin: str) -> bool:
    return NATIVE.get(network) == coin or (network, coin) in TOKENS


def can_hold(network: str, coin: str) -> bool:
    """Returns whether a coin may exist on a network; the catalog may contain coins and networks unknown here.

    Bitcoin and Litecoin carry their own coin only, and a known coin lives only where it is known to. A name
    that people take for a known one, such as 'usdt' or 'Bitcoin', is none, nor is one that is not ASCII: the
    checks of the known one would be left out.
    """
    if not (_is_plain(network, KNOWN_NETWORKS) and _is_plain(coin, PRECISION)):
        return False
    if network not in KNOWN_NETWORKS or is_known_pair(network, coin):
        return True
    return coin not in PRECISION and network not in {BITCOIN, LITECOIN}


def _is_plain(name: str, known: Collection[str]) -> bool:
    """Returns whether a name is one of the known ones, or can't be taken for one of them."""
    looks_known = name.casefold() in {one.casefold() for one in known}
    return name in known or (PLAIN_TEXT.fullmatch(name) is not None and not looks_known)


def token_coin(network: str, contract: str) -> str | None:
    """Returns the coin code of a token contract, None if it is not known.

    Hex contracts are compared without case, base58 ones exactly.
    """
    for (known_network, coin), token in TOKENS.items():
        known = token.contract
        if known_network == network and (
            contract == known or (network == ETHEREUM and contract.lower() == known.lower())
        ):
            return coin
    return None
