"""Paints what was written to a terminal as pixels, so that a QR code in it can be decoded."""

from __future__ import annotations

import re

PIXELS = 4
"""The width of a cell, and half of its height: a module is half a cell."""

_STYLES = re.compile(r"\x1b\[(?P<codes>[0-9;]*)m|\x1b\[[0-9;?]*[A-Za-z]|\r")
_PALETTE = {"16": 0, "231": 255}
_UPPER = {" ": False, "▀": True, "▄": False, "█": True}
_LOWER = {" ": False, "▀": False, "▄": True, "█": True}


def paint(text: str, ground: int, ink: int) -> memoryview:
    """Returns the gray pixels of a screen whose own colors are `ground` and `ink`, 0 to 255."""
    lines = [_cells(line, ground, ink) for line in text.replace("\r\n", "\n").split("\n")]
    columns = max(map(len, lines))
    rows = []
    for cells in lines:
        padded = cells + [(ground, ground)] * (columns - len(cells))
        for half in (0, 1):
            row = bytes(shade for cell in padded for shade in (cell[half],) * PIXELS)
            rows += [row] * PIXELS
    return memoryview(b"".join(rows)).cast("B", (len(rows), columns * PIXELS))


def _cells(line: str, ground: int, ink: int) -> list[tuple[int, int]]:
    cells = []
    back, front = ground, ink
    position = 0
    while position < len(line):
        found = _STYLES.match(line, position)
        if found is not None:
            position = found.end()
            if found["codes"] is not None:
                back, front = _colors(found["codes"].split(";"), (back, front), (ground, ink))
            continue
        character = line[position]
        # Any other letter covers some of its cell.
        upper, lower = _UPPER.get(character, True), _LOWER.get(character, False)
        cells.append((front if upper else back, front if lower else back))
        position += 1
    return cells


def _colors(codes: list[str], now: tuple[int, int], own: tuple[int, int]) -> tuple[int, int]:
    back, front = own if codes in (["0"], [""]) else now
    for place, code in enumerate(codes):
        if code == "38" and codes[place + 1] == "5":
            front = _PALETTE[codes[place + 2]]
        if code == "48" and codes[place + 1] == "5":
            back = _PALETTE[codes[place + 2]]
    return back, front
