"""Base58 and base58check, as used by Bitcoin, Litecoin, Tron and Solana."""

from __future__ import annotations

import hashlib

from app.rules.money.encodings import EncodingError

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
# Longer than anything that is read here (64 bytes take 88 characters); the cost grows with its square.
_MAX_CHARACTERS = 128
_CHECKSUM_BYTES = 4


def decode(text: str) -> bytes:
    """Returns the bytes of a base58 text; each leading '1' is a zero byte.

    Raises:
        EncodingError: `length` or `alphabet`.
    """
    if not 0 < len(text) <= _MAX_CHARACTERS:
        raise EncodingError("length")
    number = 0
    for character in text:
        if character not in _VALUES:
            raise EncodingError("alphabet")
        number = number * 58 + _VALUES[character]
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def decode_check(text: str) -> bytes:
    """Returns the bytes of a base58check text, its 4 bytes of checksum verified and taken off.

    Raises:
        EncodingError: `length`, `alphabet` or `checksum`.
    """
    raw = decode(text)
    payload, checksum = raw[:-_CHECKSUM_BYTES], raw[-_CHECKSUM_BYTES:]
    twice = hashlib.sha256(hashlib.sha256(payload).digest()).digest()
    if not payload or twice[:_CHECKSUM_BYTES] != checksum:
        raise EncodingError("checksum")
    return payload
