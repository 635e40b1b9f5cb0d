"""Parses a payment URI by its scheme."""

from __future__ import annotations

import re

from app.rules.money.addresses import check_form
from app.rules.money.tokens import BITCOIN, ETHEREUM, KNOWN_NETWORKS, LITECOIN, SOLANA, TRON
from app.rules.payment_uris.bitcoin import parse_bitcoin
from app.rules.payment_uris.ethereum import parse_ethereum
from app.rules.payment_uris.links import BARE, PaymentLink
from app.rules.payment_uris.solana import parse_solana
from app.rules.payment_uris.tron import parse_tron

MAX_LINK_BYTES = 512
"""A longer link is not read at all."""

_PRINTABLE = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_BROKEN_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)")


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
        return parse_bitcoin(scheme, body)
    return {ETHEREUM: parse_ethereum, SOLANA: parse_solana, TRON: parse_tron}[scheme](body)


def _parse_bare(text: str) -> PaymentLink:
    address, mark, _query = text.partition("?")
    network = next((known for known in KNOWN_NETWORKS if check_form(known, address).state == "valid"), None)
    if network is None:
        return PaymentLink("", unclear=("no scheme",))
    if mark:
        return PaymentLink("", network=network, unclear=("address with a query but no scheme",))
    return PaymentLink(BARE, network=network, address=address)
