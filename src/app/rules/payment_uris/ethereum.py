"""Parses `ethereum:` URIs (ERC-681)."""

from __future__ import annotations

import re

from app.rules.money.addresses import check_form
from app.rules.money.amounts import from_units
from app.rules.money.tokens import ETHEREUM, NATIVE, TOKENS, token_coin
from app.rules.payment_uris.links import PaymentLink, Query, read_integer, read_query

_TARGET = re.compile(r"(?:([a-z]+)-)?(0x[0-9A-Fa-f]{40})(?:@([0-9]{1,18}))?(?:/([A-Za-z0-9_]{1,64}))?")
_WRONG_LENGTH = re.compile(r"(?:[a-z]+-)?0x[0-9A-Fa-f]*")
_HEX_ADDRESS = re.compile(r"0x[0-9A-Fa-f]{40}")
_ETH_DECIMALS = 18
_GAS_KEYS = ("gas", "gasLimit", "gasPrice")
_IGNORED_KEYS = ("label", "message")
_NATIVE_KEYS = frozenset({"value", *_IGNORED_KEYS})
_TRANSFER_KEYS = frozenset({"address", "uint256", *_IGNORED_KEYS})


def parse_ethereum(body: str) -> PaymentLink:
    """Returns the content of an Ethereum URI; `body` is what follows the scheme's colon."""
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
    return tuple(_unclear_key(key) for key in query.keys if key not in known)


def _unclear_key(key: str) -> str:
    if key in _GAS_KEYS:
        return f"{key} sets a fee, of any size"
    if key == "amount":
        return "'amount' is not an EIP-681 key; its unit is not defined"
    return f"non-standard key {key}"
