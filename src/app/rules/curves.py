"""Whether 32 bytes are a point of the curve ed25519 (RFC 8032, 5.1.3), as a Solana wallet's key is."""

from __future__ import annotations

_PRIME = 2**255 - 19
_D = -121665 * pow(121666, -1, _PRIME) % _PRIME


def is_on_ed25519(key: bytes) -> bool:
    """Tells whether the key can be a wallet's: program-derived accounts lie off the curve."""
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    numerator = (y * y - 1) % _PRIME
    denominator = (_D * y * y + 1) % _PRIME
    square = numerator * pow(denominator, -1, _PRIME) % _PRIME
    # Euler's criterion: does the square have a root?
    return pow(square, (_PRIME - 1) // 2, _PRIME) in {0, 1}
