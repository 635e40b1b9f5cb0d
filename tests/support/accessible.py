"""What a screen reader gets to know of a widget."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

_MOST_STOPS = 50


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


def reached_by_tab(first: QWidget, last: str) -> list[str]:
    """Presses Tab from one control until one of a name is reached; returns the names on the way."""
    window, names = first.window(), list[str]()
    first.setFocus()
    while last not in names and len(names) < _MOST_STOPS:
        focused = window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = window.focusWidget()
        assert focused is not None
        names.append(name_of(focused))
    return names
