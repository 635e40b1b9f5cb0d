"""The app's folders: for this user only, in one place when asked, and told when they can't be used."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.present.errors import present_start_error
from app.storage.paths import find_paths, make_private_folder, storage_reason

if TYPE_CHECKING:
    from pathlib import Path


def mode(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


def test_one_folder_holds_everything_when_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOLLHOUSE_HOME", str(tmp_path / "home"))
    places = find_paths()
    for path in (places.data, places.logs, places.outbox, places.demo, places.log):
        assert path.is_relative_to(tmp_path / "home")
    assert places.data.is_dir()
    assert places.logs.is_dir()


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_the_folders_are_for_this_user_only_also_when_they_were_open_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOLLHOUSE_HOME", str(tmp_path))
    (tmp_path / "data").mkdir(mode=0o755)
    places = find_paths()
    assert (mode(places.data), mode(places.logs)) == (0o700, 0o700)


@pytest.mark.skipif(not os.environ.get("HOME"), reason="needs a home folder")
def test_else_they_are_the_platform_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOLLHOUSE_HOME", raising=False)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    places = find_paths()
    assert places.data.is_relative_to(tmp_path)
    assert places.data.name == "tollhouse"
    assert "tollhouse" in places.logs.parts


@pytest.mark.skipif(os.name != "posix", reason="only there a user can be without a home")
def test_a_user_without_a_home_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_uid: int) -> None:
        raise KeyError

    for name in ("TOLLHOUSE_HOME", "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    with pytest.raises(StorageError) as caught:
        find_paths()
    assert caught.value.path == "$HOME"
    assert "$HOME" in present_start_error(caught.value).text


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    make_private_folder(tmp_path)
    assert (tmp_path / "kept").exists()


def test_a_file_in_the_place_of_a_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").touch()
    monkeypatch.setenv("TOLLHOUSE_HOME", str(tmp_path / "home"))
    with pytest.raises(StorageError) as caught:
        find_paths()
    assert caught.value.path == str(tmp_path / "home" / "data")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="for root everything is writable")
def test_a_folder_that_can_not_be_written_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError) as caught:
        make_private_folder(tmp_path / "data")
    tmp_path.chmod(0o700)
    assert caught.value.reason == "read_only"


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "read_only"),
        (errno.EACCES, "read_only"),
        (errno.EPERM, "read_only"),
        (errno.EIO, "other"),
    ],
)
def test_the_system_s_words_become_a_reason(number: int, reason: str) -> None:
    assert storage_reason(OSError(number, "")) == reason
