"""Reads response bodies up to a size cap, decompressing them piece by piece."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from app.errors import TooLargeAnswerError, UnexpectedAnswerError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ACCEPTED_ENCODINGS: Final = "gzip, deflate"

_GZIP: Final = 16 + zlib.MAX_WBITS
_ZLIB: Final = zlib.MAX_WBITS
_BARE_DEFLATE: Final = -zlib.MAX_WBITS


async def read_body(pieces: AsyncIterator[bytes], *, encoding: str, max_bytes: int, status: int) -> bytes:
    """Returns a body decoded by its `Content-Encoding`, which may be empty.

    Raises:
        TooLargeAnswerError: It has more than `max_bytes`.
        UnexpectedAnswerError: It is in an encoding that was not asked for, or broken.
    """
    match encoding.strip().lower():
        case "" | "identity":
            unpack: _Unpacker | None = None
        case "gzip" | "x-gzip" | "deflate" as known:
            unpack = _Unpacker(gzip=known != "deflate")
        case _:
            raise UnexpectedAnswerError("The answer is packed in a way that was not asked for.", status)
    body = bytearray()
    try:
        async for piece in pieces:
            body += piece if unpack is None else unpack.take(piece, max_bytes + 1 - len(body))
            if len(body) > max_bytes:
                raise TooLargeAnswerError(f"The answer is larger than {max_bytes:,} bytes.", status)
    except zlib.error as error:
        raise UnexpectedAnswerError("The answer is packed, and can't be unpacked.", status) from error
    if unpack is not None and not unpack.complete:
        raise UnexpectedAnswerError("The answer is packed, and ends too early.", status)
    return bytes(body)


class _Unpacker:
    """Decompresses gzip or deflate, never more at once than requested."""

    def __init__(self, *, gzip: bool) -> None:
        self._unpacker = zlib.decompressobj(_GZIP) if gzip else None
        self._empty = True

    @property
    def complete(self) -> bool:
        """Whether the packed data came to its end; no data at all is an empty body."""
        return self._empty or (self._unpacker is not None and self._unpacker.eof)

    def take(self, piece: bytes, max_bytes: int) -> bytes:
        if not piece:
            return b""
        if self._unpacker is None:
            # 'deflate' should mean zlib's format, whose first byte ends in 8; some send it bare.
            self._unpacker = zlib.decompressobj(_ZLIB if piece[0] & 0x0F == 8 else _BARE_DEFLATE)
        self._empty = False
        return self._unpacker.decompress(piece, max_bytes)
