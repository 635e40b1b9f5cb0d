"""The content of a payment URI."""

from __future__ import annotations

from dataclasses import dataclass

BARE = "bare"
"""The scheme of a text that is just an address."""


@dataclass(frozen=True, slots=True)
class PaymentLink:
    """The content of a payment URI, and how reliable it is.

    Attributes:
        scheme: In lower case; `bare` for an address alone, empty where the text could not be read so far.
        network: The network that the scheme stands for, by its id.
        address: Who is paid, as written; its checksum is not judged here.
        coin: The coin that it names. None with a `token` that is not known, and None without one where the
            URI does not contain at all.
        token: The contract that it names, as written.
        amount: A plain decimal in whole coins, exact, without trailing zeros.
        chain_id: The chain that an Ethereum link names.
        problems: What is wrong with it by its standard: wallets may refuse it or read it in different ways.
        unclear: Why it is unknown what a wallet would pay, such as a second payment instruction.
    """

    scheme: str
    network: str | None = None
    address: str | None = None
    coin: str | None = None
    token: str | None = None
    amount: str | None = None
    chain_id: int | None = None
    problems: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
