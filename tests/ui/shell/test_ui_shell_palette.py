"""Ctrl+K finds everything, and Enter does the main thing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import NotFoundError, StorageError
from app.models.money import DecimalText
from app.models.topup_requests import TopUpDraft
from app.rules.topups.transitions import CONFIRMED_FOR
from app.storage.state import State
from support.harnesses import closed_after
from support.palette_harness import PaletteHarness
from support.waiting import until

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def harness(tmp_path: Path) -> AbstractAsyncContextManager[PaletteHarness]:
    return closed_after(PaletteHarness, tmp_path)


async def test_enter_copies_the_credentials_of_a_sub_user_as_a_secret(
    harness: PaletteHarness, qapp: QApplication
) -> None:
    await harness.find("berl")
    assert harness.accessible_text()[0] == (
        "Berlin runner, sub-user of Price watch EU · acme_r7f2_b1, Copy credentials"
    )
    await harness.press(Qt.Key.Key_Return)
    copied = harness.clipboard.text()
    assert copied.startswith("http://")
    assert "@127.0.0.1:" in copied
    assert not harness.card.isVisible()
    harness.clipboard.clear_if_ours()
    assert harness.clipboard.text() == "", "it is cleared like every secret"


async def test_nothing_is_found_only_once_everything_is_loaded(harness: PaletteHarness) -> None:
    await harness.service.faults(
        {"route": "GET /v1/residential/subscriptions", "kind": "delay", "seconds": 0.3}
    )
    harness.window.palette_requested.emit()
    QTest.keyClicks(harness.card.field, "berl")
    await until(harness.card._message.text)
    assert harness.card._message.text() == "Loading…"
    await harness.visits.finish_search()
    assert harness.accessible_text()[0].startswith("Berlin runner")
    harness.card.field.clear()
    await harness.find("no such thing")
    assert harness.card._message.text().startswith("Nothing found.")


async def test_no_secret_stands_in_the_results(harness: PaletteHarness) -> None:
    await harness.find("berl")
    listed = await harness.service.account.subscriptions.list()
    secrets = [one.password for one in listed.items]
    for one in listed.items:
        secrets += [user.password for user in (await harness.service.account.sub_users.list(one.id)).items]
    said = "\n".join(harness.accessible_text())
    assert not [secret for secret in secrets if secret in said]


async def test_tab_leads_to_the_other_actions(harness: PaletteHarness) -> None:
    await harness.find("berl")
    await harness.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
    await harness.find("berl")
    await harness.press(Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Return)
    await harness.find("ad checks")
    await harness.press(Qt.Key.Key_Backtab, Qt.Key.Key_Return)
    assert [way[0] for way in harness.ways.taken] == ["usage", "open", "new"]


async def test_cities_of_loaded_countries_are_found_without_accents(harness: PaletteHarness) -> None:
    async for _listed in harness.service.account.locations.cities("DE"):
        pass
    await harness.find("munch")
    assert harness.accessible_text()[0] == "München, city in Bavaria, Germany · de-munchen, Copy ID"
    await harness.press(Qt.Key.Key_Return)
    assert harness.clipboard.text() == "de-munchen"
    await harness.find("munch")
    await harness.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
    assert harness.ways.taken == [("open", "Hit")]


async def test_a_country_opens_and_its_code_is_copied(harness: PaletteHarness) -> None:
    await harness.find("germ")
    await harness.press(Qt.Key.Key_Return)
    assert harness.ways.taken == [("open", "Country")]
    await harness.find("germ")
    await harness.press(Qt.Key.Key_Tab, Qt.Key.Key_Return)
    assert harness.clipboard.text() == "DE"


async def test_actions_are_found_and_run(harness: PaletteHarness) -> None:
    await harness.find("new top")
    await harness.press(Qt.Key.Key_Return)
    assert harness.ways.taken == [("new", "")]


async def test_what_was_used_comes_first_the_next_time(harness: PaletteHarness) -> None:
    await harness.find("paris")
    await harness.press(Qt.Key.Key_Return)
    await harness.find("")
    assert harness.accessible_text()[0].startswith("Paris runner")


async def test_nothing_found_is_said(harness: PaletteHarness) -> None:
    await harness.find("qqqq")
    assert harness.accessible_text() == ["Load every country, Run"]
    assert harness.card._message.text() == "Nothing found. Cities and ISPs of 0 of 249 countries are loaded."
    await harness.press(Qt.Key.Key_Return)
    assert harness.ways.taken == [("load locations",)]


async def test_a_topup_that_the_service_does_not_confirm_reads_as_on_its_page(
    harness: PaletteHarness,
) -> None:
    store = harness.service.account.topup_store
    topup = await harness.service.account.topups.create(
        TopUpDraft(amount_usd=DecimalText("43.00"), coin="BTC", network="bitcoin")
    )
    await harness.find("43.00")
    assert "Awaiting payment" in harness.accessible_text()[0]
    harness.service.clock.advance(CONFIRMED_FOR.total_seconds() + 1)
    assert store.not_confirmed(topup) is not None
    await harness.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    harness.card.field.clear()
    await harness.find("43.0")
    assert "Not confirmed" in harness.accessible_text()[0]
    assert "Awaiting payment" not in harness.accessible_text()[0]


async def test_the_pasted_id_of_an_old_topup_opens_it(harness: PaletteHarness) -> None:
    page = await harness.service.account.topups.page(2)
    await harness.find(page.items[-1].id)
    assert "top-up on" in harness.accessible_text()[0]
    await harness.press(Qt.Key.Key_Return)
    assert harness.ways.taken == [("open", "TopUp")]


async def test_few_results_are_explained_by_what_is_loaded(harness: PaletteHarness) -> None:
    async for _listed in harness.service.account.locations.cities("DE"):
        pass
    await harness.find("munch")
    assert harness.card._message.text() == "Cities and ISPs of 1 of 249 countries are loaded."
    assert harness.accessible_text()[-1] == "Load every country, Run"
    harness.card.field.clear()
    await harness.find("a")
    assert harness.card._message.text() == "", "there is enough to choose from"
    assert "Load every country, Run" not in harness.accessible_text()
    harness.card.field.clear()
    assert harness.card._message.text() == "", "nothing is looked for"


async def test_what_is_kept_is_read_even_if_the_palette_was_closed_meanwhile(harness: PaletteHarness) -> None:
    async for _listed in harness.service.account.locations.cities("DE"):
        pass
    palette = harness.visits.palette()
    assert palette is not None
    async for _more in palette.load():
        if palette.country_names:
            break
    assert palette.coverage() == (0, 0)
    await harness.find("munch")
    assert palette.coverage()[0] == 1


async def test_it_copies_with_the_source_of_the_credentials(harness: PaletteHarness) -> None:
    await harness.find("berl")
    await harness.press(Qt.Key.Key_Return)
    source = harness.clipboard.source
    assert source is not None
    found = await harness.service.account.sub_users.list(source.subscription_id)
    assert [one.label for one in found.items if one.id in source.sub_user_ids] == ["Berlin runner"]


async def test_without_a_connection_what_is_known_is_found_and_the_rest_is_said(
    harness: PaletteHarness,
) -> None:
    await harness.find("berl")
    await harness.press(Qt.Key.Key_Escape)
    await harness.service.aclose()
    harness.service.clock.advance(600)
    await harness.find("berl")
    assert harness.accessible_text()[0].startswith("Berlin runner")
    assert harness.card._message.text() != ""
    await harness.press(Qt.Key.Key_Return)
    assert harness.clipboard.text().startswith("http://"), "Last known credentials"


async def test_credentials_that_no_longer_exist_are_not_copied(harness: PaletteHarness) -> None:
    await harness.find("berl")
    source = harness.service.account
    subscription = (await source.subscriptions.list()).items[0]
    for one in (await source.sub_users.list(subscription.id)).items:
        await harness.service.client.sub_users.delete(subscription.id, one.id)
    harness.clipboard.copy_text("mine")
    await harness.press(Qt.Key.Key_Return)
    assert harness.clipboard.text() == "mine"
    assert [type(error) for error in harness.errors] == [NotFoundError]


async def test_credentials_that_cannot_be_written_are_not_copied(harness: PaletteHarness) -> None:
    password = {"path": "password", "value": ""}
    await harness.service.faults(
        {"route": "GET /v1/residential/subscriptions/{id}", "kind": "mutate", "every": True} | password
    )
    await harness.find("price watch")
    harness.clipboard.copy_text("mine")
    await harness.press(Qt.Key.Key_Return)
    assert harness.clipboard.text() == "mine"
    assert harness.window.status_bar.message() == "There is no password."


async def test_before_anything_is_open_it_stays_closed(harness: PaletteHarness) -> None:
    harness.ways.opened = None
    harness.window.palette_requested.emit()
    assert not harness.card.isVisible()


async def test_a_disk_that_keeps_nothing_stops_nobody(
    harness: PaletteHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StorageError("state.sqlite", "full", "no room")

    monkeypatch.setattr(State, "save", full)
    await harness.find("germ")
    await harness.press(Qt.Key.Key_Return)
    assert harness.ways.taken == [("open", "Country")]
    assert harness.errors == []
