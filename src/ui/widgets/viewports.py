"""Viewports that are made in Python, and what all views of rows share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QWidget

from ui.theme.stylesheet import set_style

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea


def set_up_view(view: QAbstractItemView, name: str) -> None:
    """Sets up a view of rows that are only read: no frame, scrolled by pixels, in the style of the theme."""
    replace_viewport(view)
    view.setAccessibleName(name)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    set_style(view, "view")


def replace_viewport(area: QAbstractScrollArea) -> None:
    """Replaces Qt's own viewport by one made in Python, which fills no background.

    To wrap the first widget that Qt has made itself, PySide loads every class of QtWidgets: 28 ms in one turn
    of the event loop, and about a megabyte. Call it before anything else asks for the viewport.
    """
    viewport = QWidget()
    roles, is_header = QPalette.ColorRole, area.inherits("QHeaderView")
    viewport.setBackgroundRole(roles.Button if is_header else roles.Base)
    viewport.setMouseTracking(is_header)
    area.setViewport(viewport)
