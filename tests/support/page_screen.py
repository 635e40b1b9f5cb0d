"""A page in a window, used the way a person does: found by names, pressed by mouse, read as it is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget

from support.accessible import name_of
from support.shown import message_of, messages_of

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService
    from ui.pages.page import Page

_W = TypeVar("_W", bound=QWidget)
ACCESSIBLE_TEXTS = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)


class PageScreen:
    """What can be done and seen on any page; each page's own screen adds to it.

    Attributes:
        window: The window.
        page: The page in it.
        service: What it asks.
    """

    window: QWidget
    page: Page
    service: LinkedService

    async def load(self) -> None:
        self.page.load()
        await self.quiet()

    async def quiet(self) -> None:
        """Waits until all work is done; each page has its own."""
        raise NotImplementedError

    async def put_away(self) -> None:
        """Ends the window and the service, and leaves nothing to be pasted."""
        QGuiApplication.clipboard().clear()  # noqa: TID251 (what others would paste)
        self.window.close()
        self.window.deleteLater()
        await asyncio.sleep(0.01)
        await self.service.aclose()

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

    async def save_as(self, path: Path) -> None:
        """Answers the open file dialog."""
        dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QFileDialog) and w.isVisible()]
        assert len(dialogs) == 1
        dialogs[0].fileSelected.emit(str(path))
        dialogs[0].close()
        await self.quiet()

    def visible(self, kind: type[_W], within: QWidget | None = None) -> list[_W]:
        roots = [within] if within else QApplication.topLevelWidgets()
        return [child for root in roots for child in root.findChildren(kind) if child.isVisible()]

    def words(self, within: QWidget | None = None) -> str:
        """Returns all that a screen reader can find, which includes all that is painted."""
        texts: list[str] = []
        for widget in self.visible(QWidget, within or self.window):
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is not None:
                texts.extend(interface.text(kind) for kind in ACCESSIBLE_TEXTS)
        return "\n".join(text for text in texts if text)

    def is_marked_secret(self) -> bool:
        data = QGuiApplication.clipboard().mimeData()  # noqa: TID251 (what others would paste)
        return data.hasFormat("x-kde-passwordManagerHint")

    def banner(self) -> str:
        return messages_of(self.page)

    def unreadable(self) -> str:
        """Returns what is said of records that could not be read."""
        return message_of(self.page.unreadable)
