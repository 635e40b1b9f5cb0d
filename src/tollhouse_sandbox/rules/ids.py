"""New IDs, usernames and passwords, and transaction IDs: their formats (spec 4.3) and generated ones."""

import re
import secrets
import string

from tollhouse_sandbox.rules.coins import ETHEREUM, SOLANA

_ID_LETTERS = string.ascii_lowercase + string.digits
_PASSWORD_LETTERS = string.ascii_letters + string.digits
_HEX = re.compile(r"[0-9a-fA-F]{64}")
_PREFIXED_HEX = re.compile(r"0x[0-9a-fA-F]{64}")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SIGNATURE_BYTES = 64


def new_id(prefix: str) -> str:
    """Returns an id such as `tu_8f3k2q0d1x7c`."""
    return f"{prefix}_{_draw(_ID_LETTERS, 12)}"


def new_username() -> str:
    """Returns a subscription's username such as `acme_r7f2k1`."""
    return f"acme_{_draw(_ID_LETTERS, 6)}"


def sub_username(main_username: str) -> str:
    """Returns a sub-user's username: the subscription's, and five more letters."""
    return f"{main_username}_{_draw(_ID_LETTERS, 5)}"


def new_password() -> str:
    """Returns a password of 16 letters and digits."""
    return _draw(_PASSWORD_LETTERS, 16)


def _draw(letters: str, count: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(count))


def normalize_txid(network_id: str, txid: str) -> str | None:
    """Returns a transaction ID with lower-case hex digits; None if it has not the network's format."""
    if network_id == SOLANA.id:
        return txid if _is_signature(txid) else None
    form = _PREFIXED_HEX if network_id == ETHEREUM.id else _HEX
    return txid.lower() if form.fullmatch(txid) else None


def txid_from(network_id: str, digest: bytes) -> str:
    """Returns 64 bytes as a transaction ID of the network (hex forms use the first 32).

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
