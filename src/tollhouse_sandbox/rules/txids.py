"""Transaction IDs: their formats (spec 4.3) and made-up ones for the simulated chain."""

import re

from tollhouse_sandbox.rules.coins import ETHEREUM, SOLANA

_HEX = re.compile(r"[0-9a-fA-F]{64}")
_PREFIXED_HEX = re.compile(r"0x[0-9a-fA-F]{64}")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SIGNATURE_BYTES = 64


def normalize_txid(network_id: str, txid: str) -> str | None:
    """Check a transaction ID and lower its hex digits; None when it has not the network's format."""
    if network_id == SOLANA.id:
        return txid if _is_signature(txid) else None
    form = _PREFIXED_HEX if network_id == ETHEREUM.id else _HEX
    return txid.lower() if form.fullmatch(txid) else None


def txid_from(network_id: str, digest: bytes) -> str:
    """Write 64 bytes as a transaction ID of the network (hex forms use the first 32).

    Raises:
        ValueError: There are not 64 bytes.
    """
    if len(digest) != _SIGNATURE_BYTES:
        raise ValueError("A transaction ID is made from 64 bytes.")
    if network_id == SOLANA.id:
        return _base58(digest)
    prefix = "0x" if network_id == ETHEREUM.id else ""
    return prefix + digest[:32].hex()


def _is_signature(text: str) -> bool:
    """Whether text is the base58 form of exactly 64 bytes."""
    if not 64 <= len(text) <= 88 or any(character not in _BASE58 for character in text):
        return False
    number = 0
    for character in text:
        number = number * 58 + _BASE58.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    return zeros + (number.bit_length() + 7) // 8 == _SIGNATURE_BYTES


def _base58(data: bytes) -> str:
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = _BASE58[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text
