"""The palette over a window and one account."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from PySide6.QtTest import QTest

from app.storage.state import State
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.shell.palette import CommandPalette
from ui.shell.window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import Qt

    from app.bootstrap import Services
    from app.errors import AppError
    from app.services.accounts.session import AccountSession
    from ui.shell.router import Router


class Ways:
    """Stands for the ways to the pages; writes down which were taken."""

    def __init__(self, account: AccountSession) -> None:
        self.taken: list[tuple[object, ...]] = []
        self.account_id = "demo"
        self.opened: AccountSession | None = account
        self.browsed_locations = None

    def session(self) -> AccountSession | None:
        return self.opened

    def show_tab(self, key: str) -> None:
        self.taken.append(("tab", key))

    def search_all_locations(self) -> None:
        self.taken.append(("search locations",))

    def load_all_locations(self) -> None:
        self.taken.append(("load locations",))

    def open_new_topup(self, plan_id: str = "") -> None:
        self.taken.append(("new", plan_id))

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        self.taken.append(("usage", subscription_id, sub_user_id))

    def show_found(self, value: object) -> None:
        self.taken.append(("open", type(value).__name__))


class PaletteHarness:
    """The palette of a window, and what a person does with it."""

    def __init__(self, folder: Path) -> None:
        self.service = LinkedService(folder, "demo", clock=SteppedClock())
        services = SimpleNamespace(
            clock=SteppedClock(),
            state=State(folder / "state.sqlite"),
            accounts=SimpleNamespace(known=lambda: ()),
        )
        self.ways = Ways(self.service.account)
        self.window = MainWindow()
        self.window.build()
        self.window.show()
        self.window.new_requested.connect(self.ways.open_new_topup)
        self.clipboard = Clipboard(self.window)
        self.errors: list[AppError] = []
        self.visits = CommandPalette(
            self.window,
            cast("Services", services),
            cast("Router", self.ways),
            self.clipboard,
            self.errors.append,
        )
        self.window.palette_requested.connect(self.visits.open)
        self.card = self.visits.card

    async def find(self, text: str) -> None:
        self.window.palette_requested.emit()
        QTest.keyClicks(self.card.field, text)
        await self.visits.finish_search()

    async def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.card.field, key)
        await self.visits.tasks.join()

    def accessible_text(self) -> list[str]:
        model = self.card.results.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    async def aclose(self) -> None:
        self.card.reject()
        self.visits.tasks.cancel_all()
        await self.visits.tasks.join()
        self.clipboard.clear_if_ours()
        self.window.close()
        self.window.deleteLater()
        await self.service.aclose()
        self.service.close()
