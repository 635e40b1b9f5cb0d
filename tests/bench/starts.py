"""Starts: first paint, known and fresh data on screen, and the memory held then, against a bare window."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.processes import running
from bench.rows import Row
from support.sandbox_process import start_sandbox

PAIRS = 11
STALLS = 5
_SETTLE_SECONDS = 0.3


def measure() -> list[Row]:
    """Starts a bare window, the shell and the whole app by turns."""
    times: dict[str, list[float]] = {"bare": [], "shell": [], "ready": [], "known": []}
    memory: dict[str, list[float]] = {"bare": [], "shell": [], "ready": []}
    with TemporaryDirectory() as folder, start_sandbox() as sandbox:
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        for program in ("bare", "shell", "ready") * (PAIRS + 1):
            with running(program, home=Path(folder), environment=account) as run:
                time.sleep(_SETTLE_SECONDS)
                times[program].append(run.milliseconds)
                if "known" in run.report:
                    times["known"].append((run.report["known"] - run.began) * 1000)
                memory[program].append(run.memory_mb())
        stalls = [_longest_stall(Path(folder), account) for _run in range(STALLS)]
    for values in (*times.values(), *memory.values()):
        del values[0]  # the first round fills the caches
    return [
        Row("bare window: first paint", median(times["bare"]), "ms"),
        Row("first paint of the whole shell, against bare", _ratio(times, "shell"), "x", 1.15),
        Row("    the same, fastest against fastest", min(times["shell"]) / min(times["bare"]), "x"),
        Row("last known data on screen, against bare", _ratio(times, "known"), "x", 1.3),
        Row("fresh data on screen, against bare", _ratio(times, "ready"), "x", 2.5),
        Row("    the same, fastest against fastest", min(times["ready"]) / min(times["bare"]), "x"),
        Row("    longest stall on the way", median(stalls), "ms", 26),
        Row("bare window: memory", median(memory["bare"]), "MB"),
        Row("memory when ready, against bare", _ratio(memory, "ready"), "x", 1.8),
    ]


def _longest_stall(home: Path, account: dict[str, str]) -> float:
    with running("ready", "stalls", home=home, environment=account) as run:
        return float(run.report["longest_gap_ms"])


def _ratio(values: dict[str, list[float]], program: str) -> float:
    return median(mine / bare for mine, bare in zip(values[program], values["bare"], strict=True))
