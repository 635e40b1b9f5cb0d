"""The window's position, size and tab at exit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """A window's geometry, in logical pixels.

    Attributes:
        left: From the left edge of the first screen; below 0 on a screen to its left.
        top: From its upper edge.
        width: Of the window without its frame.
        height: Of the window without its frame.
        is_maximised: Whether it was maximized; then the geometry is the one to restore.
        tab: The key of the tab that was open; empty for none.
    """

    left: int
    top: int
    width: int
    height: int
    is_maximised: bool = False
    tab: str = ""
