"""Key combinations for the current row, the same in every list and table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


def asks_formats(event: QKeyEvent) -> bool:
    """Returns whether a key opens the copy formats: Ctrl+Shift+C."""
    return QKeySequence(event.keyCombination()) == QKeySequence("Ctrl+Shift+C")


def asks_menu(event: QKeyEvent) -> bool:
    """Returns whether a key opens the row's menu: Shift+F10, which Qt does not handle on Linux."""
    return QKeySequence(event.keyCombination()) == QKeySequence("Shift+F10")
