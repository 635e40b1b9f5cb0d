"""Writes CSV cells that spreadsheets read as text: quoted (RFC 4180), never a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Some spreadsheets take full-width signs for plain ones, and leave out what stands before a sign unseen.
_FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n", "\0")
_GUARD = "'"


def is_formula(cell: str) -> bool:
    """Returns whether a spreadsheet might evaluate a cell instead of showing it."""
    return cell.startswith(_FORMULA_STARTS)


def guarded(cell: str) -> str:
    """Returns a cell that a spreadsheet shows as text: what might be a formula begins with an apostrophe."""
    return f"{_GUARD}{cell}" if is_formula(cell) else cell


def unguarded(cell: str) -> str:
    """Returns a cell as it was before `guarded`."""
    return cell[1:] if cell.startswith(_GUARD) and is_formula(cell[1:]) else cell


def csv_row(cells: Iterable[str]) -> str:
    """Returns a line without its end; what might be a formula begins with an apostrophe."""
    return ",".join(_quoted(guarded(cell)) for cell in cells)


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Returns a whole file, each line ended by CR LF as RFC 4180 wants it."""
    return "".join(f"{csv_row(cells)}\r\n" for cells in rows)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
