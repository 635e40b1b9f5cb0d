"""Finds what Qt or some tests' tools lack on this machine: installs it as root, else names it.

Without arguments the libraries are looked for, with `--tools` the tools, with `--package` what the Debian
package is made with. Tests whose tool is missing are skipped and say so.
"""

import ctypes.util
import os
import shutil
import subprocess
import sys

# What some tests run for real, by the Debian package that brings it.
TOOLS = {
    "appstream": "appstreamcli",
    "at-spi2-core": "/usr/libexec/at-spi-bus-launcher",
    "curl": "curl",
    "dbus-daemon": "dbus-daemon",
    "desktop-file-utils": "desktop-file-validate",
    "gnome-keyring": "gnome-keyring-daemon",
    "poppler-utils": "pdftotext",
    "proxychains4": "proxychains4",
    "strace": "strace",
    "wget": "wget",
    "xdotool": "xdotool",
    "xvfb": "Xvfb",
}

# `dpkg-shlibdeps` looks for what the frozen libraries are linked with, those for Wayland too.
PACKAGE_LIBRARIES = {"libwayland-cursor0": "wayland-cursor", "libwayland-egl1": "wayland-egl"}

PURPOSES = {"--tools": "Some tests are skipped without", "--package": "The Debian package needs"}


def missing_tools() -> list[str]:
    """Returns the Debian packages whose program is not there."""
    return [package for package, program in TOOLS.items() if shutil.which(program) is None]


def missing_for_package() -> list[str]:
    """Returns the Debian packages whose library is not there."""
    return [package for package, name in PACKAGE_LIBRARIES.items() if ctypes.util.find_library(name) is None]


def install(packages: list[str]) -> None:
    """Installs Debian packages; a failure shows in what is still missing afterwards."""
    for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL)  # noqa: S603, S607


def main(arguments: list[str]) -> int:
    """Returns 0 when everything is there, 1 when something stays missing (named in one line)."""
    if sys.platform != "linux":
        return 0
    if "--tools" in arguments:
        find = missing_tools
    elif "--package" in arguments:
        find = missing_for_package
    else:
        from ui.start.system_libraries import missing_libraries as find  # noqa: PLC0415 (tools need no set-up)
    missing = find()
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        install(missing)
        missing = find()
    if missing:
        purpose = PURPOSES.get("".join(arguments), "Qt needs these system libraries")
        print(f"{purpose}: sudo apt-get install " + " ".join(missing), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
