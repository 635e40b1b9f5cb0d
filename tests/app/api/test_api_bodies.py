from __future__ import annotations

import gzip
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import pytest

from app.api.transport import read_body
from app.errors import UnexpectedResponseError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

MIB = 1024 * 1024
PACKERS: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.compress, "deflate": zlib.compress}


async def pieces_of(body: bytes, size: int = 64 * 1024) -> AsyncIterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


async def read(body: bytes, encoding: str = "", max_bytes: int = 2 * MIB, size: int = 64 * 1024) -> bytes:
    return await read_body(pieces_of(body, size), encoding=encoding, max_bytes=max_bytes, status=200)


def bare_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


@pytest.mark.parametrize("size", [1, 7, 64 * 1024])
@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", b'{"a": 1}'),
        ("identity", b'{"a": 1}'),
        ("gzip", gzip.compress(b'{"a": 1}', mtime=0)),
        ("GZIP", gzip.compress(b'{"a": 1}', mtime=0)),
        ("x-gzip", gzip.compress(b'{"a": 1}', mtime=0)),
        ("deflate", zlib.compress(b'{"a": 1}')),
        ("deflate", bare_deflate(b'{"a": 1}')),
    ],
)
async def test_reads_every_accepted_encoding(encoding: str, packed: bytes, size: int) -> None:
    assert await read(packed, encoding, size=size) == b'{"a": 1}'


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
async def test_an_empty_body_is_empty_in_every_encoding(encoding: str) -> None:
    assert await read(b"", encoding) == b""


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
async def test_pieces_without_bytes_change_nothing(encoding: str) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        packed = PACKERS[encoding](b'{"a": 1}')
        for piece in (b"", packed[:3], b"", packed[3:], b""):
            yield piece

    assert await read_body(pieces(), encoding=encoding, max_bytes=MIB, status=200) == b'{"a": 1}'


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "deflate, gzip", "rot13", "gzip;q=1"])
async def test_refuses_encodings_it_did_not_ask_for(encoding: str) -> None:
    with pytest.raises(UnexpectedResponseError):
        await read(b"{}", encoding)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
@pytest.mark.parametrize(
    "body", [b"<html>", b"\x1f\x8b\x08\x00broken-here", gzip.compress(b"{}" * 500, mtime=0)[:22]]
)
async def test_refuses_what_does_not_unpack(encoding: str, body: bytes) -> None:
    with pytest.raises(UnexpectedResponseError):
        await read(body, encoding)


async def test_refuses_a_packed_body_that_ends_early() -> None:
    with pytest.raises(UnexpectedResponseError, match="too early"):
        await read(gzip.compress(b'{"a": 1}', mtime=0)[:-4], "gzip")


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
async def test_the_cap_is_exact(encoding: str) -> None:
    pack = PACKERS[encoding]
    assert await read(pack(b"x" * 1000), encoding, max_bytes=1000) == b"x" * 1000
    with pytest.raises(UnexpectedResponseError, match="larger than 1,000 bytes"):
        await read(pack(b"x" * 1001), encoding, max_bytes=1000)


async def test_a_bomb_never_swells_beyond_the_cap() -> None:
    bomb = gzip.compress(bytes(256 * MIB), compresslevel=9)
    assert len(bomb) < 300 * 1024
    tracemalloc.start()
    try:
        with pytest.raises(UnexpectedResponseError):
            await read(bomb, "gzip", size=len(bomb))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * MIB
