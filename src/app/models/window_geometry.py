"""Where the window stood when the app ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """A place on the screens, in logical pixels.

    Attributes:
        left: From the left edge of the first screen; below 0 on a screen to its left.
        top: From its upper edge.
        width: Of the window without its frame.
        height: Of the window without its frame.
        is_maximised: Whether it filled its screen; then the place is where it goes back to.
        tab: The key of the tab that was open; empty for none.
    """

    left: int
    top: int
    width: int
    height: int
    is_maximised: bool = False
    tab: str = ""
