"""What a screen reader gets to know of a widget."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def name_of(widget: QWidget) -> str:
    """Returns the accessible name."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def description_of(widget: QWidget) -> str:
    """Returns the accessible description."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Description)


def role_of(widget: QWidget) -> QAccessible.Role:
    """Returns the role."""
    return QAccessible.queryAccessibleInterface(widget).role()


def text_of(widget: QWidget) -> str:
    """Returns the text that can be read letter by letter."""
    text = QAccessible.queryAccessibleInterface(widget).textInterface()
    return text.text(0, text.characterCount())
