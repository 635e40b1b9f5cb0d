"""What Qt knows about this computer, for the diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from ui.theme import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def qt_facts(widget: QWidget) -> tuple[tuple[str, str], ...]:
    """Returns names and values, in English.

    Args:
        widget: Whose screen counts.
    """
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    window = widget.window()
    return (
        ("Qt", qVersion()),
        ("PySide6", PySide6.__version__),
        ("Platform", QGuiApplication.platformName()),
        ("Screens", screens or "none"),
        ("Window", f"{window.width()}x{window.height()}"),
        ("Theme", f"{theme.current_tokens().name}, text at {theme.text_scale():.0%}"),
        ("Direction", "right to left" if widget.isRightToLeft() else "left to right"),
    )
