"""Ends the app when the system or its terminal asks for it: without a question, and also with a tray icon."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal

if TYPE_CHECKING:
    from types import FrameType

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class EndSignals(QObject):
    """Receives the signals that end a process, until `stop`; one that is ignored stays ignored.

    Python handles a signal between two of its instructions, and Qt waits outside of Python: its arrival comes
    by a socket, which Qt watches.

    Signals:
        received(): The app is to end.
    """

    received = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._reading, self._writing = socket.socketpair()
        for one in (self._reading, self._writing):
            one.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_arrived)
        signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        self._before = {
            number: signal.signal(number, _do_nothing)
            for number in numbers
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def stop(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._reading.close()
        self._writing.close()

    def _on_arrived(self) -> None:
        numbers = self._reading.recv(4096)
        if self._before.keys() & set(numbers):
            self.received.emit()


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    """Lets a signal arrive at the socket alone."""
