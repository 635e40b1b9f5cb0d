"""Checks that every file is covered: `python -m support.coverage_floor REPORT`, after `make coverage`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

MIN_PERCENT: Final = 65
"""The least coverage of lines and branches that a file must have."""
MIN_TOTAL_PERCENT: Final = 90


def main(report: Path) -> int:
    """Returns 1 when a file, or all of them together, are below their minimum; names each."""
    measured = json.loads(report.read_text(encoding="utf-8"))
    below = {
        name: file["summary"]["percent_covered"]
        for name, file in measured["files"].items()
        if file["summary"]["percent_covered"] < MIN_PERCENT
    }
    total = measured["totals"]["percent_covered"]
    for name, percent in sorted(below.items(), key=lambda item: item[1]):
        sys.stdout.write(f"{name}: {percent:.0f} %, below {MIN_PERCENT} %\n")
    sys.stdout.write(f"All files: {total:.1f} % of lines and branches; at least {MIN_TOTAL_PERCENT} %\n")
    return int(bool(below) or total < MIN_TOTAL_PERCENT)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
