"""Validates addresses of the known networks: form, checksum, and whether they are payable."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from app.rules.money.encodings import (
    EncodingError,
    checksum_case,
    decode_base58,
    decode_base58check,
    decode_segwit,
)
from app.rules.money.tokens import (
    BITCOIN,
    ETHEREUM,
    KNOWN_NETWORKS,
    LITECOIN,
    PLAIN_TEXT,
    SOLANA,
    TRON,
    token_coin,
)

_VERSIONS = {BITCOIN: {0x00, 0x05}, LITECOIN: {0x30, 0x32, 0x05}, TRON: {0x41}}
"""First bytes of a base58check address; 0x05 on Litecoin is the old form, the same text as Bitcoin's."""

_SEGWIT_PREFIXES = {BITCOIN: "bc", LITECOIN: "ltc"}
_SEGWIT = re.compile(r"(?:bc|tb|bcrt|ltc|tltc|rltc|ltcmweb)1", re.IGNORECASE)
_HEX = re.compile(r"0x([0-9A-Fa-f]{40})")
_HASH_BYTES = 20
_KEY_BYTES = 32


class AddressCheck(NamedTuple):
    """What is known about an address.

    Attributes:
        state: `unknown_network` when nothing but its characters could be checked.
        warnings: `no_checksum` (Ethereum in one case), `also_bitcoin` (an old Litecoin address, the same text
            as a Bitcoin one), `off_curve` (no wallet's key on Solana), `unspendable` (Taproot without a key:
            nobody owns it), `future_witness` (nobody can be known to own it yet).
        reason: Empty unless invalid: `alphabet`, `case`, `checksum`, `length`, `padding`, `prefix`, `zero` or
            `token_contract`.
    """

    state: Literal["valid", "invalid", "unknown_network"]
    warnings: tuple[str, ...] = ()
    reason: str = ""


def check_address(network: str, address: str) -> AddressCheck:
    """Checks an address that is to be paid: its form, and that it is no token contract and not all zeros."""
    return _check(network, address, as_recipient=True)


def check_form(network: str, address: str) -> AddressCheck:
    """Checks the form of an address alone, which a token contract passes too."""
    return _check(network, address, as_recipient=False)


def same_address(network: str, a: str, b: str) -> bool:
    """Returns whether two texts are the same address: bech32 and hex without case, others exactly.

    Two texts in different case can be the same and yet one of them malformed: check them too.
    """
    if network == ETHEREUM or all(_is_segwit(network, text) for text in (a, b)):
        return a.isascii() and b.isascii() and a.lower() == b.lower()
    return a == b


def _check(network: str, address: str, *, as_recipient: bool) -> AddressCheck:
    if network not in KNOWN_NETWORKS:
        if PLAIN_TEXT.fullmatch(address):
            return AddressCheck("unknown_network")
        return AddressCheck("invalid", reason="alphabet" if address else "length")
    try:
        payload, warnings = _read(network, address)
    except EncodingError as error:
        return AddressCheck("invalid", reason=error.reason)
    if as_recipient and not any(payload):
        return AddressCheck("invalid", reason="zero")
    if as_recipient and token_coin(network, address):
        return AddressCheck("invalid", reason="token_contract")
    return AddressCheck("valid", warnings)


def _read(network: str, address: str) -> tuple[bytes, tuple[str, ...]]:
    """Returns the hash or key that an address encodes, and the warnings about it."""
    if network == ETHEREUM:
        return _read_hex(address)
    if network == SOLANA:
        return _read_key(address)
    if network in _SEGWIT_PREFIXES and _SEGWIT.match(address):
        return _read_segwit(_SEGWIT_PREFIXES[network], address)
    return _read_hash(network, address)


def _read_hex(address: str) -> tuple[bytes, tuple[str, ...]]:
    digits = _HEX.fullmatch(address)
    if digits is None:
        reason = "alphabet" if len(address) == 42 else "length"
        raise EncodingError(reason if address.startswith("0x") else "prefix")
    payload = bytes.fromhex(digits[1])
    if address == checksum_case(address):
        return payload, ()
    if digits[1] in {digits[1].lower(), digits[1].upper()}:
        return payload, ("no_checksum",)
    raise EncodingError("checksum")


def _read_key(address: str) -> tuple[bytes, tuple[str, ...]]:
    key = decode_base58(address)
    if len(key) != _KEY_BYTES:
        raise EncodingError("length")
    return key, () if is_on_ed25519(key) else ("off_curve",)


def _read_segwit(prefix: str, address: str) -> tuple[bytes, tuple[str, ...]]:
    version, program = decode_segwit(prefix, address)
    if version == 0:
        return program, ()
    if version > 1 or len(program) != _KEY_BYTES:
        return program, ("future_witness",)
    return program, () if is_on_secp256k1(program) else ("unspendable",)


def _read_hash(network: str, address: str) -> tuple[bytes, tuple[str, ...]]:
    payload = decode_base58check(address)
    version, hashed = payload[0], payload[1:]
    if len(hashed) != _HASH_BYTES:
        raise EncodingError("length")
    if version not in _VERSIONS[network]:
        raise EncodingError("prefix")
    return hashed, ("also_bitcoin",) if network == LITECOIN and version in _VERSIONS[BITCOIN] else ()


def _is_segwit(network: str, address: str) -> bool:
    return network in _SEGWIT_PREFIXES and _SEGWIT.match(address) is not None


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
