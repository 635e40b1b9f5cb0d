"""500,000 locations: their memory, the bytecodes of a search, and keystrokes in the pane that shows them.

Argument: the number of rounds.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from statistics import median
from types import FrameType
from typing import Any

from PySide6.QtWidgets import QApplication

from app.rules.locations.lists import LocationList, LocationRows
from app.rules.locations.search import Search
from bench.programs.probe import memory_mb, report
from support.page_context import page_context
from tollhouse_sandbox.rules.locations import Country, Locations
from ui.clipboard import Clipboard
from ui.pages.locations.location_pane import LocationPane
from ui.tasks import Tasks
from ui.theme.theme import apply_theme

LARGEST = "US"
COMMON = ("a", "sa", "san", "new", "north", "el")
RARE = ("berl", "zzzz", "de-", "as20", "san jose", "munchen", "net", "x")
SIZE = (560, 640)
FIXED_ROWS = 256
LIMIT_FRAMES = 20
PASSES = 8


def main(rounds: int) -> None:
    """Reports all rounds."""
    sandbox = Locations(large=True)
    countries = sandbox.countries(None)
    for country in countries:
        sandbox.cities(country.code, None)
        sandbox.providers(country.code)
    gc.collect()
    before = memory_mb()
    lists = [one for country in countries for one in _lists(sandbox, country)]
    memory = memory_mb() - before
    # The app collects garbage between its work, not in it (see ui.start.event_loop).
    gc.collect()
    gc.disable()
    pane, fixed = _pane(lists), _pane([_cut(lists)])
    keystrokes = [_p99(_keystrokes(pane)) / _limit_s(fixed) for _round in range(rounds)]
    report(
        {
            "memory": [memory],
            "flat": [_growth(lists)],
            "keystroke": keystrokes,
            "first_hits": [median(_first_hits_ms(pane)) for _round in range(rounds)],
        }
    )


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


def _cut(lists: list[LocationList]) -> LocationList:
    """Returns a list of the first rows of the largest country."""
    whole = next(one for one in lists if one.country == LARGEST and one.kind == "cities")
    rows = LocationRows()
    for number in range(FIXED_ROWS):
        rows.add(whole.name(number), f"city-{number}", "")
    return LocationList("cities", LARGEST, rows.columns(), as_of=whole.as_of)


def _pane(lists: list[LocationList]) -> LocationPane:
    context = page_context(Clipboard(app))
    pane = LocationPane("Search all countries", "All countries", context, Tasks(app, print), mixed=True)
    pane.resize(*SIZE)
    pane.show()
    pane.show_lists(lists, {}, age="")
    app.processEvents()
    return pane


def _keystrokes(pane: LocationPane) -> Iterator[float]:
    """Types texts; each is followed by the rest of its search, as while a user thinks."""
    for text in (*COMMON, *RARE) * PASSES:
        began = time.thread_time()
        pane.search.setText(text)
        pane.repaint()
        yield time.thread_time() - began
        app.processEvents()
        pane.search.clear()
        app.processEvents()


def _first_hits_ms(pane: LocationPane) -> Iterator[float]:
    """Types texts with many hits; each ends when its first hits are painted."""
    for text in COMMON * PASSES:
        began = time.monotonic()
        pane.search.setText(text)
        pane.repaint()
        while pane.found.text != text:
            app.processEvents()
        pane.repaint()
        yield (time.monotonic() - began) * 1000
        pane.search.clear()
        app.processEvents()


def _limit_s(fixed: LocationPane) -> float:
    """Returns the time to reset the same view to a few fixed rows and to paint it."""
    table, took = fixed.table, []
    for _frame in range(LIMIT_FRAMES):
        began = time.thread_time()
        table.model().beginResetModel()
        table.model().endResetModel()
        fixed.repaint()
        took.append(time.thread_time() - began)
    return sorted(took)[LIMIT_FRAMES // 2]


def _growth(lists: list[LocationList]) -> float:
    """Returns how many more bytecodes a keystroke runs among all rows than in the largest country."""
    cities = [one for one in lists if one.country == LARGEST and one.kind == "cities"]
    return max(_bytecodes(lists, text) / _bytecodes(cities, text) for text in COMMON)


def _bytecodes(lists: list[LocationList], text: str) -> int:
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    # Time that stands still: a slow tracer must not end the page.
    sys.settrace(trace)
    search = Search(lists, text, seconds=lambda: 0.0)
    search.first_page()
    sys.settrace(None)
    return count


def _p99(seconds: Iterator[float]) -> float:
    values = sorted(seconds)
    return values[int(len(values) * 0.99)]


app = QApplication(sys.argv)
apply_theme(app, "light")
main(int(sys.argv[1]))
