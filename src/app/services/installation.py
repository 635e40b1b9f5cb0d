"""How the app came onto this computer, and what of others it is made of."""

from __future__ import annotations

import platform
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.programs import is_frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

InstallationKind = Literal["checkout", "pipx", "uv", "installer", "debian", "folder", "files"]

_APP: Final = "tollhouse"
_DEBIAN_FILES: Final = Path("/var/lib/dpkg/info/tollhouse.list")
_REQUIREMENT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LONGEST_LICENSE: Final = 60
"""Some packages have a license's whole text where its name should be."""


class Installation(NamedTuple):
    """How the app was installed.

    Attributes:
        kind: A source checkout, `pipx`, `uv tool`, another installer, a Debian package, a folder of its own,
            or files that nothing installed.
        folder: Where it is, with `~` for the user's home.
        installer: The name of another installer, such as 'pip'; else empty.
    """

    kind: InstallationKind
    folder: str
    installer: str = ""


class Component(NamedTuple):
    """A part that others made; `version` and `license` may be empty if they are not known."""

    name: str
    version: str
    license: str


RESOURCES: Final = (
    Component("Inter", "4.001", "OFL-1.1"),
    Component("JetBrains Mono", "2.242", "OFL-1.1"),
    Component("Noto Sans SC", "2.004", "OFL-1.1"),
    Component("Lucide", "1.62.0", "ISC"),
    Component("flag-icons", "7.5.0", "MIT"),
    Component("Natural Earth", "", "public domain"),
    Component("CLDR", "47", "Unicode-3.0"),
)
"""Fonts, icons, flags, map and data of languages, as in `resources/README.md`."""


def find_installation() -> Installation:
    prefix = Path(sys.prefix)
    if is_frozen():
        program = str(Path(sys.executable).resolve())
        return Installation(
            "debian" if program in _debian_files() else "folder", _short(Path(program).parent)
        )
    try:
        app = distribution(_APP)
    except PackageNotFoundError:
        return Installation("files", _short(Path(__file__).parents[2]))
    if '"editable": true' in (app.read_text("direct_url.json") or ""):
        return Installation("checkout", _short(Path(__file__).parents[3]))
    if (prefix / "pipx_metadata.json").is_file():
        return Installation("pipx", _short(prefix))
    if (prefix / "uv-receipt.toml").is_file():
        return Installation("uv", _short(prefix))
    installer = (app.read_text("INSTALLER") or "").strip()
    return Installation("installer" if installer else "files", _short(prefix), installer)


def find_components() -> tuple[Component, ...]:
    """Returns Python, the installed packages that the app needs, by name, and our resources.

    Takes up to half a second: it reads the metadata of each package.
    """
    python = Component("Python", platform.python_version(), "PSF-2.0")
    packages = sorted(
        (Component(one.name, one.version, _license(one)) for one in _required()),
        key=lambda component: component.name.lower(),
    )
    return (python, *packages, *RESOURCES)


def _required() -> Iterator[Distribution]:
    """Yields what is installed of the app's requirements, and of theirs; of extras nothing."""
    waiting, seen = [_APP], {_APP}
    while waiting:
        try:
            found = distribution(waiting.pop())
        except PackageNotFoundError:
            # Another system or version of Python needs it.
            continue
        if found.name != _APP:
            yield found
        for requirement in found.requires or ():
            match = _REQUIREMENT.match(requirement)
            name = re.sub(r"[-_.]+", "-", match[0]).lower() if match else ""
            if name and name not in seen and "extra ==" not in requirement:
                seen.add(name)
                waiting.append(name)


def _license(package: Distribution) -> str:
    about = package.metadata
    named = [about[field] for field in ("License-Expression", "License") if field in about]
    classifiers = about.get_all("Classifier") or []
    named += [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    return next((text for text in named if text and len(text) <= _LONGEST_LICENSE and "\n" not in text), "")


def _debian_files() -> list[str]:
    try:
        return _DEBIAN_FILES.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def _short(folder: Path) -> str:
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)
