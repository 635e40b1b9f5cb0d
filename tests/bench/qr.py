"""QR codes: one drawn at another size, in pairs with an encode."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Encodes payments and resizes the widget by turns."""
    with TemporaryDirectory() as folder, running("qr", str(rounds), home=Path(folder)) as run:
        for encode, resize in zip(run.report["encode"], run.report["resize"], strict=True):
            results.add("encode", encode * 1000)
            results.add("resize", resize / encode)
