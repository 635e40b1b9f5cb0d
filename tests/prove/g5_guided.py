"""G5: each parser fuzzed along the branches that it reaches, where atheris is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from prove.campaign import Campaign, Figures
from support.parser_targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Iterator

_TESTS = Path(__file__).parents[1]
_PROGRAM = _TESTS / "support" / "guided_fuzz.py"
_SECONDS = 60
_MAX_BYTES = 2_048
_INPUTS = re.compile(r"number_of_executed_units: (\d+)")


def _fuzz(number: int, seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    if not find_spec("atheris"):
        raise RuntimeError("atheris is not installed; it is no part of `make setup`")
    name = list(TARGETS)[number]
    options = [
        f"-max_total_time={_SECONDS}",
        f"-max_len={_MAX_BYTES}",
        f"-seed={seed}",
        "-print_final_stats=1",
    ]
    with TemporaryDirectory() as folder:
        ended = subprocess.run(
            [sys.executable, str(_PROGRAM), name, *options],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(_TESTS)},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    counts = Counter(parsers=1, inputs=sum(map(int, _INPUTS.findall(ended.stderr))))
    if ended.returncode:
        counts["failures"] += 1
    yield Figures(counts, [f"{name}: {ended.stderr[-500:]}"] if ended.returncode else [])


CAMPAIGNS = (
    Campaign(
        "G5",
        "guided fuzz",
        f"atheris changes real contents along the branches that it reaches, {_SECONDS} s for each of:"
        f" {', '.join(TARGETS)}",
        ("parsers", "inputs"),
        ("failures",),
        len(TARGETS),
        _fuzz,
        in_sample=False,
    ),
)
