"""The list as it was told last: what can't be read is as if it had never been kept."""

from pathlib import Path

import pytest

from app.services.topups.known_topups import KnownTopUps
from app.storage.notebook import Owner
from app.storage.topup_lists import KnownTopUp, TopUpListsFile
from support.deposit_samples import make_topup
from support.virtual_clock import START, VirtualClock


@pytest.fixture
def file(tmp_path: Path) -> TopUpListsFile:
    return TopUpListsFile(tmp_path / "topups.sqlite")


def known_by(file: TopUpListsFile) -> KnownTopUps:
    return KnownTopUps(file=file, account="acc", service="demo", clock=VirtualClock())


async def test_what_was_told_comes_back_whole(file: TopUpListsFile) -> None:
    topup = make_topup(purchase={"planId": "residential-5gb", "status": "pending"}, rejection={"a": [1]})
    assert await known_by(file).read() is None
    await known_by(file).take_first((topup,), anew=True)
    found = await known_by(file).read()
    assert found is not None
    assert (found.topups, found.as_of) == ((topup,), START)


@pytest.mark.parametrize("content", ["no json", '{"id": "tu_1"}', "[" * 5000])
async def test_what_cannot_be_read_counts_as_not_kept(file: TopUpListsFile, content: str) -> None:
    file.begin_anew(Owner("acc", "demo"), [KnownTopUp("tu_1", START.isoformat(), content)], START)
    assert await known_by(file).read() is None


async def test_a_disk_that_fails_stops_nothing(tmp_path: Path) -> None:
    known = known_by(TopUpListsFile(tmp_path / "nowhere" / "topups.sqlite"))
    await known.take_first((make_topup(),), anew=True)
    await known.take((make_topup(),))
    assert await known.read() is None
