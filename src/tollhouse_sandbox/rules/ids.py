"""New IDs, usernames and passwords, and transaction IDs: their formats (spec 4.3) and generated ones."""

import random
import re
import string

_ID_LETTERS = string.ascii_lowercase + string.digits
_SYSTEM = random.SystemRandom()
_HEX = re.compile(r"[0-9a-fA-F]{64}")
_PREFIXED_HEX = re.compile(r"0x[0-9a-fA-F]{64}")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SIGNATURE_BYTES = 64


def letters(count: int, draw: random.Random = _SYSTEM, among: str = _ID_LETTERS) -> str:
    return "".join(draw.choice(among) for _ in range(count))


def new_id(prefix: str, draw: random.Random = _SYSTEM) -> str:
    """Returns an id such as `tu_8f3k2q0d1x7c`."""
    return f"{prefix}_{letters(12, draw)}"


def new_password() -> str:
    return letters(16, among=string.ascii_letters + string.digits)


def normalize_txid(network_id: str, txid: str) -> str | None:
    """Returns a transaction ID with lower-case hex digits; None if it has not the network's format."""
    if network_id == "solana":
        return txid if _is_signature(txid) else None
    form = _PREFIXED_HEX if network_id == "ethereum" else _HEX
    return txid.lower() if form.fullmatch(txid) else None


def txid_from(network_id: str, digest: bytes) -> str:
    """Returns 64 bytes as a transaction ID of the network (hex forms use the first 32).

    Raises:
        ValueError: There are not 64 bytes.
    """
    if len(digest) != _SIGNATURE_BYTES:
        raise ValueError("A transaction ID is made from 64 bytes.")
    if network_id == "solana":
        return _base58(digest)
    prefix = "0x" if network_id == "ethereum" else ""
    return prefix + digest[:32].hex()


def _is_signature(text: str) -> bool:
    """Returns whether text is the base58 form of exactly 64 bytes."""
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
