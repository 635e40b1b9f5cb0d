"""What the frozen folder holds: named here, and left out if it is not."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

QT_TRANSLATIONS: Final = frozenset(f"qtbase_{code}" for code in ("de", "en", "es", "fr", "ru", "zh_CN"))
# By folder, without `lib` and suffix. No pictures but SVG and PNG are read, and no other displays supported.
QT_PLUGINS: Final = {
    "iconengines": {"qsvgicon"},
    "imageformats": {"qsvg"},
    "platforminputcontexts": {"composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"},
    "platforms": {"qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"},
    "platformthemes": {"qxdgdesktopportal"},
    "printsupport": {"cocoaprintersupport", "cupsprintersupport", "windowsprintersupport"},
    "styles": {"qmacstyle", "qmodernwindowsstyle"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    "wayland-graphics-integration-client": {"qt-plugin-wayland-egl"},
    "wayland-shell-integration": {"xdg-shell"},
    "xcbglintegrations": {"qxcb-egl-integration"},
}
# Of packages: what names version, license and entry points. The others say how and where they were installed.
METADATA: Final = frozenset({"METADATA", "entry_points.txt"})
# Parts of Qt that are named by nothing else that stays.
_UNUSED_QT: Final = ("Qt6EglF", "Qt6Network", "QtNetwork", "Qt6WlShell")
# Where Debian and Ubuntu have their libraries: those come with the packages that the .deb depends on.
_SYSTEM_FOLDERS: Final = ("/lib/", "/lib64/", "/usr/lib/")

# Found by what a module could import, and needed by nothing that runs: tools of the build, and what is for
# programs in Python, which can't import from a frozen folder.
EXCLUDED_MODULES: Final = (
    "PySide6.QtNetwork",
    "PySide6.QtSql",
    "_distutils_hack",
    "distutils",
    "ensurepip",
    "hatchling",
    "lib2to3",
    "packaging",
    "pip",
    "pkg_resources",
    "pydoc_data",
    "pytest",
    "setuptools",
    "tkinter",
    "tollhouse_sandbox.process",
    "tollhouse_sandbox.pytest_plugin",
    "trove_classifiers",
    "turtle",
)
# What is imported by a name that was put together: the keyrings of `app.storage.keyrings`.
HIDDEN_MODULES: Final = ("keyring.backends.SecretService", "keyring.backends.kwallet", "_cffi_backend")
# What was built with symbols that only a debugger reads; the others come stripped.
WITH_SYMBOLS: Final = (
    "libpython3*.so*",
    "python3*/lib-dynload/*.so",
    "PySide6/Qt/lib/libicu*.so.*",
    "_cffi_backend.*.so",
    "cryptography/hazmat/bindings/_rust.abi3.so",
)


def is_wanted(destination: str, source: str) -> bool:
    """Returns whether a file belongs into the folder.

    Args:
        destination: Its path there.
        source: Where it is now, or the target of a link.
    """
    path = PurePosixPath(destination.replace("\\", "/"))
    name = path.name.partition(".")[0].removeprefix("lib")
    match path.parts:
        case ("PySide6", *_, "translations", _):
            return name in QT_TRANSLATIONS
        case ("PySide6", *_, "plugins", kind, _):
            return name in QT_PLUGINS.get(kind, ())
        case (folder, *_) if folder.endswith(".dist-info"):
            return path.name in METADATA
        case ("setuptools", *_):
            return False
        case _:
            return not (name.startswith(_UNUSED_QT) or source.startswith(_SYSTEM_FOLDERS))
