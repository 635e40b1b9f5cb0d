"""Time passes while the page is open: polls at the advised pace, expiry, lost connections."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from ui.pages.topups.payment_card import QrDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.topups_screen import TopUpsScreen

FAILS_FOR_GOOD: dict[str, dict[str, object]] = {
    "404": {"kind": "status", "status": 404},
    "another id": {"kind": "mutate", "path": "id", "value": "tu_another"},
    "no address": {"kind": "mutate", "path": "address", "delete": True},
    "wrong types": {"kind": "mutate", "path": "amountCrypto", "value": 5},
}
ALL = {"route": "* /v1/*", "every": True}


async def looks(screen: TopUpsScreen, topup_id: str) -> list[datetime]:
    entries = await screen.service.requests("GET", f"/v1/topups/{topup_id}")
    return [datetime.fromisoformat(entry["time"]) for entry in entries]


async def loads(screen: TopUpsScreen) -> int:
    """Returns how often the page has asked for its list; the watch asks by status, for more at once."""
    entries = await screen.service.requests("GET", "/v1/topups")
    return sum(entry["query"] == "page=1&perPage=50" for entry in entries)


def rows(screen: TopUpsScreen) -> list[str]:
    model = screen.page.model
    return [str(model.index(number).data()) for number in range(model.rowCount())]


def gaps(times: list[datetime]) -> list[float]:
    return [(after - before).total_seconds() for before, after in pairwise(times)]


def are_advised(times: list[datetime], seconds: float) -> bool:
    """Tells whether looks are as far apart as the service advises; rounds come every 5 s."""
    return len(times) > 3 and all(seconds <= gap <= seconds + 5 for gap in gaps(times))


def test_the_open_page_polls_as_advised_and_stops_at_the_end(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.step(301)
        awaiting = await looks(screen, topup.id)
        assert are_advised(awaiting, 30)
        screen.press("Pay exactly")
        await screen.quiet()
        assert "Paid on the demo's chain. Now report it." in screen.words()
        screen.press("I've sent the payment")
        await screen.quiet()
        before = len(await looks(screen, topup.id))
        await screen.step(61)
        verifying = (await looks(screen, topup.id))[before:]
        assert are_advised(verifying, 10)
        await screen.service.control(f"topups/{topup.id}/confirm", {"count": 10})
        await screen.step(16)
        assert screen.current().status == "credited"
        ended = await looks(screen, topup.id)
        await screen.step(600)
        assert await looks(screen, topup.id) == ended

    on_screen(scenario)


def test_what_is_not_on_screen_is_followed_too(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        first = await screen.new_topup("BTC on Bitcoin")
        await screen.new_topup("LTC on Litecoin")
        await screen.service.account.wallet.pay_exactly(first.id)  # type: ignore[union-attr]
        await screen.service.client.topups.report(first.id)
        await screen.service.control(f"topups/{first.id}/confirm", {"count": 10})
        await screen.step(36)
        assert "Credited" in screen.rows()[1]
        assert screen.current().id != first.id
        assert screen.service.account.topup_store.in_progress() == 1

    on_screen(scenario)


def test_reloading_does_not_double_the_polls(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        for _time in range(5):
            await screen.load()
        before = len(await looks(screen, topup.id))
        await screen.step(91)
        assert len(await looks(screen, topup.id)) == before + 3

    on_screen(scenario)


def test_at_zero_the_service_is_asked_once(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.step(1790)
        screen.page._on_second_passed(1)
        assert "00:1" in screen.words(screen.detail.payment)
        screen.watch.cancel_all()
        await screen.quiet()
        before = len(await looks(screen, topup.id))
        screen.clock.advance(11)
        for _second in range(5):
            screen.page._on_second_passed(1)
        assert screen.codes() == []
        assert not screen.has_button("Copy address")
        assert "The rate lock has ended" in screen.words(screen.detail)
        await screen.quiet()
        assert len(await looks(screen, topup.id)) == before + 1
        await screen.service.advance(11)
        await screen.load()
        await screen.step(61)
        assert screen.current().status in {"awaiting_payment", "expired"}

    on_screen(scenario)


def test_an_expired_one_can_still_be_reported_until_the_deadline(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await screen.step(1830)
        screen.page._on_second_passed(1)
        await screen.quiet()
        assert screen.current().status == "expired"
        words = screen.words(screen.detail)
        assert "The rate lock ended at" in words
        assert "Already sent it? Report the payment below." in words
        assert screen.codes() == []
        screen.press("I've sent the payment")
        await screen.quiet()
        assert screen.current().status == "verifying"

    on_screen(scenario)


def test_past_the_deadline_nothing_can_be_reported(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.clock.move_to(screen.clock.monotonic() + 72.6 * 3600)
        await screen.quiet()
        assert screen.current().status == "expired"
        assert screen.current().final
        assert not screen.has_button("I've sent the payment")
        assert screen.has_button("New top-up, same amount")
        ended = await looks(screen, topup.id)
        await screen.step(120)
        assert await looks(screen, topup.id) == ended

    on_screen(scenario)


def test_offline_keeps_what_was_there_and_comes_back(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        rows, chosen = screen.rows(), screen.selected_id()
        await screen.service.faults(ALL | {"kind": "reset_before"})
        await screen.load()
        assert "No connection to the service." in screen.banner()
        assert "Showing what was known at" in screen.banner()
        assert screen.rows() == rows
        assert screen.selected_id() == chosen
        screen.press("Try now")
        await screen.quiet()
        assert "No connection" in screen.banner()
        await screen.service.faults()
        screen.press("Try now")
        await screen.quiet()
        assert screen.banner() == ""
        assert not screen.page.is_offline

    on_screen(scenario, "demo")


def test_offline_tries_again_by_itself(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        await screen.service.faults(ALL | {"kind": "reset_before"})
        await screen.load()
        before = await loads(screen)
        await screen.step(14)
        assert "trying again in 1 s" in screen.banner() or "Trying again in 1 s" in screen.banner()
        assert await loads(screen) == before
        await screen.step(2)
        assert await loads(screen) > before
        await screen.service.faults()
        await screen.step(16)
        assert screen.banner() == ""
        assert "No top-ups yet" in screen.words()

    on_screen(scenario, load=False)


def test_the_banner_does_not_come_back_after_a_poll_got_through(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        await screen.new_topup("BTC on Bitcoin")
        await screen.step(20)
        await screen.service.faults(ALL | {"kind": "reset_before"})
        await screen.load()
        assert screen.page.is_offline
        await screen.service.faults()
        await screen.step(16)
        assert not screen.page.is_offline
        for _second in range(5):
            await screen.step(1)
            assert screen.banner() == ""

    on_screen(scenario)


@pytest.mark.parametrize("kind", ["404", "another id", "no address", "wrong types"])
def test_what_is_not_confirmed_can_not_be_paid_until_it_is(on_screen: Callable[..., None], kind: str) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        good = await screen.new_topup("LTC on Litecoin")
        topup = await screen.new_topup("BTC on Bitcoin")
        screen.press("Enlarge QR code")
        assert len(screen.window.findChildren(QrDialog)) == 1
        before = len(await looks(screen, topup.id))
        await screen.service.faults(
            {"route": f"GET /v1/topups/{topup.id}", "every": True, **FAILS_FOR_GOOD[kind]}
        )
        await screen.step(33)
        screen.page._on_second_passed(1)
        await screen.quiet()
        assert screen.window.findChildren(QrDialog) == []
        assert screen.codes() == []
        assert not screen.has_button("Copy address")
        assert not screen.has_button("Open wallet")
        words = screen.words(screen.detail)
        assert "The service does not confirm this top-up" in words
        assert ["Not confirmed" in row for row in rows(screen)] == [True, False]
        assert ["Awaiting payment" in row for row in rows(screen)] == [False, True]
        assert "Don't pay now" in words
        assert "Awaiting payment" not in words
        assert topup.address not in words
        assert screen.has_button("I've sent the payment"), "who has paid already can say so"
        assert screen.banner() == ""
        screen.page.show_topup(good.id)
        await screen.quiet()
        assert screen.codes() == [good.payment_uri], "the others are not concerned"
        screen.page.show_topup(topup.id)
        await screen.step(61)
        assert len(await looks(screen, topup.id)) >= before + 3
        assert screen.codes() == []
        screen.press("Check now")
        await screen.quiet()
        assert screen.codes() == []
        assert screen.banner() == ""
        await screen.service.faults()
        screen.press("Check now")
        await screen.quiet()
        assert screen.codes() == [topup.payment_uri]
        assert "Awaiting payment" in screen.words(screen.detail)
        screen.page._on_second_passed(1)
        assert all("Awaiting payment" in row for row in rows(screen))

    on_screen(scenario)


@pytest.mark.parametrize("odd_id", ["a/..", "a" * 201])
def test_one_whose_id_is_unusable_says_so_all_along_and_offers_no_report(
    on_screen: Callable[..., None], monkeypatch: pytest.MonkeyPatch, odd_id: str
) -> None:
    monkeypatch.setattr("tollhouse_sandbox.account.topups.new_id", lambda _prefix: odd_id)

    async def scenario(screen: TopUpsScreen) -> None:
        await screen.new_topup("BTC on Bitcoin")
        for _time in range(3):
            assert "The payment could not be followed" in screen.words(screen.detail)
            assert screen.codes() == []
            assert not screen.has_button("I've sent the payment")
            assert not screen.has_button("Check now")
            assert screen.banner() == ""
            await screen.step(35)
            screen.page._on_second_passed(1)
            await screen.quiet()

    on_screen(scenario)


def test_without_answers_it_is_payable_for_two_polls_and_again_by_itself(
    on_screen: Callable[..., None],
) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
        await screen.step(60)
        screen.page._on_second_passed(1)
        assert screen.codes() == [topup.payment_uri]
        await screen.step(15)
        screen.page._on_second_passed(1)
        assert screen.codes() == []
        assert "The service does not confirm this top-up" in screen.words(screen.detail)
        await screen.service.faults()
        await screen.step(40)
        screen.page._on_second_passed(1)
        await screen.quiet()
        assert screen.codes() == [topup.payment_uri]
        assert screen.banner() == ""

    on_screen(scenario)


def test_during_a_long_pause_trying_now_goes_on_at_once(on_screen: Callable[..., None]) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        topup = await screen.new_topup("BTC on Bitcoin")
        pause = {"kind": "status", "status": 429, "headers": {"Retry-After": "86400"}}
        await screen.service.faults({"route": "GET /v1/topups*", "every": True, **pause})
        await screen.step(90)
        screen.page._on_second_passed(1)
        assert "trying again in 5" in screen.banner(), "ten minutes at most"
        assert screen.codes() == []
        await screen.service.faults()
        screen.press("Try now")
        await screen.quiet()
        screen.page._on_second_passed(1)
        await screen.quiet()
        assert screen.banner() == ""
        assert screen.codes() == [topup.payment_uri]
        before = len(await looks(screen, topup.id))
        await screen.step(65)
        assert len(await looks(screen, topup.id)) >= before + 2

    on_screen(scenario)


def test_an_account_whose_key_is_refused_says_so_below_and_leaves_the_banner_to_the_window(
    on_screen: Callable[..., None],
) -> None:
    async def scenario(screen: TopUpsScreen) -> None:
        screen.page.connection_changed.connect(screen.window.show_connection)
        await screen.service.faults(ALL | {"kind": "status", "status": 401})
        await screen.load()
        assert "Key refused" in screen.words(screen.window.status_bar)
        assert screen.banner() == ""
        assert not screen.page.tasks.names(), "the page does not try a refused key again by itself"
        await screen.service.faults()
        await screen.load()
        assert "Connected" in screen.words(screen.window.status_bar)
        assert len(screen.rows()) == 50

    on_screen(scenario, "demo", load=False)
