"""The window stands where it stood, or where it can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from app.models.settings import WindowGeometry
from ui.shell.window_geometry import fitted, geometry_of, restore_geometry

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = QRect(0, 30, 1920, 1050)
RIGHT = QRect(1920, 0, 1280, 1024)


@pytest.mark.parametrize(
    ("wanted", "rooms", "found"),
    [
        # Where it was.
        (QRect(100, 100, 1180, 760), [LEFT, RIGHT], QRect(100, 100, 1180, 760)),
        (QRect(1950, 100, 1180, 760), [LEFT, RIGHT], QRect(1950, 100, 1180, 760)),
        # Its screen is gone: in the middle of the first one that is there.
        (QRect(1950, 100, 1180, 760), [LEFT], QRect(370, 175, 1180, 760)),
        (QRect(-5000, -5000, 1180, 760), [LEFT, RIGHT], QRect(370, 175, 1180, 760)),
        # Its screen is smaller now: the title has room above it.
        (QRect(100, 100, 3000, 2000), [RIGHT], QRect(1920, 30, 1280, 994)),
        # Partly outside: drawn in, the title too.
        (QRect(-600, -20, 1180, 760), [LEFT], QRect(0, 60, 1180, 760)),
        (QRect(1500, 800, 1180, 760), [LEFT], QRect(740, 320, 1180, 760)),
    ],
)
def test_a_window_can_always_be_seen(wanted: QRect, rooms: list[QRect], found: QRect) -> None:
    assert fitted(wanted, rooms) == found
    assert any(room.contains(found) for room in rooms)


def test_a_place_is_taken_up_again(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    geometry = WindowGeometry(20, 40, 700, 500, tab="topups")
    restore_geometry(window, QRect(20, 40, 700, 500))
    window.show()
    assert geometry_of(window, "topups") == geometry


def test_a_maximized_window_comes_back_maximized(qtbot: QtBot) -> None:
    first, second = QWidget(), QWidget()
    for window in (first, second):
        qtbot.addWidget(window)
    restore_geometry(first, QRect(20, 40, 700, 500))
    first.show()
    first.showMaximized()
    kept = geometry_of(first, "")
    assert kept.is_maximized
    rect = QRect(kept.left, kept.top, kept.width, kept.height)
    restore_geometry(second, rect, is_maximized=kept.is_maximized)
    second.show()
    assert second.isMaximized()
    second.showNormal()
    assert (second.width(), second.height()) == (700, 500)


def test_a_first_start_fits_a_small_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(5000, 4000)
    restore_geometry(window, None)
    room = window.screen().availableGeometry()
    assert room.size().expandedTo(window.size()) == room.size()
