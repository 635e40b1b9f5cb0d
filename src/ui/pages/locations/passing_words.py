"""Words for the status bar that go away again."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

_STAY_MS = 5000


class PassingWords(QObject):
    """Shows a message for 5 seconds.

    Signals:
        said(str): The message, '' when it ends.
    """

    said = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._end = QTimer(self, singleShot=True, interval=_STAY_MS)
        self._end.timeout.connect(lambda: self.said.emit(""))

    def say(self, text: str) -> None:
        """Shows a message, replacing the previous one."""
        self.said.emit(text)
        self._end.start()
