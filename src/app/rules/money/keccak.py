"""Keccak-256 as Ethereum uses it (`hashlib.sha3_256` pads differently), and EIP-55."""

from __future__ import annotations

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
    return (lane << bits | lane >> (64 - bits)) & _LANE if bits else lane


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
