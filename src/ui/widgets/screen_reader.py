"""Reports to screen readers. Qt's part for it is slow to import: that is done when it is needed first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # noqa: PLC0415 (slow to import)

    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def alert(widget: QWidget) -> None:
    """Has the accessible name of a message read at once, before what else is waiting to be read.

    Qt passes its own event for alerts on to no screen reader on Linux.
    """
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # noqa: PLC0415 (likewise)

    event = QAccessibleAnnouncementEvent(widget, widget.accessibleName())
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def describe(control: QWidget, text: str) -> None:
    """Sets the accessible description of a control, and announces a change of it."""
    if text != control.accessibleDescription():
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # noqa: PLC0415 (likewise)

        control.setAccessibleDescription(text)
        QAccessible.updateAccessibility(QAccessibleEvent(control, QAccessible.Event.DescriptionChanged))
