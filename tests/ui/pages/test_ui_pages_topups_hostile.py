"""Hostile texts in every string field show as plain text; nothing is loaded or opened."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QAbstractButton

from support.accessible import name_of
from support.hostile_texts import HOSTILE
from support.plain_texts import assert_plain
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from app.models.topups import TopUp

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

TEXTS = ("coin", "network", "txid", "explorer_url")
STATUSES = ("awaiting_payment", "verifying", "credited", "rejected", "expired", "")


def with_texts(topup: TopUp, text: str, status: str) -> TopUp:
    """A top-up with one text wherever the service puts one."""
    purchase = {
        "planId": text,
        "planName": text,
        "promoCode": text,
        "status": text if status == "credited" else "failed",
        "orderId": text,
        "failureReason": text,
        "options": {text: text},
    }
    changes: dict[str, Any] = dict.fromkeys(TEXTS, text)
    changes |= {
        "status": status or text,
        "address": text,
        "payment_uri": text,
        "rejection": text if status == "rejected" else {"message": text, text: [text]},
        "amount_received_crypto": topup.amount_crypto,
    }
    made = topup.model_copy(update=changes)
    return type(topup).model_validate(made.model_dump(by_alias=True) | {"purchase": purchase})


async def test_every_text_of_a_topup_in_every_state(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.page.tasks.cancel_all()
    screen.page.banner.show_banner("danger", "x", details="y")
    for text, status in zip(HOSTILE, cycle(STATUSES), strict=False):
        screen.receive(with_texts(topup, text, status))
        await screen.quiet()
        screen.detail.details.set_expanded(True)
        screen.window.grab()
        assert_plain()
        assert screen.codes() == []
    assert screen.opened == []


async def test_every_text_of_the_catalog(screen: TopUpsScreen) -> None:
    coins = [
        {
            "code": text,
            "name": text,
            "networks": [
                {
                    "id": text,
                    "name": text,
                    "confirmationsRequired": 2**62,
                    "estimatedMinutes": 2**62,
                    "memoRequired": True,
                    "address": text,
                }
            ],
        }
        for text in HOSTILE
    ]
    body = json.dumps({"data": coins})
    await screen.service.faults(
        {"route": "GET /v1/catalog/coins", "kind": "status", "status": 200, "body": body}
    )
    dialog = await screen.open_dialog()
    dialog.grab()
    cards = [card for card in screen.visible(QAbstractButton, dialog) if " on " in name_of(card)]
    assert len(cards) >= len(HOSTILE) - 3
    assert_plain()


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422, 429, 500])
@pytest.mark.page(load=False)
async def test_every_text_of_an_error(screen: TopUpsScreen, status: int) -> None:
    for text in HOSTILE[status % 7 :: 7]:
        fields = {"amountUsd": [{"code": text, "message": text}], text: [{"code": text, "message": text}]}
        error = {"error": {"code": text, "message": text, "fields": fields}}
        await screen.service.faults(
            {
                "route": "GET /v1/topups",
                "kind": "status",
                "status": status,
                "body": json.dumps(error),
                "every": True,
                "headers": {"Retry-After": "3600"},
            }
        )
        await screen.load()
        if screen.has_button("Details"):
            screen.press("Details", screen.page)
        screen.window.grab()
        assert_plain()
        assert text.strip() in {"", "0", "None"} or text not in screen.banner()


async def test_half_characters_over_the_wire(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    answer = await screen.service.http.get(f"/v1/topups/{topup.id}", headers=screen.service.headers)
    body = json.dumps(answer.json() | {"status": "@", "rejection": "@", "explorerUrl": "@"})
    body = body.replace('"@"', '"<b>\\ud83d \\udc00\\u202e\\u0000</b>"')
    await screen.service.faults(
        {"route": "GET /v1/topups/{id}", "kind": "raw_body", "body": body, "every": True}
    )
    await screen.step(31)
    assert screen.current().status.startswith("<b>?")
    screen.window.grab()
    assert_plain()


async def test_an_explorer_link_is_opened_only_if_it_is_one(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.page.tasks.cancel_all()
    for text in HOSTILE:
        update = {"status": "verifying", "txid": "ab" * 32, "explorer_url": text}
        screen.receive(topup.model_copy(update=update))
        if text and screen.has_button("Open in explorer") and not text.startswith("https://evil"):
            screen.press("Open in explorer")
    assert screen.opened == []


_WATCHED = """
import asyncio, sys
from datetime import timedelta
from pathlib import Path
touched = []
EVENTS = ("open", "os.listdir", "subprocess.Popen", "os.system")
def watch(event, args):
    if armed and (event in EVENTS or event.startswith("socket.")):
        if "/resources/icons/" not in str(args):  # our own, read when first drawn
            touched.append((event, str(args)[:200]))
armed = False
sys.addaudithook(watch)
sys.path.insert(0, sys.argv[1])
from PySide6.QtWidgets import QApplication, QWidget
from support.deposit_samples import make_topup
from support.hostile_texts import HOSTILE
from app.present.topups import present_topup
from ui.pages.topups.detail import TopUpDetail
from ui.pages.topups.report_card import ReportCard
from ui.widgets.inputs.lock import Lock
from ui.theme.theme import apply_theme
app = QApplication([])
apply_theme(app, "light")
report = ReportCard(None, None, paste=lambda: "", on_closed=lambda: None)
page = TopUpDetail(report, lambda text: None, Lock(), QWidget)
page.resize(700, 900)
page.show()
def show(text, status):
    topup = make_topup(status=status or text, address=text, txid=text, coin=text, network=text,
                       rejection=text, explorerUrl=text, paymentUri=text)
    page.show_topup(present_topup(topup, topup.created_at + timedelta(hours=1)))
    page.details.set_expanded(True)
    page.grab()
    app.processEvents()
show("warm", "rejected"); show("warm", "credited"); show("warm", "")
armed = True
for text in HOSTILE:
    for status in ("rejected", "credited", ""):
        show(text, status)
armed = False
print(touched)
"""


def test_no_file_and_no_connection_is_opened(request: pytest.FixtureRequest) -> None:
    tests = str(request.config.rootpath / "tests")
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, tests], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
