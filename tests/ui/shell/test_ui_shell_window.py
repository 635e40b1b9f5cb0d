"""The main window: tabs, header, status bar, shortcuts; and the dialog when the app is at fault."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.redaction import KNOWN_SECRETS
from support.accessible import name_of
from support.active_windows import show_active
from ui.crash import CrashReporter
from ui.shell.account_menu import AccountMenu
from ui.shell.window import MainWindow
from ui.widgets.overlays.dialog import CrashDialog, SheetDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    qapp.setQuitOnLastWindowClosed(False)
    made = MainWindow()
    made.build()
    made.take_input()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    made.close()


def words(widget: QWidget) -> str:
    return "\n".join(name_of(child) for child in widget.findChildren(QWidget) if child.isVisible())


def test_before_an_account_is_open_there_are_no_tabs(window: MainWindow) -> None:
    assert window.windowTitle() == "Tollhouse"
    window.add_tab("topups", "wallet", "Top-ups")
    window.show_page(QWidget())
    assert not window.tabs.isVisible()
    assert not window.account_button.isVisible()


def test_tabs_are_chosen_by_mouse_and_keyboard(window: MainWindow) -> None:
    window.add_tab("topups", "wallet", "Top-ups")
    window.show_page(QWidget(), "topups")
    assert window.tabs.isVisible()
    assert window.tabs.selected() == "topups"
    assert "Top-ups" in words(window)


def test_the_keyboard_stays_on_the_page_when_what_had_it_there_is_gone(window: MainWindow) -> None:
    first, second = QWidget(), QWidget()
    columns = [QVBoxLayout(page) for page in (first, second)]
    search, listed, button, other = QLineEdit(), QListWidget(), QPushButton(), QPushButton()
    for widget in (search, listed, button):
        columns[0].addWidget(widget)
    columns[1].addWidget(other)
    window.add_tab("topups", "wallet", "Top-ups")
    window.add_tab("locations", "globe", "Locations")
    window.show_page(first, "topups")
    button.setFocus()
    window.show_page(second, "locations")
    assert window.focusWidget() is other
    button.hide()
    window.show_page(first, "topups")
    assert window.focusWidget() is listed
    other.hide()
    window.show_page(second, "locations")
    window.show_page(first, "topups")
    assert not first.isAncestorOf(window.focusWidget()), "the header keeps what it has"


def test_the_version_is_at_the_bottom(window: MainWindow) -> None:
    window.show_version("0.1.0")
    assert "v0.1.0" in words(window.status_bar)


def test_what_has_happened_is_said_for_a_few_seconds(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.status_bar
    bar.show_message("Saved")
    bar.show_message("Copied · clears in 20 s", permanent=True)
    bar._end.setInterval(20)
    qtbot.wait(60)
    assert bar.message() == "Copied · clears in 20 s"
    bar.show_message("Saved")
    qtbot.waitUntil(lambda: not bar.message())


def test_without_an_account_nobody_elses_connection_is_shown(window: MainWindow) -> None:
    window.show_account("Work", "api.example.net", "blue")
    window.show_connection("success", "Connected · updated just now")
    window.hide_account()
    assert "Connected" not in words(window.status_bar)


def test_the_status_bar_tells_the_connection_and_what_is_under_way(window: MainWindow) -> None:
    window.show_connection("success", "Connected · updated just now")
    window.show_in_progress(2)
    assert "Connected · updated just now" in words(window.status_bar)
    assert "2 top-ups in progress" in words(window.status_bar)
    window.show_in_progress(1)
    assert "1 top-up in progress" in words(window.status_bar)
    window.show_in_progress(0)
    assert "in progress" not in words(window.status_bar)


@pytest.mark.parametrize(
    ("key", "modifier", "signal"),
    [
        (Qt.Key.Key_N, CONTROL, "new_requested"),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "refresh_requested"),
        (Qt.Key.Key_R, CONTROL, "refresh_requested"),
        (Qt.Key.Key_F, CONTROL, "search_requested"),
        (Qt.Key.Key_Q, CONTROL, "closed"),
    ],
)
def test_shortcuts(
    window: MainWindow, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, signal: str
) -> None:
    with qtbot.waitSignal(getattr(window, signal), timeout=2000):
        QTest.keyClick(window, key, modifier)


@pytest.mark.qt_log_ignore("This plugin does not support")  # raising and grabbing, which menus do
def test_the_switcher_lists_the_accounts_and_tells_the_choice(window: MainWindow) -> None:
    window.show_account("A & B <b>x</b>", "local sandbox", "flask-conical")
    menu = AccountMenu(window)
    menu.show_accounts(
        [
            ("one", "A & B <b>x</b>", "proxy.example", "blue"),
            ("demo", "Demo account", "local sandbox", ""),
        ],
        "one",
    )
    chosen: list[str] = []
    menu.account_chosen.connect(chosen.append)
    menu.popup(window.account_button.menu_position())
    every, first, second = [action for action in menu.actions() if action.isCheckable()]
    assert every.text() == "All accounts"
    assert not every.isChecked()
    assert [first.isChecked(), second.isChecked()] == [True, False]
    assert [first.font().bold(), second.font().bold()] == [True, False]
    assert [first.icon().isNull(), second.icon().isNull()] == [False, True]
    assert first.text() == "A && B <b>x</b> · proxy.example"
    for _time in range(3):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen == ["demo"]
    assert name_of(window.account_button) == "Account"


def test_the_switcher_of_a_narrow_window_shows_both_ends_of_a_long_name(window: MainWindow) -> None:
    window.resize(640, 480)
    menu = AccountMenu(window)
    long = [f"{'W' * 55}{number}" for number in (1, 2)]
    menu.show_accounts([(name, name, "proxy.example", "blue") for name in long], long[0])
    shown = [action.text() for action in menu.actions() if action.text().startswith("W")]
    assert [text.endswith("proxy.example") and "…" in text for text in shown] == [True, True]
    assert menu.sizeHint().width() <= window.width()


def test_a_narrow_window_keeps_its_names(window: MainWindow) -> None:
    window.add_tab("topups", "wallet", "Top-ups")
    window.show_page(QWidget(), "topups")
    window.show_account("Demo account", "local sandbox", "flask-conical")
    window.resize(640, 480)
    assert window.width() == 640
    assert name_of(window.account_button) == "Account"
    assert window.tabs.isVisible()


@pytest.fixture
def reporter(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    made = CrashReporter()
    made.install()
    made.show_over(window)
    yield window
    for dialog in window.findChildren(CrashDialog):
        dialog.reject()


def fail(text: str) -> None:
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def test_a_fault_of_the_app_is_admitted_and_the_app_goes_on(
    reporter: MainWindow, caplog: pytest.LogCaptureFixture, qtbot: QtBot
) -> None:
    with caplog.at_level(logging.ERROR, "tollhouse.crash"):
        fail("<b>one</b>")
        fail("two")
    assert len(caplog.records) == 2
    (dialog,) = reporter.findChildren(CrashDialog)
    assert dialog.isVisible()
    shown = words(dialog)
    assert "Something went wrong in Tollhouse" in dialog.accessibleName()
    assert "This is our fault" in shown
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not reporter.findChildren(CrashDialog))
    wanted = []
    reporter.refresh_requested.connect(lambda: wanted.append(1))
    reporter.activateWindow()
    qtbot.waitUntil(reporter.isActiveWindow)
    QTest.keyClick(reporter, Qt.Key.Key_F5)
    assert wanted == [1]
    fail("three")
    assert len(reporter.findChildren(CrashDialog)) == 1


def test_the_report_of_a_fault_holds_no_secret(
    reporter: MainWindow, caplog: pytest.LogCaptureFixture
) -> None:
    KNOWN_SECRETS.add(reporter, ["password-canary"])
    with caplog.at_level(logging.ERROR, "tollhouse.crash"):
        fail("known: p\\u0061ssword-canary, sent: Bearer key-canary, login: socks5://user:url-canary@gate")
    (dialog,) = reporter.findChildren(CrashDialog)
    (report,) = dialog.findChildren(QPlainTextEdit)
    for text in (report.toPlainText(), caplog.text):
        assert "RuntimeError: known: [hidden], sent: Bearer [hidden]" in text
        assert "canary" not in text.partition("RuntimeError:")[2]


async def test_a_fault_in_background_work_is_admitted_too(
    reporter: MainWindow,
    qapp: QApplication,
    caplog: pytest.LogCaptureFixture,
) -> None:
    from ui.tasks import Tasks  # noqa: PLC0415 (after the application)

    async def broken() -> None:
        raise ZeroDivisionError

    tasks = Tasks(reporter, lambda _error: None)
    tasks.start("work", broken())
    await tasks.join()
    QTimer.singleShot(0, lambda: fail("in a slot"))
    await asyncio.sleep(0.01)
    crashes = [record for record in caplog.records if record.name == "tollhouse.crash"]
    assert len(crashes) == 2
    assert reporter.findChildren(CrashDialog)
    qapp.processEvents()


def test_a_fault_in_a_thread_reaches_the_log_and_no_widget(
    reporter: MainWindow, caplog: pytest.LogCaptureFixture
) -> None:
    def work() -> None:
        raise RuntimeError("in a thread")

    with caplog.at_level(logging.ERROR, "tollhouse.crash"):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert "in a thread" in caplog.text
    assert not reporter.findChildren(CrashDialog)


@pytest.mark.parametrize("make", [lambda window: SheetDialog("Over it", window), QFileDialog])
def test_ctrl_q_quits_from_every_dialog(
    qtbot: QtBot, window: MainWindow, make: Callable[[QWidget], QDialog]
) -> None:
    window.hides_when_closed = True
    under = SheetDialog("Under it", window)
    dialog = make(window)
    for one in (under, dialog):
        one.open()
        show_active(qtbot, one)
    for _time in range(2):  # it was active before
        show_active(qtbot, dialog)
    handle = dialog.windowHandle()
    assert handle is not None
    with qtbot.waitSignal(window.closed):
        QTest.keyClick(handle, Qt.Key.Key_Q, CONTROL)
    for one in (dialog, under):
        one.close()
