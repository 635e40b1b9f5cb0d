"""Subscribes a widget to an event for its lifetime."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

T = TypeVar("T")


def listen(owner: QObject, listeners: list[T], listener: T) -> None:
    """Adds a listener, and takes it out when its owner is destroyed."""
    listeners.append(listener)
    owner.destroyed.connect(lambda: listeners.remove(listener))
