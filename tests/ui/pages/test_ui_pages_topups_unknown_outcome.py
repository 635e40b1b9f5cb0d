"""No second top-up by accident: what is not settled is handed over to its row, and asked about first."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.api.topups import draft_bytes
from app.models.topup_requests import TopUpDraft
from support.accessible import description_of
from support.topups_screen import TopUpsScreen
from ui.widgets.overlays.dialog import ConfirmDialog

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

CREATE = ("POST", "/v1/topups")
FAILS = {"route": "POST /v1/topups", "every": True, "kind": "status", "status": 500}
BREAKS = {"route": "POST /v1/topups", "every": True, "kind": "reset_before"}
LOST = {"route": "POST /v1/topups", "every": True, "kind": "reset_after"}
BROKEN = {"route": "POST /v1/topups", "every": True, "kind": "raw_body", "body": "hello"}
WAITS = {
    "route": "POST /v1/topups",
    "every": True,
    "kind": "status",
    "status": 429,
    "headers": {"Retry-After": "300"},
}
NO_LIST = {"route": "GET /v1/topups", "kind": "status", "status": 500, "every": True}


async def created(screen: TopUpsScreen) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await screen.service.ledger())


async def keys(screen: TopUpsScreen) -> int:
    return len({entry["idempotencyKey"] for entry in await screen.service.requests(*CREATE)})


async def ask_in_vain(screen: TopUpsScreen, *faults: dict[str, object], amount: str = "34") -> None:
    """Presses Enter in the dialog while the service can't answer."""
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, amount)
    await screen.service.faults(*faults)
    QTest.keyClick(dialog.amount, Qt.Key.Key_Return)
    await screen.quiet()


async def test_a_request_of_unknown_outcome_is_announced_once(
    screen: TopUpsScreen, announced: list[str]
) -> None:
    await ask_in_vain(screen, LOST, NO_LIST)
    title = "$34.00 in BTC on Bitcoin"
    assert [text.split(", ")[0] for text in announced] == [title]
    assert "without a clear response so far" in announced[0]
    assert description_of(screen.button("Forget it")) == title
    await screen.load()
    assert [text for text in announced if text.startswith(title)] == announced[:1]


async def start_another(screen: TopUpsScreen, amount: str) -> None:
    """Says that another one is really wanted, and asks for it."""
    screen.page.open_new(amount)
    screen.press("New top-up", screen.visible(ConfirmDialog)[0])
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    screen.press("Get payment details", dialog)
    await screen.quiet()


@pytest.mark.parametrize("faults", [(FAILS,), (BREAKS,), (LOST, NO_LIST)], ids=["500", "reset", "lost"])
async def test_the_dialog_hands_over_and_the_app_goes_on_by_itself(
    screen: TopUpsScreen, faults: tuple[dict[str, object], ...]
) -> None:
    await ask_in_vain(screen, *faults)
    assert screen.page.dialog is None, "nobody can ask a second time from a dialog that was left behind"
    assert "$34.00 in BTC on Bitcoin" in screen.words(screen.pane.pending)
    assert screen.banner() == "", "one route that fails is not the service that can't be reached"
    assert screen.button("New top-up").isEnabled()
    await screen.service.faults()
    screen.page._on_second_passed(15)
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "34.00"
    assert screen.codes() == [screen.current().payment_uri]
    assert await created(screen) == 1
    assert await keys(screen) == 1


async def test_one_that_the_service_refuses_in_the_end_says_so_until_that_is_dismissed(
    screen: TopUpsScreen,
) -> None:
    """The request has gone on without anybody watching it."""
    await screen.new_topup("LTC on Litecoin", "40")
    await ask_in_vain(screen, FAILS)
    assert "$34.00 in LTC on Litecoin" in screen.words(screen.pane.pending)
    body = '{"error": {"code": "coin_unavailable", "message": "FOREIGN"}}'
    await screen.service.faults(FAILS | {"status": 409, "body": body})
    screen.page._on_second_passed(15)
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    refused = (
        "$34.00 in LTC on Litecoin: The service does not accept this coin on this network at the moment."
    )
    assert refused in screen.banner()
    await screen.step(31)
    screen.page.load()
    await screen.quiet()
    assert refused in screen.banner()
    assert "FOREIGN" not in screen.banner()


async def test_one_that_the_service_refuses_for_a_while_says_until_when_and_is_left_alone(
    screen: TopUpsScreen,
) -> None:
    await ask_in_vain(screen, WAITS)
    assert screen.page.dialog is None
    words = screen.words(screen.pane.pending)
    assert "Waiting" in words
    assert "The service asks to wait; the app tries again at" in words
    for second in range(15, 270, 45):
        await screen.clock.move_to(screen.clock.monotonic() + 45)
        screen.page._on_second_passed(second)
        await screen.quiet()
    assert len(await screen.service.requests(*CREATE)) == 1
    await screen.service.faults()
    await screen.clock.move_to(screen.clock.monotonic() + 30)
    screen.page._on_second_passed(300)
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "34.00"
    assert await keys(screen) == 1


async def test_one_that_never_left_stays_in_the_dialog(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, {"route": "POST /v1/topups", "kind": "status", "status": 409})
    assert screen.page.dialog is not None
    assert screen.banners(screen.page.dialog) != ""
    assert not screen.pane.pending.isVisible()


async def test_another_one_is_started_only_when_the_person_says_so(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, BROKEN, NO_LIST)
    screen.page.open_new("60.00")
    (question,) = screen.visible(ConfirmDialog)
    assert "$34.00 in BTC on Bitcoin" in screen.words(question)
    QTest.keyClick(question, Qt.Key.Key_Return)
    assert screen.page.dialog is None, "Enter is not a yes"
    await screen.service.faults()
    await start_another(screen, "60.00")
    assert screen.current().amount_usd == "60.00"
    await screen.load()
    assert await created(screen) == 2
    assert await keys(screen) == 2


async def test_the_same_request_said_again_keeps_its_key(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, BROKEN, NO_LIST)
    await screen.service.faults()
    await start_another(screen, "34.00")
    assert screen.current().amount_usd == "34.00"
    assert await created(screen) == 1
    assert await keys(screen) == 1


@pytest.mark.page(size=(800, 600))
async def test_the_row_is_seen_in_a_small_window(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    assert not screen.pane.isVisible()
    await screen.service.faults(FAILS)
    screen.page.open_new("34.00")
    await screen.quiet()
    assert screen.page.dialog is not None
    QTest.keyClick(screen.page.dialog.amount, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.pane.pending.isVisible()


async def test_what_a_damaged_row_blocked_is_checked_again_once_that_is_forgotten(
    screen: TopUpsScreen,
) -> None:
    service = screen.service
    await screen.new_topup("BTC on Bitcoin")
    with closing(sqlite3.connect(service.outbox._database.path)) as database:
        database.execute("UPDATE intents SET body = CAST('{}' AS BLOB)")
        database.commit()
    body = draft_bytes(TopUpDraft(amount_usd="60.00", coin="LTC", network="litecoin"))
    elsewhere = await service.client.topups.create(body, idempotency_key="another-app")
    await screen.load()
    assert "A top-up that this app can no longer read" in screen.words(screen.pane)
    screen.page.show_topup(elsewhere.id)
    await screen.quiet()
    assert screen.codes() == [], "the damaged one could be of it"
    screen.press("Forget it")
    (question,) = screen.window.findChildren(ConfirmDialog)
    screen.press("Forget it", question)
    await screen.quiet()
    assert screen.codes() == [elsewhere.payment_uri]


async def test_a_conflict_after_a_lost_try_leaves_its_row(screen: TopUpsScreen) -> None:
    """The service may still work on that try: its top-up comes when the key is sent again."""
    working = {"kind": "status", "status": 409, "body": '{"error": {"message": "In progress."}}'}
    first = BREAKS | {"every": False, "nth": 1}
    await ask_in_vain(screen, first, working | {"route": "POST /v1/topups", "nth": 2, "every": True})
    for _time in range(2):
        assert screen.has_button("Forget it")
        assert "without a clear response so far" in screen.words(screen.page)
        assert "refused" not in screen.words(screen.page)
        await screen.load()
    await screen.service.faults()
    await screen.load()
    assert not screen.has_button("Forget it")
    assert (await created(screen), await keys(screen)) == (1, 1)
