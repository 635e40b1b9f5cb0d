"""Feedback of a copy button: its icon is a check mark for two seconds, its width stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, QTimer

if TYPE_CHECKING:
    from ui.widgets.buttons.painted_button import PaintedButton

ANSWER_MS: Final = 2000


class CopyFeedback(QObject):
    """Shows feedback instead of a button's icon.

    Args:
        button: What copies; its icon is that of copying.
    """

    def __init__(self, button: PaintedButton) -> None:
        super().__init__(button)
        self._button = button
        self._timer = QTimer(self, singleShot=True, interval=ANSWER_MS)
        self._timer.timeout.connect(lambda: button.show_icon("copy"))

    def place_below(self) -> QPoint:
        """Returns where on the screen a menu of the button opens."""
        return self._button.mapToGlobal(QPoint(0, self._button.height() + 2))

    def say(self) -> None:
        """Shows the check, from now on for two seconds."""
        self._button.show_icon("check")
        self._timer.start()
