"""Parses `solana:` URIs (Solana Pay transfer requests)."""

from __future__ import annotations

import re

from app.rules.money.addresses import check_form
from app.rules.money.amounts import decimals_in
from app.rules.money.tokens import NATIVE, SOLANA, TOKENS, token_coin
from app.rules.payment_uris.links import PaymentLink, Query, read_amount, read_query

_TRANSACTION_REQUEST = re.compile(r"https?(?::|%3A).*", re.IGNORECASE)
_SOL_DECIMALS = 9
_ONCE = frozenset({"amount", "spl-token", "label", "message", "memo"})
_KEYS = _ONCE | {"reference"}


def parse_solana(body: str) -> PaymentLink:
    """Returns the content of a Solana URI; `body` is what follows the scheme's colon."""
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
    amount, amount_problems = _read_amount(query, coin)
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
            *query.duplicates(_ONCE),
            *amount_problems,
            *_wrong_keys(query, "spl-token"),
            *_wrong_keys(query, "reference"),
        ),
        unclear=(
            *(f"non-standard key {key}" for key in query.keys if key not in _KEYS),
            *query.doubtful(),
        ),
    )


def _read_amount(query: Query, coin: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Reads the amount; more decimals than the mint has, even zeros, make the link malformed."""
    text = query.only("amount")
    if text is None:
        return None, ()
    token = TOKENS.get((SOLANA, coin)) if coin else None
    decimals = token.decimals if token else _SOL_DECIMALS
    amount = read_amount(text, decimals) if decimals_in(text) <= decimals else None
    return amount, () if amount is not None else ("amount",)


def _wrong_keys(query: Query, key: str) -> tuple[str, ...]:
    return (key,) if any(check_form(SOLANA, value).state != "valid" for value in query.values(key)) else ()
