"""`--install-desktop-entry` and `--remove-desktop-entry`, run as the installed command."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.desktop_entry import entry_for

COMMAND = Path(sys.executable).with_name("tollhouse")
TEXT = "[Desktop Entry]\nExec=tollhouse\nTryExec=tollhouse\nIcon=tollhouse\nExec=tollhouse --demo\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="desktop entries are Linux's")


def run(
    option: str, home: Path, *, before: tuple[str, ...] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return subprocess.run(
        [*before, COMMAND, option],
        env={**inherited, "HOME": str(home), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def test_installed_it_starts_this_command_and_removed_nothing_is_left(tmp_path: Path) -> None:
    share = tmp_path / ".local" / "share"
    (share / "applications").mkdir(parents=True)
    (share / "applications" / "other.desktop").write_text("[Desktop Entry]\n", encoding="utf-8")
    before = tree(share)
    done = run("--install-desktop-entry", tmp_path)
    entry = share / "applications" / "tollhouse.desktop"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Installed: {entry}\n", "")
    text = entry.read_text(encoding="utf-8")
    assert f'\nExec="{COMMAND}"\nTryExec={COMMAND}\n' in text
    assert f'\nExec="{COMMAND}" --demo\n' in text
    if shutil.which("desktop-file-validate"):
        assert subprocess.run(["desktop-file-validate", entry], check=False).returncode == 0
    installed = tree(share)
    for name in ("metainfo/tollhouse.metainfo.xml", "icons/hicolor/48x48/apps/tollhouse.png"):
        assert installed[name]
    assert run("--install-desktop-entry", tmp_path).returncode == 0
    assert tree(share) == installed
    for _again in range(2):
        done = run("--remove-desktop-entry", tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"Removed: {entry}\n", "")
        assert tree(share) == before


def test_what_fails_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("--install-desktop-entry", tmp_path, XDG_DATA_HOME=str(tmp_path / "file"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tollhouse: {tmp_path / 'file'}")
    assert done.stderr.count("\n") == 1


def test_an_entry_that_cannot_be_written_again_stays_as_it_was(tmp_path: Path) -> None:
    """A limit for the size of a file stands for a disk that is full in the middle of one."""
    share = tmp_path / ".local" / "share"
    assert run("--install-desktop-entry", tmp_path).returncode == 0
    installed = tree(share)
    done = run("--install-desktop-entry", tmp_path, before=("prlimit", "--fsize=100"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(": The file could not be written.\n")
    assert tree(share) == installed


def test_files_that_are_listed_and_not_there_were_not_brought(tmp_path: Path) -> None:
    """As in a frozen app, which has the wheel's metadata, and none of its files for a desktop."""
    metadata = tmp_path / "tollhouse-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: tollhouse\nVersion: 0.1.0\n")
    (metadata / "RECORD").write_text("../../../share/applications/tollhouse.desktop,,\n")
    done = run("--install-desktop-entry", tmp_path, PYTHONPATH=str(tmp_path))
    text = "tollhouse: This installation did not bring the files for a desktop.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", text)


@pytest.mark.parametrize(
    ("path", "quoted", "plain"),
    [
        ("/usr/bin/tollhouse", '"/usr/bin/tollhouse"', "/usr/bin/tollhouse"),
        ("/my apps/tollhouse", '"/my apps/tollhouse"', "/my apps/tollhouse"),
        ("/100%/tollhouse", '"/100%%/tollhouse"', "/100%/tollhouse"),
        ('/a"$`b/tollhouse', r'"/a\\"\\$\\`b/tollhouse"', '/a"$`b/tollhouse'),
        (r"/a\b/tollhouse", r'"/a\\\\b/tollhouse"', r"/a\\b/tollhouse"),
    ],
)
def test_a_path_is_quoted_as_the_specification_says(path: str, quoted: str, plain: str) -> None:
    text = entry_for(TEXT, Path(path))
    assert text == (
        f"[Desktop Entry]\nExec={quoted}\nTryExec={plain}\nIcon=tollhouse\nExec={quoted} --demo\n"
    )
