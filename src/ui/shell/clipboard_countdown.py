"""Status text that counts down until the clipboard is cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.present.copies import copied_text
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from ui.clipboard import Clipboard
    from ui.widgets.layout.status_bar import StatusBar


class ClipboardCountdown(QObject):
    """Updates the message in the status bar, as long as no other replaces it.

    Args:
        bar: The status bar.
        clipboard: Knows how long the secret stays.
    """

    def __init__(self, bar: StatusBar, clipboard: Clipboard) -> None:
        super().__init__(bar)
        self._bar = bar
        self._clipboard = clipboard
        self._last = ""
        clipboard.secret_copied.connect(self._on_secret_copied)
        clipboard.secret_cleared.connect(lambda: bar.show_note(""))
        SecondTicks(bar).ticked.connect(self._on_second_passed)

    def _on_secret_copied(self, seconds: int) -> None:
        """Takes the message of a copied secret before it is shown."""
        self._last = copied_text(self._clipboard.message, seconds)

    def _on_second_passed(self) -> None:
        seconds = self._clipboard.seconds_left()
        if seconds and self._bar.note() == self._last:
            self._last = copied_text(self._clipboard.message, seconds)
            self._bar.show_note(self._last, stays=True)
