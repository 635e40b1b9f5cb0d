"""The window shows the truth whatever of the answers that the interface leaves open the service gives.

The suite draws most variants at once; `make prove` walks through each alone, and through pairs.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from support.more_examples import more
from support.variant_walk import (
    NOT_PAYABLE,
    drawn_values,
    walk_not_payable,
    walk_subscriptions,
    walk_topups,
    walked_values,
)

if TYPE_CHECKING:
    from pathlib import Path

ALONE = [dict([one]) for one in walked_values()]
PAIRS = [dict(random.Random(seed).sample(walked_values(), 2)) for seed in range(20)]
FURTHER = [*ALONE, *PAIRS] if more(1) > 1 else []


def ids_of(chosen: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in chosen.items())


@pytest.mark.parametrize(
    "chosen", [drawn_values(random.Random(1), 0.8) | {"totals": "zero"}, *FURTHER], ids=ids_of
)
async def test_the_main_job_is_done(qapp: Any, tmp_path: Path, chosen: dict[str, str]) -> None:
    await walk_topups(tmp_path, chosen)


@pytest.mark.parametrize(("name", "value"), list(NOT_PAYABLE))
async def test_what_is_not_payable_says_why(qapp: Any, tmp_path: Path, name: str, value: str) -> None:
    await walk_not_payable(tmp_path, {name: value}, NOT_PAYABLE[name, value])


@pytest.mark.parametrize("chosen", [drawn_values(random.Random(3), 0.8), *FURTHER], ids=ids_of)
async def test_subscriptions_are_shown(qapp: Any, tmp_path: Path, chosen: dict[str, str]) -> None:
    await walk_subscriptions(tmp_path, chosen)
