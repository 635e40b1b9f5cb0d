"""The page of locations in a window, used the way a person does: by names, mouse and keyboard."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from support.page_context import page_context
from support.page_screen import PageScreen
from ui.clipboard import Clipboard
from ui.pages.locations.location_pane import LocationPane
from ui.pages.locations.page import LocationsPage

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel
    from PySide6.QtWidgets import QWidget

    from app.models.choices import CountryChoices
    from support.linked_service import LinkedService

_PATIENCE = 20.0


class LocationsScreen(PageScreen):
    """One service's page.

    Attributes:
        notes: What was said for the status bar.
    """

    def __init__(self, service: LinkedService, size: tuple[int, int]) -> None:
        self.service = service
        self.notes: list[str] = []
        self.window = QMainWindow()
        self.window.resize(*size)
        account = service.account
        context = page_context(Clipboard(self.window), self.notes)
        self.page: LocationsPage = LocationsPage(account.locations, account.clock, context)
        self.pane = self.page.pane
        self.detail = self.page.detail
        self.all = self.page.all_countries
        self.window.setCentralWidget(self.page)
        self.window.show()
        self.window.activateWindow()

    async def quiet(self) -> None:
        """Waits until all work is done, and all searches have come to their ends."""
        until = time.monotonic() + _PATIENCE
        quiet_turns = 0
        while quiet_turns < 2:  # what failed last may have begun something
            for _turn in range(3):
                await asyncio.sleep(0.001)
            panes = self.page.findChildren(LocationPane)
            names = self.page.tasks.names() - {"try again"}
            is_quiet = not names and all(pane._searched.done for pane in panes)
            quiet_turns = quiet_turns + 1 if is_quiet else 0
            assert time.monotonic() < until, f"never quiet: {names}"

    async def aclose(self) -> None:
        self.page.tasks.cancel_all()
        await self.put_away()

    # What a person does

    async def write(self, widget: QWidget, text: str) -> None:
        widget.setFocus()
        QTest.keyClicks(widget, text)
        await self.quiet()

    async def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Presses a key where the keyboard is."""
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key, modifier)
        await self.quiet()

    async def click_country(self, code: str, column: int = 1) -> None:
        """Clicks a country in the table."""
        table = self.pane.table
        row = table.row_of(code)
        assert row >= 0, code
        index = table.model().index(row, column)
        table.scrollTo(index)
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())
        await self.quiet()

    # What a person sees

    def countries(self) -> list[str]:
        """Returns the names of the countries as they stand."""
        return column(self.pane.table.model(), 1)

    def codes_of_countries(self) -> list[str]:
        """Returns the codes of the countries as they stand."""
        return column(self.pane.table.model(), 2)

    def locations(self, pane: LocationPane) -> list[str]:
        """Returns the names of the cities or ISPs as they stand."""
        return column(pane.table.model(), 0)

    def codes(self, pane: LocationPane) -> list[str]:
        """Returns their ids or AS numbers."""
        return column(pane.table.model(), 1)

    def menu(self) -> QMenu:
        """Returns the open menu."""
        (menu,) = [menu for menu in self.window.findChildren(QMenu) if menu.isVisible()]
        return menu

    def choices(self) -> CountryChoices:
        """Returns the favorites and recents."""
        return self.service.account.locations.choices.now

    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()  # noqa: TID251 (what others would paste)


def column(model: QAbstractItemModel, number: int) -> list[str]:
    return [str(model.index(row, number).data()) for row in range(model.rowCount())]
