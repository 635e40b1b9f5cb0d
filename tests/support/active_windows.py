"""A window that has the keyboard: without it nothing in it can be focused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot


def show_active(qtbot: QtBot, window: QWidget) -> None:
    """Shows a window and waits until it has the keyboard."""
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
