"""The palette over a window, one account, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtTest import QTest

from app.models.palette import ActionOffer
from app.services.palette import Palette, PaletteRecents
from app.storage.state import State
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.shell.palette import Action, CommandPalette, PaletteSources
from ui.shell.window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import Qt

    from app.errors import AppError
    from ui.shell.router import Router


class Sources:
    """What can be found: one account, and one action."""

    def __init__(self, palette: Palette) -> None:
        self.known: Palette | None = palette
        self.clock = SteppedClock()
        self.done: list[str] = []

    def palette(self) -> Palette | None:
        return self.known

    def actions(self) -> tuple[Action, ...]:
        offer = ActionOffer("new-topup", "New top-up", "Ctrl+N", "plus")
        return Action(offer, lambda: self.done.append("new-topup")), self.load_locations()

    def load_locations(self) -> Action:
        offer = ActionOffer("load-places", "Load every country", "", "download")
        return Action(offer, lambda: self.done.append("load-places"))


class Ways:
    """Stands for the ways to the pages; writes down which were taken."""

    def __init__(self) -> None:
        self.taken: list[tuple[object, ...]] = []
        self.account_id = "demo"

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
        account = self.service.account
        recents = PaletteRecents(State(folder / "state.sqlite"))
        self.sources = Sources(
            Palette(account=account, locations=account.locations, recents=recents, clock=account.clock)
        )
        self.ways = Ways()
        self.window = MainWindow()
        self.window.show()
        self.clipboard = Clipboard(self.window)
        self.errors: list[AppError] = []
        self.visits = CommandPalette(
            self.window,
            cast("PaletteSources", self.sources),
            cast("Router", self.ways),
            self.clipboard,
            self.errors.append,
        )
        self.card = self.visits.card

    async def find(self, text: str) -> None:
        self.window.palette_wanted.emit()
        QTest.keyClicks(self.card.field, text)
        await self.visits.settled()

    async def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.card.field, key)
        await self.visits.tasks.join()

    def spoken(self) -> list[str]:
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
