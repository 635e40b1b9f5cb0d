"""G12: bits of every file flipped, and its end cut off; the app's own readers then use it."""

from __future__ import annotations

import logging
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from prove.campaign import Campaign, Figures
from support.damaged_files import DAMAGES, FILES, DamageHarness

if TYPE_CHECKING:
    from collections.abc import Iterator

_BATCHES = 50
_EACH = 20
"""So many of each damage to each file in a batch: 1,000 in all."""


def _damage(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    logging.disable(logging.WARNING)  # a line for each damaged file
    with TemporaryDirectory() as folder:
        harnesses = {name: DamageHarness(file, Path(folder, name)) for name, file in FILES.items()}
        for turn in range(1 if is_sample else _EACH):
            for name, harness in harnesses.items():
                for kind, damage in DAMAGES.items():
                    one = f"{name}, {kind}, {seed} {number} {turn}"
                    counts, details = Counter({kind: 1}), []
                    try:
                        counts["set aside"] += harness.use_damaged(damage, random.Random(one))
                    except AssertionError as error:
                        counts["taken for whole"] += 1
                        details.append(f"{one}: {error}")
                    except Exception as error:  # noqa: BLE001 (whatever escapes is what is looked for)
                        counts["escaped errors"] += 1
                        details.append(f"{one}: {type(error).__name__}: {error}")
                    yield Figures(+counts, details)


CAMPAIGNS = (
    Campaign(
        "G12",
        "damaged files",
        f"bits flipped in, and the end cut off each of: {', '.join(FILES)}; each is then used at two starts",
        (*DAMAGES, "set aside"),
        ("taken for whole", "escaped errors"),
        _BATCHES,
        _damage,
    ),
)
