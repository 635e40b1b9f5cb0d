"""The real app in a process of its own, whose window a test drives from outside, by lines of JSON.

Each line on standard input is a list: what is done, and its arguments. Each answer is one line on standard
output. Told `--hasty` it makes no pauses between the tries of a call, and `ask` and `report` take a deadline
for the calls that follow the click.
"""
# ruff: noqa: ASYNC110 (what is waited for on screen has no event of its own)

from __future__ import annotations

import asyncio
import json
import sys
import time
import traceback
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from app.api.client import ServiceClient
from app.api.transport import Pace
from app.models.topups import CREDITED, VERIFYING
from app.services.accounts import session as opened
from support.account_process import HastyClock
from support.shown import message_of, messages_of
from ui import __main__
from ui.pages.topups.page import TopUpsPage
from ui.start import application as start
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from app.api.connections import HttpClient
    from app.bootstrap import Services
    from app.clock import Clock
    from ui.shell.window import MainWindow

_PATIENCE = 600.0
_TURN = 0.002
_hasty: list[ServiceClient] = []


class Driver:
    """Does in the window what a person would do, and tells what a person would see."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._page: TopUpsPage | None = None
        self._acts: dict[str, Callable[..., Awaitable[Any]]] = {
            "ask": self._ask,
            "has": self._has,
            "load": self._load,
            "look": self._look,
            "pending": self._until_pending,
            "report": self._report,
            "shown": self._until_shown,
        }

    async def run_scenario(self) -> None:
        """Takes orders until the last one."""
        while line := await asyncio.to_thread(sys.stdin.readline):
            act, *arguments = json.loads(line)
            if act == "close":
                break
            try:
                async with asyncio.timeout(_PATIENCE):
                    seen = await self._acts[act](*arguments)
            except Exception:  # noqa: BLE001 (whatever it is, the test fails for it)
                seen = {"failed": traceback.format_exc()}
            sys.stdout.write(json.dumps(seen) + "\n")
            sys.stdout.flush()
        self._window.close()

    async def _ask(self, coin: str, amount: str, deadline: str = "") -> dict[str, Any]:
        """Goes through 'New top-up' and waits for what comes of it."""
        page = await self._opened()
        page.open_new(amount)
        if page.dialog is None:
            # It asks first whether another one is wanted.
            questions = [one for one in self._window.findChildren(ConfirmDialog) if one.isVisible()]
            assert questions, f"it can't be asked for: {page.is_offline=} {messages_of(page)}"
            questions[0].accept()
        assert page.dialog is not None
        # The last known coins, which a slow response leaves there for a while, can't be chosen.
        while not page.dialog.submit.isEnabled():
            await asyncio.sleep(_TURN)
        page.dialog.choose(coin)
        with _each_call_within(deadline):
            page.dialog.submit.click()
            await self._quiet()
        failure = ""
        if left := page.creation.dialog:
            failure = message_of(left.banner)
            left.reject()
            await self._quiet()
        return await self._look() | {"failure": failure}

    async def _load(self) -> dict[str, Any]:
        """Presses F5."""
        page = await self._opened()
        page.load()
        await self._quiet()
        return await self._look()

    async def _report(self, deadline: str = "") -> dict[str, Any]:
        """Presses 'I've sent the payment'."""
        page = await self._opened()
        with _each_call_within(deadline):
            page.topup_page.detail.report.send.click()
            await self._quiet()
        return await self._look()

    async def _until_pending(self) -> dict[str, Any]:
        """Waits for a row above the list."""
        return await self._until(lambda page: page.pane.pending.isVisible())

    async def _until_shown(self) -> dict[str, Any]:
        """Waits for a top-up that can be paid."""
        return await self._until(lambda page: page.topup_page.detail.payment.isVisible())

    async def _until(self, is_so: Callable[[TopUpsPage], bool]) -> dict[str, Any]:
        page = await self._opened()
        while not is_so(page):
            await asyncio.sleep(_TURN)
        page.repaint()
        at = {"at": time.monotonic(), "worked_seconds": time.process_time()}
        return await self._look() | at

    async def _has(self, topup_id: str) -> dict[str, Any]:
        """Tells whether a top-up stands in the list, and as reported."""
        page = await self._opened()
        topup = page.store.get(topup_id)
        is_reported = topup is not None and topup.status in {VERIFYING, CREDITED}
        return {"has": page.model.has(topup_id), "is_reported": is_reported}

    async def _look(self) -> dict[str, Any]:
        page = await self._opened()
        payment = page.topup_page.detail.payment
        # In a narrow window the top-up covers the list; a person goes back to it.
        pending = [one.text() for one in page.pane.pending.findChildren(Label) if one.isVisibleTo(page.pane)]
        topup = page.topup_page.topup
        seen = {
            "id": "" if topup is None else topup.id,
            "status": "" if topup is None else topup.status,
            "pending": " ".join(pending),
            "banner": messages_of(page),
        }
        if not payment.isVisible():
            return seen
        view = payment._view
        assert view is not None
        paid = {"amount": view.amount, "address": view.address, "coin": view.coin, "code": view.qr_text}
        return seen | {"payable": paid}

    async def _opened(self) -> TopUpsPage:
        while self._page is None:
            pages = self._window.findChildren(TopUpsPage)
            self._page = pages[0] if pages else None
            await asyncio.sleep(_TURN)
        return self._page

    async def _quiet(self) -> None:
        page = await self._opened()
        while page.tasks.names() - {"try again"} or page.topup_page.tasks.names():
            await asyncio.sleep(_TURN)


def _hasty_client(base_url: str, api_key: str | None, *, http: HttpClient, clock: Clock) -> ServiceClient:
    assert clock is not None
    _hasty.append(ServiceClient(base_url, api_key, http=http, clock=HastyClock()))
    return _hasty[-1]


@contextmanager
def _each_call_within(seconds: str) -> Iterator[None]:
    """Gives each try of a call less time; as usual where `seconds` is empty."""
    usual = [client._pace for client in _hasty]
    for client in _hasty:
        client._pace = Pace(timedelta(seconds=float(seconds))) if seconds else client._pace
    try:
        yield
    finally:
        for client, pace in zip(_hasty, usual, strict=True):
            client._pace = pace


def main(make_driver: Callable[[MainWindow], Driver] = Driver) -> int:
    conduct = start.conduct

    async def watched(window: MainWindow, services: Services, **options: Any) -> int:
        driving = asyncio.get_running_loop().create_task(make_driver(window).run_scenario())
        ended = await conduct(window, services, **options)
        driving.cancel()
        return ended

    client = _hasty_client if "--hasty" in sys.argv else ServiceClient
    with patch.object(start, "conduct", watched), patch.object(opened, "ServiceClient", client):
        return __main__.main([])


if __name__ == "__main__":
    sys.exit(main())
