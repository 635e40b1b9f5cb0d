from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.money.tokens import KNOWN_NETWORKS
from app.rules.topups.entries import TxidError, check_txid, is_txid
from support.deposit_samples import read_vectors

ROWS = read_vectors("txids")
HEX = "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B"
SIGNATURE = "2ho7wZUXbDNz12xGfsXg2kcNMqkBAQjv7YNXNcVcuCmbC4p9FZe9ELeM2gMjq9MKQPpmE3nBW5pbdgwVCfNLr1h8"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['network']}-{row['txid'][:24]!a}")
def test_every_vector_is_judged_exactly_as_it_is(row: dict[str, Any]) -> None:
    assert is_txid(row["network"], row["txid"]) is row["valid"], row


@pytest.mark.parametrize(
    ("network", "pasted", "sent"),
    [
        ("bitcoin", f"  {HEX}\r\n", HEX.lower()),
        ("ethereum", f"0x{HEX}\t", f"0x{HEX.lower()}"),
        ("solana", f" {SIGNATURE} ", SIGNATURE),
        ("dogecoin", " Some-Id_1 ", "Some-Id_1"),
        ("bitcoin", "", ""),
        ("solana", "  \n", ""),
    ],
)
def test_a_pasted_id_is_trimmed_and_its_hex_lowered(network: str, pasted: str, sent: str) -> None:
    assert check_txid(network, pasted) == sent


@pytest.mark.parametrize(
    ("network", "pasted", "code", "form", "length"),
    [
        ("litecoin", " deadbeef01 ", "invalid", "hex64", 10),
        ("tron", f"0x{HEX}", "invalid", "hex64", 66),
        ("ethereum", HEX, "invalid", "0xhex64", 64),
        ("solana", HEX, "invalid", "base58_64", 64),
        ("solana", "1" * 129, "too_long", "base58_64", 129),
        ("bitcoin", "a" * 100_000, "too_long", "hex64", 100_000),
        ("dogecoin", "a b", "invalid", "ascii", 3),
        ("dogecoin", "ж", "invalid", "ascii", 1),
        ("bitcoin", f"X{HEX}X", "invalid", "hex64", 66),
        ("dogecoin", "a" * 128 + "ж", "too_long", "ascii", 129),
        ("dogecoin", "a" * 127 + "ж", "invalid", "ascii", 128),
        ("bitcoin", f"\u200b{HEX}", "invalid", "hex64", 65),
        ("bitcoin", f"\u00a0{HEX}", "invalid", "hex64", 65),
    ],
)
def test_a_wrong_id_is_refused_with_what_is_expected(
    network: str, pasted: str, code: str, form: str, length: int
) -> None:
    with pytest.raises(TxidError) as caught:
        check_txid(network, pasted)
    error = caught.value
    assert (error.field, error.code, error.form, error.length) == ("txid", code, form, length)


@pytest.mark.parametrize(
    ("network", "pasted", "fits"),
    [
        ("ethereum", HEX, ("bitcoin", "litecoin", "tron")),
        ("bitcoin", f"0x{HEX}", ("ethereum",)),
        ("tron", SIGNATURE, ("solana",)),
        ("solana", "deadbeef", ()),
    ],
)
def test_the_id_of_another_network_is_recognized_as_such(
    network: str, pasted: str, fits: tuple[str, ...]
) -> None:
    with pytest.raises(TxidError) as caught:
        check_txid(network, pasted)
    assert caught.value.fits == fits


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((*KNOWN_NETWORKS, "dogecoin")), st.text(max_size=150))
def test_any_text_is_either_sent_in_its_form_or_refused(network: str, text: str) -> None:
    try:
        txid = check_txid(network, text)
    except TxidError:
        return
    assert not txid or is_txid(network, txid)
