"""Ctrl+K finds everything, and Enter does the main thing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import StorageError
from app.models.palette import ActionOffer, SubUserOf
from app.services.palette import Palette
from app.services.palette_recents import PaletteRecents
from app.storage.palette_file import PaletteFile
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.shell.palette import PaletteVisits
from ui.shell.palette_sources import Action, PaletteSources
from ui.shell.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from app.errors import AppError
    from ui.shell.crossings import Crossings


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
        return (Action(offer, lambda: self.done.append("new-topup")),)


class Ways:
    """Stands for the ways to the pages; writes down which were taken."""

    def __init__(self) -> None:
        self.taken: list[tuple[object, ...]] = []

    def open_new(self, plan_id: str = "") -> None:
        self.taken.append(("new", plan_id))

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        self.taken.append(("usage", subscription_id, sub_user_id))

    def open_found(self, value: object) -> None:
        self.taken.append(("open", type(value).__name__))


class Desk:
    def __init__(self, folder: Path) -> None:
        self.service = LinkedService(folder, "demo", clock=SteppedClock())
        account = self.service.account
        recents = PaletteRecents(PaletteFile(folder / "palette.json"))
        self.sources = Sources(
            Palette(account=account, locations=account.locations, recents=recents, clock=account.clock)
        )
        self.ways = Ways()
        self.window = MainWindow()
        self.window.show()
        self.clipboard = Clipboard(self.window)
        self.errors: list[AppError] = []
        self.visits = PaletteVisits(
            self.window,
            cast("PaletteSources", self.sources),
            cast("Crossings", self.ways),
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


@pytest.fixture
def at_desk(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    def play(story: Callable[[Desk], Any]) -> None:
        async def main() -> None:
            desk = Desk(tmp_path)
            try:
                await story(desk)
            finally:
                await desk.aclose()

        run(main())

    return play


def test_enter_copies_the_credentials_of_a_sub_user_as_a_secret(
    at_desk: Callable[..., None], qapp: QApplication
) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("berl")
        assert desk.spoken()[0] == "Berlin runner, sub-user of Price watch EU, Copy credentials"
        await desk.press(Qt.Key.Key_Return)
        copied = desk.clipboard.text()
        assert copied.startswith("http://")
        assert "@127.0.0.1:" in copied
        assert not desk.card.isVisible()
        desk.clipboard.clear_if_ours()
        assert desk.clipboard.text() == "", "it is cleared like every secret"

    at_desk(story)


def test_no_secret_stands_in_the_results(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("berl")
        listed = await desk.service.account.subscriptions.list()
        secrets = [one.password for one in listed.items]
        for one in listed.items:
            secrets += [user.password for user in (await desk.service.account.sub_users.list(one.id)).items]
        said = "\n".join(desk.spoken())
        assert not [secret for secret in secrets if secret in said]

    at_desk(story)


def test_tab_leads_to_the_other_actions(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Return)
        await desk.find("ad checks")
        await desk.press(Qt.Key.Key_Backtab, Qt.Key.Key_Return)
        assert [way[0] for way in desk.ways.taken] == ["usage", "open", "new"]

    at_desk(story)


def test_cities_of_loaded_countries_are_found_without_accents(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        async for _listed in desk.service.account.locations.cities("DE"):
            pass
        await desk.find("munch")
        assert desk.spoken()[0] == "München, city in Bavaria, Germany · de-munchen, Copy ID"
        await desk.press(Qt.Key.Key_Return)
        assert desk.clipboard.text() == "de-munchen"
        await desk.find("munch")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "Hit")]

    at_desk(story)


def test_a_country_opens_and_its_code_is_copied(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "Country")]
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        assert desk.clipboard.text() == "DE"

    at_desk(story)


def test_actions_are_found_and_run(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("new top")
        await desk.press(Qt.Key.Key_Return)
        assert desk.sources.done == ["new-topup"]

    at_desk(story)


def test_what_was_used_comes_first_the_next_time(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("paris")
        await desk.press(Qt.Key.Key_Return)
        await desk.find("")
        assert desk.spoken()[0].startswith("Paris runner")

    at_desk(story)


def test_nothing_found_is_said(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("qqqq")
        assert desk.spoken() == []
        assert desk.card.note() == "Nothing found. Cities and ISPs of 0 of 249 countries are loaded."

    at_desk(story)


def test_few_results_are_explained_by_what_is_loaded(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        async for _listed in desk.service.account.locations.cities("DE"):
            pass
        await desk.find("munch")
        assert desk.card.note() == "Cities and ISPs of 1 of 249 countries are loaded."
        desk.card.field.clear()
        await desk.find("a")
        assert desk.card.note() == "", "there is enough to choose from"
        desk.card.field.clear()
        assert desk.card.note() == "", "nothing is looked for"

    at_desk(story)


def test_what_is_kept_is_read_even_if_the_palette_was_closed_meanwhile(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        async for _listed in desk.service.account.locations.cities("DE"):
            pass
        palette = desk.sources.known
        assert palette is not None
        async for _more in palette.load():
            if palette.country_names:
                break
        assert palette.coverage() == (0, 0)
        await desk.find("munch")
        assert palette.coverage()[0] == 1

    at_desk(story)


def test_while_it_copies_it_tells_whose_credentials(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        whose: list[object] = []
        desk.clipboard.secret_copied.connect(lambda _seconds: whose.append(desk.visits.at_work))
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Return)
        (found,) = whose
        assert isinstance(found, SubUserOf)
        assert found.sub_user.label == "Berlin runner"
        assert desk.visits.at_work is None

    at_desk(story)


def test_without_a_connection_what_is_known_is_found_and_the_rest_is_said(
    at_desk: Callable[..., None],
) -> None:
    async def story(desk: Desk) -> None:
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Escape)
        await desk.service.aclose()
        desk.service.clock.advance(600)
        await desk.find("berl")
        assert desk.spoken()[0].startswith("Berlin runner")
        assert desk.card.note() != ""
        await desk.press(Qt.Key.Key_Return)
        assert desk.clipboard.text().startswith("http://"), "as last known"

    at_desk(story)


def test_before_anything_is_open_it_stays_closed(at_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        desk.sources.known = None
        desk.window.palette_wanted.emit()
        assert not desk.card.isVisible()

    at_desk(story)


def test_a_disk_that_keeps_nothing_stops_nobody(
    at_desk: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StorageError("palette.json", "full", "no room")

    async def story(desk: Desk) -> None:
        monkeypatch.setattr(PaletteFile, "save", full)
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "Country")]
        assert desk.errors == []

    at_desk(story)
