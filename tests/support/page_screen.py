"""A page in a window, used the way a person does: found by names, pressed by mouse, read as it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from support.accessible import name_of

if TYPE_CHECKING:
    from ui.pages.page import Page

_W = TypeVar("_W", bound=QWidget)
SPOKEN = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)


class PageScreen:
    """What can be done and seen on any page; each page's own screen adds to it.

    Attributes:
        window: The window.
        page: The page in it.
    """

    window: QWidget
    page: Page

    def button(self, name: str, within: QWidget | None = None) -> QAbstractButton:
        """Returns the one visible button of this name."""
        found = [button for button in self.visible(QAbstractButton, within) if name_of(button) == name]
        assert len(found) == 1, f"{len(found)} buttons '{name}'"
        return found[0]

    def has_button(self, name: str) -> bool:
        return any(name_of(button) == name for button in self.visible(QAbstractButton))

    def press(self, name: str, within: QWidget | None = None) -> None:
        """Clicks a button with the mouse."""
        self.click(self.button(name, within))

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible()
        assert widget.isEnabled(), name_of(widget)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def enter(self, widget: QWidget, text: str) -> None:
        widget.setFocus()
        QTest.keyClicks(widget, text)

    def visible(self, kind: type[_W], within: QWidget | None = None) -> list[_W]:
        roots = [within] if within else QApplication.topLevelWidgets()
        return [child for root in roots for child in root.findChildren(kind) if child.isVisible()]

    def words(self, within: QWidget | None = None) -> str:
        """Returns all that a screen reader can find, which includes all that is painted."""
        texts: list[str] = []
        for widget in self.visible(QWidget, within or self.window):
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is not None:
                texts.extend(interface.text(kind) for kind in SPOKEN)
        return "\n".join(text for text in texts if text)

    def banner(self) -> str:
        return self.page.banner.shown_text()
