"""Leaving the app while work is under way that would end with it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication

from support.accessible import name_of
from support.account_harness import account_harness
from support.account_services import MemoryKeyring
from support.waiting import until
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from ui.shell.window import MainWindow
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from support.account_harness import AccountHarness

# Raising a window: only a real platform can do it.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as process:
        yield process


class Leaving:
    """The window with changes under way, and whether it was left."""

    def __init__(self, harness: AccountHarness) -> None:
        self.harness = harness
        self.window = harness.window
        self.closed: list[bool] = []
        self.window.closed.connect(lambda: self.closed.append(True))

    def questions(self) -> list[ConfirmDialog]:
        shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, ConfirmDialog)]
        return [one for one in shown if one.isVisible()]

    def press(self, name: str) -> None:
        (question,) = self.questions()
        (button,) = [one for one in question.findChildren(QAbstractButton) if name_of(one) == name]
        button.click()


def announce_logout() -> None:
    """Does what Qt does when the desktop's session manager announces that the session ends."""
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    app.commitDataRequest.emit(None)


@asynccontextmanager
async def changes_under_way(sandbox: SandboxProcess, folder: Path) -> AsyncIterator[Leaving]:
    async with account_harness(folder, MemoryKeyring()) as harness:
        await harness.connect(sandbox, "Work")
        may_end = await harness.begin_changes()
        leaving = Leaving(harness)
        yield leaving
        for question in leaving.questions():
            question.reject()
        may_end.set()
        page = harness.navigation.page
        assert page is not None
        await page.tasks.join("run")


@pytest.mark.parametrize("leave", [MainWindow.close, MainWindow.quit, MainWindow.restart])
async def test_who_leaves_is_asked_once_about_changes_under_way(
    sandbox: SandboxProcess, tmp_path: Path, leave: Callable[[MainWindow], object]
) -> None:
    async with changes_under_way(sandbox, tmp_path) as leaving:
        for _time in range(2):
            leave(leaving.window)
        (question,) = leaving.questions()
        texts = " ".join(label.shown_text() for label in question.findChildren(Label))
        assert "Still under way: Work · Setting caps: 0 of 2. What is not done yet is left out." in texts
        leaving.press("Cancel")
        assert leaving.closed == []
        assert leaving.window.isVisible()
        assert not leaving.window.is_restarting
        leave(leaving.window)
        leaving.press("Restart now" if leave is MainWindow.restart else "Quit")
        assert leaving.closed == [True]
        assert leaving.window.is_restarting == (leave is MainWindow.restart)


async def test_an_account_is_named_as_it_is_called_now(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with changes_under_way(sandbox, tmp_path) as leaving:
        accounts = leaving.harness.services.accounts
        await accounts.change(leaving.harness.navigation.account_id, name="Office", color="blue")
        assert "Office · Setting caps" in leaving.window.unfinished()


async def test_nobody_is_asked_when_the_changes_have_ended(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandbox, "Work")
        (await harness.begin_changes()).set()
        leaving = Leaving(harness)
        page = harness.navigation.page
        assert page is not None
        await page.tasks.join("run")
        leaving.window.close()
        assert leaving.questions() == []
        assert leaving.closed == [True]


async def test_the_question_follows_the_work_and_goes_with_it(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with changes_under_way(sandbox, tmp_path) as leaving:
        leaving.window.close()
        (question,) = leaving.questions()
        done = "Still under way: Work · Setting caps: 1 of 2. What is not done yet is left out."
        leaving.window.unfinished = lambda: done
        await until(lambda: question.text.shown_text() == done)
        leaving.window.unfinished = lambda: ""
        await until(lambda: not leaving.questions())
        assert leaving.closed == []


async def test_what_is_hidden_in_the_tray_is_shown_with_the_question(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with changes_under_way(sandbox, tmp_path) as leaving:
        leaving.window.hides_when_closed = True
        leaving.window.close()
        assert leaving.questions() == []
        assert leaving.window.isHidden()
        leaving.window.quit()
        assert leaving.window.isVisible()
        leaving.press("Cancel")
        leaving.window.close()
        assert leaving.window.isHidden()
        leaving.window.quit()
        leaving.press("Quit")
        assert leaving.closed == [True]
        assert leaving.window.isHidden()


@pytest.mark.parametrize("hides", [False, True])
async def test_a_logout_is_not_kept_waiting(sandbox: SandboxProcess, tmp_path: Path, *, hides: bool) -> None:
    async with changes_under_way(sandbox, tmp_path) as leaving:
        leaving.window.hides_when_closed = hides
        if hides:
            leaving.window.close()
        announce_logout()
        leaving.window.close()
        assert not leaving.window.is_hidden_by_closing
        assert leaving.questions() == []
        assert leaving.closed == [True]
