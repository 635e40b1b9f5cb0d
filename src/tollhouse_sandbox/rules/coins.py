"""The coin catalog: coins, networks, deposit addresses, token contracts, base rates (spec 2.3).

The addresses are valid by their checksums and belong to no one: each was made from the SHA-256 of a
fixed phrase, so no private key was ever known. Never send real money to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Network:
    """A network: what is needed to pay on it; `explorer` is an address up to the transaction ID."""

    id: str
    name: str
    confirmations_required: int
    estimated_minutes: int
    address: str
    explorer: str
    memo_required: bool = False


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin: its precision in decimals, its rate in USD, its networks, and a token's contract by network."""

    code: str
    name: str
    decimals: int
    base_rate: Decimal
    networks: tuple[Network, ...]
    contracts: Mapping[str, str] = field(default_factory=dict)


_BITCOIN, _LITECOIN, _ETHEREUM, _SOLANA, _TRON = _NETWORKS = (
    Network(
        "bitcoin", "Bitcoin", 2, 20, "bc1qpl72t4hl0empzzpm52sprvsfm7ve8cwtvp5laa", "https://mempool.space/tx/"
    ),
    Network(
        "litecoin",
        "Litecoin",
        6,
        15,
        "ltc1qsmgfq0k6z3szxwa407zhdptm8ckr887sq8crpr",
        "https://litecoinspace.org/tx/",
    ),
    Network(
        "ethereum",
        "Ethereum",
        12,
        4,
        "0xa5D4DfBC6aE1AC082Ee34971a65eD14AbD98A5cc",
        "https://etherscan.io/tx/",
    ),
    Network(
        "solana", "Solana", 32, 1, "7pXdNKecWYsUxwaJdwBtUNkeMppL3spkhrkCvU7sEwmz", "https://solscan.io/tx/"
    ),
    Network(
        "tron", "Tron", 20, 3, "TAigiLVmDHWmMDV2TYswHyv34Gp8vMrZrp", "https://tronscan.org/#/transaction/"
    ),
)

_TETHER_CONTRACTS = {
    "tron": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    "ethereum": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    "solana": "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
}
_USD_COIN_CONTRACTS = {
    "ethereum": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    "solana": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
}

COINS = (
    Coin("BTC", "Bitcoin", 8, Decimal("63700.00"), (_BITCOIN,)),
    Coin("LTC", "Litecoin", 8, Decimal("86.00"), (_LITECOIN,)),
    Coin("ETH", "Ethereum", 8, Decimal("2480.00"), (_ETHEREUM,)),
    Coin("SOL", "Solana", 8, Decimal("158.00"), (_SOLANA,)),
    Coin("USDT", "Tether USD", 6, Decimal("1.00"), (_TRON, _ETHEREUM, _SOLANA), _TETHER_CONTRACTS),
    Coin("USDC", "USD Coin", 6, Decimal("1.00"), (_ETHEREUM, _SOLANA), _USD_COIN_CONTRACTS),
)

ENTRIES = {(coin.code, network.id): (coin, network) for coin in COINS for network in coin.networks}
"""The catalog's entries by coin code and network id."""


def explorer_url(network_id: str, txid: str) -> str:
    return next(network.explorer for network in _NETWORKS if network.id == network_id) + txid
