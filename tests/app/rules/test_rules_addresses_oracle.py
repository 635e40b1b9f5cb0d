"""Addresses held against an implementation that is not ours."""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import bip_utils as oracle  # type: ignore[import-untyped]
import pytest

from app.rules.money.addresses import check_address, check_form
from support.more_examples import more

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = more(300)
"""How many are tried, for all networks together."""


@dataclass(frozen=True)
class Kind:
    """A kind of address: how the oracle makes one of a key, and how it reads one."""

    network: str
    make: Callable[[bytes], str]
    read: Callable[[str], bytes]


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


def seeds(name: str) -> list[bytes]:
    draw = random.Random(f"tollhouse {name}")
    return [draw.randbytes(32) for _each in range(max(1, EXAMPLES // len(KINDS)))]


@pytest.mark.parametrize("name", KINDS)
def test_what_the_oracle_makes_is_valid_here(name: str) -> None:
    kind = KINDS[name]
    for seed in seeds(name):
        address = kind.make(seed)
        check = check_address(kind.network, address)
        assert (check.state, check.warnings) == ("valid", ()), address


@pytest.mark.parametrize("name", WITH_CHECKSUM)
def test_of_a_changed_address_both_say_the_same(name: str) -> None:
    kind = KINDS[name]
    draw = random.Random(f"tollhouse changed {name}")
    for seed in seeds(name):
        address = kind.make(seed)
        position = draw.randrange(len(address))
        changed = (
            address[:position] + draw.choice(string.ascii_letters + string.digits) + address[position + 1 :]
        )
        assert (check_form(kind.network, changed).state == "valid") == _reads(kind, changed), changed


def _reads(kind: Kind, address: str) -> bool:
    try:
        kind.read(address)
    except ValueError:
        return False
    return True
