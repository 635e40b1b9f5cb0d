"""The coin catalog: coins, networks, deposit addresses, token contracts, base rates (spec 2.3).

The addresses are valid by their checksums and belong to no one: each was made from the SHA-256 of a
fixed phrase, so no private key was ever known. Never send real money to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Network:
    """A network: what one needs to pay on it.

    Attributes:
        explorer: The explorer's address up to the transaction ID.
    """

    id: str
    name: str
    confirmations_required: int
    estimated_minutes: int
    address: str
    explorer: str


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin: its precision in decimals, its rate in USD, and the networks that carry it.

    Attributes:
        contracts: The token's contract or mint by network id; empty for a network's own coin.
        stable: Whether one unit is always worth `base_rate`.
    """

    code: str
    name: str
    decimals: int
    base_rate: Decimal
    networks: tuple[Network, ...]
    contracts: Mapping[str, str] = field(default_factory=dict)
    stable: bool = False


BITCOIN = Network(
    id="bitcoin",
    name="Bitcoin",
    confirmations_required=2,
    estimated_minutes=20,
    address="bc1qpl72t4hl0empzzpm52sprvsfm7ve8cwtvp5laa",
    explorer="https://mempool.space/tx/",
)
LITECOIN = Network(
    id="litecoin",
    name="Litecoin",
    confirmations_required=6,
    estimated_minutes=15,
    address="ltc1qsmgfq0k6z3szxwa407zhdptm8ckr887sq8crpr",
    explorer="https://litecoinspace.org/tx/",
)
ETHEREUM = Network(
    id="ethereum",
    name="Ethereum",
    confirmations_required=12,
    estimated_minutes=4,
    address="0xa5D4DfBC6aE1AC082Ee34971a65eD14AbD98A5cc",
    explorer="https://etherscan.io/tx/",
)
SOLANA = Network(
    id="solana",
    name="Solana",
    confirmations_required=32,
    estimated_minutes=1,
    address="7pXdNKecWYsUxwaJdwBtUNkeMppL3spkhrkCvU7sEwmz",
    explorer="https://solscan.io/tx/",
)
TRON = Network(
    id="tron",
    name="Tron",
    confirmations_required=20,
    estimated_minutes=3,
    address="TAigiLVmDHWmMDV2TYswHyv34Gp8vMrZrp",
    explorer="https://tronscan.org/#/transaction/",
)

COINS = (
    Coin("BTC", "Bitcoin", 8, Decimal("63700.00"), (BITCOIN,)),
    Coin("LTC", "Litecoin", 8, Decimal("86.00"), (LITECOIN,)),
    Coin("ETH", "Ethereum", 8, Decimal("2480.00"), (ETHEREUM,)),
    Coin("SOL", "Solana", 8, Decimal("158.00"), (SOLANA,)),
    Coin(
        "USDT",
        "Tether USD",
        6,
        Decimal("1.00"),
        (TRON, ETHEREUM, SOLANA),
        {
            "tron": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            "ethereum": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            "solana": "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
        },
        stable=True,
    ),
    Coin(
        "USDC",
        "USD Coin",
        6,
        Decimal("1.00"),
        (ETHEREUM, SOLANA),
        {
            "ethereum": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
            "solana": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        },
        stable=True,
    ),
)

_ENTRIES = {(coin.code, network.id): (coin, network) for coin in COINS for network in coin.networks}


def find_entry(code: str, network_id: str) -> tuple[Coin, Network] | None:
    """Finds a catalog entry; None when the coin is not carried by that network."""
    return _ENTRIES.get((code, network_id))


def coin_entry(code: str, network_id: str) -> tuple[Coin, Network]:
    """Returns a catalog entry that is known to exist.

    Raises:
        KeyError: There is none.
    """
    return _ENTRIES[code, network_id]


def explorer_url(network_id: str, txid: str) -> str:
    """Returns the link to a transaction in a block explorer."""
    networks = (BITCOIN, LITECOIN, ETHEREUM, SOLANA, TRON)
    return next(network.explorer for network in networks if network.id == network_id) + txid
