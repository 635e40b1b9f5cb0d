"""Parses `bitcoin:` and `litecoin:` URIs (BIP-321, BIP-21)."""

from __future__ import annotations

from app.rules.money.amounts import PRECISION
from app.rules.money.tokens import NATIVE
from app.rules.payment_uris.links import PaymentLink, Query, read_amount, read_query

_ONCE = frozenset({"amount", "label", "message", "pop"})
_OTHER_INSTRUCTIONS = frozenset(
    {"ark", "bc", "bcrt", "lightning", "lno", "lnurl", "ltc", "mweb", "pay", "pj", "r", "sp", "tb", "tltc"},
)
"""Keys by which a wallet may pay another recipient or amount than the URI's body."""
_KEYS = frozenset({"amount", "label", "message"})


def parse_bitcoin(network: str, body: str) -> PaymentLink:
    """Returns the content of a Bitcoin-like URI; `body` is what follows the scheme's colon."""
    address, _mark, text = body.partition("?")
    query = read_query(text, fold_case=True)
    coin = NATIVE[network]
    amount, amount_problems = _read_amount(query, PRECISION[coin])
    unclear = (
        *(("path",) if "/" in address else ()),
        *(_unclear_key(key) for key in query.keys if key not in _KEYS),
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
        problems=(*nobody, *query.malformed(), *query.duplicates(_ONCE), *required, *amount_problems),
        unclear=unclear,
    )


def _unclear_key(key: str) -> str:
    return f"other payment instruction: {key}" if key in _OTHER_INSTRUCTIONS else f"non-standard key {key}"


def _read_amount(query: Query, decimals: int) -> tuple[str | None, tuple[str, ...]]:
    text = query.only("amount")
    if text is None:
        return None, ()
    amount = read_amount(text, decimals)
    return amount, () if amount is not None else ("amount",)
