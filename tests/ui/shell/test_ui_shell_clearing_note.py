"""What is said of a copied secret counts down, and makes way for other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.present.statuses import copied_text
from ui.clipboard import Clipboard
from ui.shell.privacy import ClipboardCountdown
from ui.widgets.layout.status_bar import StatusBar
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Harness:
    """A status bar in sight, and a clipboard whose time can be turned on."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bar = StatusBar()
        qtbot.addWidget(self.bar)
        self.bar.show()
        self.clipboard = Clipboard(self.bar)
        self.left = 30
        monkeypatch.setattr(self.clipboard, "seconds_left", lambda: self.left)
        self.note = ClipboardCountdown(self.bar, self.clipboard)

    def copy(self, words: str = "Password copied") -> None:
        self.clipboard.copy_secret("p@ss", words)
        self.bar.show_message(copied_text(words, self.clipboard.clear_after_s))

    def pass_to(self, left: int) -> None:
        self.left = left
        self.note._timer.timeout.emit()


@pytest.fixture
def harness(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Harness:
    return Harness(qtbot, monkeypatch)


def test_the_seconds_are_counted_down(harness: Harness) -> None:
    harness.copy()
    assert harness.bar.message() == "Password copied · clears in 30 s"
    for left in (29, 28, 4):
        harness.pass_to(left)
        assert harness.bar.message() == f"Password copied · clears in {left} s"
    harness.clipboard.clear_if_ours()
    assert harness.bar.message() == ""


def test_other_words_stay(harness: Harness) -> None:
    harness.copy()
    harness.bar.show_message("Saved, readable by you alone")
    harness.pass_to(29)
    assert harness.bar.message() == "Saved, readable by you alone"


def test_it_ends_when_something_else_is_copied(harness: Harness) -> None:
    harness.copy()
    harness.pass_to(29)
    harness.clipboard.copy_text("acme_r7f2")
    assert harness.bar.message() == ""
    harness.copy()
    harness.bar.show_message("Saved, readable by you alone")
    harness.clipboard.copy_text("acme_r7f2")
    assert harness.bar.message() == "Saved, readable by you alone"


def test_a_secret_that_stays_is_not_counted(harness: Harness) -> None:
    harness.clipboard.clear_after_s = None
    harness.copy()
    harness.pass_to(0)
    assert harness.bar.message() == "Password copied"


def test_a_bar_that_is_seen_already_ticks(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    assert SecondTicks(bar)._timer.isActive()


def test_the_clipboard_knows_how_long_it_keeps_a_secret(qtbot: QtBot) -> None:
    del qtbot
    clipboard = Clipboard()
    assert clipboard.seconds_left() == 0
    clipboard.copy_secret("p@ss")
    assert 29 <= clipboard.seconds_left() <= 30
    clipboard.copy_text("acme_r7f2")
    assert clipboard.seconds_left() == 0
