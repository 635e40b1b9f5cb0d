"""A user who does anything: random clicks, keys, texts, faults of the service and jumps of the clocks.

Each step is drawn from the seed and its own number alone, so that what a slower machine shows a little later
changes no other step.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from datetime import datetime, timedelta
from traceback import format_exception
from typing import TYPE_CHECKING, Any, NamedTuple

from httpx import HTTPStatusError
from keyring.errors import KeyringError
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QWidget,
)

from app.clock import SystemClock
from support.account_harness import AccountHarness
from support.hostile_texts import HOSTILE
from support.waiting import until
from ui.pages.accounts.connect import ConnectForm
from ui.pages.topups.page import TopUpsPage
from ui.shell.privacy import IdleLock
from ui.shell.tabs import TABS
from ui.start.application import build_rest
from ui.start.event_loop import GarbageRounds
from ui.theme.appearance import Appearance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.bootstrap import Services
    from support.account_process import Oracle
    from support.account_services import MemoryKeyring
    from tollhouse_sandbox.process import SandboxProcess

KEYS = (
    "Tab Shift+Tab Return Esc Space Up Down Left Right Home End PgUp PgDown Del F1 F2 F5 Alt+Down Shift+F10"
    " Ctrl+N Ctrl+K Ctrl+F Ctrl+, Ctrl+Z Ctrl+A Ctrl+C Ctrl+Shift+C Ctrl+Return Alt+0 Alt+1 Alt+2 Alt+3 Alt+4"
)
# None that the app could look up in the network.
TEXTS = ("25", "50.00", "-1", "de", *(one for one in HOSTILE if "example" not in one and "evil" not in one))
SIZES = ((800, 600), (1000, 700), (1180, 760), (1600, 1000), (640, 480))
METHODS = ("*", "GET", "POST", "PATCH", "DELETE")
FIELDS = "address amountCrypto paymentUri status amountUsd coin network expiresAt data"
VALUES: tuple[object, ...] = (None, "", 0, -1, 2**63, "bitcoin:x", "1.5", [], {}, "x" * 3_000)
CHANGES = "size size tab tab tab close minimize account accounts lock keyring"
JUMPS = (60, 1_900, 90_000, 3_000_000)


class JumpingClock(SystemClock):
    """This computer's clock, which can be set; waiting for it takes a tenth of the time."""

    def __init__(self) -> None:
        self.shift = timedelta()

    def now(self) -> datetime:
        return super().now() + self.shift

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


class Surroundings(NamedTuple):
    """What the app works with."""

    services: Sequence[tuple[SandboxProcess, Oracle]]
    clock: JumpingClock
    ring: MemoryKeyring
    crashes: Sequence[BaseException]


class RandomUser(AccountHarness):
    """The window as the app joins it, and who uses it.

    Attributes:
        has_ended: Whether the window was closed.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.has_ended = False
        self.window.closed.connect(lambda: setattr(self, "has_ended", True))
        self.appearance = Appearance(app, self.window, services.settings.now)
        self.appearance.setParent(self.window)
        services.settings.watch(lambda: self.appearance.choose(services.settings.now))
        GarbageRounds(self.window)
        clipboard = self.navigation._clipboard
        self.window.closed.connect(clipboard.clear_if_ours)
        self.navigation.open_first(demo=False)
        self.navigation.tasks.start("rest", build_rest(self.window, services, self.navigation, clipboard))

    def begin(self, seed: int, folder: Path, surroundings: Surroundings) -> None:
        self._seed, self._folder = seed, folder
        self._services, self._clock, self._ring, self._crashes = surroundings

    async def step(self, number: int) -> None:
        """Does one thing, and lets the app work for a while."""
        draw = random.Random(f"{self._seed} {number}")
        acts = [self._click, self._point, self._press, self._type, self._change, self._bother, self._connect]
        (act,) = draw.choices(acts, (34, 16, 18, 12, 7, 10, 3))
        words = act(draw)
        print(f"{number}: {act.__name__[1:]} {words}")  # noqa: T201 (pytest shows it where a test fails)
        await asyncio.sleep(draw.choice((0, 0, 0.01, 0.03, 0.1)))
        self._answer_file_dialog(draw)
        self._check_crashes()

    async def come_back(self) -> None:
        """Closes what is open, and goes to each page, as anyone can at any time."""
        self.calm()
        for _time in range(50):
            open_one = self._top()
            if open_one is self.window:
                break
            open_one.close()
            await asyncio.sleep(0.01)
        assert self._top() is self.window, f"can't be closed: {self._top()}"
        if self.has_ended:
            return
        await self.navigation.tasks.join("open")
        if not self.navigation.account_id:
            return
        for tab in TABS:
            self.window.tab_chosen.emit(tab.key)
            await until(lambda: self._crashes or self._is_page_shown(tab.key))  # noqa: B023 (waited for here)
            self._check_crashes()

    def calm(self) -> None:
        """Ends all faults; what can be paid now was checked while there were some."""
        for _sandbox, oracle in self._services:
            oracle.set_faults()
        self._check_payment()
        self._check_names()

    def _is_page_shown(self, tab: str) -> bool:
        page, router = self.navigation.page, self.navigation.router
        return router.tab.key == tab and page is not None and page.isVisible() and page.isEnabled()

    def _check_crashes(self) -> None:
        """Fails with the traces: what depends on the machine's pace is not always seen again."""
        assert not self._crashes, "".join(line for one in self._crashes for line in format_exception(one))

    def _check_payment(self) -> None:
        for page in self.window.findChildren(TopUpsPage):
            view, topup = page.topup_page.detail.payment._view, page.topup_page.topup
            if not page.topup_page.detail.payment.isVisible() or view is None or topup is None:
                continue
            for sandbox, oracle in self._services:
                if sandbox.base_url == page._account.account.base_url:
                    truth = oracle.topup(topup.id)
                    right = (truth["amountCrypto"], truth["address"], truth["coin"])
                    assert (view.amount, view.address, view.coin) == right
                    assert view.qr_text in {truth["address"], truth["paymentUri"]}

    def _check_names(self) -> None:
        keys = [sandbox.api_key for sandbox, _oracle in self._services]
        for widget in QApplication.allWidgets():
            texts = (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
            assert not any(key in text for key in keys for text in texts), f"the key is in a name: {widget}"

    def _top(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def _shown(self, *kinds: type[QWidget]) -> list[QWidget]:
        found = [one for kind in kinds for one in self._top().findChildren(kind)]
        return [one for one in found if one.isVisible() and one.isEnabled()]

    def _click(self, draw: random.Random) -> str:
        """Clicks a control, a row, or an entry of the open menu."""
        top, share, row = self._top(), draw.random(), draw.random()
        if isinstance(top, QMenu):
            action = _at([one for one in top.actions() if one.isEnabled()], share)
            if action is not None:
                QTest.mouseClick(top, Qt.MouseButton.LeftButton, pos=top.actionGeometry(action).center())
                return f"entry {share:.2f} of the menu"
        widget = _at(self._shown(QAbstractButton, QComboBox, QAbstractItemView), share)
        words = _words(widget)
        if isinstance(widget, QAbstractItemView):
            port = widget.viewport()
            QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(40, int(row * port.height())))
        elif widget is not None:
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        else:
            top.close()
        return words

    def _point(self, draw: random.Random) -> str:
        """Clicks anywhere, also twice or for the menu there; a list more often than its size has it."""
        top = self._top()
        area = draw.choice((top, _at(self._shown(QAbstractItemView), draw.random()) or top))
        point = QPoint(int(draw.random() * area.width()), int(draw.random() * area.height()))
        (kind,) = draw.choices(("left", "right", "twice"), (8, 1, 1))
        target = area.childAt(point) or area
        point = target.mapFrom(area, point)
        words = f"{kind} {_words(target)} {point.x()},{point.y()}"
        if kind == "twice":
            QTest.mouseDClick(target, Qt.MouseButton.LeftButton, pos=point)
        else:
            button = Qt.MouseButton.LeftButton if kind == "left" else Qt.MouseButton.RightButton
            QTest.mouseClick(target, button, pos=point)
        return words

    def _press(self, draw: random.Random) -> str:
        keys = draw.choice(KEYS.split())
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self._top()
        words = f"{keys} in {_words(target)}"
        for _time in range(draw.choice((1, 1, 1, 5))):
            if target.isVisible():
                QTest.keySequence(target, QKeySequence(keys))
        return words

    def _type(self, draw: random.Random) -> str:
        share, text, ending = draw.random(), draw.choice(TEXTS), draw.choice(("", "", "Return"))
        field = _at([one for one in self._shown(QLineEdit) if not one.property("readOnly")], share)
        if not isinstance(field, QLineEdit):
            return "nothing"
        field.setFocus()
        field.selectAll()
        field.insert(text)
        field.textEdited.emit(field.text())
        words = f"{text[:40]!r} {ending} in {_words(field)}"
        if ending:
            QTest.keyClick(field, Qt.Key.Key_Return)
        return words

    def _change(self, draw: random.Random) -> str:
        """Does what is done beside a page: with the window, the accounts, the screen or the keyring."""
        act = draw.choice(CHANGES.split())
        size, share = draw.choice(SIZES), draw.random()
        is_free = self._top() is self.window
        if act == "size":
            self.window.resize(*size)
        elif act == "close" and share < 0.3:
            self.window.close()
        elif act == "minimize":
            self.window.showMinimized()
            self.window.showNormal()
        elif act == "account" and is_free and (chosen := _at(self.services.accounts.known(), share)):
            self.window.account_chosen.emit(chosen.id)
        elif act == "tab" and is_free:
            self.window.tab_chosen.emit(_at(TABS, share).key)
        elif act == "accounts" and is_free:
            self.window.accounts_requested.emit()
        elif act == "lock":
            for one in self.window.findChildren(IdleLock):
                one.hide_secrets()
        elif act == "keyring":
            self._ring.error = None if self._ring.error else KeyringError("it is locked")
        return act

    def _bother(self, draw: random.Random) -> str:
        """Lets the service fail, get over it, or be paid; lets time pass, or clocks jump."""
        share = draw.random()
        _sandbox, oracle = draw.choice(self._services)
        path = draw.choice(("", "data.0.")) + draw.choice(FIELDS.split())
        wrong: list[dict[str, object]] = [{"delete": True}, {"value": draw.choice(VALUES)}]
        faults: tuple[dict[str, object], ...] = (
            {"kind": "status", "status": draw.choice((401, 403, 404, 409, 422, 429, 500, 503))},
            {"kind": "status_after", "status": 500},
            {"kind": "delay", "seconds": 0.3},
            {"kind": "drip", "seconds": 0.01, "chunk": 200},
            {"kind": draw.choice(("reset_before", "reset_after"))},
            {"kind": "truncate", "bytes": 20},
            {"kind": "clock_shift", "seconds": draw.choice((-90_000, 90_000))},
            {"kind": "mutate", "path": path, **draw.choice(wrong)},
        )
        fault = draw.choice(faults) | {"route": f"{draw.choice(METHODS)} /v1/*", "every": draw.random() < 0.5}
        seconds = draw.choice(JUMPS)
        self.calm()
        if share < 0.5:
            oracle.set_faults(fault)
            return f"{fault}"
        if share < 0.7:
            oracle.advance(seconds)
            return f"the service's clock {seconds}"
        if share < 0.8:
            self._clock.shift += timedelta(seconds=draw.choice((-1, 1)) * seconds)
            return f"this computer's clock {self._clock.shift}"
        if share < 0.9:
            for topup in oracle.topups():
                with suppress(HTTPStatusError):
                    oracle.pay(topup["id"])
            return "paid"
        return "no faults"

    def _connect(self, draw: random.Random) -> str:
        """Fills the form of an account in, and sends it."""
        sandbox, _oracle = draw.choice(self._services)
        name = draw.choice(("", "Work", "Home", draw.choice(TEXTS)))
        for form in self._shown(ConnectForm):
            assert isinstance(form, ConnectForm)
            self.fill(form, sandbox.base_url, sandbox.api_key, name)
            QTest.mouseClick(form.connect_button, Qt.MouseButton.LeftButton)
            return "an account"
        if self._top() is self.window:
            self.window.new_account_requested.emit()
        return "a form"

    def _answer_file_dialog(self, draw: random.Random) -> None:
        for dialog in self.window.findChildren(QFileDialog):
            if dialog.isVisible() and draw.random() < 0.7:
                is_saving = dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
                path = self._folder / f"file.{dialog.defaultSuffix() or 'csv'}"
                if not is_saving:
                    path.write_text(f"label,password\n{draw.choice(TEXTS)},x\nTeam,\n", encoding="utf-8")
                dialog.fileSelected.emit(str(path))
            dialog.reject()


def _at(found: Sequence[Any], share: float) -> Any:
    return found[int(share * len(found))] if found else None


def _words(widget: QWidget | None) -> str:
    if widget is None:
        return "nothing"
    owner = widget.window()
    name = widget.accessibleName() or getattr(widget, "text", str)()
    return f"{type(widget).__name__} '{name[:40]}' in {type(owner).__name__}"
