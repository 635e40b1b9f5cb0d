"""Files of sub-users: whatever spreadsheets write is read, every bad row is named, nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInputError
from app.i18n.texts import ENGLISH, _, languages, use_language
from app.models.sub_users import SubUserDraft
from app.rules.sub_users.files import ImportPreview, ImportRow, read_rows

GB = 10**9


def read(text: str | bytes, *, existing: tuple[str, ...] = (), remaining: int | None = None) -> ImportPreview:
    content = text if isinstance(text, bytes) else text.encode()
    return read_rows(content, existing=existing, remaining=remaining)


EXPECTED = (
    SubUserDraft("Anna", "p@s:s", 5 * GB),
    SubUserDraft("Ben", None, None),
    SubUserDraft("Cleo, K.", 'say "hi"', 0),
)


@pytest.mark.parametrize(
    "text",
    [
        'label,password,cap\nAnna,p@s:s,5\nBen,,\n"Cleo, K.","say ""hi""",0\n',
        'Anna,p@s:s,5\r\nBen,,none\r\n"Cleo, K.","say ""hi""",0 GB',
        'Cap;LABEL;Password\n5 GB;Anna;p@s:s\nNone;Ben;\n0;"Cleo, K.";"say ""hi"""\n',
        '\ufeffPassword\tName\tCap in GB\tX\np@s:s\tAnna\t5\t\n\n\tBen\t \t\n"say ""hi"""\tCleo, K.\t0\t\n',
        'label,password,trafficLimitBytes\nAnna,p@s:s,5000000000\nBen,,\n"Cleo, K.","say ""hi""",0\n',
    ],
)
def test_columns_separators_and_quotes_of_all_kinds(text: str) -> None:
    preview = read(text)
    assert preview.drafts == EXPECTED
    assert (preview.valid_count, preview.left_out) == (3, 0)


@pytest.mark.parametrize(
    "text",
    [
        '"label";"a,b,c,d"\nAnna;x\n',
        "\r\n  label;x;y,z\nAnna;1;2,3,4,5\n",
        'label;"x\n,,,,";y\nAnna;1;2\n',
        "label;x;y,z\rAnna;1;2,3,4,5\r",
    ],
)
def test_the_separator_is_the_most_frequent_one_outside_quotes_of_the_first_line(text: str) -> None:
    assert [row.label for row in read(text).rows] == ["Anna"]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("5 GB", "no_bytes"),
        ("-1", "no_bytes"),
        ("1.5", "no_bytes"),
        ("1.2E+11", "no_bytes"),
        ("\u0665", "no_bytes"),
        ("9" * 21, "no_bytes"),
        ("9" * 5000, "no_bytes"),
        ("9" * 20, "too_large"),
        ("9223372036854775808", "too_large"),
    ],
)
def test_a_column_of_bytes_has_whole_numbers_alone(written: str, code: str) -> None:
    (row,) = read(f"label,trafficLimitBytes\nAnna,{written}\n").rows
    assert row.problems == (f"cap_{code}",)
    assert row.traffic_cap_bytes is None


def test_caps_are_read_with_the_decimal_sign_of_the_language_and_kept_as_written() -> None:
    preview = read_rows(b"label;cap\nAnna;0,5 GB\n", existing=(), remaining=None, decimal_sign=",")
    assert preview.drafts == (SubUserDraft("Anna", None, GB // 2),)
    assert preview.rows[0].cap == "0,5 GB"


@pytest.mark.parametrize("code", [*languages()])
def test_columns_are_known_by_their_titles_in_each_language_of_the_app(code: str) -> None:
    use_language(code)
    try:
        label, password, cap = _("Label"), _("Password"), _("Traffic cap")
        cap_in_gb, name, no_cap = _("Traffic cap in GB"), _("Name"), _("No cap")
    finally:
        use_language(ENGLISH)
    for titles in ((cap, password, label), (cap_in_gb.upper(), password.lower(), name)):
        assert read(";".join(titles) + f"\n5;x;Anna\n{no_cap};;Ben\n") == ImportPreview(
            (
                ImportRow(2, "Anna", "x", "5", 5 * GB),
                ImportRow(3, "Ben", "", no_cap, None),
            )
        )


def test_a_unit_in_brackets_belongs_to_the_cap() -> None:
    assert read("Label,Cap (GB)\nAnna,5\n").drafts == (SubUserDraft("Anna", None, 5 * GB),)
    assert read("Label,Cap\u00a0[ GB ]\nAnna,5\n").drafts == (SubUserDraft("Anna", None, 5 * GB),)


@pytest.mark.parametrize("title", ["Cap (MB)", "Limit", "Label GB", "Password in GB", "trafficLimitBytes GB"])
def test_a_filled_column_that_is_not_imported_is_named(title: str) -> None:
    """Sub-users would have no cap, without a word."""
    preview = read(f"Name,{title},empty, \nAnna,5,,x\n")
    assert preview.drafts == (SubUserDraft("Anna"),)
    assert preview.ignored == (title,)


@pytest.mark.parametrize("label", ["[EU] Anna", "{team}", "<b>", "[]", "<xml", "<tables>"])
def test_a_label_may_begin_like_a_file_of_another_kind(label: str) -> None:
    assert read(f"{label}\nBen\n").drafts == (SubUserDraft(label), SubUserDraft("Ben"))


def test_labels_alone_are_enough() -> None:
    assert read("Anna\nBen\n").drafts == (SubUserDraft("Anna"), SubUserDraft("Ben"))
    assert read("label\nAnna\n").drafts == (SubUserDraft("Anna"),)
    assert read("Cap\nAnna\n").drafts == (SubUserDraft("Cap"), SubUserDraft("Anna")), "a name like a column's"


def test_every_bad_row_is_marked_and_named_by_its_line() -> None:
    preview = read(
        "label,password,cap\n"
        ",x,1\n" + "y" * 61 + ",,\n"
        "A," + "p" * 65 + ",\n"
        "B,a\x07b,\n"
        "C,,much\n"
        "D,,-1\n"
        "E,,0.0000000001\n"
        "F,,9999999999999\n"
        "G,,1,oops\n"
        '"H\ntwo lines",,"0,5"\n'
        "I,,2\n"
        " , , \n"
        "J,,\n"
    )
    assert [(row.number, row.problems) for row in preview.rows] == [
        (2, ("label_required",)),
        (3, ("label_too_long",)),
        (4, ("password_too_long",)),
        (5, ("password_invisible",)),
        (6, ("cap_invalid",)),
        (7, ("cap_negative",)),
        (8, ("cap_decimals",)),
        (9, ("cap_too_large",)),
        (10, ("too_many_cells",)),
        (11, ("cap_invalid",)),
        (13, ()),
        (15, ()),
    ]
    assert preview.drafts == (SubUserDraft("I", None, 2 * GB), SubUserDraft("J"))
    assert read("x" * 61 + "," + "p" * 65 + ",-2").rows[0].problems == (
        "label_too_long",
        "password_too_long",
        "cap_negative",
    )


def test_a_label_may_be_called_like_a_column() -> None:
    assert read("pass,x\nAnna,y\n").drafts == (SubUserDraft("pass", "x"), SubUserDraft("Anna", "y"))


@pytest.mark.parametrize("text", ["sep=;\r\nlabel;cap\r\nA, B;1\r\n", "\ufeffSEP=;\nA, B;;1\n"])
def test_the_line_that_names_the_separator_to_a_spreadsheet_is_no_sub_user(text: str) -> None:
    preview = read(text)
    assert preview.drafts == (SubUserDraft("A, B", None, GB),)
    assert preview.lines == (text.count("\n"),)


def test_a_row_that_ends_before_its_label_has_none() -> None:
    (row,) = read("password,label\ns3cret\n").rows
    assert (row.label, row.password, row.problems) == ("", "s3cret", ("label_required",))


def test_what_can_be_read_of_a_bad_row_is_kept() -> None:
    (row,) = read(",secret,5\n").rows
    assert (row.traffic_cap_bytes, row.has_password) == (5 * GB, True)


def test_the_same_label_twice_is_a_warning_only() -> None:
    preview = read("Anna\nBen\nAnna \nCleo\n", existing=("Ben", "Zoe"))
    assert [row.warnings for row in preview.rows] == [
        ("label_in_file",),
        ("label_exists",),
        ("label_in_file",),
        (),
    ]
    assert preview.valid_count == 4


def test_rows_beyond_the_limit_are_left_out_and_bad_ones_take_no_room() -> None:
    preview = read("A\n,x\nB\nC\nD\n", remaining=2)
    assert [row.problems for row in preview.rows] == [
        (),
        ("label_required",),
        (),
        ("limit_reached",),
        ("limit_reached",),
    ]
    assert [draft.label for draft in preview.drafts] == ["A", "B"]
    assert read("A\n", remaining=0).valid_count == 0
    assert read("A\n", remaining=-3).valid_count == 0


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\n\r\n , ,\n", "empty"),
        (b"label,cap\n", "empty"),
        ("M\u00fcller".encode("latin-1"), "not_utf8"),
        ("Anna".encode("utf-16-le"), "not_utf8"),
        (b"\xff\xfeA\x00", "not_utf8"),
        ('"Anna","x"\r\n'.encode("utf-16-le"), "not_utf8"),
        (b"An\0na", "not_utf8"),
        (b'[\n  {\n    "id": "a",\n    "label": "Anna"\n  }\n]\n', "not_csv"),
        (b'\xef\xbb\xbf {"label": "Anna"}', "not_csv"),
        (b"<!DOCTYPE html>\n<html><body><table><tr><td>label</td></tr>", "not_csv"),
        (b"\n<table>\n<tr><td>label</td></tr>", "not_csv"),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n<office:document>', "not_csv"),
        (b'Anna,"open\nBen', "broken_quotes"),
        (b'Anna,"a"b,\n', "broken_quotes"),
        (b"password,cap\nx,1\n", "no_label_column"),
        (b"user,password\nAnna,x\n", "no_label_column"),
        (b"user;traffic;cap\nAnna;x;1\n", "no_label_column"),
        (b"label,name\nx,y\n", "column_twice"),
        (b"label,cap,trafficLimitBytes\nx,1,1\n", "column_twice"),
        (b"A\n" * 1001, "too_many_rows"),
        (b"A" * (1024 * 1024 + 1), "too_large"),
        (b"A" * 200_000, "broken_quotes"),
    ],
)
def test_a_file_that_is_none_is_refused_whole(content: bytes, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read(content)
    assert (caught.value.field, caught.value.code) == ("file", code)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("X\nA;b\n", [("X", ""), ("A;b", "")]),
        ("X;b\n", [("X", "b")]),
        ("\tb\n", [("", "b")]),
        ('"two\r\nlines",b\n', [("two\r\nlines", "b")]),
    ],
)
def test_the_separator_is_that_of_the_first_line_whatever_it_begins_with(
    text: str, cells: list[tuple[str, str]]
) -> None:
    rows = read(text).rows
    assert [(row.label, row.password) for row in rows] == cells
    assert rows[0].number == 1


def test_a_file_of_one_mib_is_read() -> None:
    content = b"Anna\n" + (b" " * 65_535 + b"\n") * 16
    assert read(content[: 1024 * 1024]).drafts == (SubUserDraft("Anna"),)


def test_a_thousand_rows_are_read() -> None:
    assert read("A\n" * 1000).valid_count == 1000


def test_passwords_are_in_no_repr() -> None:
    preview = read("Anna,canary-secret,5\n")
    assert "canary" not in repr(preview)
    assert "canary" not in repr(preview.drafts)


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_no_content_breaks_the_reader(content: bytes) -> None:
    try:
        preview = read(content, remaining=5)
    except InvalidInputError as error:
        assert error.field == "file"  # noqa: PT017 (either ending is fine)
    else:
        assert preview.valid_count <= 5
        assert len(preview.drafts) == preview.valid_count
