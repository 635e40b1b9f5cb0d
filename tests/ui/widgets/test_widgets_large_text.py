"""A text of twice the size fits into the smallest window."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.pages.accounts.connect import ConnectForm
from ui.pages.sub_users.pane import SubUsersToolbar
from ui.pages.subscriptions.header import SubscriptionHeader
from ui.pages.subscriptions.sticky_card import StickyCard
from ui.pages.topups.cards import OutcomeCard
from ui.pages.topups.demo_strip import DemoStrip
from ui.pages.topups.new_dialog import NewTopUpDialog
from ui.pages.topups.purchase_form import PurchaseForm
from ui.pages.topups.report_card import ReportCard
from ui.theme.theme import apply_theme, font
from ui.widgets.buttons.buttons import Button
from ui.widgets.buttons.header_buttons import AccountButton
from ui.widgets.inputs.combo_box import SpinBox
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.tables.table_view import TableView

_ROOM = 800 - 2 * 16 - 12  # a window, its page's margins and scroll bar


def no_text() -> str:
    return ""


class Row(QWidget):
    """Holds a line, which takes what is left, and a button."""

    def __init__(self) -> None:
        super().__init__()
        self.line, self.button = LineEdit(), Button("I've sent the payment")
        row = WrappingRow(12)
        row.add(self.line, 1)
        row.add(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addStretch()

    def show_in(self, width: int) -> None:
        self.resize(width, 300)
        self.show()


@pytest.fixture
def row(qtbot: QtBot) -> Row:
    row = Row()
    qtbot.addWidget(row)
    return row


def test_a_row_gives_what_is_left_to_the_part_that_stretches(row: Row) -> None:
    row.show_in(600)
    assert row.button.width() == row.button.sizeHint().width()
    assert row.line.geometry().right() + 12 + 1 == row.button.geometry().left()
    assert row.button.geometry().right() + 1 == 600


def test_a_row_without_room_becomes_a_column(row: Row) -> None:
    width = row.button.sizeHint().width() + 20
    row.show_in(width)
    assert row.line.geometry().left() == row.button.geometry().left() == 0
    assert row.button.geometry().top() > row.line.geometry().bottom()
    assert row.line.width() == width
    assert row.button.width() == width - 20


@pytest.mark.parametrize("width", [600, 220])
def test_a_row_is_mirrored_where_one_reads_from_right_to_left(row: Row, width: int) -> None:
    row.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    row.show_in(width)
    assert row.line.geometry().right() + 1 == width
    assert row.button.geometry().left() == (0 if width == 600 else width - row.button.sizeHint().width())


def test_lines_and_titles_grow_with_the_text_while_they_are_shown(qapp: QApplication, qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    number, day, table = SpinBox(1, 9), DateEdit(), TableView("Days")
    layout = QVBoxLayout(host)
    for widget in (number, day, table):
        layout.addWidget(widget)
    host.show()
    apply_theme(qapp, "light", text_scale=2.0)
    qapp.processEvents()
    body, title = font("body").pixelSize(), font("secondary").pixelSize()
    assert number.lineEdit().font().pixelSize() == day.lineEdit().font().pixelSize() == body
    assert table.horizontalHeader().viewport().font().pixelSize() == title


def test_the_tile_of_the_account_grows_with_the_text(qapp: QApplication, qtbot: QtBot) -> None:
    button = AccountButton()
    qtbot.addWidget(button)
    button.show_account("Demo account", "local sandbox", "flask-conical")
    sides = []
    for scale in (1.0, 1.5, 2.0):
        apply_theme(qapp, "light", text_scale=scale)
        assert button.tile_side() <= button.sizeHint().height()
        sides.append(button.tile_side())
    assert sides == [28, 42, 56]


@pytest.mark.parametrize(
    "build",
    [
        lambda: DemoStrip(None, *cast("tuple[Any, Any]", (None, None))),
        OutcomeCard,
        PurchaseForm,
        SubUsersToolbar,
        SubscriptionHeader,
        lambda: ReportCard(cast("Any", None), cast("Any", None), paste=no_text, on_closed=no_text),
        lambda: ConnectForm(cast("Any", None), no_text),
        lambda: StickyCard(*cast("tuple[Any, Any, Any]", (None, None, None))),
    ],
)
def test_no_part_needs_more_than_the_smallest_window(
    qapp: QApplication, qtbot: QtBot, build: Callable[[], QWidget]
) -> None:
    apply_theme(qapp, "light", text_scale=2.0)
    part = build()
    qtbot.addWidget(part)
    assert part.minimumSizeHint().width() <= _ROOM


def test_the_dialog_new_topup_is_as_wide_as_the_smallest_window(qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, "light", text_scale=2.0)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = NewTopUpDialog(cast("Any", None), cast("Any", None), window)
    for part in (dialog.amount_field, dialog.purchase):
        assert part.minimumSizeHint().width() <= _ROOM
