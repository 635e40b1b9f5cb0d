"""Parses `tron:` URIs: no standard; the form in use names no token."""

from __future__ import annotations

from app.rules.money.tokens import TRON
from app.rules.payment_uris.links import PaymentLink, read_amount, read_query

_DECIMALS = 6


def parse_tron(body: str) -> PaymentLink:
    """Returns the content of a Tron URI; `body` is what follows the scheme's colon."""
    address, _mark, text = body.partition("?")
    query = read_query(text)
    written = query.only("amount")
    amount = read_amount(written, _DECIMALS) if written is not None else None
    return PaymentLink(
        scheme=TRON,
        network=TRON,
        address=address or None,
        amount=amount,
        problems=(
            *(() if address else ("address",)),
            *query.malformed(),
            *query.duplicates(frozenset({"amount"})),
            *(("amount",) if written is not None and amount is None else ()),
        ),
        unclear=tuple(f"non-standard key {key}" for key in query.keys if key != "amount"),
    )
