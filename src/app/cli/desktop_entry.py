"""Puts the app into the menu of the user's desktop, and takes it out: entry, icons and metainfo.

The wheel brings these files, but pipx, uv and a venv put them where no desktop looks for them.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.cli.output import print_error, print_text
from app.errors import ExportError
from app.i18n.texts import _, chosen_language, use_language
from app.present.errors import present_error
from app.storage.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHARED: Final = re.compile(r".*?share/((?:applications|icons|metainfo)/.+)")
_COMMAND: Final = "tollhouse"
_EXEC: Final = re.compile(rf"^(Exec|TryExec)={_COMMAND}(?=$| )", re.MULTILINE)
_RESERVED: Final = re.compile(r'[\\"`$]')


def main(*, removes: bool, environment: Mapping[str, str] = os.environ) -> int:
    """Installs or removes the files in `$XDG_DATA_HOME`; returns 0, or 1 and prints the reason."""
    use_language(chosen_language())
    target = data_home(environment)
    brought, command = _brought_files(), running_command()
    if not brought:
        return _fail(_("This installation did not bring the files for a desktop."))
    try:
        if removes:
            _remove(target, brought)
        elif command is None:
            return _fail(_("The command 'tollhouse' is not installed, so a desktop could not start it."))
        else:
            _install(target, brought, command)
    except ExportError as error:
        return _fail(f"{error.path}: {present_error(error).text}")
    except OSError as error:
        return _fail(f"{error.filename or target}: {error.strerror or error}")
    text = _("Removed: {path}") if removes else _("Installed: {path}")
    return print_text(text.format(path=target / "applications" / f"{_COMMAND}.desktop"))


def _fail(text: str) -> int:
    print_error(text)
    return 1


def data_home(environment: Mapping[str, str]) -> Path:
    """Returns where desktops look for a user's files; a relative `XDG_DATA_HOME` does not count."""
    given = Path(environment.get("XDG_DATA_HOME", ""))
    return given if given.is_absolute() else Path.home() / ".local" / "share"


def running_command() -> Path | None:
    """Returns the absolute path of the command that runs now, with its links; None if it is not installed."""
    started = Path(os.path.abspath(shutil.which(sys.argv[0]) or sys.argv[0]))  # noqa: PTH100 (keeps links)
    beside = Path(sysconfig.get_path("scripts"), _COMMAND)
    found = (path for path in (started, beside) if path.name == _COMMAND and os.access(path, os.X_OK))
    return next(found, None)


def entry_for(text: str, command: Path) -> str:
    """Returns a desktop entry whose commands are an absolute path (Desktop Entry Specification 1.5)."""
    # A string has its backslashes escaped; an argument is quoted in addition, and % begins a field code.
    plain = str(command).replace("\\", "\\\\").replace("\n", "\\n")
    quoted = '"' + _RESERVED.sub(r"\\\g<0>", str(command)).replace("%", "%%") + '"'
    escaped = quoted.replace("\\", "\\\\").replace("\n", "\\n")
    return _EXEC.sub(lambda found: f"{found[1]}={plain if found[1] == 'TryExec' else escaped}", text)


def _brought_files() -> dict[Path, Path]:
    """Returns the files that the installation brought, by their paths below `share`.

    A frozen app has the list of its wheel, but not these files: its package puts them where they belong.
    """
    with suppress(PackageNotFoundError):
        return {
            Path(match[1]): source
            for path in files(_COMMAND) or ()
            if (match := _SHARED.fullmatch(path.as_posix())) is not None
            and (source := Path(str(path.locate()))).is_file()
        }
    return {}


def _install(target: Path, brought: Mapping[Path, Path], command: Path) -> None:
    for path, source in brought.items():
        content = source.read_bytes()
        if path.suffix == ".desktop":
            content = entry_for(content.decode(), command).encode()
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target / path, content, is_lasting=False, kind=ExportError)


def _remove(target: Path, brought: Mapping[Path, Path]) -> None:
    """Removes the files, and folders that are empty without them."""
    for path in brought:
        (target / path).unlink(missing_ok=True)
    folders = {folder for path in brought for folder in path.parents if folder.name}
    for folder in sorted(folders, key=lambda one: len(one.parts), reverse=True):
        if (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()
