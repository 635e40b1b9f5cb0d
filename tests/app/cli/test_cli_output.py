"""What commands write: tables, lines and QR codes that fit, text that is escaped, JSON that is whole."""

from __future__ import annotations

import errno
import io
import json
import os
import pty
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.cli import output
from app.cli.output import Cell, Terminal, width
from app.errors import OutputError
from app.models.subscriptions import Subscription
from app.qr_codes import QUIET_ZONE, encode
from app.redaction import KNOWN_SECRETS
from support.service_records import subscription_record

if TYPE_CHECKING:
    from collections.abc import Sequence

FULL_DISK = Path("/dev/full")
WIDE = "比特币钱包"
STYLE = re.compile(r"\x1b\[([0-9;]*)m")


class Full(io.StringIO):
    """A file on a full disk."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


class Closed(io.StringIO):
    """A pipe whose reader has ended."""

    def flush(self) -> None:
        raise BrokenPipeError


def screen(columns: int = 80, *, has_color: bool = False) -> Terminal:
    return Terminal(io.StringIO(), is_live=True, has_color=has_color, columns=columns)


def file(encoding: str = "utf-8") -> Terminal:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
    return Terminal(out, is_live=False, has_color=False, columns=0)


def written(terminal: Terminal) -> str:
    terminal.out.seek(0)
    return terminal.out.read()


def table(terminal: Terminal, rows: Sequence[Sequence[str | Cell]], **columns: tuple[int, ...]) -> list[str]:
    output.print_table(terminal, ("Name", "City", "Left"), rows, **columns)
    return written(terminal).split("\n")


def test_columns_are_as_wide_as_their_texts_and_numbers_end_together() -> None:
    rows = [("main", "Berlin", "9 GB"), ("a longer one", "Ulm", "120 GB")]
    assert table(file(), rows, right=(2,)) == [
        "Name          City      Left",
        "main          Berlin    9 GB",
        "a longer one  Ulm     120 GB",
        "",
    ]


def test_characters_of_two_columns_and_of_none_are_counted_so() -> None:
    assert (width(WIDE), width("\uff21"), width("é"), width("e\u0301"), width("a")) == (10, 2, 1, 1, 1)
    assert table(file(), [(WIDE, "x", "1"), ("e\u0301", "y", "2")]) == [
        "Name        City  Left",
        f"{WIDE}  x     1",
        "e\u0301           y     2",
        "",
    ]


def test_a_table_without_rows_is_its_titles_even_where_they_do_not_fit() -> None:
    assert table(screen(10), []) == ["Name  City  Left", ""]


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (34, "a name of 20 letters  Berlin  9 GB"),
        (33, "a name of 20 lette…  Berlin  9 GB"),
        (22, "a name …  Berlin  9 GB"),
    ],
)
def test_a_column_that_may_be_narrower_is_cut_to_the_terminal(columns: int, shown: str) -> None:
    head, row, *_ = table(screen(columns), [("a name of 20 letters", "Berlin", "9 GB")], narrows=(0,))
    assert row == shown
    assert head.split() == ["Name", "City", "Left"]


def test_the_widest_of_such_columns_is_cut_first() -> None:
    row = table(screen(32), [("n" * 10, "c" * 20, "9 GB")], narrows=(0, 1))[1]
    assert row == f"{'n' * 10}  {'c' * 13}…  9 GB"
    row = table(screen(25), [("n" * 10, "c" * 20, "9 GB")], narrows=(0, 1))[1]
    assert row == f"{'n' * 8}…  {'c' * 7}…  9 GB"


def test_a_terminal_too_narrow_for_that_has_a_block_for_each_row() -> None:
    rows = [("a name of 20 letters", "Berlin", "9 GB"), ("main", "Ulm", "1 GB")]
    assert table(screen(21), rows, narrows=(0,)) == [
        "Name  a name of 20 letters",
        "City  Berlin",
        "Left  9 GB",
        "",
        "Name  main",
        "City  Ulm",
        "Left  1 GB",
        "",
    ]


def test_a_file_has_no_width() -> None:
    row = table(file(), [("n" * 150, "c" * 40, "9 GB")], narrows=(0, 1))[1]
    assert row == f"{'n' * 150}  {'c' * 40}  9 GB"


def test_a_cell_is_cut_at_200_characters_and_a_value_at_1000() -> None:
    assert table(file(), [("n" * 201, "c", "9 GB")])[1] == f"{'n' * 199}…  c     9 GB"
    assert output.field_lines(file(), [("ID", "n" * 1001)]) == [f"ID  {'n' * 999}…"]


def test_untrusted_text_is_escaped_wherever_it_is_written() -> None:
    hostile, shown = "a\x1b[2J\nb", "a␛[2J␊b"
    terminal = screen()
    assert table(terminal, [(hostile, Cell(hostile, "dim"), "1")])[1].split() == [shown, shown, "1"]
    assert output.field_lines(terminal, [("ID", hostile), ("IDs", [Cell(hostile)])]) == [
        f"ID   {shown}",
        f"IDs  {shown}",
    ]
    assert terminal.line(hostile, Cell(hostile)) == shown * 2
    assert terminal.wrapped(hostile, Cell("✗")) == [f"✗ {shown}"]


def test_styles_are_for_texts_alone_and_only_where_there_are_colors() -> None:
    rows = [("main", Cell("Ulm", "danger"), "1 GB")]
    head, row, *_ = table(screen(has_color=True), rows, right=(1,))
    assert head == "\x1b[2mName\x1b[0m  \x1b[2mCity\x1b[0m  \x1b[2mLeft\x1b[0m"
    assert row == "main   \x1b[31mUlm\x1b[0m  1 GB"
    terminal = screen(has_color=True)
    assert terminal.style("", "danger") == ""
    assert terminal.style("Ulm", "") == "Ulm"
    assert output.field_lines(terminal, [("Name", [Cell("a", "strong"), Cell("b")]), ("ID", "1")]) == [
        "\x1b[2mName\x1b[0m  \x1b[1ma\x1b[0mb",
        "\x1b[2mID\x1b[0m    1",
    ]
    assert screen().style("Ulm", "danger") == "Ulm"


def test_no_fields_are_no_lines() -> None:
    assert output.field_lines(screen(), []) == []


def test_a_line_is_cut_before_the_last_column() -> None:
    terminal = screen(12)
    assert terminal.line("Confirming", Cell("!", "warning")) == "Confirming!"
    assert terminal.line("Confirming", "!!") == "Confirming…"
    assert terminal.line("Confirming!", "!") == "Confirming!"
    assert terminal.line(WIDE, "ab") == f"{WIDE}…"
    assert terminal.line(WIDE + WIDE) == f"{WIDE}…"
    assert screen(11).line(WIDE, WIDE) == WIDE
    assert screen(10).line(WIDE) == f"{WIDE[:4]}…"
    assert file().line("n" * 999, "abc") == f"{'n' * 999}…"


def test_a_line_is_rewritten_in_its_place() -> None:
    terminal = screen()
    terminal.rewrite("Waiting")
    terminal.rewrite("Done")
    terminal.write()
    assert written(terminal) == "\r\x1b[2KWaiting\r\x1b[2KDone\n"


def test_a_text_wraps_at_words_under_its_mark() -> None:
    text = "Send exactly this amount to the address"
    assert screen(20).wrapped(text, Cell("!")) == ["! Send exactly this", "  amount to the", "  address"]
    assert screen(80).wrapped(text, Cell("!"), 20) == screen(20).wrapped(text, Cell("!"))
    assert screen(80).wrapped(text, Cell("!")) == [f"! {text}"]
    assert screen(12).wrapped("  Amount in XRP ", Cell("!")) == ["! Amount in", "  XRP"]
    assert screen(12).wrapped("0123456789", Cell("!")) == ["! 0123456789"]
    colored = screen(has_color=True).wrapped("Sent", Cell("✓", "success"))
    assert colored == ["\x1b[32m✓\x1b[0m Sent"]


@pytest.mark.parametrize("columns", [0, 101, 300])
def test_a_text_is_never_wider_than_100_columns(columns: int) -> None:
    full, rest = screen(columns).wrapped("9" * 49 + " " + "9" * 48 + " 9", Cell("!"))
    assert (full, rest) == (f"! {'9' * 49} {'9' * 48}", "  9")


def test_a_word_that_no_line_holds_is_broken_at_least_8_columns_wide() -> None:
    assert screen(12).wrapped("to bc1qar0srrr7xfkvy5l", Cell("!")) == ["! to", "  bc1qar0srr", "  r7xfkvy5l"]
    assert screen(3).wrapped("0123456789", Cell("!")) == ["! 01234567", "  89"]


def test_chinese_wraps_between_characters_but_not_before_their_punctuation() -> None:
    assert screen(12).wrapped("比特币钱包\uff0c转账", Cell("!")) == ["! 比特币钱", "  包\uff0c转账"]
    assert screen(12).wrapped("", Cell("!")) == ["! "]


def test_json_is_ascii_where_the_output_has_nothing_else_and_never_acts_on_a_terminal() -> None:
    content = {"name": "Zürich\x7f\u202e\x1b", "n": None}
    for encoding in ("utf-8", "utf_8", "UTF8", "ascii"):
        terminal = file(encoding)
        output.print_json(terminal, content)
        text = written(terminal)
        assert json.loads(text) == content
        assert re.fullmatch(r"[ -~\nü]*", text)
        assert r"\u007f\u202e\u001b" in text
        assert ("ü" in text) == (encoding != "ascii")
        assert text.startswith('{\n  "name"')


def test_records_have_the_interface_s_names_and_no_password() -> None:
    terminal = file()
    record = subscription_record(label="Ad checks", password="password-canary")
    output.print_records(terminal, [Subscription.model_validate(record)])
    (shown,) = json.loads(written(terminal))
    assert (shown["label"], shown["trafficTotalBytes"]) == ("Ad checks", record["trafficTotalBytes"])
    assert "password" not in shown


def test_which_characters_an_output_has() -> None:
    assert file("latin-1").has_characters_of("Zürich")
    assert not file("ascii").has_characters_of("Zürich")
    assert screen().has_characters_of("✓")


@pytest.mark.parametrize(
    ("variables", "is_live", "has_color"),
    [
        ({}, True, True),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_what_is_a_terminal_with_colors(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], *, is_live: bool, has_color: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in ({"TERM": "xterm", "COLUMNS": "91"} | variables).items():
        monkeypatch.setenv(name, value)
    reader, at_terminal = pty.openpty()
    with os.fdopen(at_terminal, "w", encoding="ascii") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        terminal = output.standard_terminal()
        assert (terminal.is_live, terminal.has_color) == (is_live, has_color)
        assert terminal.columns == (91 if is_live else 0)
        terminal.write("Zürich")
    assert os.read(reader, 100) == rb"Z\xfcrich" + b"\r\n"
    os.close(reader)


def test_a_file_is_no_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert output.standard_terminal() == Terminal(out, is_live=False, has_color=False, columns=0)


def test_a_full_disk_is_reported_and_nothing_is_tried_again(capfd: pytest.CaptureFixture[str]) -> None:
    number = os.dup(sys.stdout.fileno())
    try:
        with pytest.raises(OutputError):
            Terminal(Full(), is_live=False, has_color=False, columns=0).write("text")
        os.write(sys.stdout.fileno(), b"what was not written")
    finally:
        os.dup2(number, sys.stdout.fileno())
        os.close(number)
    assert capfd.readouterr().out == ""


@pytest.mark.skipif(not FULL_DISK.exists(), reason="Linux has it")
def test_a_text_that_cannot_be_written_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output.print_text("1.0") == 0
    assert capsys.readouterr() == ("1.0\n", "")
    with FULL_DISK.open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert output.print_text("1.0") == 1
    assert capsys.readouterr().err == "tollhouse: The output could not be written, as on a full disk.\n"


def test_streams_that_a_caller_has_closed_are_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = sys.stderr
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, None)
    output.open_missing_streams()
    with sys.stdin, sys.stdout:
        assert sys.stdin.read() == ""
        assert sys.stdout.write("Zürich ✓") == 8
        sys.stdout.flush()
    assert sys.stderr is errors


def test_a_reader_that_has_ended_is_no_full_disk() -> None:
    with pytest.raises(BrokenPipeError):
        Terminal(Closed(), is_live=False, has_color=False, columns=0).write("text")


class Account:
    """The owner of a key."""


def test_errors_are_one_line_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    account = Account()
    KNOWN_SECRETS.add(account, ["key-canary-0123456789"])
    output.print_error("No\naccess: key-canary-0123456789")
    output.print_details("told\x1bso")
    output.print_details("")
    error, details = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"tollhouse: No␊access: [^0-9]*", error)
    assert details == "  Details: told␛so"


def test_a_code_is_dark_on_light_with_its_quiet_zone() -> None:
    text = "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01"
    lines = output.qr_lines(text)
    matrix = encode(text)
    rows: list[list[bool]] = []
    for line in lines:
        assert STYLE.findall(line) == ["38;5;16;48;5;231", "0"]
        blocks = STYLE.sub("", line)
        rows += [[block in "▀█" for block in blocks], [block in "▄█" for block in blocks]]
    size, quiet = matrix.full_size, QUIET_ZONE
    assert {len(row) for row in rows} == {size} == {output.code_columns(lines)}
    assert len(rows) == size + size % 2
    inner = [row[quiet : size - quiet] for row in rows[quiet : size - quiet]]
    assert inner == [list(row) for row in matrix.rows]
    dark = sum(map(sum, rows))
    assert dark == sum(map(sum, matrix.rows))
    assert output.qr_lines("x" * 10_000) == []
    assert output.code_columns([]) == 0


def test_details_are_beside_a_code_in_its_middle_or_below_it() -> None:
    code = [f"\x1b[{output._CODE_STYLE}m{'█' * 5}\x1b[0m"] * 4
    needed = 5 + 3 + output.DETAILS_COLUMNS
    assert output.beside(code, ["Amount", "Address"], screen(needed)) == [
        code[0],
        f"{code[0]}   Amount",
        f"{code[0]}   Address",
        code[0],
    ]
    assert output.beside(code, ["Amount"], screen(needed - 1)) == [*code, "", "Amount"]
    assert output.beside([], ["Amount"], screen(needed)) == ["Amount"]
    details = [str(number) for number in range(6)]
    assert output.beside(code, details, screen(needed)) == [
        *(f"{code[0]}   {number}" for number in range(4)),
        *(f"{' ' * 5}   {number}" for number in (4, 5)),
    ]
