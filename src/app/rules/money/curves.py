"""Tests whether 32 bytes are a point on ed25519 (RFC 8032, 5.1.3), as a Solana wallet's key is."""

from __future__ import annotations

_PRIME = 2**255 - 19
_D = -121665 * pow(121666, -1, _PRIME) % _PRIME
_FIELD = 2**256 - 2**32 - 977
"""The size of the field of secp256k1 (SEC 2, 2.4.1)."""


def is_on_ed25519(key: bytes) -> bool:
    """Returns whether the key can be a wallet's (RFC 8032, 5.1.3): derived accounts are off the curve."""
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    numerator = (y * y - 1) % _PRIME
    denominator = (_D * y * y + 1) % _PRIME
    square = numerator * pow(denominator, -1, _PRIME) % _PRIME
    # Euler's criterion: does the square have a root?
    return pow(square, (_PRIME - 1) // 2, _PRIME) in {0, 1}


def is_on_secp256k1(key: bytes) -> bool:
    """Returns whether the key is the x of a point (BIP-340, `lift_x`): with any other, nobody can spend."""
    x = int.from_bytes(key, "big")
    return x < _FIELD and pow(x**3 + 7, (_FIELD - 1) // 2, _FIELD) in {0, 1}
