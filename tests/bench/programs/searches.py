"""Searches among 500,000 locations: memory, bytecodes and time."""

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from app.rules.locations.lists import LocationList, LocationRows
from app.rules.locations.search import Search
from app.rules.palette import PaletteScope, PaletteSearch
from tollhouse_sandbox.rules.locations import Country, Locations

LARGEST = "US"
COMMON = ("a", "sa", "san", "new", "north", "el")
RARE = ("berl", "zzzz", "de-", "as20", "san jose", "munchen", "net", "x")
ROUNDS = 15


def main() -> None:
    """Prints what was found as one line of JSON."""
    sandbox = Locations(large=True)
    countries = sandbox.countries(None)
    for country in countries:
        sandbox.cities(country.code, None)
        sandbox.providers(country.code)
    gc.collect()
    before = _memory_mb()
    lists = [places for country in countries for places in _lists(sandbox, country)]
    # The app's own rounds stand between its work, not in it (see ui.start.event_loop).
    gc.collect()
    gc.disable()
    report = {
        "memory_mb": _memory_mb() - before,
        "bytecodes": _growth(lists),
        "first_page_ms": _p99(_first_pages(lists)),
        "palette_ms": _p99(_palettes(lists)),
        "slice_ms": _p99(_slices(lists)),
    }
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


def _lists(sandbox: Locations, country: Country) -> Iterator[LocationList]:
    now = datetime.now(UTC)
    rows = LocationRows()
    for city in sandbox.cities(country.code, None):
        rows.add(city.name, city.id, city.state or "")
    yield LocationList("cities", country.code, rows.columns(), as_of=now)
    rows = LocationRows()
    for provider in sandbox.providers(country.code):
        rows.add(provider.name, str(provider.asn))
    yield LocationList("asns", country.code, rows.columns(), as_of=now)


def _growth(lists: list[LocationList]) -> float:
    """Returns how many more bytecodes a keystroke runs among all rows than in the largest country."""
    cities = [places for places in lists if places.country == LARGEST and places.kind == "cities"]
    return max(_bytecodes(lists, text) / _bytecodes(cities, text) for text in COMMON)


def _bytecodes(lists: list[LocationList], text: str) -> int:
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    # Standing time: a slow tracer must not end the page.
    sys.settrace(trace)
    search = Search(lists, text, seconds=lambda: 0.0)
    search.first_page()
    sys.settrace(None)
    return count


def _first_pages(lists: list[LocationList]) -> Iterator[float]:
    for text in (*COMMON, *RARE) * ROUNDS:
        began = time.perf_counter()
        Search(lists, text).first_page()
        yield time.perf_counter() - began


def _palettes(lists: list[LocationList]) -> Iterator[float]:
    for text in (*COMMON, *RARE) * ROUNDS:
        began = time.perf_counter()
        PaletteSearch(PaletteScope((), lists), text).first_page()
        yield time.perf_counter() - began


def _slices(lists: list[LocationList]) -> Iterator[float]:
    for text in (*COMMON, *RARE):
        search, more = Search(lists, text), True
        while more:
            began = time.perf_counter()
            more = search.step()
            yield time.perf_counter() - began


def _p99(seconds: Iterator[float]) -> float:
    values = sorted(seconds)
    return values[int(len(values) * 0.99)] * 1000


def _memory_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell the memory")


main()
