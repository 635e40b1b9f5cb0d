from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.money.addresses import (
    AddressCheck,
    check_address,
    check_form,
    is_on_ed25519,
    is_on_secp256k1,
    same_address,
)
from app.rules.money.encodings import keccak_256
from app.rules.money.tokens import KNOWN_NETWORKS, TOKENS, can_hold
from support.deposit_samples import ADDRESSES, read_vectors

ROWS = read_vectors("addresses")
WARNINGS = {
    "off-curve": ("off_curve",),
    "no-checksum": ("no_checksum",),
    "p2sh-legacy3": ("also_bitcoin",),
    "future-witness-v1": ("future_witness",),
    "future-witness-v2": ("future_witness",),
    "future-witness-v16": ("future_witness",),
}
UNSPENDABLE = frozenset(
    {
        "bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd",
        "ltc1p59fcnxdn05t6adags3dc0vuvm4ejd7chsspp9ryqkvvlxrwkdylqfsruty",
    }
)
"""Published as valid, and they are: but what they hold is no point of the curve."""
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['network']}-{row['address'][:24]!a}")
def test_every_published_address_is_judged_as_its_source_says(row: dict[str, Any]) -> None:
    check = check_form(row["network"], row["address"])
    assert check.state == ("valid" if row["valid"] else "invalid"), row
    warnings = ("unspendable",) if row["address"] in UNSPENDABLE else WARNINGS.get(row["kind"], ())
    assert check.warnings == (warnings if row["valid"] else ())
    assert bool(check.reason) != row["valid"]


@pytest.mark.parametrize(
    ("network", "address", "reason"),
    [
        ("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"),
        ("bitcoin", "Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "case"),
        ("bitcoin", "ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga", "prefix"),
        ("bitcoin", "LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr", "prefix"),
        ("bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0", "alphabet"),
        ("bitcoin", "1111111111111111111114oLvT2", "zero"),
        ("litecoin", "ltcmweb1qqf4wtg", "prefix"),
        ("tron", "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeD", "checksum"),
        ("tron", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "prefix"),
        ("ethereum", "0x0000000000000000000000000000000000000000", "zero"),
        ("ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "checksum"),
        ("ethereum", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "prefix"),
        ("ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "length"),
        ("ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "alphabet"),
        ("solana", "11111111111111111111111111111111", "zero"),
        ("solana", "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpd", "length"),
        ("solana", "", "length"),
    ],
)
def test_a_refused_address_comes_with_its_reason(network: str, address: str, reason: str) -> None:
    assert check_address(network, address).reason == reason


@pytest.mark.parametrize(("network", "coin"), TOKENS)
def test_a_token_contract_is_no_deposit_address(network: str, coin: str) -> None:
    contract = TOKENS[network, coin].contract
    assert check_address(network, contract).reason == "token_contract"
    if network == "ethereum":
        assert check_address(network, contract.lower()).reason == "token_contract"


def test_an_unknown_network_is_not_checked_and_says_so() -> None:
    assert check_address("dogecoin", "anything").state == "unknown_network"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("", "length"),
        (" D1", "alphabet"),
        ("D1\n", "alphabet"),
        ("D1\u202e2", "alphabet"),
        ("D\u200b1", "alphabet"),
        ("\u0414" + "1", "alphabet"),
    ],
)
def test_an_address_that_the_eye_could_not_compare_is_invalid_on_any_network(
    address: str, reason: str
) -> None:
    check = check_address("dogecoin", address)
    assert (check.state, check.reason) == ("invalid", reason)


@pytest.mark.parametrize("network", ["bitcoin", "litecoin", "tron"])
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_one_wrong_character_is_always_noticed(network: str, data: st.DataObject) -> None:
    address = data.draw(st.sampled_from(ADDRESSES[network]))
    position = data.draw(st.integers(0, len(address) - 1))
    other = data.draw(st.sampled_from(BASE58 + "0OIl").filter(lambda c: c != address[position]))
    mutated = address[:position] + other + address[position + 1 :]
    assert check_address(network, mutated).state == "invalid"


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KNOWN_NETWORKS), st.text(max_size=100))
def test_no_text_breaks_the_check(network: str, text: str) -> None:
    assert check_address(network, text).state in {"valid", "invalid"}
    same_address(network, text, text[::-1])


@pytest.mark.parametrize("network", KNOWN_NETWORKS)
@pytest.mark.parametrize("text", ["1" * 100_000, "bc1" + "q" * 100_000, "0x" + "0" * 100_000, "\ud800", "\0"])
def test_long_and_broken_texts_are_refused_at_once(network: str, text: str) -> None:
    assert check_address(network, text).state == "invalid"


def test_case_tells_base58_addresses_apart_but_not_bech32_and_hex() -> None:
    bech32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    assert same_address("bitcoin", bech32.upper(), bech32)
    assert same_address("ethereum", "0xAB" + "0" * 38, "0xab" + "0" * 38)
    assert not same_address(
        "bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    )
    assert not same_address("solana", "AB", "ab")
    assert not same_address("dogecoin", "AB", "ab")


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (b"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
        (b"\xa3" * 200, "3a57666b048777f2c953dc4456f45a2588e1cb6f2da760122d530ac2ce607d4a"),
        # Of PyCryptodome, with a single byte of padding.
        (b"\xa3" * 135, "3d28d08c3dacab77392064a939f3e7f8d03f2e02e2c664ac08a05f63ac652626"),
    ],
)
def test_keccak_256_gives_the_digests_of_others(data: bytes, digest: str) -> None:
    assert keccak_256(data).hex() == digest


def test_a_known_coin_lives_only_where_it_is_known_to() -> None:
    assert can_hold("bitcoin", "BTC")
    assert can_hold("tron", "USDT")
    assert not can_hold("bitcoin", "LTC")
    assert not can_hold("bitcoin", "DOGE")
    assert not can_hold("tron", "ETH")
    assert can_hold("tron", "TRX")
    assert can_hold("dogecoin", "DOGE")


def test_the_neutral_and_the_base_point_are_on_the_curve() -> None:
    assert is_on_ed25519(b"\x01" + bytes(31))
    assert is_on_ed25519(b"\x58" + b"\x66" * 31)
    assert not is_on_ed25519(b"\x02" + bytes(31))


@pytest.mark.parametrize(
    ("key", "is_on"),
    [
        ("79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798", True),
        ("DFF1D77F2A671C5F36183726DB2341BE58FEAE1DA2DECED843240F7B502BA659", True),
        ("EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34", False),
        ("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC30", False),
        ("0" * 64, False),
    ],
)
def test_the_keys_of_bip_340_are_on_the_curve_or_not(key: str, *, is_on: bool) -> None:
    assert is_on_secp256k1(bytes.fromhex(key)) is is_on


def test_only_version_1_with_a_key_is_taproot() -> None:
    """The base point of secp256k1 under two versions: whom a later one will pay, nobody knows yet."""
    taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"
    later = "bc1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq2tdauy"
    assert check_address("bitcoin", taproot) == AddressCheck("valid")
    assert check_address("bitcoin", later) == AddressCheck("valid", ("future_witness",))


@pytest.mark.parametrize(
    ("network", "address", "reason"),
    [
        ("ethereum", "0x" + "0" * 40, "zero"),
        ("solana", "1" * 32, "zero"),
        ("tron", TOKENS["tron", "USDT"].contract, "token_contract"),
        ("tron", "", "length"),
        ("bitcoin", "bc1" + "q" * 88, "length"),
        ("bitcoin", "1", "checksum"),
        ("bitcoin", "z" * 128, "checksum"),
        ("bitcoin", "z" * 129, "length"),
        # The hash of BIP-173's first vector without its last byte.
        ("bitcoin", "13RJa7YdZQz3JHotw6gx1sco2AAPDrMZM", "length"),
        ("bitcoin", "bc1" + "q" * 87, "checksum"),
        ("bitcoin", "bc1qqqqqq", "length"),
        ("bitcoin", "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "length"),
        ("bitcoin", "bc1q\u00e9", "alphabet"),
        ("bitcoin", "bc1bqqqqqqqqqq", "alphabet"),
        ("bitcoin", "bc11qqqqqqqq", "prefix"),
        # The hash of BIP-173's first vector: of a version that there is not; with five more bits, all zero.
        ("bitcoin", "bc13w508d6qejxtdg4y5r3zarvary0c5xw7kxflzvg", "prefix"),
        ("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kqkhhp9x", "padding"),
    ],
)
def test_an_address_that_must_not_be_paid_has_its_reason(network: str, address: str, reason: str) -> None:
    assert check_address(network, address) == AddressCheck("invalid", reason=reason)


def test_addresses_are_the_same_without_case_only_where_case_means_nothing() -> None:
    segwit, hashed = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
    assert same_address("bitcoin", segwit, segwit.upper())
    assert not same_address("bitcoin", segwit, segwit.replace("q", "p", 1))
    assert not same_address("bitcoin", segwit, segwit.replace("k", "\u212a"))
    assert same_address("bitcoin", hashed, hashed)
    assert not same_address("bitcoin", hashed, hashed.upper())
