"""Moves the keyboard focus when the focused control is hidden or disabled."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@contextmanager
def focus_moved_on(part: QWidget, goals: Sequence[QWidget]) -> Iterator[None]:
    """Moves the focus to the first usable goal if its owner in a part of the window can't have it afterwards.

    Qt would give it to whatever comes next in the window, and at the end to the window's first control.

    Args:
        part: What changes.
        goals: Who may get the focus, in order.
    """
    had = QApplication.focusWidget()
    is_within = had is not None and part.isAncestorOf(had)
    yield
    if not is_within or can_have_focus(had):
        return
    for goal in goals:
        if can_have_focus(goal):
            goal.setFocus(Qt.FocusReason.OtherFocusReason)
            return


def can_have_focus(widget: QWidget | None) -> bool:
    return widget is not None and isValid(widget) and widget.isVisible() and widget.isEnabled()


def focus_within(part: QWidget) -> None:
    """Focuses the first list or table of a part, else its first control that can have the focus."""
    usable = list(filter(can_have_focus, tab_stops(part)))
    lists = [control for control in usable if isinstance(control, QAbstractItemView)]
    for goal in (*lists, *usable)[:1]:
        goal.setFocus(Qt.FocusReason.OtherFocusReason)


def takes_tab_key(widget: QWidget) -> bool:
    return bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


def put_behind(part: QWidget, others: Sequence[QWidget]) -> None:
    """Moves the controls of a part behind those of others in the tab order; Qt appends what is added late.

    Args:
        others: What is before the part, in this order; at least one control among them takes the Tab key.
    """
    last = [control for other in others for control in tab_stops(other)][-1]
    for control in tab_stops(part):
        QWidget.setTabOrder(last, control)
        last = control


def put_within(part: QWidget, controls: Sequence[QWidget]) -> None:
    """Moves controls that were made late to where their parent is in the tab order.

    Args:
        part: Takes no Tab key itself.
        controls: In this order.
    """
    own = part.focusPolicy()
    # Qt orders only what takes the Tab key.
    part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    last = part
    for control in controls:
        QWidget.setTabOrder(last, control)
        last = control
    part.setFocusPolicy(own)


def tab_stops(part: QWidget) -> list[QWidget]:
    """Returns a part and its descendants that take the Tab key, as they were added; Qt moves no others."""
    # `nextInFocusChain` would make PySide take each for a child of the one before, and crash at its end.
    return list(filter(takes_tab_key, [part, *part.findChildren(QWidget)]))
