"""The one table of what is measured, with its budgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Budget:
    """A row of the table.

    Attributes:
        subject: The module that measures it.
        key: Its name in that module.
        what: What is measured.
        unit: The unit of all figures; 'x' for a ratio within a pair.
        goal: The budget; None where the figure only explains another.
        at_least: Whether the goal is a minimum.
    """

    subject: str
    key: str
    what: str
    unit: str
    goal: float | None = None
    at_least: bool = False


BUDGETS: Final = (
    Budget("starts", "bare", "bare window: first paint", "ms"),
    Budget("starts", "painted", "first paint of the shell, against bare", "x"),
    Budget("starts", "known", "first paint with the last known rows, against bare", "x", 1.2),
    Budget("starts", "fresh", "first paint of a row after the response, against bare", "x", 3.5),
    Budget("starts", "floor", "floor: bare window and list, httpx and the model: a row painted", "x"),
    Budget("starts", "floor_imported", "floor: the same, with the modules of the first page imported", "x"),
    Budget("starts", "floor_shown", "floor: the same, and as many bare widgets as with the first rows", "x"),
    Budget("starts", "fresh_demo", "the same for the demo, with the start of its service", "x", 6),
    Budget("starts", "working", "the whole page working, against bare", "x", 5),
    Budget("starts", "floor_working", "floor: its modules, calls and code, and as many bare widgets", "x"),
    Budget("starts", "floor_demo", "floor: the same for the demo, with the start of its service", "x"),
    Budget("frozen", "frozen_ms", "frozen app: first paint", "ms"),
    Budget("frozen", "frozen", "frozen app: first paint, against the same from source", "x", 1.2),
    Budget("watches", "stall", "longest stall until 3 s after the page works", "ms", 30),
    Budget("watches", "stall_cpu", "longest turn until then, CPU of the GUI thread", "ms"),
    Budget("watches", "memory_bare", "bare window: memory", "MB"),
    Budget("watches", "memory", "memory 10 s after the page works, against bare", "x", 2.3),
    Budget("instructions", "bare", "bare window: instructions until its first paint", "M"),
    Budget("instructions", "painted", "instructions until the first paint, against bare", "x"),
    Budget(
        "instructions", "known", "instructions until the last known rows are painted, against bare", "x", 1.25
    ),
    Budget("actions", "first_cpu", "first visit of a page: CPU", "ms", 100),
    Budget("actions", "first_bare", "the same, against the CPU time of bare", "x"),
    Budget("actions", "first_turn", "first visit of a page: longest turn, CPU", "ms", 30),
    Budget("actions", "second_cpu", "second visit of a page: CPU", "ms", 20),
    Budget("actions", "second_bare", "the same, against the CPU time of bare", "x"),
    Budget("actions", "look_cpu", "theme or text size, all pages visited: CPU", "ms", 100),
    Budget("actions", "look_turn", "theme or text size: longest turn, CPU", "ms", 50),
    Budget("actions", "other_turn", "palette, account switch, search, scroll: longest turn, CPU", "ms", 30),
    Budget("actions", "look_stall", "theme or text size: longest stall", "ms", 50),
    Budget("actions", "stall", "longest stall of any other action", "ms", 30),
    Budget("actions", "memory", "memory with all pages visited, against bare", "x", 3.0),
    Budget("actions", "cpu", "CPU of another action", "ms"),
    Budget("locations", "memory", "memory of 500,000 locations", "MB", 60),
    Budget(
        "locations",
        "keystroke",
        "keystroke to painted, 500,000 rows, p99 against the repaint limit",
        "x",
        2.5,
    ),
    Budget("locations", "first_hits", "keystroke to its first hits painted, 500,000 rows", "ms"),
    Budget("locations", "flat", "first page of hits, 500,000 rows against 20,000, in bytecodes", "x", 1.2),
    Budget("arrivals", "country_turn", "a country opened for the first time: longest turn, CPU", "ms", 30),
    Budget("arrivals", "cities_turn", "20,000 cities arriving on the page: longest turn, CPU", "ms", 10),
    Budget("arrivals", "cities_stall", "20,000 cities arriving on the page: longest stall", "ms"),
    Budget("arrivals", "search_turn", "20,000 cities searched: longest turn, CPU", "ms", 10),
    Budget("lists", "scroll", "scroll frame of 100,000 top-ups, against a C++ model", "x", 2),
    Budget("lists", "arrival_turn", "100,000 top-ups arriving at once: longest turn, CPU", "ms", 10),
    Budget("lists", "pages_turn", "the last pages of 100,000 top-ups arriving: longest turn, CPU", "ms", 10),
    Budget("lists", "search_turn", "100,000 top-ups searched: longest turn, CPU", "ms", 10),
    Budget("idle", "open", "idle with the window open, CPU against a bare countdown", "x", 2),
    Budget(
        "idle",
        "polling",
        "floor: a bare countdown with ring and age, and the polls of the interface, by httpx and the model",
        "x",
    ),
    Budget("idle", "open_cpu", "idle with the window open: CPU in a second", "ms"),
    Budget("idle", "paints", "paint events in 10 s while hidden", "", 0),
    Budget("idle", "hidden_cpu", "idle while hidden: CPU in a second", "ms"),
    Budget("qr", "encode", "QR code: encode", "ms"),
    Budget("qr", "resize", "QR code: resize, against encode", "x", 0.06),
    Budget("calls", "client", "GETs through the whole client, against httpx alone", "x", 1.5),
    Budget("quits", "quit", "quit with 3 requests in flight", "ms", 50),
    Budget("quits", "gone", "the same, until the process is gone", "ms"),
    Budget("sandbox", "ready", "sandbox: first response after its start", "ms", 600),
    Budget("sandbox", "rate", "sandbox: requests a second on one core", "/s", 600, at_least=True),
    Budget("sandbox", "cpu_rate", "sandbox: requests in a second of its CPU", "/s"),
)
