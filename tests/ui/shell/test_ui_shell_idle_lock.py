"""Secrets are hidden when nobody is there, and when the screen is locked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.clipboard import Clipboard
from ui.shell.privacy import IdleLock
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.copy_field import SecretField
from ui.widgets.inputs.line_edit import SecretEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

SECRET = "canary-p@ss"


class Harness:
    """A window with a secret that is shown, and one that was copied."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.clipboard = Clipboard(self.window)
        self.idling = IdleLock(self.clipboard, self.window)
        copy = self.clipboard.copy_secret
        self.field = SecretField(
            "Password",
            "Show password",
            "Hide password",
            "Copy password",
            secret=lambda: SECRET,
            copy=lambda: copy(SECRET),
        )
        QVBoxLayout(self.window).addWidget(self.field)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.window.activateWindow()
        qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is self.window.windowHandle())
        copy(SECRET)
        eye, _copy = self.field.findChildren(IconButton)
        eye.click()
        assert not self.field.is_masked()


@pytest.fixture
def harness(qtbot: QtBot) -> Iterator[Harness]:
    made = Harness(qtbot)
    yield made
    made.clipboard.clear_if_ours()


def copied() -> str:
    return QGuiApplication.clipboard().text()  # noqa: TID251 (as another program sees it)


def test_without_input_secrets_are_hidden_and_cleared(harness: Harness, qtbot: QtBot) -> None:
    harness.idling.set_limit(20)
    qtbot.waitUntil(harness.field.is_masked)
    assert copied() == ""


def test_input_keeps_them_for_longer(harness: Harness, qtbot: QtBot) -> None:
    harness.idling.set_limit(600_000)
    harness.idling._deadline.setRemainingTime(0)
    QTest.mouseMove(harness.window.windowHandle(), harness.window.rect().center())
    harness.idling._on_timer_timeout()
    assert not harness.field.is_masked()
    harness.idling._deadline.setRemainingTime(0)
    harness.idling._on_timer_timeout()
    assert harness.field.is_masked()
    # After that the next key starts the waiting anew.
    QTest.keyClick(harness.window.windowHandle(), Qt.Key.Key_A)
    assert harness.idling._timer.isActive()
    qtbot.wait(0)


def test_a_secret_that_is_copied_without_input_is_cleared_too(harness: Harness, qtbot: QtBot) -> None:
    harness.idling.set_limit(20)
    qtbot.waitUntil(harness.field.is_masked)
    # From the menu of the tray, which is no window of the app.
    harness.clipboard.copy_secret(SECRET)
    assert copied() == SECRET
    qtbot.waitUntil(lambda: copied() == "")


def test_never_is_never(harness: Harness) -> None:
    harness.idling.set_limit(20)
    harness.idling.set_limit(None)
    assert not harness.idling._timer.isActive()
    QTest.keyClick(harness.window.windowHandle(), Qt.Key.Key_A)
    assert not harness.idling._timer.isActive()
    assert not harness.field.is_masked()


def test_a_window_that_is_gone_is_no_longer_watched(harness: Harness, qtbot: QtBot) -> None:
    other = QWidget()
    other.show()
    qtbot.waitExposed(other)
    other.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is other.windowHandle())
    other.close()
    other.deleteLater()
    qtbot.wait(1)
    harness.window.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is harness.window.windowHandle())
    assert harness.idling._watched is harness.window.windowHandle()


LISTENER = """
import subprocess, sys
from PySide6.QtCore import QCoreApplication, QTimer
from ui.shell.privacy import ScreenLocks
app = QCoreApplication([])
locks = ScreenLocks()
heard = []
locks.locked.connect(lambda: (heard.append(1), app.quit()))
def send():
    for state in ("false", "true"):
        signal = ["/org/gnome/ScreenSaver", "org.gnome.ScreenSaver.ActiveChanged", "boolean:" + state]
        subprocess.run(["dbus-send", "--session", "--type=signal", *signal], check=True)
QTimer.singleShot(0, send)
QTimer.singleShot(20_000, app.quit)
app.exec()
sys.exit(0 if heard == [1] else 1)
"""


@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="dbus is not installed")
def test_a_locked_screen_is_heard_of() -> None:
    command = ["dbus-run-session", "--", sys.executable, "-c", LISTENER]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_without_a_bus_it_stays_silent() -> None:
    environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    code = "from PySide6.QtCore import QCoreApplication\napp = QCoreApplication([])\n"
    code += "from ui.shell.privacy import ScreenLocks\nScreenLocks()\n"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_typed_secret_is_hidden_too(harness: Harness, qtbot: QtBot) -> None:
    edit = SecretEdit("API key", str, show="Show API key", hide="Hide API key")
    edit.setParent(harness.window)
    edit.show()
    edit.setText(SECRET)
    eye = next(one for one in edit.findChildren(IconButton) if one.accessibleName() == "Show API key")
    eye.click()
    assert edit.displayText() == SECRET
    harness.idling.set_limit(20)
    qtbot.waitUntil(edit.is_masked)
    assert SECRET not in edit.displayText()
