"""Files that are written whole: nobody can prepare their place, and nothing unfinished is left."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.errors import ExportError, StorageError
from app.present.errors import present_error
from app.storage.files import (
    UnfinishedFile,
    open_export,
    read_at_most,
    remove_unfinished,
    set_aside,
    write_atomically,
    write_export,
)
from support.open_files import on_linux, open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

posix = pytest.mark.skipif(os.name != "posix", reason="file modes and links are POSIX")

KILLED = """
import os, signal, sys
from pathlib import Path
from app.storage.files import UnfinishedFile
file = UnfinishedFile(Path(sys.argv[1]))
file.write(b"password-canary")
os.kill(os.getpid(), signal.SIGKILL)
"""

# Without its flag for binary files, Windows writes CR LF for each LF; here another flag stands for it.
AS_WINDOWS = """
import os, sys
from pathlib import Path
os.O_BINARY = os.O_APPEND
real_open, real_write, texts = os.open, os.write, set()
def open_(path, flags, *rest, **more):
    file = real_open(path, flags, *rest, **more)
    if not flags & os.O_BINARY:
        texts.add(file)
    return file
def write(file, content):
    real_write(file, bytes(content).replace(b"\\n", b"\\r\\n") if file in texts else content)
    return len(content)
os.open, os.write = open_, write
from app.storage.files import write_export
write_export(Path(sys.argv[1], "places.csv"), b"a\\r\\nb\\r\\n")
"""


def export(path: Path) -> None:
    async def write_parts() -> None:
        async with open_export(path) as write:
            await write("password-")
            await write("canary")

    asyncio.run(write_parts())


def whole_export(path: Path) -> None:
    write_export(path, b"password-canary")


def whole(path: Path) -> None:
    write_atomically(path, b"password-canary")


WRITERS = [export, whole_export, whole]


def kill_while_exporting(path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL


@posix
@pytest.mark.parametrize("write", WRITERS)
def test_a_file_in_wait_under_the_former_name_is_not_used(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    planted = tmp_path / f"users.csv.{os.getpid()}.new"
    planted.touch()
    planted.chmod(0o666)
    reader = planted.open("rb")
    write(tmp_path / "users.csv")
    with reader:
        assert reader.read() == b""
    assert stat.S_IMODE((tmp_path / "users.csv").stat().st_mode) == 0o600
    assert (tmp_path / "users.csv").read_bytes() == b"password-canary"


@posix
@pytest.mark.parametrize("write", WRITERS)
def test_a_link_in_wait_changes_no_other_file(tmp_path: Path, write: Callable[[Path], None]) -> None:
    other = tmp_path / "precious"
    other.write_text("precious")
    (tmp_path / f"users.csv.{os.getpid()}.new").symlink_to(other)
    write(tmp_path / "users.csv")
    assert other.read_text() == "precious"


@posix
@pytest.mark.parametrize("write", WRITERS)
def test_even_a_guessed_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    other = tmp_path / "precious"
    other.write_text("precious")
    (tmp_path / f"tollhouse-{'0' * 32}.new").symlink_to(other)
    with pytest.raises(StorageError):
        write(tmp_path / "users.csv")
    assert other.read_text() == "precious"
    assert not (tmp_path / "users.csv").exists()


@posix
@pytest.mark.parametrize("write", WRITERS)
def test_the_mode_does_not_depend_on_the_umask(tmp_path: Path, write: Callable[[Path], None]) -> None:
    before = os.umask(0o777)
    try:
        write(tmp_path / "users.csv")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "users.csv").stat().st_mode) == 0o600


@pytest.mark.parametrize("write", WRITERS)
def test_a_failure_leaves_nothing_behind(tmp_path: Path, write: Callable[[Path], None]) -> None:
    (tmp_path / "users.csv").mkdir()
    with pytest.raises(StorageError) as caught:
        write(tmp_path / "users.csv")
    assert isinstance(caught.value, ExportError) == (write is not whole)
    assert [path.name for path in tmp_path.iterdir()] == ["users.csv"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gone/users.csv", "its folder does not exist any more"),
        ("users.csv/other.csv", "its folder does not exist any more"),
        ("n" * 252 + ".csv", "its name is too long"),
    ],
)
@pytest.mark.parametrize("write", [export, whole_export])
def test_why_a_file_cannot_be_exported_is_said(
    tmp_path: Path, write: Callable[[Path], None], name: str, text: str
) -> None:
    (tmp_path / "users.csv").write_bytes(b"x")
    with pytest.raises(ExportError) as caught:
        write(tmp_path / name)
    assert text in present_error(caught.value).text
    assert [path.name for path in tmp_path.iterdir()] == ["users.csv"]


def test_a_name_of_full_length_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".csv")
    whole_export(path)
    assert path.read_bytes() == b"password-canary"


@on_linux
@pytest.mark.parametrize("write", WRITERS)
def test_no_file_and_no_folder_stays_open(tmp_path: Path, write: Callable[[Path], None]) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    write(folder / "users.csv")
    assert open_files(tmp_path) == []
    (folder / "topups.csv").mkdir()
    with pytest.raises(StorageError):
        write(folder / "topups.csv")
    assert open_files(tmp_path) == []


@posix
@pytest.mark.parametrize("is_lasting", [True, False])
def test_only_what_must_last_is_on_disk_afterwards_its_name_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_lasting: bool
) -> None:
    synced: list[tuple[int, bool]] = []
    fsync = os.fsync
    path = tmp_path / "settings.json"

    def recorded(file: int) -> None:
        synced.append((os.fstat(file).st_ino, path.exists()))
        fsync(file)

    monkeypatch.setattr(os, "fsync", recorded)
    write_atomically(path, b"{}", is_lasting=is_lasting)
    on_disk = [(path.stat().st_ino, False), (tmp_path.stat().st_ino, True)]
    assert synced == (on_disk if is_lasting else [])


@posix
@pytest.mark.parametrize("write", WRITERS)
def test_a_file_system_without_modes_can_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    def without_modes(_file: int, _mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchmod", without_modes)
    write(tmp_path / "users.csv")
    assert (tmp_path / "users.csv").read_bytes() == b"password-canary"


def test_a_damaged_file_that_cannot_be_renamed_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        set_aside(tmp_path / "settings.json", datetime(2026, 11, 28, tzinfo=UTC))
    assert caught.value.reason == "missing"


@posix
def test_what_a_kill_left_is_removed(tmp_path: Path) -> None:
    kill_while_exporting(tmp_path / "users.csv")
    (left,) = tmp_path.iterdir()
    assert b"canary" in left.read_bytes()
    (tmp_path / "tollhouse-plan.new").write_text("somebody's own")
    remove_unfinished(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["tollhouse-plan.new"]


@posix
@pytest.mark.parametrize("write", [export, whole_export])
def test_the_next_export_removes_what_a_kill_left_in_its_folder(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    kill_while_exporting(tmp_path / "users.csv")
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    in_progress = UnfinishedFile(tmp_path / "topups.csv")
    write(tmp_path / "other.csv")
    assert not left.exists()
    in_progress.finish()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.csv", "topups.csv"]


def test_a_folder_of_such_a_name_stays_and_what_a_kill_left_beside_it_is_removed(tmp_path: Path) -> None:
    folders = [tmp_path / f"tollhouse-{digit * 32}.new" for digit in "0f"]
    for folder in folders:
        folder.mkdir()
    UnfinishedFile(tmp_path / "users.csv").write(b"password-canary")
    remove_unfinished(tmp_path)
    assert sorted(tmp_path.iterdir()) == folders


def test_what_is_written_after_the_end_reaches_no_other_file(tmp_path: Path) -> None:
    """The thread of an export that is stopped may still have something to write."""
    stopped = UnfinishedFile(tmp_path / "topups.csv")
    stopped.discard()
    with (tmp_path / "other").open("wb"), pytest.raises(StorageError):
        stopped.write(b"of the export")
    assert (tmp_path / "other").read_bytes() == b""


def test_a_folder_that_is_gone_has_nothing_unfinished(tmp_path: Path) -> None:
    remove_unfinished(tmp_path / "gone")
    assert list(tmp_path.iterdir()) == []


async def test_the_text_is_written_to_the_letter(tmp_path: Path) -> None:
    async with open_export(tmp_path / "places.csv") as write:
        await write('"a"\r\n"ü"\n')
    assert (tmp_path / "places.csv").read_bytes() == '"a"\r\n"ü"\n'.encode()


@posix
def test_line_ends_are_not_doubled_where_files_are_opened_as_text(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", AS_WINDOWS, str(tmp_path)], check=False, text=True)
    assert ended.returncode == 0
    assert (tmp_path / "places.csv").read_bytes() == b"a\r\nb\r\n"


def test_a_file_of_just_the_size_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "users.csv"
    path.write_bytes(b"a\r\nbc")
    assert read_at_most(path, 5) == b"a\r\nbc"
    assert read_at_most(path, 4) is None


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "users.csv")
    with pytest.raises(StorageError) as caught:
        read_at_most(tmp_path / "users.csv", 5)
    assert caught.value.reason == "missing"
