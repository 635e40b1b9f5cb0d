"""The first frame shows what the window showed last, but for what may be paid or would be wrong later."""

from __future__ import annotations

import random
import stat
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.services.accounts.known import DEMO
from support.damaged_files import DAMAGES, FILES, DamageHarness
from support.harnesses import Harness, at_window
from ui.pages.topups.page import TopUpsPage
from ui.shell.first_frame import Frame, pack, unpack
from ui.shell.first_window import FirstWindow
from ui.shell.window import SIZE, MainWindow
from ui.start.first_paint import FirstPaint, about
from ui.start.frame_saver import FrameSaver
from ui.tasks import stop_all_work
from ui.theme import theme
from ui.theme.theme import apply_theme
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from app.bootstrap import Services
    from ui.theme.tokens import Scheme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

WORDS = "en"
NO_BLOCKS = ("--no-automatic-blocks",)


class FrameHarness(Harness):
    """The demo account in a window as large as at a first start."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.window.resize(1180, 760)
        self.path = services.paths.first_frame
        self.saver: FrameSaver

    async def open_demo(self, app: QApplication) -> TopUpsPage:
        self.saver = FrameSaver(FirstPaint(app, self.window, DEMO, WORDS), self.services, self.navigation)
        self.navigation.open(DEMO)
        await self.navigation.tasks.join("open")
        page = self.navigation.page
        assert isinstance(page, TopUpsPage)
        await page.tasks.join("load")
        await page.topup_page.tasks.join()
        return page

    async def saved(self, scheme: Scheme = "light") -> Frame | None:
        await self.saver.finish()
        return unpack(self.path, about(DEMO, "topups", WORDS, scheme, 100))


@pytest.fixture
def dark(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "dark")
    yield
    apply_theme(qapp, "light")


class Paints(QObject):
    """Tells when a widget is painted."""

    painted = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if event.type() == QEvent.Type.Paint:
            self.painted.emit()
        return False


def painted(qtbot: QtBot, frame: Frame) -> QImage:
    """Returns what a window shows at its first paint."""
    window = FirstWindow()
    qtbot.addWidget(window)
    width, height, _ratio = frame.size
    window.resize(int(width), int(height))
    window.show_first_frame(frame)
    return window.grab().toImage()


def differing(one: QImage, other: QImage, area: QRect) -> int:
    """Returns in how many rows of pixels two pictures differ within an area."""
    first, second = (image.copy(area).convertToFormat(QImage.Format.Format_RGB32) for image in (one, other))
    return sum(
        first.copy(0, y, area.width(), 1) != second.copy(0, y, area.width(), 1) for y in range(area.height())
    )


def places(image: QImage) -> list[tuple[int, int]]:
    return [(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)]


async def test_what_was_shown_last_is_painted_first_and_nothing_else(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        page = await harness.open_demo(qapp)
        frame = await harness.saved()
        assert frame is not None
        first, now = painted(qtbot, frame), harness.window.grab().toImage()
        # Nothing is chosen in it, so the rows begin with the second; the ages stand at their end.
        rows = QRect(page.pane.view.mapTo(harness.window, QPoint(0, 0)), page.pane.view.size())
        height = page.pane.view.visualRect(page.model.index(0, 0)).height()
        assert differing(first, now, rows.adjusted(0, height, -rows.width() // 2, 0)) == 0
        assert differing(first, now, rows) > 0
        # The account, the tabs and the tools, and what stands around the rows.
        assert differing(first, now, QRect(0, 0, 1180, rows.top())) > 0
        assert differing(first, now, QRect(0, 0, 1180, harness.window.header.height() + 1)) == 0
        assert differing(first, now, QRect(0, rows.bottom() + 1, page.pane.width(), 20)) == 0
        for other in (
            about("work", "topups", WORDS, "light", 100),
            about(DEMO, "locations", WORDS, "light", 100),
            about(DEMO, "topups", "de", "light", 100),
            about(DEMO, "topups", WORDS, "dark", 100),
            about(DEMO, "topups", WORDS, "light", 150),
        ):
            assert unpack(harness.path, other) is None


async def test_nothing_payable_is_saved(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        page = await harness.open_demo(qapp)
        assert page.topup_page.detail.payment.shown() is not None
        frame = await harness.saved()
        assert frame is not None
        first = painted(qtbot, frame)
        top, left = harness.window.header.height() + 1, page.pane.width() + 1
        beside = first.copy(left, top, 1180 - left, harness.window.status_bar.y() - top)
        assert {beside.pixelColor(x, y).name().upper() for x, y in places(beside)} == {frame.ground}
        # Nor anywhere else in the file: only the header and the status bar are as wide as the window.
        widths = sorted(QImage.fromData(content).width() for _x, _y, content in frame.pieces)
        assert widths == [left, 1180, 1180]
        assert stat.S_IMODE(harness.path.stat().st_mode) == 0o600


@pytest.mark.usefixtures("dark")
async def test_a_frame_has_the_ground_of_its_theme(tmp_path: Path, qapp: QApplication) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        await harness.open_demo(qapp)
        frame = await harness.saved("dark")
        assert frame is not None
        assert frame.ground == theme.current_tokens().window


async def test_a_hidden_topup_leaves_the_frame(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        page = await harness.open_demo(qapp)
        before = await harness.saved()
        page.footer.toggle_hidden(page.model.id_at(page.model.index(1, 0)))
        await page.tasks.join()
        after = await harness.saved()
        assert before is not None
        assert after is not None
        rows = QRect(page.pane.view.mapTo(harness.window, QPoint(0, 0)), page.pane.view.size())
        height = page.pane.view.visualRect(page.model.index(0, 0)).height()
        third = QRect(rows.left(), rows.top() + 2 * height, rows.width() // 2, height)
        former = painted(qtbot, before).copy(third)
        assert former == painted(qtbot, after).copy(third.translated(0, -height))


async def test_what_is_no_usual_list_or_no_account_leaves_no_frame(
    tmp_path: Path, qapp: QApplication
) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        page = await harness.open_demo(qapp)
        assert await harness.saved() is not None
        page.pane.search.setText("bitcoin")
        harness.window.content_changed.emit()
        await harness.saver.finish()
        assert not harness.path.exists()
        page.pane.search.clear()
        harness.window.content_changed.emit()
        assert await harness.saved() is not None
        harness.navigation.show_welcome()
        await harness.saver.finish()
        assert not harness.path.exists()


async def test_no_frame_is_saved_after_everything_was_deleted(tmp_path: Path, qapp: QApplication) -> None:
    """What could not be deleted is shown meanwhile: its folder is still there."""
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        await harness.open_demo(qapp)
        await stop_all_work(but=harness.navigation.dialogs.tasks)
        assert await harness.saved() is None


async def test_a_list_that_changes_all_the_time_is_saved_once_in_a_minute(
    tmp_path: Path, qapp: QApplication
) -> None:
    async with at_window(FrameHarness, tmp_path, demo_options=NO_BLOCKS) as harness:
        page = await harness.open_demo(qapp)
        timer = harness.saver._timer
        assert (timer.isActive(), timer.interval()) == (True, 5_000)
        assert await harness.saved() is not None
        page.content_changed.emit()
        assert (timer.isActive(), timer.interval()) == (True, 60_000)
        # What is shown of another account is renewed, or deleted, at once.
        harness.window.page_changed.emit()
        assert (timer.isActive(), timer.interval()) == (True, 5_000)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"[]\n", b"{}\n", b"\xff\xfe", b'{"about": ["demo"], "pieces": 1}\n', b"[" * 9_000],
)
def test_a_damaged_frame_is_ignored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "frame").write_bytes(content)
    assert unpack(tmp_path / "frame", ["demo"]) is None
    assert unpack(tmp_path / "none", ["demo"]) is None


@pytest.mark.parametrize("piece", [b"", b"no picture"])
def test_a_damaged_picture_is_left_out(tmp_path: Path, qtbot: QtBot, piece: bytes) -> None:
    damaged = Frame([300, 200, 1.0], "#FFFFFF", [(0, 0, piece)])
    (tmp_path / "frame").write_bytes(pack(["demo"], damaged))
    frame = unpack(tmp_path / "frame", ["demo"])
    assert frame is not None
    painted(qtbot, frame)


def test_the_first_click_reaches_what_is_behind_the_frame(qtbot: QtBot) -> None:
    window = FirstWindow()
    qtbot.addWidget(window)
    button = QPushButton()
    window.setCentralWidget(button)
    window.show_first_frame(Frame([200, 100, 1.0], "#FFFFFF", []))
    window.show()
    assert window.first_frame is not None
    window.first_frame.raise_()
    window.first_frame.end_on_input()
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=button.geometry().center())
    assert window.first_frame is None


@pytest.fixture
def covered(qtbot: QtBot) -> MainWindow:
    """A window whose parts are behind pictures of its last contents."""
    window = MainWindow()
    qtbot.addWidget(window)
    window.show_first_frame(Frame([*SIZE, 1.0], "#FFFFFF", []))
    window.show()
    window.build()
    window.take_input()
    window.show_starting("Opening…")
    return window


def shown_texts(window: MainWindow) -> set[str]:
    return {label.text() for label in window.findChildren(Label) if label.isVisible()}


def test_a_key_shows_what_is_behind_the_pictures(covered: MainWindow, qtbot: QtBot) -> None:
    assert "Opening…" not in shown_texts(covered)
    with qtbot.waitSignal(Paints(covered.status_bar).painted):
        QTest.keyClick(covered.windowHandle(), Qt.Key.Key_Tab)
    assert covered.first_frame is None
    assert "Opening…" in shown_texts(covered)


def test_rows_are_shown_before_all_else_behind_the_pictures(
    covered: MainWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    page = QWidget()
    rows = QWidget(page)
    rows.setGeometry(10, 20, 200, 100)
    covered.add_tab("topups", "wallet", "Top-ups")
    covered.show_page(page, "topups")
    qapp.processEvents()
    painted_while_covered: set[str] = set()

    def record(name: str) -> None:
        if covered.first_frame is not None:
            painted_while_covered.add(name)

    for name, part in (("rows", rows), ("status bar", covered.status_bar)):
        Paints(part).painted.connect(partial(record, name))
    with qtbot.waitSignal(Paints(covered.status_bar).painted):
        covered.uncover(rows)
    assert painted_while_covered == {"rows"}
    covered.show_waiting("", "", "")  # makes the window the parent of what it shows before a page


def test_a_window_that_is_resized_shows_its_parts(covered: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(Paints(covered.status_bar).painted):
        covered.resize(1000, 700)
    assert covered.first_frame is None
    assert "Opening…" in shown_texts(covered)


def test_pictures_of_another_size_are_not_waited_for(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show_first_frame(Frame([200, 100, 1.0], "#FFFFFF", []))
    window.show()
    window.build()
    with qtbot.waitSignal(Paints(window.status_bar).painted):
        window.show_starting("Opening…")
    assert "Opening…" in shown_texts(window)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_painted_or_not_but_stops_nothing(tmp_path: Path, damage: str) -> None:
    harness = DamageHarness(FILES["first frame"], tmp_path)
    for number in range(20):
        harness.use_damaged(DAMAGES[damage], random.Random(f"{damage} {number}"))
