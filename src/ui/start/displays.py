"""Detects whether a display is available; Qt would abort otherwise."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_X11 = re.compile(r"(?:unix)?:([0-9]+)(?:\.[0-9]+)?")


def can_show_windows(environment: Mapping[str, str] = os.environ) -> bool:
    """Returns whether Qt can open windows here: a platform is named, or a display responds."""
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return True
    wayland = environment.get("WAYLAND_DISPLAY", "")
    if wayland and _answers(Path(environment.get("XDG_RUNTIME_DIR", ""), wayland)):
        return True
    display = environment.get("DISPLAY", "")
    local = _X11.fullmatch(display)
    if local is None:
        # A display on another computer: Qt knows best how to connect.
        return bool(display)
    return _answers(Path(f"/tmp/.X11-unix/X{local[1]}")) or _answers(  # noqa: S108 (where X11 listens)
        f"\0/tmp/.X11-unix/X{local[1]}"
    )


def _answers(address: Path | str) -> bool:
    import socket  # noqa: PLC0415 (only where a display is to be asked)

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(address))
        except OSError:
            return False
    return True
