"""Compares a payment URI with the deposit's own fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from app.rules.money.addresses import check_form, same_address
from app.rules.money.amounts import same_amount
from app.rules.money.tokens import ETHEREUM, KNOWN_NETWORKS, NATIVE, is_known_pair, token_coin
from app.rules.payment_uris.links import BARE, PaymentLink
from app.rules.payment_uris.parsing import parse_payment_uri

if TYPE_CHECKING:
    from app.rules.topups.deposit_problems import DepositFacts

MAINNET = 1
"""The chain ID of Ethereum itself (ERC-155)."""

Part = Literal["amount", "token", "chain"]


class Agreement(NamedTuple):
    """The result of comparing a link with the fields of a deposit.

    Attributes:
        verdict: `match`; `partial`, when something is missing in the URI; `cannot_tell`, when it is unknown
            what a wallet would make of it; `mismatch`; or `invalid` by the link's own standard.
        reasons: Why it is no match, naming the parts that differ. May contain untrusted ASCII text.
        missing: With `partial`, what has to be set by hand.
    """

    verdict: Literal["match", "partial", "cannot_tell", "mismatch", "invalid"]
    reasons: tuple[str, ...]
    differing: tuple[str, ...]
    missing: tuple[Part, ...]
    link: PaymentLink


def compare(link_text: str, facts: DepositFacts) -> Agreement:
    """Compares a link, exactly as it would be drawn, with the fields of a deposit; never raises."""
    link = parse_payment_uri(link_text)
    if facts.network not in KNOWN_NETWORKS:
        return Agreement("cannot_tell", (f"network {facts.network}",), (), (), link)
    differing = _differing(link, facts)
    problems = (*link.problems, *_malformed_address(link, facts))
    if problems:
        return Agreement("invalid", tuple(dict.fromkeys((*problems, *differing))), differing, (), link)
    if differing:
        return Agreement("mismatch", differing, differing, (), link)
    unclear = link.unclear or _unclear_coin(link, facts)
    if unclear:
        return Agreement("cannot_tell", unclear, (), (), link)
    missing = _missing(link, facts)
    reasons = tuple(f"{part} not in the link" for part in missing)
    return Agreement("partial" if missing else "match", reasons, (), missing, link)


def _malformed_address(link: PaymentLink, facts: DepositFacts) -> tuple[str, ...]:
    network = facts.network if link.scheme == BARE else link.network
    if link.address is None or network is None or check_form(network, link.address).state == "valid":
        return ()
    return ("address",)


def _differing(link: PaymentLink, facts: DepositFacts) -> tuple[str, ...]:
    """The parts of the URI that differ, as a user would compare them."""
    same_network = link.scheme == BARE or link.network in {None, facts.network}
    checks = {
        "network": same_network,
        "address": link.address is None or same_address(facts.network, link.address, facts.address),
        "amount": link.amount is None or same_amount(link.amount, facts.amount_crypto),
        "token": not same_network or _same_coin(link, facts),
        "chain": link.chain_id in {None, MAINNET},
    }
    return tuple(part for part, agrees in checks.items() if not agrees)


def _same_coin(link: PaymentLink, facts: DepositFacts) -> bool:
    if link.token is not None:
        named = token_coin(facts.network, link.token)
        # The contract of a coin that is new in the catalog can't be known.
        return named == facts.coin or (named is None and not is_known_pair(facts.network, facts.coin))
    return link.coin in {None, facts.coin} or _is_native_without_amount(link, facts)


def _is_native_without_amount(link: PaymentLink, facts: DepositFacts) -> bool:
    """Such a link contains little more than an address, but by its standard means the network's own coin."""
    return link.token is None and link.amount is None and link.coin == NATIVE.get(facts.network)


def _unclear_coin(link: PaymentLink, facts: DepositFacts) -> tuple[str, ...]:
    if not is_known_pair(facts.network, facts.coin):
        return (f"coin {facts.coin}",)
    if link.token is None and link.coin not in {None, facts.coin}:
        return (f"coin {link.coin}, no amount",)
    return ()


def _missing(link: PaymentLink, facts: DepositFacts) -> tuple[Part, ...]:
    is_token = NATIVE.get(facts.network) != facts.coin
    parts: dict[Part, bool] = {
        "amount": link.amount is None,
        "token": is_token and link.coin is None,
        "chain": link.scheme == ETHEREUM and link.chain_id is None,
    }
    return tuple(part for part, is_missing in parts.items() if is_missing)
