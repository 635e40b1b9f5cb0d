"""What users chose outlives a restart, and neither bad rows nor former files do any harm."""

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from app.errors import StorageError
from app.models.choices import CountryChoices, RecentItems, TableLayout
from app.rules.subscriptions.sticky import Session, StickyChoices
from app.storage.state import State

STICKY = StickyChoices((Session("abc123", 10), Session("Z9", 1)), "{host}:{port}")
LAYOUT = TableLayout({"username": 240}, "used", is_descending=True)
COUNTRIES = CountryChoices(("DE", "US"), ("FR",), targeting_hint_read=True)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_each_owner_has_a_value_of_its_own(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(STICKY, "work")
    await state.save(StickyChoices((Session("home", 30),)), "home")
    await state.save(LAYOUT, "sub-users")
    await state.save(COUNTRIES)
    again = State(tmp_path / "state.sqlite")
    assert await again.load(StickyChoices, "work") == STICKY
    assert await again.load(StickyChoices, "home") == StickyChoices((Session("home", 30),))
    assert await again.load(StickyChoices, "nobody") == StickyChoices()
    assert await again.load(TableLayout, "sub-users") == LAYOUT
    assert await again.load(CountryChoices) == COUNTRIES
    assert stat.S_IMODE((tmp_path / "state.sqlite").stat().st_mode) == 0o600


async def test_the_later_value_replaces_the_earlier(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(COUNTRIES)
    await state.save(CountryChoices(("FR",)))
    assert await state.load(CountryChoices) == CountryChoices(("FR",))


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "3", '{"widths": [1]}', '{"widths": {"a": "wide"}}', '{"sorted_by": 3}', "[" * 99_999],
)
async def test_an_invalid_row_counts_as_none_and_can_be_replaced(tmp_path: Path, content: str) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(LAYOUT, "sub-users")
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database, database:
        database.execute("UPDATE state SET content = ?", (content,))
    assert await state.load(TableLayout, "sub-users") == TableLayout()
    await state.save(LAYOUT, "sub-users")
    assert await state.load(TableLayout, "sub-users") == LAYOUT


async def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"nonsense" * 1000)
    state = State(tmp_path / "state.sqlite")
    assert await state.load(CountryChoices) == CountryChoices()
    await state.save(COUNTRIES)
    assert await state.load(CountryChoices) == COUNTRIES
    assert any("corrupt" in name for name in names(tmp_path))


async def test_a_folder_that_is_not_there_is_an_error_of_storage(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await State(tmp_path / "none" / "state.sqlite").save(COUNTRIES)


async def test_the_files_of_earlier_versions_are_taken_over_once(tmp_path: Path) -> None:
    sticky = {"sessions": [{"id": "abc123", "minutes": 10}, {"id": "Z9", "minutes": 1}]}
    sticky["template"] = "{host}:{port}"  # type: ignore[assignment] # as the file held it
    files = {
        "sticky.json": {"version": 1, "accounts": {"work": sticky}},
        "tables.json": {
            "sub-users": {"widths": {"username": 240}, "sorted_by": "used", "is_descending": True}
        },
        "marks.json": {"favourites": ["DE", "US"], "recents": ["FR"], "aimNoteRead": True},
        "palette.json": {"version": 1, "accounts": {"work": ["a/b"]}},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    state = State(tmp_path / "state.sqlite")
    assert await state.load(StickyChoices, "work") == STICKY
    assert await state.load(TableLayout, "sub-users") == LAYOUT
    assert await state.load(CountryChoices) == COUNTRIES
    assert await state.load(RecentItems, "work") == RecentItems(("a/b",))
    assert not any(name.endswith(".json") for name in names(tmp_path))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"accounts": []}', b'{"accounts": {"work": 3}}', b"[" * 100_000],
)
async def test_damaged_files_of_earlier_versions_count_as_none(tmp_path: Path, content: bytes) -> None:
    for name in ("sticky.json", "tables.json", "marks.json", "palette.json"):
        (tmp_path / name).write_bytes(content)
    state = State(tmp_path / "state.sqlite")
    assert await state.load(StickyChoices, "work") == StickyChoices()
    assert await state.load(RecentItems, "work") == RecentItems()
    assert await state.load(TableLayout, "sub-users") == TableLayout()
    assert await state.load(CountryChoices) == CountryChoices()


async def test_what_was_chosen_since_is_not_replaced_by_former_files(tmp_path: Path) -> None:
    await State(tmp_path / "state.sqlite").save(COUNTRIES)
    (tmp_path / "marks.json").write_text('{"favourites": ["FR"]}')
    assert await State(tmp_path / "state.sqlite").load(CountryChoices) == COUNTRIES
