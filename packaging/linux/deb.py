"""Packs the frozen folder as a Debian package: the same bytes from the same source.

What it needs of the system comes as dependencies, found by dpkg-shlibdeps on the oldest system it is for.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from email.utils import formatdate
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
MEGABYTE: Final = 1_000_000
FOLDER_BYTES_MAX: Final = 135 * MEGABYTE
PACKAGE_BYTES_MAX: Final = 42 * MEGABYTE

_MAINTAINER: Final = "The Tollhouse developers <developers@tollhouse.example>"
_LIBRARIES: Final = "usr/lib/tollhouse"
_COMMANDS: Final = ("tollhouse", "tollhouse-sandbox")
# As the names of packages are written in control files; the first one that is there serves.
_RECOMMENDS: Final = (
    "gnome-keyring | kwalletmanager | keepassxc",
    "fonts-noto-cjk | fonts-wqy-microhei | fonts-wqy-zenhei",
    "xdg-utils",
)
# Qt and the fonts are those that the app was tested with, in folders of their own.
_OVERRIDES: Final = """\
tollhouse: embedded-library *
tollhouse: duplicate-font-file *
# Python's modules of this kind call nothing but Python; data alone call nothing. The loader is PyInstaller's.
tollhouse: library-not-linked-against-libc *
tollhouse: shared-library-lacks-prerequisites *
tollhouse: hardening-no-pie *
"""
# Texts that policy wants named by their path on every Debian system.
_COMMON: Final = (
    (
        re.compile(
            r"[ \t]*GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3.*?choose that version for the\s+Library\.",
            re.DOTALL,
        ),
        "LGPL-3",
    ),
    (
        re.compile(r"[ \t]*GNU GENERAL PUBLIC LICENSE\s+Version 3.*?END OF TERMS AND CONDITIONS", re.DOTALL),
        "GPL-3",
    ),
    (
        re.compile(r"[ \t]*GNU GENERAL PUBLIC LICENSE\s+Version 2.*?END OF TERMS AND CONDITIONS", re.DOTALL),
        "GPL-2",
    ),
    (re.compile(r"[ \t]*Apache License\s+Version 2.*?END OF TERMS AND CONDITIONS", re.DOTALL), "Apache-2.0"),
)


def main() -> int:
    """Writes the package, and checks the budgets. Arguments: the frozen folder, where to."""
    folder, target = map(Path, sys.argv[1:])
    version = importlib.metadata.version("tollhouse")
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    stage = target / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(folder, stage / _LIBRARIES, symlinks=True)
    _link_commands(stage)
    _copy_shared_files(stage)
    _write_documents(stage, version, moment)
    architecture = _output("dpkg", "--print-architecture").strip()
    _write_control(stage, version, architecture)
    _set_permissions(stage)
    package = target / f"tollhouse_{version}-1_{architecture}.deb"
    command = [
        "dpkg-deb",
        "--build",
        "--root-owner-group",
        "-Zxz",
        "--threads-max=1",
        str(stage),
        str(package),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (our own arguments)
    return 0 if _is_within_budget(folder, package) else 1


def _link_commands(stage: Path) -> None:
    (stage / "usr/bin").mkdir(parents=True)
    for name in _COMMANDS:
        (stage / "usr/bin" / name).symlink_to(f"../lib/tollhouse/{name}")


def _copy_shared_files(stage: Path) -> None:
    """Copies what makes it an app of the desktop and of the terminal."""
    share = stage / "usr/share"
    linux, terminal = ROOT / "packaging/linux", ROOT / "packaging/terminal"
    _copy(linux / "tollhouse.desktop", share / "applications")
    _copy(linux / "tollhouse.metainfo.xml", share / "metainfo")
    shutil.copytree(linux / "icons", share / "icons/hicolor")
    for name in _COMMANDS:
        _copy(terminal / "completions" / name, share / "bash-completion/completions")
        _copy(terminal / "completions" / f"_{name}", share / "zsh/vendor-completions")
        _copy(terminal / "completions" / f"{name}.fish", share / "fish/vendor_completions.d")
        _write_compressed(share / f"man/man1/{name}.1.gz", (terminal / "man" / f"{name}.1").read_bytes())


def _write_documents(stage: Path, version: str, moment: int) -> None:
    documents = stage / "usr/share/doc/tollhouse"
    documents.mkdir(parents=True)
    entry = (
        f"tollhouse ({version}-1) stable; urgency=medium\n\n  * Release {version}; see changelog.gz.\n\n"
        f" -- {_MAINTAINER}  {formatdate(moment)}\n"
    )
    _write_compressed(documents / "changelog.Debian.gz", entry.encode())
    _write_compressed(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    licenses = (stage / _LIBRARIES / "LICENSES.txt").read_text(encoding="utf-8")
    (documents / "copyright").write_text(copyright_of(licenses), encoding="utf-8")
    overrides = stage / "usr/share/lintian/overrides"
    overrides.mkdir(parents=True)
    (overrides / "tollhouse").write_text(_OVERRIDES, encoding="utf-8")


def copyright_of(licenses: str) -> str:
    """Returns all licenses; those that every Debian system holds are named by their path there."""
    for text, name in _COMMON:
        licenses = text.sub(f"See /usr/share/common-licenses/{name}.", licenses)
    return (
        "Tollhouse and everything that its package contains. The same with each license in full is\n"
        f"/{_LIBRARIES}/LICENSES.txt.\n\n{licenses}"
    )


def _set_permissions(stage: Path) -> None:
    """Sets the modes that packages have, whatever the umask was."""
    for path in (stage, *stage.rglob("*")):
        if path.is_symlink():
            continue
        is_open = path.is_dir() or path == stage / _LIBRARIES / "tollhouse"
        path.chmod(0o755 if is_open else 0o644)


def _write_control(stage: Path, version: str, architecture: str) -> None:
    control = stage / "DEBIAN"
    control.mkdir()
    files = sorted(path for path in (stage / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(-(-path.stat().st_size // 1024) for path in files)
    fields = {
        "Package": "tollhouse",
        "Version": f"{version}-1",
        "Architecture": architecture,
        "Maintainer": _MAINTAINER,
        "Installed-Size": str(size),
        "Depends": ", ".join([*_dependencies(stage), "ca-certificates"]),
        "Recommends": ", ".join(_RECOMMENDS),
        "Section": "net",
        "Priority": "optional",
        "Homepage": "https://tollhouse.example/",
        "Description": "manage proxy accounts\n"
        " Tops up the balance of proxy accounts by scanning a QR code with a crypto\n"
        " wallet, shows the payment being credited, copies credentials in the format\n"
        " that a tool needs, and shows where the traffic goes.\n"
        " .\n"
        " Nothing payable is shown before it was checked. The demo account, a complete\n"
        " service on this computer, needs no network and no money.",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (control / "control").write_text(text, encoding="utf-8")
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(stage)}\n"  # noqa: S324 (the format's)
        for path in files
    )
    (control / "md5sums").write_text(sums, encoding="ascii")


def _dependencies(stage: Path) -> list[str]:
    """Returns the packages whose libraries the folder needs and does not contain."""
    folder = stage / _LIBRARIES
    binaries = [path for path in folder.rglob("*") if not path.is_symlink() and _is_elf(path)]
    own = sorted({str(path.parent.resolve()) for path in binaries})
    source = stage.parent / "source"
    (source / "debian").mkdir(parents=True, exist_ok=True)
    (source / "debian/control").write_text("Source: tollhouse\n\nPackage: tollhouse\nArchitecture: any\n")
    # Without information are our own libraries alone: those of the system all have it.
    command = [
        "dpkg-shlibdeps",
        "-O",
        "--ignore-missing-info",
        "--warnings=0",
        *(f"-l{path}" for path in own),
    ]
    found = _output(*command, *(f"-e{path.resolve()}" for path in sorted(binaries)), folder=source)
    match = re.search(r"shlibs:Depends=(.*)", found)
    return match[1].split(", ") if match else sys.exit("dpkg-shlibdeps found nothing.")


def _is_elf(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _is_within_budget(folder: Path, package: Path) -> bool:
    sizes = (
        ("folder", sum(path.lstat().st_size for path in folder.rglob("*")), FOLDER_BYTES_MAX),
        (package.name, package.stat().st_size, PACKAGE_BYTES_MAX),
    )
    for name, size, limit in sizes:
        print(f"{name}: {size / MEGABYTE:.1f} MB of {limit / MEGABYTE:.0f} MB")
    return all(size <= limit for _name, size, limit in sizes)


def _copy(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, folder / path.name)


def _write_compressed(path: Path, content: bytes) -> None:
    """Writes a gzip file without a time, as policy asks for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def _output(*command: str, folder: Path | None = None) -> str:
    return subprocess.run(command, check=True, cwd=folder, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
