"""The process around Qt: its imports, its command-line options, the display, and the restart."""

from __future__ import annotations

import builtins
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.programs import APP, command_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FLAGS: Final = frozenset({"reverse", "nograb", "dograb", "sync"})
_WITH_VALUE: Final = frozenset(
    {
        "display",
        "geometry",
        "platform",
        "platformpluginpath",
        "platformtheme",
        "plugin",
        "qwindowgeometry",
        "qwindowicon",
        "qwindowtitle",
        "session",
        "style",
        "stylesheet",
    }
)


def import_qt() -> None:
    """Imports PySide6 for a start whose imports are not held up.

    Its hook is taken out of all later ones: it reads the source of each module, to see whether it could
    switch PySide's optional features, which nothing here does: a sixth of the CPU time until the first rows,
    and 16 MB. The garbage collector is off until the services are built: modules and classes are permanent,
    and scanning them again and again costs 6 % of the start.
    """
    gc.disable()
    import linecache  # noqa: PLC0415 (for PySide)

    import PySide6.QtCore  # noqa: F401, PLC0415 (not for `--version`)

    # The sources that its hook has read until now.
    linecache.clearcache()
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def split_options(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns our options and Qt's, each in their order; unknown ones stay with ours.

    Args:
        arguments: The command line without the program's name.
    """
    ours: list[str] = []
    qts: list[str] = []
    left = iter(arguments)
    for argument in left:
        name, equals, _value = argument.removeprefix("-").removeprefix("-").partition("=")
        if not argument.startswith("-"):
            ours.append(argument)
        elif name in _FLAGS or (name in _WITH_VALUE and equals):
            qts.append(argument)
        elif name in _WITH_VALUE and (value := next(left, None)) is not None:
            qts += [argument, value]
        else:
            ours.append(argument)
    return ours, qts


def names_platform(qt_options: Sequence[str]) -> bool:
    """Returns whether the command line names the platform, so that no display needs to be found."""
    names = (option.lstrip("-").partition("=")[0] for option in qt_options if option.startswith("-"))
    return "platform" in names


def can_show_windows() -> bool:
    """Returns whether Qt can open windows here: a platform is named, or a display responds."""
    environment = os.environ
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return True
    wayland = environment.get("WAYLAND_DISPLAY", "")
    if wayland and _answers(Path(environment.get("XDG_RUNTIME_DIR", ""), wayland)):
        return True
    display = environment.get("DISPLAY", "")
    host, _colon, screen = display.rpartition(":")
    number = screen.partition(".")[0]
    if host not in {"", "unix"} or not number.isdecimal():
        # A display on another computer: Qt knows best how to connect.
        return bool(display)
    return _answers(Path(f"/tmp/.X11-unix/X{number}")) or _answers(  # noqa: S108 (where X11 listens)
        f"\0/tmp/.X11-unix/X{number}"
    )


def _answers(address: Path | str) -> bool:
    import socket  # noqa: PLC0415 (only where a display is to be asked)

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(address))
        except OSError:
            return False
    return True


def restart(account: Mapping[str, str]) -> None:
    """Starts the app with the options of this start; call it last, after its lock has been released.

    The new process replaces this one, where the system can do that: it stays at its terminal.

    Args:
        account: The variables of the session account, which were removed from this process's environment.
    """
    command = [*command_of(APP), *sys.argv[1:]]
    environment = {**os.environ, **account}
    if sys.platform == "win32":
        import subprocess  # noqa: PLC0415 (only here)

        subprocess.Popen(command, env=environment)  # noqa: S603 (our own program)
    else:
        os.execve(command[0], command, environment)  # noqa: S606 (likewise)
