"""The lock of controls while they have no use, such as offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Lock:
    """Disables controls while there is a `reason`, and restores their state."""

    def __init__(self, *controls: QWidget) -> None:
        self.reason = ""
        self._own: dict[QWidget, tuple[str, str]] = {}
        self.add(*controls)

    def add(self, *controls: QWidget) -> None:
        """Locks further controls as well; one that it has already stays as it is."""
        for control in (one for one in controls if one not in self._own):
            self._own[control] = (control.toolTip(), control.accessibleDescription())
            if self.reason:
                self._close(control)

    def close(self, reason: str) -> None:
        """Disables the controls with a reason for tooltip and screen readers; '' enables them again."""
        if reason == self.reason:
            return
        self.reason = reason
        for control in self._own:
            self._close(control)

    def _close(self, control: QWidget) -> None:
        own_tooltip, own_description = self._own[control]
        control.setEnabled(not self.reason)
        control.setToolTip(tooltip(self.reason) if self.reason else own_tooltip)
        control.setAccessibleDescription(self.reason or own_description)
