"""Addresses held against an implementation that is not ours."""

from __future__ import annotations

import random
import string

import pytest

from app.rules.money.addresses import check_address, check_form
from support.address_oracle import KINDS, WITH_CHECKSUM
from support.more_examples import more

EXAMPLES = more(300)
"""How many are tried, for all networks together."""


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
        assert (check_form(kind.network, changed).state == "valid") == kind.reads(changed), changed
