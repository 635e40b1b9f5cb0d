"""The page of sub-users in a window, used the way a person does: by names, mouse and keyboard."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from support.page_context import FakeRouter, page_context
from support.page_screen import ACCESSIBLE_TEXTS, PageScreen
from support.shown import message_of
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.pages.sub_users.page import SubUsersPage

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from app.models.sub_users import SubUser
    from support.linked_service import LinkedService

ALL = "/v1/residential/subscriptions/{id}/sub-users"
ONE = "/v1/residential/subscriptions/{id}/sub-users/{sub_user_id}"
_PATIENCE = 20.0


class SubUsersScreen(PageScreen):
    """One account's page.

    Attributes:
        notes: What was said for the status bar.
        usages: Of whom the usage was wanted.
    """

    def __init__(self, service: LinkedService, size: tuple[int, int]) -> None:
        self.service = service
        self.notes: list[str] = []
        self.usages: list[tuple[str, str]] = []
        self.window = QMainWindow()
        self.window.resize(*size)
        self.clipboard_owner = Clipboard(self.window)
        context = page_context(self.clipboard_owner, self.notes, router=FakeRouter(usages=self.usages))
        self.page: SubUsersPage = SubUsersPage(service.account, context)
        self.table, self.model, self.bar = self.page.table, self.page.model, self.page.bar
        self.window.setCentralWidget(self.page)
        self.window.show()

    async def quiet(self) -> None:
        """Waits until all work is done."""
        until = time.monotonic() + _PATIENCE
        while True:
            for _turn in range(3):
                await asyncio.sleep(0.001)
            names = self.page.tasks.names()
            if not names - {"try again"}:
                return
            assert time.monotonic() < until, f"never quiet: {names}"

    async def sit_out_pause(self) -> None:
        """Waits until a run pauses, lets the pause pass, and waits for the run's end."""
        until = time.monotonic() + _PATIENCE
        while "asks for a pause" not in self.bar.progress_text.shown_text():
            await asyncio.sleep(0.001)
            assert time.monotonic() < until, "never paused"
        clock = self.service.clock
        assert isinstance(clock, SteppedClock)
        await clock.move_to(clock.monotonic() + 60)
        await self.quiet()

    async def aclose(self) -> None:
        self.page.tasks.cancel_all()
        for dialog in self.dialogs():
            dialog.close()
        await self.put_away()

    # What a person does

    def click_cell(
        self, label: str, column: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Clicks into a cell, on what can be pressed in it."""
        index = self.index(label, column)
        rect = self.table.visualRect(index)
        cell = self.table.cell(column)
        place = cell.hit_rect(rect).center() if cell.is_pressable else rect.center()
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, modifiers, place)

    def click_title(self, column: str, times: int) -> None:
        """Clicks a column's title."""
        header = self.table.horizontalHeader()
        position = QPoint(header.sectionViewportPosition(self.table.column(column)) + 20, 8)
        for _time in range(times):
            QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=position)

    def key(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, times: int = 1
    ) -> None:
        """Presses a key in the table."""
        for _time in range(times):
            QTest.keyClick(self.table, key, modifiers)

    def mark(self, *labels: str) -> None:
        for label in labels:
            self.click_cell(label, "mark")

    # What a person sees

    def dialog(self) -> QDialog:
        """Returns the one dialog that is open."""
        found = self.dialogs()
        assert len(found) == 1, [dialog.windowTitle() for dialog in found]
        return found[0]

    def dialogs(self) -> list[QDialog]:
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]

    def index(self, label: str, column: str) -> QModelIndex:
        for row in range(self.model.rowCount()):
            if self.model.index(row, self.table.column("label")).data() == label:
                return self.model.index(row, self.table.column(column))
        raise AssertionError(label)

    def labels(self) -> list[str]:
        return [
            str(self.model.index(row, self.table.column("label")).data())
            for row in range(self.model.rowCount())
        ]

    def marked(self) -> list[str]:
        return [sub_user.label for sub_user in self.model.records(self.table.marked())]

    def accessible_text(self, label: str, column: str) -> str:
        return str(self.index(label, column).data(Qt.ItemDataRole.AccessibleTextRole))

    def at(self, label: str) -> SubUser:
        return next(item for item in self.model.records() if item.label == label)

    async def known(self) -> dict[str, SubUser]:
        """Returns what the service knows now, by label."""
        found = await self.service.client.sub_users.list(self.page.current_id())
        return {item.label: item for item in found.items}

    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()  # noqa: TID251 (what others would paste)

    def words(self, within: QWidget | None = None) -> str:
        """Returns all that a screen reader can find, cells of tables and the widget itself included."""
        texts = [super().words(within)]
        for widget in (within or self.window, *self.visible(QWidget, within or self.window)):
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None:
                continue
            found = [interface] if widget is within else []
            if interface.role() == QAccessible.Role.Table:
                found += [interface.child(at) for at in range(interface.childCount())]
            texts.extend(one.text(kind) for one in found for kind in ACCESSIBLE_TEXTS)
        return "\n".join(text for text in texts if text)

    def result(self) -> str:
        return message_of(self.bar.result)
