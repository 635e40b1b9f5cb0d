"""The Debian package of a folder: what it brings, for whom it can be read, and the same bytes every time."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NO_UMASK, STRICT_UMASK = 0o022, 0o077

pytestmark = pytest.mark.skipif(shutil.which("dpkg-shlibdeps") is None, reason="needs Debian's dpkg-dev")


def pack(folder: Path, umask: int) -> Path:
    """Packs a folder of one program, as `make package` packs the frozen app."""
    frozen = folder / "frozen"
    frozen.mkdir(parents=True)
    shutil.copy(shutil.which("true") or "", frozen / "tollhouse")
    (frozen / "tollhouse-sandbox").symlink_to("tollhouse")
    (frozen / "LICENSES.txt").write_text(
        "Part 1.0\nLicense: MIT\n\nPermission is granted.\n", encoding="utf-8"
    )
    subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "linux" / "deb.py"), str(frozen), str(folder)],
        check=True,
        capture_output=True,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"},
        umask=umask,
    )
    (package,) = folder.glob("*.deb")
    return package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(tmp_path_factory.mktemp("package"), NO_UMASK)


@pytest.fixture(scope="module")
def members(package: Path) -> dict[str, tarfile.TarInfo]:
    archive = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", str(package)], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {member.name.removeprefix("./"): member for member in opened}


def field(package: Path, name: str) -> str:
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_it_brings_programs_desktop_files_manuals_completions_and_documents(
    members: dict[str, tarfile.TarInfo],
) -> None:
    for command in ("tollhouse", "tollhouse-sandbox"):
        assert members[f"usr/bin/{command}"].linkname == f"../lib/tollhouse/{command}"
        assert members[f"usr/share/man/man1/{command}.1.gz"].isfile()
        assert members[f"usr/share/bash-completion/completions/{command}"].isfile()
        assert members[f"usr/share/zsh/vendor-completions/_{command}"].isfile()
        assert members[f"usr/share/fish/vendor_completions.d/{command}.fish"].isfile()
    icons = {path for path in members if path.startswith("usr/share/icons/hicolor/") and "apps/" in path}
    assert len(icons) == len(list((ROOT / "packaging" / "linux" / "icons").rglob("tollhouse.*")))
    for path in (
        "applications/tollhouse.desktop",
        "metainfo/tollhouse.metainfo.xml",
        "doc/tollhouse/copyright",
        "doc/tollhouse/changelog.gz",
        "doc/tollhouse/changelog.Debian.gz",
    ):
        assert members[f"usr/share/{path}"].isfile()


def test_everyone_may_read_it_and_only_the_program_is_run(members: dict[str, tarfile.TarInfo]) -> None:
    for path, member in members.items():
        if not member.issym():
            is_open = member.isdir() or path == "usr/lib/tollhouse/tollhouse"
            assert (oct(member.mode), member.uname) == (oct(0o755 if is_open else 0o644), "root"), path


def test_it_asks_for_the_libraries_of_its_programs_and_recommends_what_helps(package: Path) -> None:
    assert "libc6 (>= " in field(package, "Depends")
    assert field(package, "Recommends").split(", ") == [
        "gnome-keyring | kwalletmanager | keepassxc",
        "fonts-noto-cjk | fonts-wqy-microhei | fonts-wqy-zenhei",
        "xdg-utils",
    ]


def test_the_same_source_gives_the_same_bytes_whatever_the_umask(package: Path, tmp_path: Path) -> None:
    assert pack(tmp_path, STRICT_UMASK).read_bytes() == package.read_bytes()
