"""What shows that the mouse is over it is drawn anew when the mouse has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from ui.widgets.layout.tab_bar import TabBar

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Paints(QObject):
    """Counts how often a widget is drawn."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (as in Qt)
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return super().eventFilter(watched, event)


def test_a_tab(qtbot: QtBot) -> None:
    tabs = TabBar("Sections")
    qtbot.addWidget(tabs)
    tabs.add_tab("topups", "wallet", "Top-ups")
    with qtbot.waitExposed(tabs):
        tabs.show()
    QApplication.processEvents()
    paints = Paints(tabs)
    QApplication.sendEvent(tabs, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: paints.count > 0, timeout=2000)
