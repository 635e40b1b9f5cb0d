"""A user who does anything: random clicks, keys, texts, faults of the service and jumps of the clocks.

Each step is drawn from the seed and its own number alone, so that what a slower machine shows a little later
changes no other step.
"""

from __future__ import annotations

import asyncio
import random
from traceback import format_exception
from typing import TYPE_CHECKING, Any

from keyring.errors import KeyringError
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
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
from shiboken6 import isValid

from app.models.settings import MOTIONS, THEMES
from app.services.accounts.known import DEMO
from app.storage.settings import SettingsFile
from support.account_harness import AccountHarness
from support.hostile_texts import HOSTILE
from support.shown_truth import check_names, check_page, check_payment
from support.waiting import until
from ui.pages.accounts.connect import ConnectForm
from ui.shell.privacy import IdleLock
from ui.shell.tabs import TABS
from ui.shell.tray import Tray
from ui.start.application import build_rest, prepare_others
from ui.start.event_loop import GarbageRounds
from ui.theme.appearance import Appearance
from ui.widgets.buttons.buttons import PrimaryButton

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.bootstrap import Services
    from support.random_surroundings import Surroundings

KEYS = (
    "Tab Shift+Tab Return Esc Space Up Down Left Right Home End PgUp PgDown Del F1 F2 F5 Alt+Down Shift+F10"
    " Ctrl+N Ctrl+K Ctrl+F Ctrl+, Ctrl+Z Ctrl+A Ctrl+C Ctrl+Shift+C Ctrl+Return Alt+0 Alt+1 Alt+2 Alt+3 Alt+4"
)
# None that the app could look up in the network.
TEXTS = ("25", "50.00", "-1", "de", *(one for one in HOSTILE if "example" not in one and "evil" not in one))
# How often each thing is done.
WEIGHTS = {
    "click": 32,
    "point": 15,
    "press": 16,
    "type": 11,
    "accept": 3,
    "drop": 1,
    "move": 3,
    "go": 4,
    "set": 3,
    "bother": 9,
    "connect": 3,
    "command": 2,
}
WITHOUT_WINDOW = {"move", "set", "bother", "command"}
PAUSES = (0, 0, 0.01, 0.03, 0.1)
SIZES = ((800, 600), (1000, 700), (1180, 760), (1600, 1000), (640, 480))
SETTINGS: tuple[dict[str, Any], ...] = (
    *({"theme": theme} for theme in THEMES),
    *({"text_percent": percent} for percent in (80, 100, 130, 200)),
    *({"motion": motion} for motion in MOTIONS),
)


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
        others = prepare_others(self.navigation, has_several_accounts=True)
        self.navigation.tasks.start("import", others)

        self._acts = {
            "click": self._click,
            "point": self._point,
            "press": self._press,
            "type": self._type,
            "accept": self._accept,
            "drop": self._drop,
            "move": self._move,
            "go": self._go,
            "set": self._set,
            "bother": self._bother,
            "connect": self._connect,
            "command": self._command,
            "use tray": self._use_tray,
        }

    def begin(
        self, seed: int, folder: Path, surroundings: Surroundings, crashes: Sequence[BaseException]
    ) -> None:
        self._seed, self._folder = seed, folder
        self._surroundings, self._crashes = surroundings, crashes

    async def step(self, number: int) -> None:
        """Does one thing, and lets the app work for a while."""
        draw = random.Random(f"{self._seed} {number}")
        (name,) = draw.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if not self.window.isVisible() and name not in WITHOUT_WINDOW:
            name = "use tray"
        words = self._acts[name](draw)
        print(f"{number}: {name} {words}")  # noqa: T201 (pytest shows it where a test fails)
        await asyncio.sleep(draw.choice(PAUSES))
        self._answer_file_dialog(draw)
        self._check_crashes()

    async def come_back(self) -> None:
        """Closes what is open, and goes to each page, as anyone can at any time."""
        self.calm()
        await self._surroundings.wait_for_commands()
        if self.has_ended:
            return
        self.window.bring_to_front()
        await self._until(self._is_left)
        await self.navigation.tasks.join("open")
        if not (self.window.isVisible() and self.navigation.account_id):
            return
        for tab in TABS:
            self.window.tab_chosen.emit(tab.key)
            await self._until(lambda: self._is_page_shown(tab.key))  # noqa: B023 (waited for here)
            await self._check_fresh()

    async def _until(self, fact: Callable[[], object]) -> None:
        await until(lambda: self._crashes or fact())
        self._check_crashes()

    def calm(self) -> None:
        """Ends all faults; what can be paid now was checked while there were some."""
        self._surroundings.calm()
        services = self._surroundings.services
        check_payment(self.window, services)
        check_names([sandbox.api_key for sandbox, _oracle in services])

    def _is_left(self) -> bool:
        """Closes what is open; returns whether nothing is, over an account that exists, or the app has ended.

        Another process may have removed it. What was begun before may end the app (Delete everything).
        """
        if (top := self._top()) is not self.window:
            top.close()
            return False
        saved = {account.id for account in SettingsFile(self.services.paths.settings).peek().accounts}
        return self.has_ended or self.navigation.account_id in saved | {"", DEMO}

    def _is_page_shown(self, tab: str) -> bool:
        page, router = self.navigation.page, self.navigation.router
        return router.tab.key == tab and page is not None and page.isVisible() and page.isEnabled()

    async def _check_fresh(self) -> None:
        """Loads the shown page again: what is known of a service that works is true, and can be changed."""
        page, session = self.navigation.page, self.navigation.router.session()
        assert page is not None
        assert session is not None
        key = self.services.accounts._keys.key(session.account.id)
        for sandbox, oracle in self._surroundings.services:
            if (sandbox.base_url, sandbox.api_key) != (session.account.base_url, key):
                continue
            await self._until(lambda: not page.is_offline)
            await check_page(page, oracle)

    def _check_crashes(self) -> None:
        """Fails with the traces: what depends on the machine's pace is not always seen again."""
        assert not self._crashes, "".join(line for one in self._crashes for line in format_exception(one))

    def _top(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def _shown(self, *kinds: type[QWidget]) -> list[QWidget]:
        found = [one for kind in kinds for one in self._top().findChildren(kind)]
        return [one for one in found if isValid(one) and one.isVisible() and one.isEnabled()]

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

    def _accept(self, draw: random.Random) -> str:
        """Presses Enter in an open dialog, or its main button."""
        buttons = [] if self._top() is self.window else self._shown(PrimaryButton)
        if not buttons:
            return "nothing"
        words = _words(buttons[0])
        if draw.random() < 0.5:
            QTest.keyClick(QApplication.focusWidget() or self._top(), Qt.Key.Key_Return)
        else:
            QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
        return words

    def _drop(self, draw: random.Random) -> str:
        """Drops a file, or a text, on a control that takes it."""
        target = _at(self._shown(QLineEdit, QAbstractItemView), draw.random())
        data = QMimeData()
        data.setText(draw.choice(TEXTS))
        if draw.random() < 0.5:
            data.setUrls([QUrl.fromLocalFile(str(self._folder / "dropped.csv"))])
        if target is None:
            return "nothing"
        button, none, copies = (
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.DropAction.CopyAction,
        )
        enter = QDragEnterEvent(QPoint(5, 5), copies, data, button, none)
        if QApplication.sendEvent(target, enter) and enter.isAccepted():
            QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), copies, data, button, none))
        return _words(target)

    def _move(self, draw: random.Random) -> str:
        """Does something with the window, or with the desktop's tray."""
        act, size, share = (
            draw.choice(["size", "size", "close", "minimize", "tray"]),
            draw.choice(SIZES),
            draw.random(),
        )
        if act == "size":
            self.window.resize(*size)
        elif act == "close" and (share < 0.3 or self.window.hides_when_closed):
            self.window.close()
        elif act == "minimize" and self.window.isVisible():
            self.window.showMinimized()
            self.window.showNormal()
        elif act == "tray":
            self._change_setting({"has_tray": share < 0.9})
            for tray in self.window.findChildren(Tray):
                tray._is_there = lambda: share < 0.7
                if self.services.settings.now.has_tray:
                    tray.check()
        return act

    def _go(self, draw: random.Random) -> str:
        """Goes to another tab or account."""
        act, share = draw.choice(["tab", "tab", "account", "accounts"]), draw.random()
        if self._top() is not self.window:
            return "nowhere"
        if act == "tab":
            self.window.tab_chosen.emit(_at(TABS, share).key)
        elif act == "account":
            self.window.account_chosen.emit(_at(self.services.accounts.known(), share).id)
        else:
            self.window.accounts_requested.emit()
        return act

    def _set(self, draw: random.Random) -> str:
        """Changes a setting, locks the screen, or the keyring."""
        act, changed = draw.choice(["setting", "setting", "lock", "keyring"]), draw.choice(SETTINGS)
        if act == "lock":
            for one in self.window.findChildren(IdleLock):
                one.hide_secrets()
        elif act == "keyring":
            ring = self._surroundings.ring
            ring.error = None if ring.error else KeyringError("it is locked")
        else:
            self._change_setting(changed)
            return f"{changed}"
        return act

    def _change_setting(self, changed: dict[str, Any]) -> None:
        change = self.services.settings.change(lambda now: now._replace(**changed))
        self.navigation.tasks.add("setting", change)

    def _use_tray(self, draw: random.Random) -> str:
        """Chooses from the tray's menu; seldom to quit."""
        share, quits = draw.random(), draw.random() < 0.1
        for tray in self.window.findChildren(Tray):
            tray.menu.aboutToShow.emit()
            actions = [one for one in tray.menu.actions() if one.isEnabled() and not one.isSeparator()]
            action = actions[-1] if quits else _at(actions[:-1], share)
            action.trigger()
            return f"{action.text()}"
        return "nothing"

    def _bother(self, draw: random.Random) -> str:
        self.calm()
        return self._surroundings.bother(draw)

    def _command(self, draw: random.Random) -> str:
        return self._surroundings.command(draw)

    def _connect(self, draw: random.Random) -> str:
        """Fills the form of an account in, and sends it."""
        sandbox, _oracle = draw.choice(self._surroundings.services)
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
