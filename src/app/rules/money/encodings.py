"""Encodings and checksums of addresses: base58, base58check, segwit (BIP-173, BIP-350), EIP-55.

Keccak-256 is Ethereum's: `hashlib.sha3_256` pads differently.
"""

from __future__ import annotations

import hashlib


class EncodingError(ValueError):
    """A text is no proper base58, base58check or bech32.

    Attributes:
        reason: `alphabet`, `case`, `checksum`, `length`, `padding` or `prefix`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE58_VALUES = {character: value for value, character in enumerate(_BASE58)}
# Longer than anything that is read here (64 bytes take 88 characters); the cost grows with its square.
_MAX_BASE58_CHARACTERS = 128
_CHECKSUM_BYTES = 4


def decode_base58(text: str) -> bytes:
    """Returns the bytes of a base58 text; each leading '1' is a zero byte.

    Raises:
        EncodingError: `length` or `alphabet`.
    """
    if not 0 < len(text) <= _MAX_BASE58_CHARACTERS:
        raise EncodingError("length")
    number = 0
    for character in text:
        if character not in _BASE58_VALUES:
            raise EncodingError("alphabet")
        number = number * 58 + _BASE58_VALUES[character]
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def decode_base58check(text: str) -> bytes:
    """Returns the bytes of a base58check text, its 4 bytes of checksum verified and taken off.

    Raises:
        EncodingError: `length`, `alphabet` or `checksum`.
    """
    raw = decode_base58(text)
    payload, checksum = raw[:-_CHECKSUM_BYTES], raw[-_CHECKSUM_BYTES:]
    twice = hashlib.sha256(hashlib.sha256(payload).digest()).digest()
    if not payload or twice[:_CHECKSUM_BYTES] != checksum:
        raise EncodingError("checksum")
    return payload


_BECH32_ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_VALUES = {character: value for value, character in enumerate(_BECH32_ALPHABET)}
_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_CHECKSUM_BECH32 = 1
_CHECKSUM_BECH32M = 0x2BC830A3
_MAX_BECH32_CHARACTERS = 90
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
    if len(text) > _MAX_BECH32_CHARACTERS:
        raise EncodingError("length")
    if not text.isascii():
        raise EncodingError("alphabet")
    if text not in {text.lower(), text.upper()}:
        raise EncodingError("case")
    found_prefix, _separator, data = text.lower().rpartition("1")
    if found_prefix != prefix:
        raise EncodingError("prefix")
    if any(character not in _BECH32_VALUES for character in data):
        raise EncodingError("alphabet")
    if len(data) <= _CHECKSUM_CHARACTERS:
        raise EncodingError("length")
    values = [_BECH32_VALUES[character] for character in data]
    return _read_program(_checksum_of(prefix, values), values[:-_CHECKSUM_CHARACTERS])


def _read_program(checksum: int, values: list[int]) -> tuple[int, bytes]:
    version = values[0]
    # Version 0 stays with bech32; all later ones take bech32m (BIP-350).
    if checksum != (_CHECKSUM_BECH32 if version == 0 else _CHECKSUM_BECH32M):
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


_ROUNDS = 24
_RATE_BYTES = 136
_LANE = (1 << 64) - 1


def _round_constants() -> tuple[int, ...]:
    """The constants of step iota, from the shift register that defines them (FIPS 202, 3.2.5)."""
    constants, register = [], 1
    for _ in range(_ROUNDS):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << ((1 << power) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return tuple(constants)


_CONSTANTS = _round_constants()


def _rotate(lane: int, bits: int) -> int:
    return (lane << bits | lane >> (64 - bits)) & _LANE


def _permute(lanes: list[int]) -> list[int]:
    """Keccak-f[1600] on 25 lanes, lane (x, y) at index x + 5 * y (FIPS 202, 3.2 and 3.3)."""
    for constant in _CONSTANTS:
        # theta
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [columns[x - 1] ^ _rotate(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mixed[index % 5] for index, lane in enumerate(lanes)]
        # rho and pi
        x, y, current = 1, 0, lanes[1]
        for step in range(_ROUNDS):
            x, y = y, (2 * x + 3 * y) % 5
            index = x + 5 * y
            lanes[index], current = _rotate(current, (step + 1) * (step + 2) // 2 % 64), lanes[index]
        # chi
        lanes = [
            lanes[5 * row + x] ^ (~lanes[5 * row + (x + 1) % 5] & lanes[5 * row + (x + 2) % 5])
            for row in range(5)
            for x in range(5)
        ]
        # iota
        lanes[0] ^= constant
    return lanes


def keccak_256(data: bytes) -> bytes:
    padded = bytearray(data + bytes(_RATE_BYTES - len(data) % _RATE_BYTES))
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE_BYTES):
        for index in range(_RATE_BYTES // 8):
            offset = start + 8 * index
            lanes[index] ^= int.from_bytes(padded[offset : offset + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])


def checksum_case(address: str) -> str:
    """Returns '0x' and 40 hex digits in the case that carries the checksum (EIP-55)."""
    digits = address[2:].lower()
    digest = keccak_256(digits.encode("ascii")).hex()
    return "0x" + "".join(
        digit.upper() if int(nibble, 16) >= 8 else digit
        for digit, nibble in zip(digits, digest, strict=False)
    )
