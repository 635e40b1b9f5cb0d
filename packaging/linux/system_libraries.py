"""Finds what Qt or some tests' tools lack on this machine: installs it as root, else names it.

Without arguments the libraries are looked for, with `--tools` the tools. Tests whose tool is missing
are skipped and say so.
"""

import ctypes
import os
import shutil
import subprocess
import sys

# What Qt's offscreen and X11 platforms load, by the Debian package that brings it.
LIBRARIES = {
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

# What some tests run for real, by the Debian package that brings it.
TOOLS = {
    "appstream": "appstreamcli",
    "curl": "curl",
    "dbus-daemon": "dbus-daemon",
    "desktop-file-utils": "desktop-file-validate",
    "gnome-keyring": "gnome-keyring-daemon",
    "poppler-utils": "pdftotext",
    "proxychains4": "proxychains4",
    "strace": "strace",
    "wget": "wget",
}


def missing_tools() -> list[str]:
    """Returns the Debian packages whose program is not there."""
    return [package for package, program in TOOLS.items() if shutil.which(program) is None]


def missing_libraries() -> list[str]:
    """Returns the Debian packages whose library the loader doesn't find."""
    missing = []
    for package, soname in LIBRARIES.items():
        try:
            ctypes.CDLL(soname)
        except OSError:
            missing.append(package)
    return missing


def install(packages: list[str]) -> None:
    """Installs Debian packages; a failure shows in what is still missing afterwards."""
    for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL)  # noqa: S603, S607


def main(arguments: list[str]) -> int:
    """Returns 0 when everything is there, 1 when something stays missing (named in one line)."""
    if sys.platform != "linux":
        return 0
    find = missing_tools if "--tools" in arguments else missing_libraries
    missing = find()
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        install(missing)
        missing = find()
    if missing:
        purpose = (
            "Some tests are skipped without" if "--tools" in arguments else "Qt needs these system libraries"
        )
        print(f"{purpose}: sudo apt-get install " + " ".join(missing), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
