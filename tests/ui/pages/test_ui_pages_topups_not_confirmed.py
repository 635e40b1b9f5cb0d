"""A top-up that the service does not confirm can't be paid until it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen
from ui.pages.topups.dialogs import QrDialog

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

FAILS_FOR_GOOD: dict[str, dict[str, object]] = {
    "404": {"kind": "status", "status": 404},
    "another id": {"kind": "mutate", "path": "id", "value": "tu_another"},
    "no address": {"kind": "mutate", "path": "address", "delete": True},
    "wrong types": {"kind": "mutate", "path": "amountCrypto", "value": 5},
}


@pytest.mark.parametrize("kind", ["404", "another id", "no address", "wrong types"])
async def test_what_is_not_confirmed_can_not_be_paid_until_it_is(screen: TopUpsScreen, kind: str) -> None:
    good = await screen.new_topup("LTC on Litecoin")
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.press("Enlarge QR code")
    assert len(screen.window.findChildren(QrDialog)) == 1
    before = len(await screen.polls(topup.id))
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
    assert ["Not confirmed" in row for row in screen.rows()] == [True, False]
    assert ["Awaiting payment" in row for row in screen.rows()] == [False, True]
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
    assert len(await screen.polls(topup.id)) >= before + 3
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
    assert all("Awaiting payment" in row for row in screen.rows())


async def test_a_row_never_shows_a_status_that_contradicts_itself(tmp_path: Path) -> None:
    """Not until the next second either, nor from the disk."""
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        topup = await screen.new_topup("BTC on Bitcoin")
        await screen.service.faults(
            *(
                {"route": route, "kind": "mutate", "path": path, "value": "credited", "every": True}
                for route, path in (
                    (f"GET /v1/topups/{topup.id}", "status"),
                    ("GET /v1/topups", "data.0.status"),
                )
            )
        )
        await screen.step(33)
        assert screen.topup_at(0).status == "credited"
        assert ["Not confirmed" in row for row in screen.rows()] == [True]
        await screen.load()
    async with on_page(TopUpsScreen, tmp_path, scale="empty", load=False) as screen:
        await screen.page._show_cached()
        assert screen.topup_at(0).status == "credited"
        assert ["Not confirmed" in row for row in screen.rows()] == [True]


@pytest.mark.parametrize("odd_id", ["a/..", "a" * 201])
async def test_one_whose_id_is_unusable_says_so_all_along_and_offers_no_report(
    monkeypatch: pytest.MonkeyPatch, odd_id: str, tmp_path: Path
) -> None:
    monkeypatch.setattr("tollhouse_sandbox.account.topups.new_id", lambda _prefix: odd_id)
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
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


async def test_without_answers_it_is_payable_for_two_polls_and_again_by_itself(screen: TopUpsScreen) -> None:
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


@pytest.mark.parametrize("chip", ["all", "open"])
async def test_an_open_one_that_the_service_lists_no_more_stays_in_sight(
    screen: TopUpsScreen, chip: str
) -> None:
    listed = await screen.new_topup("LTC on Litecoin", "60")
    await screen.step(2)
    lost = await screen.new_topup("BTC on Bitcoin", "70")
    screen.page.pane.chips.select(chip)
    screen.page._on_chip_chosen(chip)
    await screen.quiet()
    record = listed.model_dump(mode="json", by_alias=True, exclude_none=True)
    for_good: dict[str, object] = {"every": True}
    await screen.service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data", "value": [record], **for_good},
        {"route": f"GET /v1/topups/{lost.id}", "kind": "status", "status": 404, **for_good},
    )
    await screen.load()
    await screen.step(61)
    await screen.load()
    screen.page._on_second_passed(1)
    assert [row.split(",")[0] for row in screen.rows()] == ["$70.00", "$60.00"]
    assert ["Not confirmed" in row for row in screen.rows()] == [True, False]
    assert "The service does not confirm this top-up" in screen.words(screen.detail)
    await screen.service.faults()
    await screen.load()
    screen.press("Check now")
    await screen.quiet()
    assert len(screen.rows()) == 2
    assert screen.codes() == [lost.payment_uri]


async def test_one_that_the_service_has_no_more_is_in_sight_after_a_restart(tmp_path: Path) -> None:
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        topup = await screen.new_topup("BTC on Bitcoin", "70")
        await screen.step(2)
        reported = await screen.new_topup("LTC on Litecoin", "60")
        screen.press("I've sent the payment")
        await screen.quiet()
        await screen.load()
    # A service of its own again, which has none.
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        await screen.step(10)
        for second in (1, 2):
            screen.page._on_second_passed(second)
            await screen.quiet()
        assert [row.split(",")[0] for row in screen.rows()] == ["$60.00", "$70.00"]
        assert all("Not confirmed" in row for row in screen.rows())
        for one in (topup, reported):
            screen.page.show_topup(one.id)
            await screen.quiet()
            words = screen.words(screen.detail)
            assert "The service does not confirm this top-up" in words
            assert "Ask the service if you have already paid." in words
            assert one.id in words
            assert "the service continues with the top-up" not in words
            assert one.address not in words, "payment details come from the service alone"
            assert one.amount_crypto not in words
            assert screen.codes() == []
            screen.press("Check now")
            await screen.quiet()
            assert screen.banner() == ""
        screen.press("Hide")
        await screen.quiet()
        assert [row.split(",")[0] for row in screen.rows()] == ["$70.00"]


async def test_a_list_that_is_suddenly_empty_hides_no_open_top_up(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin", "70")
    await screen.service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data", "value": [], "every": True},
        {"route": "GET /v1/topups", "kind": "mutate", "path": "pagination.total", "value": 0, "every": True},
    )
    await screen.load()
    assert [row.split(",")[0] for row in screen.rows()] == ["$70.00"]
    assert "No top-ups yet" not in screen.words(screen.page)
