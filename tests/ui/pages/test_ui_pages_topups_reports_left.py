"""Another top-up is opened while a report is under way: it goes on, and its outcome is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.accessible import description_of
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from app.models.topups import TopUp

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

TXID = "ab" * 32
SLOW = {"route": "POST /v1/topups/{topUpId}/txid", "kind": "delay", "seconds": 1.5}
UNKNOWN = "it is not known whether the change was made"
TAKEN = "already belongs to another top-up"


def is_reporting(screen: TopUpsScreen, topup: TopUp) -> bool:
    return screen.page.topup_page.tasks.is_running(f"report {topup.id}")


async def two_topups(screen: TopUpsScreen) -> tuple[TopUp, TopUp]:
    """Returns one that is not open, and the open one, whose report will take long."""
    other = await screen.new_topup("BTC on Bitcoin", "60")
    topup = await screen.new_topup("BTC on Bitcoin", "50")
    await screen.service.faults(SLOW)
    return other, topup


async def test_it_arrives_all_the_same(screen: TopUpsScreen) -> None:
    other, topup = await two_topups(screen)
    screen.enter(screen.detail.report.txid, TXID)
    screen.press("I've sent the payment")
    await screen.service.settle()
    screen.click_row(1)
    await screen.until(lambda: screen.current().id == other.id)
    assert screen.detail.report.send.isEnabled()
    screen.enter(screen.detail.report.txid, "cd")
    await screen.quiet()
    assert (await screen.service.account.topups.get(topup.id)).txid == TXID
    assert "Verifying" in screen.rows()[0]
    assert screen.current().id == other.id
    assert screen.detail.report.txid.text() == "cd"
    assert screen.banner() == ""
    assert await screen.service.account.choices.typed_txid(topup.id) == ""


async def test_its_failure_names_the_topup_and_is_in_its_form(screen: TopUpsScreen) -> None:
    other, topup = await two_topups(screen)
    await screen.service.account.topups.report(other.id, TXID)
    await screen.service.faults(SLOW)
    screen.enter(screen.detail.report.txid, TXID)
    screen.press("I've sent the payment")
    await screen.service.settle()
    screen.page.show_topup(other.id)
    assert is_reporting(screen, topup)
    assert screen.page.unfinished() == ("Reporting a payment",)
    await screen.quiet()
    assert screen.page.unfinished() == ()
    assert screen.current().id == other.id
    await screen.step(31)
    assert "$50.00 in BTC on Bitcoin: " in screen.banner(), "a poll of another one does not take it back"
    assert TAKEN in screen.banner()
    assert TAKEN not in description_of(screen.detail.report.txid)
    screen.page.show_topup(topup.id)
    await screen.quiet()
    assert TAKEN in description_of(screen.detail.report.txid)
    assert screen.detail.report.txid.text() == TXID


async def test_where_nobody_knows_whether_it_arrived_the_form_says_so(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin", "50")
    await screen.service.faults(
        {"route": SLOW["route"], "kind": "reset_after"},
        {"route": "GET /v1/*", "kind": "reset_before", "every": True},
    )
    screen.press("I've sent the payment")
    await screen.until(lambda: not is_reporting(screen, topup))
    assert UNKNOWN in description_of(screen.detail.report.txid)
    await screen.service.faults()
    await screen.step(31)
    assert screen.current().id == topup.id
    assert screen.current().status == "verifying"
    assert UNKNOWN not in screen.words()


async def test_a_lost_connection_is_in_its_form(screen: TopUpsScreen) -> None:
    other, topup = await two_topups(screen)
    lost = {"kind": "reset_before", "every": True}
    await screen.service.faults(SLOW, lost | {"route": "* /v1/*"})
    screen.press("I've sent the payment")
    await screen.service.settle()
    screen.page.show_topup(other.id)
    await screen.until(lambda: not is_reporting(screen, topup))
    await screen.step(31)
    assert "trying again in" in screen.banner()
    assert UNKNOWN in screen.banner(), "what is said of the connection does not take its place"
    screen.page.show_topup(topup.id)
    assert UNKNOWN in description_of(screen.detail.report.txid)
    await screen.service.faults()


async def test_it_is_still_under_way_on_coming_back(screen: TopUpsScreen) -> None:
    other, topup = await two_topups(screen)
    screen.press("I've sent the payment")
    await screen.service.settle()
    screen.page.show_topup(other.id)
    screen.page.show_topup(topup.id)
    assert is_reporting(screen, topup)
    assert not screen.detail.report.send.isEnabled()
    assert screen.detail.report.txid.isReadOnly()
    await screen.quiet()
    assert screen.current().status == "verifying"
    assert not screen.detail.report.txid.isReadOnly()
    posts = await screen.service.requests("POST", f"/v1/topups/{topup.id}/txid")
    assert len(posts) == 1
