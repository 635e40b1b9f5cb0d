"""The reasons why a text is not a valid encoding of bytes."""

from __future__ import annotations


class EncodingError(ValueError):
    """A text is no proper base58, base58check or bech32.

    Attributes:
        reason: `alphabet`, `case`, `checksum`, `length`, `padding` or `prefix`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
