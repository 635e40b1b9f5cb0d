from __future__ import annotations

from typing import Any

import pytest

from app.rules.topups.deposit_problems import DepositFacts
from app.rules.topups.uri_agreement import compare
from support.deposit_samples import read_vectors

ROWS = read_vectors("agreement_cases")
ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
SOL = "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['verdict']}-{row['uri'][:60]}")
def test_every_agreement_has_its_verdict_and_reasons(row: dict[str, Any]) -> None:
    fields = row["fields"]
    facts = DepositFacts(fields["network"], fields["coin"], fields["address"], fields["amountCrypto"])
    agreement = compare(row["uri"], facts)
    assert (agreement.verdict, list(agreement.reasons)) == (row["verdict"], row["reasons"])
    assert bool(agreement.missing) is (agreement.verdict == "partial")
    assert isinstance(agreement.missing, tuple)
    if agreement.verdict == "invalid":
        assert set(agreement.differing) <= set(agreement.reasons)
    else:
        assert agreement.differing == (agreement.reasons if agreement.verdict == "mismatch" else ())


def test_the_same_address_in_a_case_that_breaks_its_checksum_is_invalid() -> None:
    facts = DepositFacts("ethereum", "ETH", ETH, "1")
    agreement = compare(f"ethereum:{ETH.replace('5aA', '5AA')}@1?value=1e18", facts)
    assert (agreement.verdict, agreement.reasons) == ("invalid", ("address",))


def test_a_bare_address_of_another_network_is_malformed_on_this_one() -> None:
    bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    agreement = compare(bitcoin, DepositFacts("ethereum", "ETH", ETH, "1"))
    assert (agreement.verdict, agreement.reasons) == ("invalid", ("address",))
    assert compare(ETH, DepositFacts("ethereum", "ETH", ETH, "1")).verdict == "partial"


def test_what_is_missing_is_named_for_the_hand() -> None:
    usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
    agreement = compare(
        f"ethereum:{usdt}/transfer?address={ETH}", DepositFacts("ethereum", "USDT", ETH, "25")
    )
    assert (agreement.verdict, agreement.missing) == ("partial", ("amount", "chain"))


@pytest.mark.parametrize(("network", "address"), [("ethereum", ETH), ("solana", SOL)])
def test_a_link_without_amount_and_token_cannot_be_distinguished_from_a_payment_in_the_own_coin(
    network: str, address: str
) -> None:
    facts = DepositFacts(network, "USDT", address, "25.000001")
    assert compare(f"{network}:{address}", facts).verdict == "cannot_tell"


def test_a_coin_or_network_that_is_new_in_the_catalog_cannot_be_known() -> None:
    dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
    link = f"ethereum:{dai}@1/transfer?address={ETH}&uint256=25000000000000000000"
    assert compare(link, DepositFacts("ethereum", "DAI", ETH, "25")).verdict == "cannot_tell"
    doge = compare("dogecoin:D1", DepositFacts("dogecoin", "DOGE", "D1", "25"))
    assert doge[:4] == ("cannot_tell", ("network dogecoin",), (), ())
    assert doge.link.scheme == "dogecoin"


@pytest.mark.parametrize(
    "link",
    [
        f"ethereum:{ETH}@1?value=25e18",
        f"ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address={ETH}&uint256=25e6",
    ],
)
def test_a_link_that_names_a_known_coin_is_no_match_for_a_new_one(link: str) -> None:
    agreement = compare(link, DepositFacts("ethereum", "DAI", ETH, "25"))
    assert (agreement.verdict, agreement.reasons) == ("mismatch", ("token",))
