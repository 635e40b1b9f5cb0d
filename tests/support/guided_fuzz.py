"""Fuzzes one parser, guided by the branches that it reaches: with atheris, which is no part of `make setup`.

Arguments: the name of a target of `parser_targets`, then options of libFuzzer. It ends with an error at the
first thing that is wrong, and prints the bytes.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["app"]):
    from support.parser_targets import TARGETS

if __name__ == "__main__":
    target = TARGETS[sys.argv[1]]
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.seeds):
            Path(corpus, str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], corpus, *sys.argv[2:]], target.run)
        atheris.Fuzz()
