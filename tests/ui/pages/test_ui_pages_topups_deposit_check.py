"""Nothing payable is shown that was not checked: whatever the service answers, at first or later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
CREATE, READ = "POST /v1/topups", "GET /v1/topups/{id}"
NO_CATALOG = {"route": "GET /v1/catalog/coins", "kind": "status", "status": 500, "every": True}
LIES = {
    "another address": ("address", OTHER),
    "an address with a wrong letter": ("address", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
    "an empty address": ("address", ""),
    "a far greater amount": ("amountCrypto", "1.00000000"),
    "a smaller amount": ("amountCrypto", "0.00000001"),
    "too many decimals": ("amountCrypto", "0.000000001"),
    "a link to another address": ("paymentUri", f"bitcoin:{OTHER}?amount=0.00078432"),
    "a link with another scheme": ("paymentUri", f"litecoin:{OTHER}"),
    "a broken link": ("paymentUri", "bitcoin:?amount=1e9"),
    "another coin": ("coin", "LTC"),
    "another network": ("network", "litecoin"),
    "another price": ("amountUsd", "60.00"),
}


def assert_nothing_payable(screen: TopUpsScreen) -> None:
    assert screen.codes() == []
    assert not screen.detail.payment.isVisible()
    for name in ("Copy amount", "Copy address", "Open wallet", "Enlarge QR code"):
        assert not screen.has_button(name), name


@pytest.mark.parametrize("lie", LIES)
async def test_a_first_answer_that_does_not_agree_is_blocked(lie: str, tmp_path: Path) -> None:
    path, value = LIES[lie]
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        fault = {"route": CREATE, "kind": "mutate", "path": path, "value": value, "every": True}
        await screen.service.faults(fault)
        await screen.new_topup("BTC on Bitcoin")
        assert "Do not pay" in screen.words(screen.detail)
        assert_nothing_payable(screen)
        if path in {"address", "amountCrypto"}:
            assert value in screen.words(screen.detail.blocked)


@pytest.mark.parametrize("lie", [name for name in LIES if name != "a broken link"])
async def test_a_later_answer_that_does_not_agree_is_blocked(lie: str, tmp_path: Path) -> None:
    path, value = LIES[lie]
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        await screen.new_topup("BTC on Bitcoin")
        assert screen.codes()
        await screen.service.faults(
            {"route": READ, "kind": "mutate", "path": path, "value": value, "every": True}
        )
        await screen.step(31)
        assert "Do not pay" in screen.words(screen.detail)
        assert_nothing_payable(screen)


async def test_both_values_stand_side_by_side(screen: TopUpsScreen) -> None:
    await screen.service.faults({"route": CREATE, "kind": "mutate", "path": "address", "value": OTHER})
    await screen.new_topup("BTC on Bitcoin")
    words = screen.words(screen.detail.blocked)
    (coin,) = [coin for coin in await screen.service.account.coins.known() if coin.code == "BTC"]
    assert OTHER in words
    assert coin.networks[0].address in words


@pytest.mark.parametrize(
    "link", [None, "", "hello", "https://example.com/pay", "bitcoin:" + "x" * 600, "lightning:lnbc1"]
)
async def test_an_unreadable_link_leaves_the_bare_address(screen: TopUpsScreen, link: str | None) -> None:
    await screen.service.faults({"route": CREATE, "kind": "mutate", "path": "paymentUri", "value": link})
    topup = await screen.new_topup("BTC on Bitcoin")
    assert screen.codes() in ([topup.address], [])
    assert not screen.has_button("Payment link")
    if screen.codes():
        assert not screen.button("Open wallet").isEnabled()
        assert "Enter the amount by hand" in screen.words(screen.detail)
    else:
        assert "Do not pay" in screen.words(screen.detail)


async def test_a_memo_is_asked_for_before_anything_can_be_paid(screen: TopUpsScreen) -> None:
    index = next(
        place for place, coin in enumerate(await screen.service.account.coins.known()) if coin.code == "BTC"
    )
    path = f"data.{index}.networks.0.memoRequired"
    await screen.service.faults(
        {
            "route": "GET /v1/catalog/coins",
            "kind": "mutate",
            "path": path,
            "value": True,
            "every": True,
        }
    )
    topup = await screen.new_topup("BTC on Bitcoin")
    assert "A memo is needed" in screen.words(screen.detail)
    assert_nothing_payable(screen)
    screen.press("I have the memo")
    await screen.quiet()
    assert screen.codes() == [topup.payment_uri]
    await screen.new_topup("BTC on Bitcoin", "60")
    assert "A memo is needed" in screen.words(screen.detail)
    assert_nothing_payable(screen)


async def test_without_the_catalog_nothing_is_payable_until_it_comes(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.service.account.coins._coins = ()
    await screen.service.faults(NO_CATALOG)
    other = await screen.service.client.topups.page(1)
    changed = other.items[0].model_copy(update={"payment_uri": None})
    screen.receive(changed)
    await screen.quiet()
    assert_nothing_payable(screen)
    assert "internal problem" in screen.banner()
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert screen.codes()


async def test_another_topups_payment_never_stands_under_this_ones_name(screen: TopUpsScreen) -> None:
    await screen.new_topup("LTC on Litecoin")
    second = await screen.new_topup("BTC on Bitcoin", "60")
    assert screen.codes() == [second.payment_uri]
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Down)
    assert screen.current().coin == "LTC"
    assert_nothing_payable(screen)  # it is being checked
    await screen.quiet()
    assert screen.codes() == [screen.current().payment_uri]


async def test_another_topups_payment_does_not_stay_when_the_check_fails(screen: TopUpsScreen) -> None:
    await screen.new_topup("LTC on Litecoin")
    await screen.new_topup("BTC on Bitcoin", "60")
    screen.service.account.coins._coins = ()
    await screen.service.faults(NO_CATALOG)
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Down)
    await screen.quiet()
    assert screen.current().coin == "LTC"
    assert_nothing_payable(screen)
    assert "internal problem" in screen.banner()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": "on_hold"}, "State: on_hold"),
        ({"status": "awaiting_payment", "final": True}, "State: awaiting_payment"),
        ({"status": "credited", "final": False}, "credited"),
        ({"status": ""}, "State: "),
    ],
)
async def test_a_state_nobody_knows_is_shown_raw_and_not_payable(
    screen: TopUpsScreen, changes: dict[str, object], words: str
) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.service.faults(
        *(
            {"route": READ, "kind": "mutate", "path": path, "value": value, "every": True}
            for path, value in changes.items()
        )
    )
    await screen.step(31)
    assert words in screen.words(screen.detail)
    assert_nothing_payable(screen)
    asked = len(await screen.service.requests("GET", f"/v1/topups/{screen.current().id}"))
    await screen.step(30)
    again = len(await screen.service.requests("GET", f"/v1/topups/{screen.current().id}"))
    assert again == asked + 1, "looked at every 30 s"
    await screen.service.faults()
    await screen.step(31)
    assert screen.codes() == [screen.current().payment_uri]
