"""Ctrl+K finds everything, and Enter does the main thing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.errors import StorageError
from app.storage.state import State
from support.palette_desk import PaletteDesk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def at_desk(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    def play(story: Callable[[PaletteDesk], Any]) -> None:
        async def main() -> None:
            desk = PaletteDesk(tmp_path)
            try:
                await story(desk)
            finally:
                await desk.aclose()

        run(main())

    return play


def test_enter_copies_the_credentials_of_a_sub_user_as_a_secret(
    at_desk: Callable[..., None], qapp: QApplication
) -> None:
    async def story(desk: PaletteDesk) -> None:
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
    async def story(desk: PaletteDesk) -> None:
        await desk.find("berl")
        listed = await desk.service.account.subscriptions.list()
        secrets = [one.password for one in listed.items]
        for one in listed.items:
            secrets += [user.password for user in (await desk.service.account.sub_users.list(one.id)).items]
        said = "\n".join(desk.spoken())
        assert not [secret for secret in secrets if secret in said]

    at_desk(story)


def test_tab_leads_to_the_other_actions(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Return)
        await desk.find("ad checks")
        await desk.press(Qt.Key.Key_Backtab, Qt.Key.Key_Return)
        assert [way[0] for way in desk.ways.taken] == ["usage", "open", "new"]

    at_desk(story)


def test_cities_of_loaded_countries_are_found_without_accents(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
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
    async def story(desk: PaletteDesk) -> None:
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "Country")]
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        assert desk.clipboard.text() == "DE"

    at_desk(story)


def test_actions_are_found_and_run(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("new top")
        await desk.press(Qt.Key.Key_Return)
        assert desk.sources.done == ["new-topup"]

    at_desk(story)


def test_what_was_used_comes_first_the_next_time(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("paris")
        await desk.press(Qt.Key.Key_Return)
        await desk.find("")
        assert desk.spoken()[0].startswith("Paris runner")

    at_desk(story)


def test_nothing_found_is_said(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("qqqq")
        assert desk.spoken() == ["Load every country, Run"]
        assert desk.card.note() == "Nothing found. Cities and ISPs of 0 of 249 countries are loaded."
        await desk.press(Qt.Key.Key_Return)
        assert desk.sources.done == ["load-places"]

    at_desk(story)


def test_the_pasted_id_of_an_old_topup_opens_it(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        page = await desk.service.account.topups.page(2)
        await desk.find(page.items[-1].id)
        assert "top-up on" in desk.spoken()[0]
        await desk.press(Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "TopUp")]

    at_desk(story)


def test_few_results_are_explained_by_what_is_loaded(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        async for _listed in desk.service.account.locations.cities("DE"):
            pass
        await desk.find("munch")
        assert desk.card.note() == "Cities and ISPs of 1 of 249 countries are loaded."
        assert desk.spoken()[-1] == "Load every country, Run"
        desk.card.field.clear()
        await desk.find("a")
        assert desk.card.note() == "", "there is enough to choose from"
        assert "Load every country, Run" not in desk.spoken()
        desk.card.field.clear()
        assert desk.card.note() == "", "nothing is looked for"

    at_desk(story)


def test_what_is_kept_is_read_even_if_the_palette_was_closed_meanwhile(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
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


def test_it_copies_with_the_source_of_the_credentials(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Return)
        source = desk.clipboard.source
        assert source is not None
        found = await desk.service.account.sub_users.list(source.subscription_id)
        assert [one.label for one in found.items if one.id in source.sub_user_ids] == ["Berlin runner"]

    at_desk(story)


def test_without_a_connection_what_is_known_is_found_and_the_rest_is_said(
    at_desk: Callable[..., None],
) -> None:
    async def story(desk: PaletteDesk) -> None:
        await desk.find("berl")
        await desk.press(Qt.Key.Key_Escape)
        await desk.service.aclose()
        desk.service.clock.advance(600)
        await desk.find("berl")
        assert desk.spoken()[0].startswith("Berlin runner")
        assert desk.card.note() != ""
        await desk.press(Qt.Key.Key_Return)
        assert desk.clipboard.text().startswith("http://"), "Last known credentials"

    at_desk(story)


def test_before_anything_is_open_it_stays_closed(at_desk: Callable[..., None]) -> None:
    async def story(desk: PaletteDesk) -> None:
        desk.sources.known = None
        desk.window.palette_wanted.emit()
        assert not desk.card.isVisible()

    at_desk(story)


def test_a_disk_that_keeps_nothing_stops_nobody(
    at_desk: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StorageError("state.sqlite", "full", "no room")

    async def story(desk: PaletteDesk) -> None:
        monkeypatch.setattr(State, "save", full)
        await desk.find("germ")
        await desk.press(Qt.Key.Key_Return)
        assert desk.ways.taken == [("open", "Country")]
        assert desk.errors == []

    at_desk(story)
