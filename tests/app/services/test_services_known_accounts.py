"""The accounts that can be opened: how they are named, identified and colored, before any is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import AccountRemovedError, InvalidInputError
from app.services.accounts.known import (
    COLORS,
    DEMO,
    MAX_NAME,
    SavedAccounts,
    account_of_saved,
    account_of_session,
    clean_name,
    demo_account,
    session_key,
)
from app.services.settings import SettingsStore
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://api.example.com"
ID_LENGTH = len("acc_") + 16


@pytest.fixture
def saved(tmp_path: Path) -> SavedAccounts:
    return SavedAccounts(
        SettingsStore(SettingsFile(tmp_path / "settings.json"), SavedSettings(), lambda _proxy: None)
    )


def test_the_environment_s_account_has_the_same_id_at_every_start() -> None:
    """Its requests are found by it, also after an update of the app."""
    account = account_of_session(session_key("https://API.example.com/", " a-key "))
    assert account.id == "session-e0333cff1ff6554f"
    assert (account.name, account.service, account.base_url) == (
        "Session account",
        "api.example.com",
        ADDRESS,
    )
    assert (account.is_demo, account.service_id) == (False, ADDRESS)
    others = (session_key(ADDRESS, "b-key"), session_key("https://api2.example.com", "a-key"))
    assert len({account.id, *(one.account_id for one in others)}) == 3
    assert "a-key" not in repr(session_key(ADDRESS, "a-key"))


def test_the_demo_is_the_same_service_at_any_port() -> None:
    demo = demo_account()
    assert (demo.id, demo.service_id, demo.service, demo.is_demo) == (DEMO, DEMO, "local sandbox", True)
    assert demo.service_beside_name == "local sandbox"


def test_a_service_is_not_named_twice() -> None:
    named, unnamed = (
        account_of_saved(SavedAccount("acc_1", name, ADDRESS, "red")) for name in ("Work", "api.example.com")
    )
    assert (named.service_beside_name, unnamed.service_beside_name) == ("api.example.com", "")
    assert (named.color, named.base_url, named.service_id) == ("red", ADDRESS, ADDRESS)


def test_a_color_of_a_newer_version_is_shown_as_the_last_one() -> None:
    assert account_of_saved(SavedAccount("acc_1", "Work", ADDRESS, "turquoise")).color == "grey"


def test_names_are_trimmed_and_have_60_characters() -> None:
    assert clean_name("  Price \t watch\n") == "Price watch"
    assert len(clean_name("x" * MAX_NAME)) == MAX_NAME


async def test_each_new_account_has_an_id_of_its_own_and_the_least_used_color(saved: SavedAccounts) -> None:
    added = [await saved.add(f" Account  {n}", ADDRESS) for n in range(len(COLORS) + 1)]
    assert [one.color for one in added] == [*COLORS, COLORS[0]]
    assert added[0].name == "Account 0"
    assert {len(one.id) for one in added} == {ID_LENGTH}
    assert len({one.id for one in added}) == len(added)
    assert saved.all == tuple(added)


async def test_one_is_changed_or_removed_and_the_others_stay(saved: SavedAccounts) -> None:
    one, two = [await saved.add(name, ADDRESS) for name in ("One", "Two")]
    changed = await saved.change(two.id, name="Second", color="red")
    assert list(saved.all) == [one, changed]
    assert saved.get(two.id) == changed == two._replace(name="Second", color="red")
    with pytest.raises(InvalidInputError) as caught:
        await saved.change(two.id, name="Second", color="#ff0000")
    assert (caught.value.field, caught.value.code) == ("color", "unknown")
    await saved.check_removable(one.id)
    await saved.remove(one.id)
    assert list(saved.all) == [changed]
    with pytest.raises(AccountRemovedError):
        await saved.check_removable(one.id)


async def test_the_account_that_was_opened_last_is_saved(saved: SavedAccounts, tmp_path: Path) -> None:
    assert saved.last is None
    for account_id in ("acc_1", "acc_1", "acc_2"):
        await saved.save_last(account_id)
        assert saved.last == account_id
    again = SettingsFile(tmp_path / "settings.json").peek()
    assert again.last_account == "acc_2"
    saved.end()
    await saved.save_last("acc_3")
    assert saved.last == "acc_2", "nothing is written any more"
