"""Segwit addresses in bech32 and bech32m (BIP-173, BIP-350)."""

from __future__ import annotations

from app.rules.money.encodings import EncodingError

_ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_BECH32 = 1
_BECH32M = 0x2BC830A3
_MAX_CHARACTERS = 90
_CHECKSUM_CHARACTERS = 6
_LAST_WITNESS_VERSION = 16


def decode_segwit(prefix: str, text: str) -> tuple[int, bytes]:
    """Returns the witness version (0 to 16) and program (2 to 40 bytes) of an address.

    Args:
        prefix: The human-readable part that the address must have, in lower case: 'bc', 'ltc'.
        text: The address, all in lower or all in upper case.

    Raises:
        EncodingError: `length`, `case`, `prefix`, `alphabet`, `checksum` or `padding`.
    """
    if len(text) > _MAX_CHARACTERS:
        raise EncodingError("length")
    if not text.isascii():
        raise EncodingError("alphabet")
    if text not in {text.lower(), text.upper()}:
        raise EncodingError("case")
    found_prefix, _separator, data = text.lower().rpartition("1")
    if found_prefix != prefix:
        raise EncodingError("prefix")
    if any(character not in _VALUES for character in data):
        raise EncodingError("alphabet")
    if len(data) <= _CHECKSUM_CHARACTERS:
        raise EncodingError("length")
    values = [_VALUES[character] for character in data]
    return _read_program(_checksum_of(prefix, values), values[:-_CHECKSUM_CHARACTERS])


def _read_program(checksum: int, values: list[int]) -> tuple[int, bytes]:
    version = values[0]
    # Version 0 stays with bech32; all later ones take bech32m (BIP-350).
    if checksum != (_BECH32 if version == 0 else _BECH32M):
        raise EncodingError("checksum")
    if version > _LAST_WITNESS_VERSION:
        raise EncodingError("prefix")
    program = _to_bytes(values[1:])
    if not 2 <= len(program) <= 40 or (version == 0 and len(program) not in {20, 32}):
        raise EncodingError("length")
    return version, program


def _checksum_of(prefix: str, values: list[int]) -> int:
    expanded = [ord(character) >> 5 for character in prefix]
    expanded += [0]
    expanded += [ord(character) & 31 for character in prefix]
    checksum = 1
    for value in expanded + values:
        top = checksum >> 25
        checksum = (checksum & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate(_GENERATORS):
            if top >> bit & 1:
                checksum ^= generator
    return checksum


def _to_bytes(fives: list[int]) -> bytes:
    """Joins groups of 5 bits; what is left over must be under 5 bits, and zero."""
    number = 0
    for five in fives:
        number = number << 5 | five
    spare_bits = len(fives) * 5 % 8
    if spare_bits >= 5 or number & ((1 << spare_bits) - 1):
        raise EncodingError("padding")
    return (number >> spare_bits).to_bytes(len(fives) * 5 // 8, "big")
