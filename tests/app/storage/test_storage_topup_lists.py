"""The kept lists of top-ups: a convenience that can be lost, and loses nothing else."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.storage.notebook import Owner
from app.storage.topup_lists import KnownTopUp, KnownTopUpList, TopUpListsFile
from support.virtual_clock import START

OWNER = Owner("acc", "https://one")
LATER = START + timedelta(hours=1)


def rows(*minutes: int, content: str = "") -> list[KnownTopUp]:
    return [
        KnownTopUp(f"tu_{minute}", (START + timedelta(minutes=minute)).isoformat(), content or f"{minute}")
        for minute in minutes
    ]


@pytest.fixture
def file(tmp_path: Path) -> TopUpListsFile:
    return TopUpListsFile(tmp_path / "topups.sqlite", max_topups=4)


def test_a_list_comes_back_newest_first(file: TopUpListsFile) -> None:
    assert file.read(OWNER) is None
    file.begin_anew(OWNER, rows(3, 2), START)
    file.add(OWNER, rows(1))
    assert file.read(OWNER) == KnownTopUpList(("3", "2", "1"), START)


def test_a_renewed_first_page_goes_on_where_it_was(file: TopUpListsFile) -> None:
    file.begin_anew(OWNER, rows(2, 1), START)
    file.add(OWNER, [*rows(3), *rows(2, content="new")], LATER)
    assert file.read(OWNER) == KnownTopUpList(("3", "new", "1"), LATER)


def test_begun_anew_nothing_older_stays(file: TopUpListsFile) -> None:
    file.begin_anew(OWNER, rows(2, 1), START)
    file.begin_anew(OWNER, rows(9), LATER)
    assert file.read(OWNER) == KnownTopUpList(("9",), LATER)


def test_the_oldest_go_when_there_are_too_many(file: TopUpListsFile) -> None:
    file.begin_anew(OWNER, rows(6, 5, 4, 3, 2, 1), START)
    file.add(OWNER, rows(7))
    assert file.read(OWNER) == KnownTopUpList(("7", "6", "5", "4"), START)


def test_accounts_and_services_never_cross(file: TopUpListsFile) -> None:
    file.begin_anew(OWNER, rows(1), START)
    assert file.read(Owner("acc", "https://two")) is None
    assert file.read(Owner("other", "https://one")) is None
    file.begin_anew(Owner("acc", "https://two"), rows(5), LATER)
    assert file.read(OWNER) == KnownTopUpList(("1",), START)


def test_a_damaged_file_is_set_aside_and_begun_anew(tmp_path: Path, file: TopUpListsFile) -> None:
    file.begin_anew(OWNER, rows(1), START)
    (tmp_path / "topups.sqlite").write_bytes(b"no database" * 500)
    assert file.read(OWNER) is None
    assert list(tmp_path.glob("topups.corrupt-*"))
