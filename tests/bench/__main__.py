"""Measures the app against its budgets: `make bench`. Prints a table and never fails on a time."""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory


def main() -> None:
    """Runs every measurement, a minute or two in all, and prints what was found."""
    sys.path[0] = str(Path(__file__).parent.parent)
    from bench import calls, ends, locations, pictures, services, starts  # noqa: PLC0415 (found only now)
    from bench.rows import table  # noqa: PLC0415 (likewise)

    began = time.monotonic()
    rows = []
    with TemporaryDirectory() as folder:
        # An installed app has its bytecode: so has every process here, after its first start.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        parts = (starts, calls, services, ends, pictures, locations)
        for measure in (part.measure for part in parts):
            sys.stderr.write(f"… {measure.__module__}\n")
            rows.extend(measure())
    sys.stdout.write(table(rows))
    sys.stdout.write(f"\nMeasured in {time.monotonic() - began:.0f} s; a busy machine spoils the figures.\n")


if __name__ == "__main__":
    main()
