"""Parses a payment URI by its scheme.

Bitcoin and Litecoin (BIP-321, BIP-21), Solana (Solana Pay), Tron, Ethereum (ERC-681).
"""

from __future__ import annotations

import re

from app.rules.money.addresses import check_form
from app.rules.money.amounts import PRECISION, decimals_in, from_units
from app.rules.money.tokens import (
    BITCOIN,
    ETHEREUM,
    KNOWN_NETWORKS,
    LITECOIN,
    NATIVE,
    SOLANA,
    TOKENS,
    TRON,
    token_coin,
)
from app.rules.payment_uris.links import BARE, PaymentLink, Query, read_amount, read_integer, read_query

MAX_LINK_BYTES = 512
"""A longer link is not read at all."""

_PRINTABLE = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_BROKEN_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)")

_BITCOIN_ONCE = frozenset({"amount", "label", "message", "pop"})
_BITCOIN_KEYS = frozenset({"amount", "label", "message"})
_OTHER_INSTRUCTIONS = frozenset(
    {"ark", "bc", "bcrt", "lightning", "lno", "lnurl", "ltc", "mweb", "pay", "pj", "r", "sp", "tb", "tltc"},
)
"""Keys by which a wallet may pay another recipient or amount than the URI's body."""

_TRANSACTION_REQUEST = re.compile(r"https?(?::|%3A).*", re.IGNORECASE)
_SOLANA_ONCE = frozenset({"amount", "spl-token", "label", "message", "memo"})
_SOLANA_KEYS = _SOLANA_ONCE | {"reference"}
_SOL_DECIMALS = 9
_TRON_DECIMALS = 6


def parse_payment_uri(text: str) -> PaymentLink:
    """Returns the content of a payment URI. Never raises: errors are in its `problems`."""
    if not text:
        return PaymentLink("", problems=("length",))
    if len(text) > MAX_LINK_BYTES:
        return PaymentLink("", unclear=("length",))
    # `urlsplit` would drop tabs and newlines, so that the text checked is not the text drawn.
    if not _PRINTABLE.fullmatch(text):
        return PaymentLink("", problems=("characters",))
    if _BROKEN_PERCENT.search(text):
        return PaymentLink("", problems=("percent-encoding",))
    # Some readers end the link here, others read on.
    if "#" in text:
        return PaymentLink("", problems=("fragment",))
    parts = _SCHEME.fullmatch(text)
    return _parse_scheme(parts[1].lower(), parts[2]) if parts else _parse_bare(text)


def _parse_scheme(scheme: str, body: str) -> PaymentLink:
    if scheme not in KNOWN_NETWORKS:
        return PaymentLink(scheme, unclear=(f"scheme {scheme}",))
    if body.startswith("//"):
        return PaymentLink(scheme, network=scheme, unclear=('"//" form',))
    if scheme in {BITCOIN, LITECOIN}:
        return _parse_bitcoin(scheme, body)
    return {ETHEREUM: _parse_ethereum, SOLANA: _parse_solana, TRON: _parse_tron}[scheme](body)


def _parse_bare(text: str) -> PaymentLink:
    address, mark, _query = text.partition("?")
    network = next((known for known in KNOWN_NETWORKS if check_form(known, address).state == "valid"), None)
    if network is None:
        return PaymentLink("", unclear=("no scheme",))
    if mark:
        return PaymentLink("", network=network, unclear=("address with a query but no scheme",))
    return PaymentLink(BARE, network=network, address=address)


def _parse_bitcoin(network: str, body: str) -> PaymentLink:
    address, _mark, text = body.partition("?")
    query = read_query(text, fold_case=True)
    coin = NATIVE[network]
    amount, amount_problems = _read_amount(query, PRECISION[coin])
    unclear = (
        *(("path",) if "/" in address else ()),
        *(_unclear_key(key) for key in query.keys if key not in _BITCOIN_KEYS),
        *query.doubtful(),
    )
    required = tuple(key for key in query.keys if key.startswith("req-"))
    nobody = () if address or unclear else ("address",)
    return PaymentLink(
        scheme=network,
        network=network,
        address=address if address and "/" not in address else None,
        coin=coin,
        amount=amount,
        problems=(*nobody, *query.malformed(), *query.duplicates(_BITCOIN_ONCE), *required, *amount_problems),
        unclear=unclear,
    )


def _unclear_key(key: str) -> str:
    return f"other payment instruction: {key}" if key in _OTHER_INSTRUCTIONS else f"non-standard key {key}"


def _parse_solana(body: str) -> PaymentLink:
    if _TRANSACTION_REQUEST.fullmatch(body):
        return PaymentLink(
            scheme=SOLANA,
            network=SOLANA,
            unclear=("transaction request (asks a server): cannot be checked locally",),
        )
    address, _mark, text = body.partition("?")
    query = read_query(text)
    token = query.only("spl-token")
    coin = token_coin(SOLANA, token) if token is not None else NATIVE[SOLANA]
    mint = TOKENS.get((SOLANA, coin)) if coin else None
    decimals = mint.decimals if mint else _SOL_DECIMALS
    amount, amount_problems = _read_amount(query, decimals, counts_zeros=True)
    return PaymentLink(
        scheme=SOLANA,
        network=SOLANA,
        address=address or None,
        coin=coin,
        token=token,
        amount=amount,
        problems=(
            *(() if address else ("address",)),
            *query.malformed(),
            *query.duplicates(_SOLANA_ONCE),
            *amount_problems,
            *_wrong_keys(query, "spl-token"),
            *_wrong_keys(query, "reference"),
        ),
        unclear=(
            *(f"non-standard key {key}" for key in query.keys if key not in _SOLANA_KEYS),
            *query.doubtful(),
        ),
    )


def _wrong_keys(query: Query, key: str) -> tuple[str, ...]:
    return (key,) if any(check_form(SOLANA, value).state != "valid" for value in query.values(key)) else ()


def _parse_tron(body: str) -> PaymentLink:
    """Returns the content of a Tron URI, which has no standard; the form in use names no token."""
    address, _mark, text = body.partition("?")
    query = read_query(text)
    amount, amount_problems = _read_amount(query, _TRON_DECIMALS)
    return PaymentLink(
        scheme=TRON,
        network=TRON,
        address=address or None,
        amount=amount,
        problems=(
            *(() if address else ("address",)),
            *query.malformed(),
            *query.duplicates(frozenset({"amount"})),
            *amount_problems,
        ),
        unclear=tuple(f"non-standard key {key}" for key in query.keys if key != "amount"),
    )


def _read_amount(
    query: Query, decimals: int, *, counts_zeros: bool = False
) -> tuple[str | None, tuple[str, ...]]:
    """Reads the amount; with `counts_zeros` too many decimals are malformed even if they are zeros."""
    text = query.only("amount")
    if text is None:
        return None, ()
    amount = None if counts_zeros and decimals_in(text) > decimals else read_amount(text, decimals)
    return amount, () if amount is not None else ("amount",)


_TARGET = re.compile(r"(?:([a-z]+)-)?(0x[0-9A-Fa-f]{40})(?:@([0-9]{1,18}))?(?:/([A-Za-z0-9_]{1,64}))?")
_WRONG_LENGTH = re.compile(r"(?:[a-z]+-)?0x[0-9A-Fa-f]*")
_HEX_ADDRESS = re.compile(r"0x[0-9A-Fa-f]{40}")
_ETH_DECIMALS = 18
_GAS_KEYS = ("gas", "gasLimit", "gasPrice")
_IGNORED_KEYS = ("label", "message")
_NATIVE_KEYS = frozenset({"value", *_IGNORED_KEYS})
_TRANSFER_KEYS = frozenset({"address", "uint256", *_IGNORED_KEYS})


def _parse_ethereum(body: str) -> PaymentLink:
    path, _mark, text = body.partition("?")
    query = read_query(text)
    parts = _TARGET.fullmatch(path)
    if parts is None:
        malformed = not body or _WRONG_LENGTH.fullmatch(path)
        return PaymentLink(
            scheme=ETHEREUM,
            network=ETHEREUM,
            problems=("address",) if malformed else (),
            unclear=() if malformed else ("name, or chain, that is not of the standard",),
        )
    prefix, target, chain, function = parts.groups()
    chain_id = int(chain) if chain else None
    problems = (
        *(("prefix",) if prefix not in {None, "pay"} else ()),
        *query.malformed(),
        *query.duplicates(),
        *_wrong_numbers(query, _GAS_KEYS),
    )
    if function is None:
        return _read_native(target, chain_id, query, problems)
    if function == "transfer":
        return _read_transfer(target, chain_id, query, problems)
    return PaymentLink(
        scheme=ETHEREUM,
        network=ETHEREUM,
        token=target,
        chain_id=chain_id,
        problems=problems,
        unclear=(f"function {function}",),
    )


def _read_native(address: str, chain_id: int | None, query: Query, problems: tuple[str, ...]) -> PaymentLink:
    wei = read_integer(query.only("value") or "")
    return PaymentLink(
        scheme=ETHEREUM,
        network=ETHEREUM,
        address=address,
        coin=NATIVE[ETHEREUM],
        amount=None if wei is None else from_units(wei, _ETH_DECIMALS),
        chain_id=chain_id,
        problems=(*problems, *_wrong_numbers(query, ("value",))),
        unclear=(*_unclear_keys(query, _NATIVE_KEYS), *query.doubtful()),
    )


def _read_transfer(
    contract: str, chain_id: int | None, query: Query, problems: tuple[str, ...]
) -> PaymentLink:
    address = query.only("address")
    coin = token_coin(ETHEREUM, contract)
    units = read_integer(query.only("uint256") or "")
    return PaymentLink(
        scheme=ETHEREUM,
        network=ETHEREUM,
        address=address,
        coin=coin,
        token=contract,
        amount=None if coin is None or units is None else from_units(units, TOKENS[ETHEREUM, coin].decimals),
        chain_id=chain_id,
        problems=(
            *problems,
            *(() if check_form(ETHEREUM, contract).state == "valid" else ("token",)),
            *(() if _is_address_or_duplicate(query, address) else ("address",)),
            *_wrong_numbers(query, ("uint256",)),
        ),
        unclear=(*_unclear_keys(query, _TRANSFER_KEYS), *query.doubtful()),
    )


def _is_address_or_duplicate(query: Query, address: str | None) -> bool:
    if address is None:
        return len(query.values("address")) > 1
    return _HEX_ADDRESS.fullmatch(address) is not None


def _wrong_numbers(query: Query, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key in keys if any(read_integer(value) is None for value in query.values(key)))


def _unclear_keys(query: Query, known: frozenset[str]) -> tuple[str, ...]:
    return tuple(_unclear_ethereum_key(key) for key in query.keys if key not in known)


def _unclear_ethereum_key(key: str) -> str:
    if key in _GAS_KEYS:
        return f"{key} sets a fee, of any size"
    if key == "amount":
        return "'amount' is not an EIP-681 key; its unit is not defined"
    return f"non-standard key {key}"
