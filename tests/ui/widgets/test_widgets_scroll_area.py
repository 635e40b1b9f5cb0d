"""What gets the keyboard is in sight, however it got it; nothing moves under the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from support.active_windows import show_active
from ui.widgets.layout.scroll_area import ScrollArea

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Scene(QWidget):
    """A button above a long list of others that is scrolled."""

    def __init__(self) -> None:
        super().__init__()
        self.above = QPushButton("Above")
        self.area = ScrollArea()
        content = QWidget()
        rows = QVBoxLayout(content)
        self.buttons = [QPushButton(f"Button {number}") for number in range(40)]
        for button in self.buttons:
            rows.addWidget(button)
        self.area.setWidget(content)
        column = QVBoxLayout(self)
        column.addWidget(self.above)
        column.addWidget(self.area)
        self.resize(300, 300)

    @property
    def value(self) -> int:
        return self.area.verticalScrollBar().value()

    def shows(self, button: QPushButton) -> bool:
        top = button.mapTo(self.area.viewport(), QPoint(0, 0))
        return self.area.viewport().rect().contains(button.rect().translated(top))


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    scene = Scene()
    qtbot.addWidget(scene)
    show_active(qtbot, scene)
    scene.above.setFocus()
    return scene


def test_what_a_screen_reader_focuses_comes_into_sight(scene: Scene) -> None:
    for button in (scene.buttons[-1], scene.buttons[0], scene.buttons[20]):
        button.setFocus(Qt.FocusReason.OtherFocusReason)
        assert scene.shows(button)


def test_tab_from_outside_comes_into_sight(scene: Scene) -> None:
    scene.area.verticalScrollBar().setValue(scene.area.verticalScrollBar().maximum())
    QTest.keyClick(scene.above, Qt.Key.Key_Tab)
    assert scene.buttons[0].hasFocus()
    assert scene.shows(scene.buttons[0])


def test_nothing_moves_under_the_mouse(scene: Scene, qtbot: QtBot) -> None:
    button = next(one for one in scene.buttons if not scene.shows(one))
    scene.area.verticalScrollBar().setValue(button.y() + 10 - scene.area.viewport().height())
    before, edge = scene.value, QPoint(5, 2)
    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=edge)
    assert button.hasFocus()
    assert scene.value == before
    with qtbot.waitSignal(button.clicked):
        QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=edge)


def test_what_was_scrolled_stays_when_the_window_comes_back(scene: Scene, qtbot: QtBot) -> None:
    scene.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)
    scene.area.verticalScrollBar().setValue(400)
    other = QWidget()
    qtbot.addWidget(other)
    show_active(qtbot, other)
    scene.activateWindow()
    qtbot.waitUntil(scene.isActiveWindow)
    assert scene.buttons[0].hasFocus()
    assert scene.value == 400


def test_its_bars_are_the_themes_own(qtbot: QtBot) -> None:
    """Qt polishes them as soon as the area is made, long before it is shown."""
    area = ScrollArea()
    qtbot.addWidget(area)
    area.show()
    for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
        assert "QScrollBar::handle" in bar.styleSheet()
