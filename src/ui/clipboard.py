"""The clipboard: public texts, and secrets that are marked and cleared after a while."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.rules.proxy_formats import USUAL_FORMAT

if TYPE_CHECKING:
    from PySide6.QtGui import QClipboard  # noqa: TID251 - this is the door itself

_CONCEALED = (
    ("x-kde-passwordManagerHint", b"secret"),  # Klipper and others on Linux
    ("ExcludeClipboardContentFromMonitorProcessing", b"1"),  # Windows' history and cloud
    ("org.nspasteboard.ConcealedType", b"1"),  # managers on macOS
)


class CredentialSource(NamedTuple):
    """The source of copied credentials, not the credentials themselves.

    Attributes:
        format_key: The format; that of a URL where the password alone was copied.
        sub_user_ids: Of this subscription; empty for its main user.
    """

    account_id: str
    subscription_id: str
    format_key: str = USUAL_FORMAT
    template: str = ""
    sub_user_ids: tuple[str, ...] = ()


class Clipboard(QObject):
    """Copies; the PRIMARY selection is never touched.

    Attributes:
        message: The message for the last copied secret, such as 'Password copied'.
        source: The source of the credentials that were copied last; None before any were.

    Signals:
        secret_copied(int): A secret was copied; it is cleared in so many seconds, 0 for never.
        secret_cleared(): The secret was cleared, or replaced.
    """

    secret_copied = Signal(int)
    secret_cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clear_after_s: int | None = 30
        self._secret: str | None = None
        self.message = ""
        self.source: CredentialSource | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.clear_if_ours)

    @cached_property
    def _clipboard(self) -> QClipboard:
        return QGuiApplication.clipboard()  # noqa: TID251 - this is the door itself

    @property
    def clear_after_s(self) -> int | None:
        """Seconds after which a secret is cleared; None for never.

        A shorter time holds for a secret that is there already, a longer one for the next.
        """
        return self._clear_after_s

    @clear_after_s.setter
    def clear_after_s(self, seconds: int | None) -> None:
        self._clear_after_s = seconds
        if self._secret is None or seconds is None:
            return
        limit_ms = seconds * 1000
        if not self._timer.isActive() or self._timer.remainingTime() > limit_ms:
            self._timer.start(limit_ms)

    def seconds_left(self) -> int:
        """Returns in how many seconds the secret is cleared; 0 for none, or for never."""
        # Qt's timer is coarse: the remaining time can exceed the interval.
        left_ms = min(self._timer.interval(), max(0, self._timer.remainingTime()))
        return math.ceil(left_ms / 1000)

    def text(self) -> str:
        return self._clipboard.text()

    def copy_text(self, text: str) -> None:
        had_secret = self._secret is not None
        self._forget()
        self._clipboard.setText(text)
        if had_secret:
            self.secret_cleared.emit()

    def copy_secret(self, text: str, message: str = "", *, source: CredentialSource | None = None) -> None:
        """Copies a secret, marked so that clipboard histories leave it out.

        It is cleared after `clear_after_s`; `clear_if_ours` clears it earlier (on lock and on quit).

        Args:
            source: The source of credentials; None for a secret that can't be loaded again.
        """
        from PySide6.QtCore import QByteArray, QMimeData  # noqa: PLC0415 (when something is copied)

        self._forget()
        self.message = message
        self.source = source or self.source
        data = QMimeData()
        data.setText(text)
        for kind, mark in _CONCEALED:
            data.setData(kind, QByteArray(mark))
        self._clipboard.setMimeData(data)
        self._secret = text
        if self.clear_after_s is not None:
            self._timer.start(self.clear_after_s * 1000)
        self.secret_copied.emit(self.clear_after_s or 0)

    def clear_if_ours(self) -> None:
        """Clears the secret, unless something else was copied since."""
        if self._secret is None:
            return
        is_ours = self._clipboard.text() == self._secret
        self._forget()
        if is_ours:
            self._clipboard.clear()
        self.secret_cleared.emit()

    def _forget(self) -> None:
        self._timer.stop()
        self._secret = None
