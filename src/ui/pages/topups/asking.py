"""What can't be done while the service can't be asked: off, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.widgets.inputs.locks import Lock

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.pages.topups.report_card import ReportCard


class Asking:
    """Closes the ways to a new top-up, and the report.

    Attributes:
        is_closed: Whether they are closed now.
    """

    def __init__(self, report: ReportCard, *new_buttons: QWidget) -> None:
        """Takes what it closes.

        Args:
            report: The form for a payment that was sent.
        """
        self._report = report
        self._lock = Lock(*new_buttons)
        self.is_closed = False

    def close(self, reason: str) -> None:
        """Closes them; '' opens them again."""
        self.is_closed = bool(reason)
        self._lock.close(reason)
        self._report.set_locked(reason)
