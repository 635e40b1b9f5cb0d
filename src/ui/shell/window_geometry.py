"""Saves and restores the window's geometry on the available screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.models.settings import WindowGeometry

_FRAME: Final = 30
"""Height of a window frame's title."""
_BORDERS: Final = 10
"""Width of a frame's two sides, or height of its lower edge."""


def geometry_of(window: QWidget, tab: str) -> WindowGeometry:
    """Returns the geometry of a window; of a maximized one, that to which it is restored."""
    from app.models.settings import WindowGeometry  # noqa: PLC0415 (after the first paint)

    is_filling = window.isMaximized() or window.isFullScreen()
    rect = window.normalGeometry() if is_filling or window.isMinimized() else window.geometry()
    return WindowGeometry(rect.x(), rect.y(), rect.width(), rect.height(), is_filling, tab)


def restore_geometry(window: QWidget, rect: QRect | None, *, is_maximized: bool = False) -> None:
    """Restores a window's geometry so that it is visible; call it before the window is shown.

    Args:
        rect: Without its frame; None for a first start, whose window is only made to fit.
        is_maximized: Whether the rect is only the one to which it is restored.
    """
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    if not areas:
        return
    if rect is None:
        size = window.size().boundedTo(areas[0].size() - QSize(_BORDERS, _FRAME + _BORDERS))
        window.resize(size.expandedTo(window.minimumSize()))
        return
    window.setGeometry(fitted(rect, areas))
    if is_maximized:
        from PySide6.QtCore import Qt  # noqa: PLC0415 (takes long to load before the first paint)

        window.setWindowState(Qt.WindowState.WindowMaximized)


def fitted(wanted: QRect, areas: Sequence[QRect]) -> QRect:
    """Returns the nearest rect on one of the screens; the first of `areas` for a window that is on none."""
    area = max(areas, key=lambda one: _area(one & wanted))
    size = wanted.size().boundedTo(area.size() - QSize(0, _FRAME))
    if not _area(area & wanted):
        middle = QRect(area.topLeft(), size)
        middle.moveCenter(area.center())
        return middle
    left = min(max(wanted.left(), area.left()), area.right() + 1 - size.width())
    top = min(max(wanted.top(), area.top() + _FRAME), area.bottom() + 1 - size.height())
    return QRect(left, top, size.width(), size.height())


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())
