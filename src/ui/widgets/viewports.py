"""Viewports that are made in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHeaderView, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea


def replace_viewport(area: QAbstractScrollArea) -> None:
    """Replaces Qt's own viewport by one made in Python, which fills no background.

    To wrap the first widget that Qt has made itself, PySide loads every class of QtWidgets: 28 ms in one turn
    of the event loop, and about a megabyte. Call it before anything else asks for the viewport.
    """
    viewport = QWidget()
    roles, is_header = QPalette.ColorRole, isinstance(area, QHeaderView)
    viewport.setBackgroundRole(roles.Button if is_header else roles.Base)
    viewport.setMouseTracking(is_header)
    area.setViewport(viewport)
