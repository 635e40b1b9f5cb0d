from collections.abc import Iterator

import pytest
from PySide6.QtGui import QClipboard, QGuiApplication  # noqa: TID251 - looks at what the door did
from pytestqt.qtbot import QtBot

from ui.clipboard import Clipboard

SECRET = "p@s:s/w#r?d%41 +&"


@pytest.fixture
def system(qtbot: QtBot) -> Iterator[QClipboard]:
    del qtbot
    board = QGuiApplication.clipboard()  # noqa: TID251 - looks at what the door did
    board.clear()
    yield board
    board.clear()


def test_a_text_is_copied_byte_for_byte(system: QClipboard) -> None:
    Clipboard().copy_text("0.00000001\u202e\n")
    assert system.text() == "0.00000001\u202e\n"


def test_a_secret_is_marked_for_clipboard_histories(system: QClipboard) -> None:
    Clipboard().copy_secret(SECRET)
    data = system.mimeData()
    assert system.text() == SECRET
    assert data.data("x-kde-passwordManagerHint").data() == b"secret"
    assert data.hasFormat("ExcludeClipboardContentFromMonitorProcessing")
    assert data.hasFormat("org.nspasteboard.ConcealedType")


def test_a_public_text_is_not_marked(system: QClipboard) -> None:
    Clipboard().copy_text("acme_r7f2")
    assert not system.mimeData().hasFormat("x-kde-passwordManagerHint")


def test_a_secret_is_cleared_when_its_time_is_over(system: QClipboard, qtbot: QtBot) -> None:
    clipboard = Clipboard()
    clipboard.clear_after_s = 0
    with qtbot.waitSignals([clipboard.secret_copied, clipboard.secret_cleared], timeout=5000):
        clipboard.copy_secret(SECRET)
    assert system.text() == ""


def test_a_shorter_time_holds_for_what_is_there_already(system: QClipboard, qtbot: QtBot) -> None:
    clipboard = Clipboard()
    clipboard.copy_secret(SECRET)
    clipboard.clear_after_s = None
    assert clipboard._timer.isActive(), "as it was said when it was copied"
    clipboard.clear_after_s = 60
    assert clipboard._timer.interval() == 30_000
    with qtbot.waitSignal(clipboard.secret_cleared, timeout=5000):
        clipboard.clear_after_s = 0
    assert system.text() == ""


def test_a_secret_may_stay(system: QClipboard, qtbot: QtBot) -> None:
    clipboard = Clipboard()
    clipboard.clear_after_s = None
    with qtbot.waitSignal(clipboard.secret_copied) as emitted:
        clipboard.copy_secret(SECRET)
    assert emitted.args == [0]
    assert system.text() == SECRET


def test_what_someone_else_copied_since_is_kept(system: QClipboard) -> None:
    clipboard = Clipboard()
    clipboard.copy_secret(SECRET)
    system.setText("a shopping list")
    clipboard.clear_if_ours()
    assert system.text() == "a shopping list"


def test_quitting_clears_a_secret_and_leaves_a_username(system: QClipboard) -> None:
    clipboard = Clipboard()
    clipboard.copy_secret(SECRET)
    clipboard.clear_if_ours()
    assert system.text() == ""
    clipboard.copy_text("acme_r7f2")
    clipboard.clear_if_ours()
    assert system.text() == "acme_r7f2"


def test_the_primary_selection_is_never_set(system: QClipboard) -> None:
    clipboard = Clipboard()
    clipboard.copy_text("acme_r7f2")
    clipboard.copy_secret(SECRET)
    if system.supportsSelection():
        assert system.text(QClipboard.Mode.Selection) == ""
