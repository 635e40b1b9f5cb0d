"""The choice between the two codes of a deposit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.services.topups.saved_topups import TopUpChoices
from app.storage.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService


async def choices_after_a_start(service: LinkedService) -> TopUpChoices:
    """The choices where the address was chosen before: that is on disk alone."""
    before, after = (TopUpChoices(state=service.state, account="one", service="demo") for _start in range(2))
    before.choose_picture("USDT", "tron", "address")
    await before.save_picture("USDT", "tron")
    return after


async def test_the_choice_is_loaded_at_the_next_start(service: LinkedService) -> None:
    after = await choices_after_a_start(service)
    assert after.picture("USDT", "tron") is None
    await after.load_picture("USDT", "tron")
    await after.load_picture("BTC", "bitcoin")
    assert (after.picture("USDT", "tron"), after.picture("BTC", "bitcoin")) == ("address", "")


async def test_what_was_chosen_while_it_was_loaded_holds(service: LinkedService) -> None:
    choices = await choices_after_a_start(service)
    loading = asyncio.gather(choices.load_picture("USDT", "tron"))
    await asyncio.sleep(0)
    choices.choose_picture("USDT", "tron", "link")
    await loading
    assert choices.picture("USDT", "tron") == "link"


async def test_a_load_that_was_cancelled_is_done_again(service: LinkedService) -> None:
    choices = await choices_after_a_start(service)
    loading = asyncio.gather(choices.load_picture("USDT", "tron"))
    await asyncio.sleep(0)
    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)
    await choices.load_picture("USDT", "tron")
    assert choices.picture("USDT", "tron") == "address"


async def test_a_choice_that_can_not_be_loaded_is_the_default_and_holds_though_it_can_not_be_saved(
    tmp_path: Path,
) -> None:
    choices = TopUpChoices(state=State(tmp_path / "none" / "state.sqlite"), account="one", service="demo")
    await choices.load_picture("USDT", "tron")
    assert choices.picture("USDT", "tron") == ""
    choices.choose_picture("USDT", "tron", "address")
    await choices.save_picture("USDT", "tron")
    assert choices.picture("USDT", "tron") == "address"
