"""Viewports that are made in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea


def replace_viewport(area: QAbstractScrollArea) -> None:
    """Replaces Qt's own viewport by one made in Python, which fills no background.

    To wrap the first widget that Qt has made itself, PySide loads every class of QtWidgets: 28 ms in one turn
    of the event loop. Call it before anything else asks for the viewport.
    """
    viewport = QWidget()
    viewport.setBackgroundRole(QPalette.ColorRole.Base)
    area.setViewport(viewport)
