"""What is written to a terminal or a file: tables, JSON, lines, QR codes. All untrusted text is escaped."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from app.errors import OutputError
from app.i18n.texts import _
from app.qr_codes import QUIET_ZONE, QrOverflowError, encode
from app.redaction import hide_secrets
from app.untrusted_text import ELLIPSIS, sanitized

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import TextIO

    from app.models.value import Value

_STYLES: Final = {
    "strong": "1",
    "dim": "2",
    "warning": "33",
    "info": "36",
    "success": "32",
    "danger": "31",
    "neutral": "2",
    "unknown": "2",
}
SYMBOLS: Final = {"warning": "○", "info": "●", "success": "✓", "danger": "✗", "neutral": "·", "unknown": "?"}
"""The sign of each kind of badge: a state is never a color alone."""

# Black on white of the fixed part of the palette, whatever the theme of the terminal is.
_CODE_STYLE: Final = "38;5;16;48;5;231"
_HALF_BLOCKS: Final = " ▀▄█"
DETAILS_COLUMNS: Final = 64
"""The width of the details beside a QR code."""
_BESIDE: Final = "   "
_GAP: Final = "  "
_MIN_WIDTH: Final = 8
_MAX_CELL: Final = 200
_MAX_LINE: Final = 1000
_MAX_WRAP: Final = 100
_UNSAFE: Final = re.compile(r"[^ -~\n]")
# A line may end after any of these: a word, or a wide character, with the punctuation that belongs to it.
_PIECES: Final = re.compile(
    r" *[\u2018\u201c\uff08]*(?:[^ \u2e80-\ufaff\uff00-\uffee]+|[\u2e80-\ufaff\uff00-\uffee])"
    r"[\u2019\u201d\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]*"
)


class Cell(NamedTuple):
    """A cell of a table, or a part of a line, with its style; the text is untrusted."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a command writes.

    Attributes:
        is_live: Whether it is a terminal, on which a line can be rewritten.
        has_color: Whether styles are shown: never where `NO_COLOR` is set, or in a file.
        columns: Its width; 0 for no limit.
    """

    out: TextIO
    is_live: bool
    has_color: bool
    columns: int

    @property
    def is_utf8(self) -> bool:
        return (self.out.encoding or "utf-8").lower().replace("_", "-") in {"utf-8", "utf8"}

    def has_characters_of(self, text: str) -> bool:
        """Returns whether its encoding has every character of a text: others are written escaped."""
        try:
            text.encode(self.out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def write(self, text: str = "") -> None:
        self._put(text + "\n")

    def _put(self, text: str) -> None:
        try:
            self.out.write(text)
            self.out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            discard_output()
            raise OutputError from error

    def style(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if style and self.has_color and text else text

    def line(self, *parts: str | Cell) -> str:
        """Returns escaped parts as one line; on a terminal it is cut at its width, so that it never wraps."""
        left = self.columns - 1 if self.columns else _MAX_LINE
        shown = []
        for part in parts:
            text, style = (part, "") if isinstance(part, str) else part
            fitted = _fit(sanitized(text, _MAX_LINE), left)
            left -= width(fitted)
            shown.append(self.style(fitted, style))
        return "".join(shown)

    def rewrite(self, line: str) -> None:
        """Replaces the line that the cursor is on."""
        self._put(f"\r\x1b[2K{line}")

    def wrapped(self, text: str, first: Cell, columns: int = 0) -> list[str]:
        """Returns an escaped text in lines, the first of which begins with a mark."""
        room = min(columns or _MAX_WRAP, self.columns or _MAX_WRAP, _MAX_WRAP) - 2
        lines = _wrap(sanitized(text, _MAX_LINE), max(room, _MIN_WIDTH))
        return [self.style(first.text, first.style) + " " + lines[0], *(f"  {line}" for line in lines[1:])]


def standard_terminal() -> Terminal:
    """Returns standard output as a terminal, or as a file where it is none."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A character that the encoding lacks is neither an error nor lost.
            stream.reconfigure(errors="backslashreplace")
    is_live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    columns = shutil.get_terminal_size().columns if is_live else 0
    return Terminal(sys.stdout, is_live, is_live and not os.environ.get("NO_COLOR"), columns)


def open_missing_streams() -> None:
    """Opens what a caller has closed as nothing: Python has None for it, which can't be written to."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123 (for the life of the process)


def print_text(text: str) -> int:
    """Writes a text to standard output; returns 0, or 1 where it can't be written, which is reported."""
    open_missing_streams()
    try:
        standard_terminal().write(text)
    except OutputError:
        print_error(_("The output could not be written, as on a full disk."))
        return 1
    return 0


def discard_output() -> None:
    """Discards what standard output has not written, which the interpreter would try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(text: str) -> None:
    """Writes one line to standard error, without secrets."""
    sys.stderr.write(f"tollhouse: {sanitized(hide_secrets(text), _MAX_LINE)}\n")


def print_details(details: str) -> None:
    """Writes what the service says of an error, if it does: marked, since it is no text of the app."""
    if details:
        name = _("Details")
        sys.stderr.write(f"  {name}: {sanitized(details, _MAX_LINE)}\n")


def print_json(terminal: Terminal, content: object) -> None:
    """Writes JSON in which nothing can act on a terminal, or hide: all but ASCII is escaped where needed.

    JSON that is not ASCII is UTF-8 (RFC 8259), whatever the system's encoding is.
    """
    text = json.dumps(content, indent=2, ensure_ascii=not terminal.is_utf8)
    terminal.write(_UNSAFE.sub(_escaped, text))


def print_records(terminal: Terminal, records: Iterable[Value]) -> None:
    """Writes records as JSON with the interface's names, without passwords."""
    print_json(
        terminal, [one.model_dump(mode="json", by_alias=True, exclude={"password"}) for one in records]
    )


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else json.dumps(character)[1:-1]


def print_table(
    terminal: Terminal,
    titles: Sequence[str],
    rows: Iterable[Sequence[str | Cell]],
    *,
    right: Collection[int] = (),
    narrows: Collection[int] = (),
) -> None:
    """Writes a table, as wide as its texts, or as the terminal; where that is too narrow, rows are blocks.

    Args:
        right: The columns that are aligned to the right.
        narrows: The columns that are cut where the terminal is too narrow.
    """
    shown = [[Cell(sanitized(cell.text, _MAX_CELL), cell.style) for cell in map(_cell, row)] for row in rows]
    head = [Cell(title, "dim") for title in titles]
    widths = [max(width(row[number].text) for row in (head, *shown)) for number in range(len(titles))]
    too_wide = sum(widths) + len(_GAP) * (len(widths) - 1) - terminal.columns if terminal.columns else 0
    for number in sorted(narrows, key=lambda one: -widths[one]):
        if too_wide > 0:
            cut = min(too_wide, max(0, widths[number] - _MIN_WIDTH))
            widths[number] -= cut
            too_wide -= cut
    if too_wide > 0 and shown:
        blocks = [field_lines(terminal, zip(titles, row, strict=True)) for row in shown]
        terminal.write("\n\n".join("\n".join(block) for block in blocks))
        return
    lines = []
    for row in (head, *shown):
        parts = []
        for number, cell in enumerate(row):
            text = _fit(cell.text, widths[number])
            blanks = " " * (widths[number] - width(text))
            styled = terminal.style(text, cell.style)
            parts.append(blanks + styled if number in right else styled + blanks)
        lines.append(_GAP.join(parts).rstrip())
    terminal.write("\n".join(lines))


def field_lines(terminal: Terminal, fields: Iterable[tuple[str, str | Cell | list[Cell]]]) -> list[str]:
    """Returns lines of names and values, the values in one column; long values keep their length."""
    shown = [(name, value if isinstance(value, list) else [_cell(value)]) for name, value in fields]
    name_width = max((width(name) for name, _cells in shown), default=0)
    return [
        terminal.style(name, "dim")
        + " " * (name_width - width(name))
        + _GAP
        + "".join(terminal.style(sanitized(cell.text, _MAX_LINE), cell.style) for cell in cells)
        for name, cells in shown
    ]


def _cell(value: str | Cell) -> Cell:
    return value if isinstance(value, Cell) else Cell(value)


def width(text: str) -> int:
    """Returns how many columns a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _wrap(text: str, columns: int) -> list[str]:
    """Returns a text in lines of at most so many columns, at least one; only what is longer is broken."""
    lines = [""]
    for piece in _PIECES.findall(text):
        left = piece
        if not lines[-1] or width(lines[-1] + piece) > columns:
            left = piece.lstrip(" ")
            lines += [""] if lines[-1] else []
        while width(left) > columns:
            cut = next(end for end in range(len(left), 0, -1) if width(left[:end]) <= columns)
            lines[-1:] = [left[:cut], ""]
            left = left[cut:]
        lines[-1] += left
    return lines


def _fit(text: str, columns: int) -> str:
    """Returns a text cut at a width, with an ellipsis where it is."""
    if width(text) <= columns:
        return text
    taken = 0
    for index, character in enumerate(text):
        taken += _columns(character)
        if taken > columns - 1:
            return text[:index] + ELLIPSIS if columns > 0 else ""
    return text


def qr_lines(text: str) -> list[str]:
    """Returns a QR code in half blocks, its quiet zone included; none where the text is too long for one.

    Each line brings its colors: dark modules on a light ground in every theme.
    """
    try:
        matrix = encode(text)
    except QrOverflowError:
        return []
    quiet = (False,) * QUIET_ZONE
    empty = (False,) * matrix.full_size
    rows = [*(empty,) * QUIET_ZONE, *((*quiet, *row, *quiet) for row in matrix.rows), *(empty,) * QUIET_ZONE]
    rows += [empty] * (len(rows) % 2)
    return [
        f"\x1b[{_CODE_STYLE}m"
        + "".join(_HALF_BLOCKS[top + 2 * bottom] for top, bottom in zip(upper, lower, strict=True))
        + "\x1b[0m"
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def code_columns(lines: Sequence[str]) -> int:
    """Returns the width of a QR code's lines, without their colors."""
    return len(lines[0]) - len(f"\x1b[{_CODE_STYLE}m\x1b[0m") if lines else 0


def beside(code: Sequence[str], details: Sequence[str], terminal: Terminal) -> list[str]:
    """Returns a code with the details beside it where the terminal is wide enough, else below it."""
    columns = code_columns(code)
    if not code or terminal.columns < columns + len(_BESIDE) + DETAILS_COLUMNS:
        return [*code, *([""] if code else []), *details]
    above = max(0, (len(code) - len(details)) // 2)
    lines = max(len(code), len(details))
    padded = [*[""] * above, *details, *[""] * lines][:lines]
    codes = [*code, *[" " * columns] * lines][:lines]
    return [f"{left}{_BESIDE}{right}".rstrip() for left, right in zip(codes, padded, strict=True)]
