"""The libraries of the system that Qt needs, and the sentence that names the missing ones."""

import ctypes
import sys
from typing import Final

LIBRARIES: Final = {
    "libglib2.0-0": "libglib-2.0.so.0",
    "libdbus-1-3": "libdbus-1.so.3",
    "libbrotli1": "libbrotlidec.so.1",
    "libegl1": "libEGL.so.1",
    "libgl1": "libGL.so.1",
    "libfontconfig1": "libfontconfig.so.1",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-shape0": "libxcb-shape.so.0",
}
"""What Qt's offscreen and X11 platforms load, by the Debian package that brings it."""


def missing_libraries() -> list[str]:
    """Returns the Debian packages whose library the loader doesn't find; none on other systems."""
    if not sys.platform.startswith("linux"):
        return []
    missing = []
    for package, soname in LIBRARIES.items():
        try:
            ctypes.CDLL(soname)
        except OSError:
            missing.append(package)
    return missing


def missing_text() -> str:
    """Returns one line that names what is missing and how to install it; empty if nothing is."""
    missing = missing_libraries()
    if not missing:
        return ""
    names = ", ".join(LIBRARIES[package] for package in missing)
    command = " ".join(["sudo apt-get install", *missing])
    return f"Qt needs system libraries that are missing here: {names}. On Debian and Ubuntu: {command}"
