"""Where the keyboard goes when the control that had it is gone."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QWidget


@contextmanager
def keyboard_handed_on(part: QWidget, goals: Sequence[QWidget]) -> Iterator[None]:
    """Hands the keyboard on if what has it in a part of the window can't have it any more afterwards.

    Qt would give it to whatever comes next in the window, and at the end to the window's first control.

    Args:
        part: What changes.
        goals: Who may have it; the first that can be used gets it.
    """
    had = QApplication.focusWidget()
    is_within = had is not None and part.isAncestorOf(had)
    yield
    if not is_within or _is_usable(had):
        return
    for goal in goals:
        if _is_usable(goal):
            goal.setFocus(Qt.FocusReason.OtherFocusReason)
            return


def _is_usable(widget: QWidget | None) -> bool:
    return widget is not None and isValid(widget) and widget.isVisible() and widget.isEnabled()
