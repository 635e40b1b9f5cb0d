"""Payment URIs: BIP-321, ERC-681, Solana Pay, and the form in use for Tron."""

from decimal import Decimal

from tollhouse_sandbox.rules.amounts import to_units
from tollhouse_sandbox.rules.coins import Coin, Network

_WEI_DECIMALS = 18


def payment_uri(coin: Coin, network: Network, amount: Decimal) -> str:
    """Write the URI that asks a wallet for exactly this amount.

    Raises:
        ValueError: No URI form is known for the network.
    """
    text = format(amount, "f")
    contract = coin.contracts.get(network.id)
    match network.id:
        case "bitcoin" | "litecoin" | "tron":
            return f"{network.id}:{network.address}?amount={text}"
        case "solana":
            token = f"&spl-token={contract}" if contract else ""
            return f"solana:{network.address}?amount={text}{token}"
        case "ethereum" if contract:
            units = to_units(amount, coin.decimals)
            return f"ethereum:{contract}@1/transfer?address={network.address}&uint256={units}"
        case "ethereum":
            return f"ethereum:{network.address}@1?value={to_units(amount, _WEI_DECIMALS)}"
        case _:
            raise ValueError(f"No payment URI is known for the network {network.id}.")
