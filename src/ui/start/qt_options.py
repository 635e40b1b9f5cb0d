"""Separates Qt's command-line options, such as `-reverse`, from the app's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """Returns whether the command line names the platform, so that no display needs to be looked for."""
    names = (option.lstrip("-").partition("=")[0] for option in qt_options if option.startswith("-"))
    return "platform" in names
