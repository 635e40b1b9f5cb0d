"""While the service can't be asked: what is not known is not claimed, and nothing is begun in vain."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.accessible import description_of
from support.topups_screen import TopUpsScreen

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

GONE = {"route": "* /v1/*", "every": True, "kind": "reset_before"}
NO_CONNECTION = "No connection to the service."


async def lose_connection(screen: TopUpsScreen) -> None:
    await screen.service.faults(GONE)
    screen.page.load()
    await screen.quiet()


async def test_nothing_new_is_begun_offline_and_the_reason_is_shown(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    new, send = screen.button("New top-up"), screen.button("I've sent the payment")
    await lose_connection(screen)
    for button in (new, send):
        assert not button.isEnabled()
        assert description_of(button) == NO_CONNECTION
        assert button.toolTip() == NO_CONNECTION
    screen.page.open_new()
    assert screen.page.dialog is None
    screen.detail.report.txid.setFocus()
    QTest.keyClick(screen.detail.report.txid, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.current().status == "awaiting_payment"
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert new.isEnabled()
    assert send.isEnabled()
    assert description_of(new) == new.toolTip() == ""


async def test_the_first_topup_waits_for_the_connection(screen: TopUpsScreen) -> None:
    assert "No top-ups yet" in screen.words()
    await lose_connection(screen)
    assert not screen.button("New top-up").isEnabled()


@pytest.mark.page(load=False)
async def test_what_was_never_reported_is_not_called_empty(screen: TopUpsScreen) -> None:
    await lose_connection(screen)
    words = screen.words(screen.pane)
    assert "Not loaded" in words
    assert NO_CONNECTION in words
    screen.press("Rejected")
    await screen.quiet()
    assert "There are no top-ups with this status." not in screen.words(screen.pane)
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert "There are no top-ups with this status." in screen.words(screen.pane)


@pytest.mark.page(scale="demo", load=False)
async def test_without_a_key_the_list_asks_for_it(screen: TopUpsScreen) -> None:
    key = screen.service.headers["Authorization"].removeprefix("Bearer ")
    screen.service.client.use_key(None)
    await screen.load()
    words = screen.words(screen.pane)
    assert "There are no top-ups with this status." not in words
    assert "Enter the API key." in words
    assert not screen.button("New top-up").isEnabled()
    screen.service.client.use_key(key)
    await screen.load()
    assert screen.rows()
    assert screen.button("New top-up").isEnabled()


@pytest.mark.page(scale="demo")
async def test_another_chip_shows_its_own_rows_offline(screen: TopUpsScreen) -> None:
    await screen.service.faults(GONE)
    screen.press("Credited")
    await screen.quiet()
    rows = screen.rows()
    assert rows
    assert all("Credited" in row for row in rows)


def too_many(seconds: int) -> dict[str, object]:
    headers = {"Retry-After": str(seconds)}
    return {"route": "GET /v1/topups", "every": True, "kind": "status", "status": 429, "headers": headers}


@pytest.mark.page(scale="demo")
async def test_a_long_wait_that_the_service_asks_for_is_counted_down(screen: TopUpsScreen) -> None:
    await screen.service.faults(too_many(90) | {"every": False})
    screen.page.load()
    await screen.until(lambda: screen.service.client.connection_status.pause_left_s > 0)
    screen.page._on_second_passed(1)
    assert screen.banner() == "The service asks to wait 90 s."
    await screen.clock.move_to(screen.clock.monotonic() + 3)
    screen.page._on_second_passed(2)
    assert screen.banner() == "The service asks to wait 87 s."
    await screen.clock.move_to(screen.clock.monotonic() + 87)
    await screen.quiet()
    screen.page._on_second_passed(3)
    assert screen.banner() == ""


@pytest.mark.page(scale="empty")
async def test_a_wait_that_is_too_long_to_sit_out_is_kept_all_the_same(screen: TopUpsScreen) -> None:
    await screen.service.faults(too_many(200))
    screen.page.load()
    await screen.quiet()
    assert "trying again in 200 s" in screen.banner()
    asked = len(await screen.service.requests("GET", "/v1/topups"))
    await screen.step(190)
    assert len(await screen.service.requests("GET", "/v1/topups")) == asked
    await screen.service.faults()
    await screen.step(11)
    assert screen.banner() == ""


async def test_the_dialog_says_what_it_waits_for(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, "34")
    await screen.service.faults(too_many(90) | {"route": "POST /v1/topups", "every": False})
    screen.press("Get payment details", dialog)
    await screen.until(lambda: screen.service.client.connection_status.pause_left_s > 0)
    screen.page._on_second_passed(1)
    assert "The service asks to wait 90 s." in screen.words(dialog)
    await screen.clock.move_to(screen.clock.monotonic() + 90)
    await screen.quiet()
    assert screen.current().amount_usd == "34.00"


async def loads(screen: TopUpsScreen) -> int:
    """Returns how often the page has asked for its list; the poller asks by status, for more at once."""
    entries = await screen.service.requests("GET", "/v1/topups")
    return sum(entry["query"] == "page=1&perPage=50" for entry in entries)


@pytest.mark.page(scale="demo")
async def test_offline_keeps_what_was_there_and_comes_back(screen: TopUpsScreen) -> None:
    rows, chosen = screen.rows(), screen.selected_id()
    await screen.service.faults(GONE)
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


@pytest.mark.page(load=False)
async def test_offline_tries_again_by_itself(screen: TopUpsScreen) -> None:
    await screen.service.faults(GONE)
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


async def test_the_banner_does_not_come_back_after_a_poll_got_through(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.step(20)
    await screen.service.faults(GONE)
    await screen.load()
    assert screen.page.is_offline
    await screen.service.faults()
    await screen.step(16)
    assert not screen.page.is_offline
    for _second in range(5):
        await screen.step(1)
        assert screen.banner() == ""


async def test_during_a_long_pause_trying_now_goes_on_at_once(screen: TopUpsScreen) -> None:
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
    before = len(await screen.polls(topup.id))
    await screen.step(65)
    assert len(await screen.polls(topup.id)) >= before + 2


@pytest.mark.page(scale="demo", load=False)
async def test_an_account_whose_key_is_refused_says_so_below_and_leaves_the_banner_to_the_window(
    screen: TopUpsScreen,
) -> None:
    screen.page.connection_changed.connect(screen.window.show_connection)
    await screen.service.faults(GONE | {"kind": "status", "status": 401})
    await screen.load()
    assert "Key refused" in screen.words(screen.window.status_bar)
    assert screen.banner() == ""
    assert not screen.page.tasks.names(), "the page does not try a refused key again by itself"
    await screen.service.faults()
    await screen.load()
    assert "Connected" in screen.words(screen.window.status_bar)
    assert len(screen.rows()) == 50
