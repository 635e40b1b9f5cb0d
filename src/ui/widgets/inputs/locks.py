"""Disables controls for a while, with the reason as tooltip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Lock:
    """Disables some controls with a reason, and gives them back as they were."""

    def __init__(self, *controls: QWidget) -> None:
        self._reason = ""
        self._controls = controls
        self._own = [(one.toolTip(), one.accessibleDescription()) for one in controls]

    def close(self, reason: str) -> None:
        """Disables the controls; '' enables them again.

        Args:
            reason: Why, for the tooltip and for screen readers.
        """
        if reason == self._reason:
            return
        self._reason = reason
        for control, (own_tooltip, own_description) in zip(self._controls, self._own, strict=True):
            control.setEnabled(not reason)
            control.setToolTip(tooltip(reason) if reason else own_tooltip)
            control.setAccessibleDescription(reason or own_description)
