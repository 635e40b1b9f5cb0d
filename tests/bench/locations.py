"""Locations: memory of all of them, keystrokes among them, and a large country arriving."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import running
from bench.rows import Row
from support.sandbox_process import start_sandbox


def measure() -> list[Row]:
    """Searches the sandbox's 500,000 rows in a process of its own, then loads one country over HTTP."""
    with TemporaryDirectory() as folder, start_sandbox("--scale", "large") as sandbox:
        with running("searches", home=Path(folder)) as run:
            report = run.report
        address = {"TOLLHOUSE_BASE_URL": sandbox.base_url}
        with running("arrivals", home=Path(folder), environment=address) as run:
            gap_ms, all_ms = run.report["longest_gap_ms"], run.report["all_ms"]
    return [
        Row("memory of 500,000 locations", report["memory_mb"], "MB", 60),
        Row("first page of hits, 500,000 rows over 20,000, in bytecodes", report["bytecodes"], "x", 1.2),
        Row("first page of hits among 500,000 rows, p99", report["first_page_ms"], "ms", 16),
        Row("first page of the palette, p99", report["palette_ms"], "ms", 16),
        Row("longest slice of a search, p99", report["slice_ms"], "ms", 8),
        Row("20,000 cities arriving: longest gap of the loop", gap_ms, "ms", 10),
        Row("    until they are shown and kept", all_ms, "ms"),
    ]
