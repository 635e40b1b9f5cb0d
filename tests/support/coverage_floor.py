"""Checks that all is covered: `python -m support.coverage_floor REPORT`, after `make coverage`."""

from __future__ import annotations

import json
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_PERCENT: Final = 80
"""The least coverage of lines and branches that a file must have."""
MIN_TOTALS: Final = {"src/*": 90, "src/app/*": 95}
FULLY: Final = (
    "src/app/api/calls.py",
    "src/app/api/envelope.py",
    "src/app/api/outcome.py",
    "src/app/api/transport.py",
    "src/app/rules/money/*",
    "src/app/rules/payment_uris/*",
    "src/app/rules/topups/*",
    "src/app/services/topups/deposits.py",
    "src/app/services/topups/reconciliations.py",
    "src/app/services/topups/requests.py",
    "src/app/storage/outbox*.py",
)
"""Money, the outbox and what is sent from it, the deposit check and HTTP: each line and each branch."""


def main(report: Path) -> int:
    """Returns 1 when a file, or files together, are below their minimum; names each."""
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    is_below = False
    for name, file in sorted(files.items()):
        least = 100 if any(fnmatch(name, pattern) for pattern in FULLY) else MIN_PERCENT
        if (percent := _percent([file])) < least:
            is_below = True
            missing = ", ".join(map(str, file["missing_lines"])) or file["missing_branches"]
            sys.stdout.write(f"{name}: {percent:.1f} %, below {least} %; missing: {missing}\n")
    for pattern, least in MIN_TOTALS.items():
        percent = _percent(file for name, file in files.items() if fnmatch(name, pattern))
        is_below |= percent < least
        sys.stdout.write(f"{pattern}: {percent:.1f} % of lines and branches; at least {least} %\n")
    return int(is_below)


def _percent(files: Iterable[dict[str, Any]]) -> float:
    summaries = [file["summary"] for file in files]
    there = sum(summary["num_statements"] + summary["num_branches"] for summary in summaries)
    covered = sum(summary["covered_lines"] + summary["covered_branches"] for summary in summaries)
    return 100 * covered / there if there else 100


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
