"""Addresses made and read by an implementation that is not ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

oracle = pytest.importorskip("bip_utils", reason="bip-utils can't be installed on Python 3.14")


@dataclass(frozen=True)
class Kind:
    """A kind of address: how the oracle makes one of a key, and how it reads one."""

    network: str
    make: Callable[[bytes], str]
    read: Callable[[str], bytes]

    def reads(self, address: str) -> bool:
        try:
            self.read(address)
        except ValueError:
            return False
        return True


def secp(seed: bytes) -> Any:
    return oracle.Secp256k1PrivateKey.FromBytes(seed).PublicKey()


def ed25519(seed: bytes) -> Any:
    return oracle.Ed25519PrivateKey.FromBytes(seed).PublicKey()


def base58check(network: str, version: bytes, kind: str) -> Kind:
    encoder, decoder = getattr(oracle, f"{kind}AddrEncoder"), getattr(oracle, f"{kind}AddrDecoder")
    return Kind(
        network,
        lambda seed: encoder.EncodeKey(secp(seed), net_ver=version),
        lambda text: decoder.DecodeAddr(text, net_ver=version),
    )


def segwit(network: str, prefix: str, kind: str) -> Kind:
    encoder, decoder = getattr(oracle, f"{kind}AddrEncoder"), getattr(oracle, f"{kind}AddrDecoder")
    return Kind(
        network,
        lambda seed: encoder.EncodeKey(secp(seed), hrp=prefix),
        lambda text: decoder.DecodeAddr(text, hrp=prefix),
    )


KINDS = {
    "bitcoin-p2pkh": base58check("bitcoin", b"\x00", "P2PKH"),
    "bitcoin-p2sh": base58check("bitcoin", b"\x05", "P2SH"),
    "bitcoin-p2wpkh": segwit("bitcoin", "bc", "P2WPKH"),
    "bitcoin-p2tr": segwit("bitcoin", "bc", "P2TR"),
    "litecoin-p2pkh": base58check("litecoin", b"\x30", "P2PKH"),
    "litecoin-p2sh": base58check("litecoin", b"\x32", "P2SH"),
    "litecoin-p2wpkh": segwit("litecoin", "ltc", "P2WPKH"),
    "ethereum": Kind(
        "ethereum",
        lambda seed: oracle.EthAddrEncoder.EncodeKey(secp(seed)),
        oracle.EthAddrDecoder.DecodeAddr,
    ),
    "tron": Kind(
        "tron",
        lambda seed: oracle.TrxAddrEncoder.EncodeKey(secp(seed)),
        oracle.TrxAddrDecoder.DecodeAddr,
    ),
    "solana": Kind(
        "solana",
        lambda seed: oracle.SolAddrEncoder.EncodeKey(ed25519(seed)),
        oracle.SolAddrDecoder.DecodeAddr,
    ),
}
# The oracle's decoder of Solana holds what is no point of the curve for no address; here it is a warning.
WITH_CHECKSUM = [name for name in KINDS if name != "solana"]
