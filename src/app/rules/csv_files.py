"""Reads and writes CSV (RFC 4180), with cells that spreadsheets never take for formulas; writes JSON, too."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from app.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ExportForm = Literal["csv", "json"]
MAX_FILE_BYTES: Final = 1024 * 1024

_SEPARATORS: Final = ",;\t"
# A first line that names the separator to a spreadsheet.
_SEPARATOR_LINE: Final = re.compile(r"sep=([,;\t])[\r\n]", re.IGNORECASE)
# JSON, or a web page or XML, as a spreadsheet saves them too.
_OTHER_FORMAT: Final = re.compile(r"""\[?\s*\{\s*"|<(?:!doctype|\?xml|html|table)\b""", re.IGNORECASE)
_QUOTED: Final = re.compile(r'"[^"]*"')
# Some spreadsheets take full-width signs for plain ones, and skip invisible characters before a sign.
_FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n", "\0")
_GUARD = "'"


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table, which begins on line `number` (from 1); its cells may be secrets."""

    number: int
    cells: tuple[str, ...] = field(repr=False)


def read_table(content: bytes) -> list[Record]:
    """Returns the rows of a file that are not empty.

    Raises:
        InvalidInputError: On `file`: `too_large` (over 1 MiB), `not_utf8`, `not_csv`, or `broken_quotes`.
    """
    if len(content) > MAX_FILE_BYTES:
        raise InvalidInputError("file", "too_large")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInputError("file", "not_utf8") from None
    if "\0" in _QUOTED.sub("", text):
        # UTF-16 of plain letters is UTF-8 too, with a zero byte for each of them, also for a separator. A
        # label may contain one: then it is quoted.
        raise InvalidInputError("file", "not_utf8")
    if _OTHER_FORMAT.match(text.lstrip()):
        raise InvalidInputError("file", "not_csv")
    named = _SEPARATOR_LINE.match(text)
    separator = named[1] if named else _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    if named:
        next(reader)
    records = []
    begins = reader.line_num + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                records.append(Record(begins, tuple(cells)))
            begins = reader.line_num + 1
    except csv.Error:
        raise InvalidInputError("file", "broken_quotes") from None
    return records


def is_formula(cell: str) -> bool:
    """Returns whether a spreadsheet might evaluate a cell, or take its own apostrophe for that of a guard."""
    return cell.lstrip(_GUARD).startswith(_FORMULA_STARTS)


def guarded(cell: str) -> str:
    """Returns a cell that a spreadsheet shows as text: what might be a formula begins with an apostrophe."""
    return f"{_GUARD}{cell}" if is_formula(cell) else cell


def unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith(_GUARD) and is_formula(cell) else cell


def csv_row(cells: Iterable[str]) -> str:
    """Returns a line without its end; what might be a formula begins with an apostrophe."""
    return ",".join(_quoted(guarded(cell)) for cell in cells)


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Returns a whole file, each line ended by CR LF as RFC 4180 wants it."""
    return "".join(f"{csv_row(cells)}\r\n" for cells in rows)


def form_of(path: str) -> ExportForm:
    """Returns JSON for a path with that ending, CSV for any other."""
    return "json" if Path(path).suffix.casefold() == ".json" else "csv"


def records_text(columns: Iterable[str], records: Sequence[Mapping[str, object]], form: ExportForm) -> str:
    """Returns a whole file of records with these fields; None is null in JSON, and empty in CSV."""
    if form == "json":
        return json.dumps(records, ensure_ascii=False, indent=2) + "\n"
    return csv_text([columns, *(map(_cell, record.values()) for record in records)])


def _cell(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _separator(text: str) -> str:
    """Returns the most frequent separator outside quotes in the first line that is not empty."""
    counts = dict.fromkeys(_SEPARATORS, 0)
    is_quoted = False
    for character in text.lstrip("\r\n "):
        if character == '"':
            is_quoted = not is_quoted
        elif character in "\r\n" and not is_quoted:
            break
        elif character in counts and not is_quoted:
            counts[character] += 1
    return max(counts, key=lambda character: counts[character])


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
