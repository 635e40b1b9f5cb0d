"""What was asked for and never answered stands above the list, whatever the service does."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from app.api.client import ServiceClient
from app.api.transport import Pace
from app.errors import AppError
from app.models.money import DecimalText
from app.models.topup_requests import TopUpDraft
from support.topup_stores import session_on
from support.topups_screen import TopUpsScreen
from ui.widgets.layout.scroll_area import ShrinkingArea
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.badge import Badge

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

ALL = {"route": "* /v1/*", "every": True}
DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})


async def ask_in_vain(screen: TopUpsScreen, kind: str) -> None:
    """Asks for a top-up as the last run of the app did, and gets no answer."""
    await screen.service.faults(ALL | {"kind": kind})
    try:
        await screen.service.account.topups.create(DRAFT)
    except AppError:
        return
    raise AssertionError


async def created(screen: TopUpsScreen) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await screen.service.ledger())


@pytest.mark.page(load=False)
async def test_it_is_shown_offline_and_settled_when_the_service_is_back(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, "reset_after")
    await screen.service.faults(ALL | {"kind": "reset_before"})
    await screen.load()
    words = screen.words(screen.pane.pending)
    assert "$50.00 in BTC on Bitcoin" in words
    assert "Checking…" in words
    assert not screen.has_button("Check again")
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "50.00"
    assert screen.codes() == [screen.current().payment_uri]
    assert await created(screen) == 1


async def test_one_that_a_command_has_left_beside_the_window_is_continued(screen: TopUpsScreen) -> None:
    service = screen.service
    key = service.headers["Authorization"].removeprefix("Bearer ")
    shortest = Pace(random=lambda: 0.0)
    client = ServiceClient(
        service.client.base_url, key, http=service.http, clock=service.clock, pace=shortest
    )
    await service.faults(ALL | {"kind": "reset_after"})
    with pytest.raises(AppError):
        await session_on(service.outbox._database.path, client, service.clock).topups.create(DRAFT)
    await service.faults()
    for second in range(1, 16):
        screen.page._on_second_passed(second)
    await screen.quiet()
    assert "$50.00 in BTC on Bitcoin" in screen.words(screen.pane.pending)
    for second in range(16, 31):
        screen.page._on_second_passed(second)
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "50.00"
    assert await created(screen) == 1


async def test_the_empty_page_does_not_hide_it(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, "reset_before")
    await screen.service.faults({"route": "POST /v1/topups", "every": True, "kind": "reset_before"})
    await screen.load()
    assert "Checking…" in screen.words(screen.pane.pending)


@pytest.mark.page(load=False)
async def test_what_is_too_old_is_never_sent_again_but_asked_about(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, "reset_before")
    await screen.service.faults()
    posts = len(await screen.service.requests("POST", "/v1/topups"))
    await screen.clock.move_to(screen.clock.monotonic() + timedelta(hours=24).total_seconds())
    await screen.load()
    assert "It may or may not have been created" in screen.words(screen.pane.pending)
    screen.press("Check again")
    await screen.quiet()
    assert "The outcome of this top-up is not known yet." in screen.banner()
    assert screen.pane.pending.isVisible()
    screen.press("Forget it")
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert "No top-ups yet" in screen.words()
    assert len(await screen.service.requests("POST", "/v1/topups")) == posts


@pytest.mark.page(load=False)
async def test_one_that_waits_can_be_forgotten_after_a_question(screen: TopUpsScreen) -> None:
    await ask_in_vain(screen, "reset_before")
    await screen.load()
    for answer in ("Cancel", "Forget it"):
        screen.press("Forget it")
        (question,) = screen.visible(ConfirmDialog)
        assert "$50.00 in BTC on Bitcoin" in screen.words(question)
        assert "it appears in the list" in screen.words(question)
        screen.press(answer, question)
        await screen.quiet()
        assert screen.pane.pending.isVisible() is (answer == "Cancel")
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert await created(screen) == 0
    assert "No top-ups yet" in screen.words()


@pytest.mark.page(size=(800, 600))
async def test_many_of_them_leave_room_to_the_list(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.service.faults(ALL | {"kind": "reset_before"})
    for dollars in range(60, 66):
        with suppress(AppError):
            draft = DRAFT.model_copy(update={"amount_usd": DecimalText(f"{dollars}.00")})
            await screen.service.account.topups.create(draft, is_another=True)
    screen.page.panes.show_pane(detail=False)
    screen.page.load()
    await screen.quiet()
    rows = screen.pane.pending
    assert len(screen.visible(Badge, rows)) == 6
    assert 100 < rows.height() <= screen.pane.height() // 2
    assert screen.pane.view.height() > 60
    assert rows.geometry().bottom() <= screen.pane.list.geometry().top(), "nothing is covered"
    last = screen.visible(QAbstractButton, rows)[-1]
    last.setFocus(Qt.FocusReason.TabFocusReason)
    (area,) = rows.findChildren(ShrinkingArea)
    area.ensureWidgetVisible(last)
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))
    screen.click(last)
    screen.press("Forget it", screen.visible(ConfirmDialog)[0])
    await screen.quiet()
    assert len(screen.visible(Badge, rows)) == 5
    holder = screen.window.focusWidget()
    assert holder is not None
    assert rows.isAncestorOf(holder), "the keyboard stays at the next one"
