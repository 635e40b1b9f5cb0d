"""Exports sub-users as CSV or JSON (spec 2.5), and parses CSV files of new ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.sub_users import SubUserDraft
from app.rules.csv_files import read_table, records_text, unguarded
from app.rules.sub_users.changes import check_cap, check_label, check_password, parse_cap
from app.rules.sub_users.column_names import column_of, is_no_cap

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from app.models.sub_users import SubUser
    from app.rules.csv_files import ExportForm, Record
    from app.rules.money.amounts import DecimalSign

MAX_ROWS: Final = 1000

_EXPORTED: Final = (
    "id",
    "label",
    "username",
    "password",
    "trafficLimitBytes",
    "trafficUsedBytes",
    "enabled",
    "createdAt",
)
_PASSWORD: Final = "password"  # noqa: S105 (the column's name)

_COLUMNS: Final = ("label", "password", "cap")
"""The columns of a file without a header, in order."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One sub-user of a file.

    Attributes:
        cap: As it is written in the file.
        traffic_cap_bytes: The cap; None for no cap, and for one that can't be read.
        problems: Codes of why it can't be created: `label_required`, `label_too_long`, `password_too_long`,
            `password_invisible`, `cap_invalid`, `cap_no_bytes`, `cap_negative`, `cap_decimals`,
            `cap_too_large`, `too_many_cells`, `limit_reached`.
        warnings: Codes of possible mistakes: `label_in_file`, `label_exists`.
    """

    number: int
    label: str
    password: str = field(default="", repr=False)
    cap: str = ""
    traffic_cap_bytes: int | None = None
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def has_password(self) -> bool:
        return bool(self.password)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The sub-users that a file would create; nothing is sent yet.

    Attributes:
        ignored: The titles of the columns that are filled, and not imported.
    """

    rows: tuple[ImportRow, ...]
    ignored: tuple[str, ...] = ()

    @property
    def drafts(self) -> tuple[SubUserDraft, ...]:
        """The valid rows, in order."""
        return tuple(
            SubUserDraft(row.label, row.password or None, row.traffic_cap_bytes)
            for row in self.rows
            if row.ok
        )

    @property
    def lines(self) -> tuple[int, ...]:
        """The line of the file on which each of the valid rows begins, in order."""
        return tuple(row.number for row in self.rows if row.ok)

    @property
    def valid_count(self) -> int:
        return sum(row.ok for row in self.rows)

    @property
    def left_out(self) -> int:
        return len(self.rows) - self.valid_count


def read_rows(
    content: bytes, *, existing: Collection[str], remaining: int | None, decimal_sign: DecimalSign = "."
) -> ImportPreview:
    """Returns what is in a file with the columns label, password and cap.

    A header may name the columns in any order, case and language of the app, and others, which are ignored;
    without one they are in that order. A cap is in GB; empty, 'none' and 'no cap' are no cap, 0 is a cap of
    no bytes.

    Args:
        content: The file: UTF-8; comma, semicolon or tab between the cells; at most 1 MiB and 1,000 rows.
        remaining: How many more sub-users are allowed, if the service reports it.
        decimal_sign: That of the language, in which a spreadsheet may have written the caps.

    Raises:
        InvalidInputError: On `file`: `too_large`, `not_utf8`, `not_csv`, `broken_quotes`, `empty`,
            `too_many_rows`, `no_label_column`, `column_twice`.
    """
    table = read_table(content)
    columns, records = _split_header(table)
    if not records:
        raise InvalidInputError("file", "empty")
    if len(records) > MAX_ROWS:
        raise InvalidInputError("file", "too_many_rows")
    rows = [_read_row(record, columns, decimal_sign) for record in records]
    ignored = _ignored(table[0].cells, columns, records) if len(records) < len(table) else ()
    return ImportPreview(tuple(_fit_in(_warn(rows, existing), remaining)), ignored)


def _split_header(records: Sequence[Record]) -> tuple[tuple[str, ...], Sequence[Record]]:
    """Returns what each column holds (empty: ignored), and the rows without the header."""
    if not records:
        return _COLUMNS, records
    names = tuple(map(column_of, records[0].cells))
    known = [name for name in names if name]
    if "label" not in known:
        # A label may be called like a column; a password or a cap is not.
        if any(names[1:]):
            raise InvalidInputError("file", "no_label_column")
        return _COLUMNS, records
    if len(set(known)) < len(known) or {"cap", "cap_bytes"} <= set(known):
        raise InvalidInputError("file", "column_twice")
    return names, records[1:]


def _ignored(titles: Sequence[str], columns: Sequence[str], records: Sequence[Record]) -> tuple[str, ...]:
    """Returns the titles of unknown columns in which something is written."""
    filled = {number for record in records for number, cell in enumerate(record.cells) if cell.strip()}
    named = enumerate(zip(titles, columns, strict=True))
    unknown = (title.strip() for number, (title, name) in named if not name and number in filled)
    return tuple(filter(None, unknown))


def _read_row(record: Record, columns: tuple[str, ...], decimal_sign: DecimalSign) -> ImportRow:
    cells = {name: unguarded(cell) for name, cell in zip(columns, record.cells, strict=False) if name}
    problems = ["too_many_cells"] if any(record.cells[len(columns) :]) else []
    label = cells.get("label", "").strip()
    password = cells.get("password", "")
    written = cells.get("cap", cells.get("cap_bytes", "")).strip()
    traffic_cap_bytes = None
    for check in (lambda: check_label(label), lambda: check_password(password)):
        problems += _problem_of(check)
    if not is_no_cap(written):
        read = _bytes_of if "cap_bytes" in columns else partial(parse_cap, decimal_sign=decimal_sign)
        against = _problem_of(lambda: read(written))
        problems += against
        traffic_cap_bytes = None if against else read(written)
    return ImportRow(record.number, label, password, written, traffic_cap_bytes, tuple(problems))


def _problem_of(check: Callable[[], object]) -> list[str]:
    try:
        check()
    except InvalidInputError as error:
        return [f"{error.field}_{error.code}"]
    return []


def _bytes_of(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise InvalidInputError("cap", "no_bytes")
    return check_cap(int(text))


def _warn(rows: Sequence[ImportRow], existing: Iterable[str]) -> list[ImportRow]:
    counts = Counter(row.label for row in rows if row.label)
    known = {label.strip() for label in existing}
    warned = []
    for row in rows:
        warnings = []
        if counts[row.label] > 1:
            warnings.append("label_in_file")
        if row.label in known:
            warnings.append("label_exists")
        warned.append(replace(row, warnings=tuple(warnings)))
    return warned


def _fit_in(rows: Iterable[ImportRow], remaining: int | None) -> list[ImportRow]:
    """Rejects the valid rows beyond the limit of sub-users."""
    fitted = []
    left = MAX_ROWS if remaining is None else max(0, remaining)
    for row in rows:
        if not row.ok:
            fitted.append(row)
        elif left:
            left -= 1
            fitted.append(row)
        else:
            fitted.append(replace(row, problems=("limit_reached",)))
    return fitted


def export_text(sub_users: Sequence[SubUser], form: ExportForm, *, passwords: bool) -> str:
    """Returns a whole file, without the column of passwords if not `passwords`; no cap is null or empty."""
    columns = [name for name in _EXPORTED if passwords or name != _PASSWORD]
    return records_text(columns, [_record(sub_user, columns) for sub_user in sub_users], form)


def _record(sub_user: SubUser, columns: Sequence[str]) -> dict[str, object]:
    written = sub_user.model_dump(mode="json", by_alias=True)
    return {name: written[name] for name in columns}
