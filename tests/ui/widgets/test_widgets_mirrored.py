"""What is painted stands on the other side where one reads from right to left."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

import pytest
from PySide6.QtCore import QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QWidget
from pytestqt.qtbot import QtBot

from app.i18n.texts import use_language
from support.text_tables import text_table
from ui.start.application import apply_language
from ui.theme import icons, theme
from ui.widgets.buttons.header_buttons import AccountButton, SearchButton
from ui.widgets.charts.bar_chart import BarChart
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.charts.world_map import WorldMap
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.combo_box import SpinBox
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.detail_rows import DetailRows
from ui.widgets.inputs.money_edit import MoneyEdit
from ui.widgets.inputs.radio_cards import RadioCards, RadioOption
from ui.widgets.layout.boxes import row
from ui.widgets.painting import Marked, Mirror
from ui.widgets.progress import ProgressBar
from ui.widgets.tables.browse_tables import RowPainter
from ui.widgets.tables.cells import BarCell, SecretCell
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column
from ui.widgets.tables.result_list import ResultList, row_height
from ui.widgets.tables.table_view import TableView
from ui.widgets.text.label import Label
from ui.widgets.values import Bar, PaletteRow, Tick


@pytest.fixture(autouse=True)
def mirrored(qapp: QApplication) -> Iterator[None]:
    theme.apply_theme(qapp, "light")
    apply_language(qapp, "qps-rtl")
    assert qapp.layoutDirection() == Qt.LayoutDirection.RightToLeft
    yield
    use_language("en")
    apply_language(qapp, "en")
    assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight


def grab(qtbot: QtBot, widget: QWidget, width: int, height: int) -> QImage:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    return widget.grab().toImage()


def columns_of(picture: QImage, token: str) -> list[int]:
    """Returns the columns in which a color of the theme is to be seen."""
    ink = theme.color(token)

    def is_near(color: QColor) -> bool:
        pairs = ((color.red(), ink.red()), (color.green(), ink.green()), (color.blue(), ink.blue()))
        return all(abs(mine - wanted) < 12 for mine, wanted in pairs)

    size = picture.size()
    return [
        x for x in range(size.width()) if any(is_near(picture.pixelColor(x, y)) for y in range(size.height()))
    ]


def test_a_bar_fills_from_the_right(qtbot: QtBot) -> None:
    bar = ProgressBar("Used")
    bar.show_progress(25, 100)
    filled = columns_of(grab(qtbot, bar, 200, 8), "accent")
    assert min(filled) >= 148
    assert max(filled) >= 197


def test_steps_begin_at_the_right(qtbot: QtBot) -> None:
    stepper = Stepper()
    stepper.show_steps([Step("One", "done"), Step("Two", "current"), Step("Three", "future")])
    picture = grab(qtbot, stepper, 500, 30)
    assert min(columns_of(picture, "success")) > max(columns_of(picture, "accent"))


def test_the_ring_of_a_countdown_is_at_the_right(qtbot: QtBot) -> None:
    countdown = Countdown()
    countdown.show_countdown(600, 600, "10:00", "left", "and then?")
    assert min(columns_of(grab(qtbot, countdown, 400, 60), "accent")) > 300


def test_the_sign_of_a_card_is_at_the_right(qtbot: QtBot) -> None:
    cards = RadioCards("Pay with")
    cards.show_options([RadioOption("btc", "BTC", "Bitcoin", "", "BTC on Bitcoin")])
    picture = grab(qtbot, cards, 300, 70)
    orange = [x for x in range(300) if picture.pixelColor(x, 35).hue() in range(25, 40)]
    assert orange
    assert min(orange) > 240


def test_a_switch_is_at_the_right_and_its_words_beside_it(qtbot: QtBot) -> None:
    switch = Switch("Buy a plan")
    switch.setChecked(True)
    picture = grab(qtbot, switch, 300, 32)
    track, words = columns_of(picture, "accent"), columns_of(picture, "text")
    assert max(track) >= 290
    assert max(words) < min(track)
    assert min(words) > 150


def test_the_head_of_details_begins_at_the_right(qtbot: QtBot) -> None:
    details = DetailRows("Details", "rate", copy=lambda _text: None)
    details.show_rows([("Rate", "1 BTC")])
    details.set_expanded(True)
    picture = grab(qtbot, details, 400, 80)
    head, below = picture.copy(20, 0, 360, 40), picture.copy(20, 40, 360, 40)
    assert min(columns_of(head, "text")) > 260
    assert min(columns_of(head, "muted")) < 20
    assert max(columns_of(below, "muted")) > 300


def test_the_legend_of_a_map_begins_at_the_right(qtbot: QtBot) -> None:
    world = WorldMap("Usage by country")
    world.show_countries([], [(4, "most"), (1, "little")])
    assert min(columns_of(grab(qtbot, world, 300, 264), "accent")) > 270


def test_the_days_of_a_chart_go_from_right_to_left(qtbot: QtBot) -> None:
    chart = BarChart("Daily usage")
    days = [Bar(share, f"{share} GB", "caption", f"{share} GB") for share in (1.0, 0.5, 0.25)]
    chart.show_bars(days, [Tick(0, "0"), Tick(1, "10 GB")], [(0, "18 Nov"), (2, "20 Nov")])
    picture = grab(qtbot, chart, 400, 180)
    first, last = chart.bar_rect(0), chart.bar_rect(2)
    assert first.left() > last.right()
    axis = columns_of(picture.copy(0, 0, 400, 140), "muted")
    assert min(axis) > first.right(), "the axis is where the days begin"
    marks = columns_of(picture.copy(0, 160, 400, 20), "muted")
    assert min(marks) < last.right()
    assert max(marks) > first.left()
    assert chart.day_at(first.center().x()) == 0
    assert chart.day_at(last.center().x()) == 2
    chart.show_item(1)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current() == 2, "Left goes on to the next day"


def test_the_magnifier_is_at_the_right_and_the_keys_of_the_search_beside_it(qtbot: QtBot) -> None:
    search = SearchButton("Search everything", "Ctrl K")
    wanted = search.sizeHint()
    mirrored = grab(qtbot, search, wanted.width(), wanted.height())
    search.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    usual = search.grab().toImage()
    icon, keys = QRect(9, 4, 14, 24), QRect(32, 4, wanted.width() - 41, 24)
    assert mirrored.copy(keys.translated(9 - keys.left(), 0)) == usual.copy(keys)
    assert mirrored.copy(icon.translated(wanted.width() - 32, 0)) == usual.copy(icon)


def test_the_account_begins_with_its_icon_at_the_right(qtbot: QtBot) -> None:
    button = AccountButton()
    button.show_account("Work", "", "wallet")
    picture = grab(qtbot, button, 300, 40)
    tile, name = columns_of(picture, "accent"), columns_of(picture.copy(40, 0, 260, 40), "text")
    assert min(tile) > 260
    assert min(name) > 150, "beside its icon"


@pytest.mark.parametrize("text", ["מאמר", "מאמר Bitcoin", "1 BTC = $2"])
@pytest.mark.parametrize("wrap", [False, True])
def test_a_label_begins_at_the_right_whatever_its_letters(qtbot: QtBot, text: str, *, wrap: bool) -> None:
    words = columns_of(grab(qtbot, Label(text, wrap=wrap), 300, 30), "text")
    assert min(words) > 150
    assert max(words) >= 290


@pytest.mark.parametrize("name", ["arrow-left", "chevron-right"])
def test_arrows_point_where_one_reads_to(qapp: QApplication, name: str) -> None:
    turned = icons.pixmap(name, "text", 16).toImage()
    apply_language(qapp, "en")
    assert icons.pixmap(name, "text", 16).toImage().flipped(Qt.Orientation.Horizontal) == turned
    assert icons.pixmap("check", "text", 16).toImage() != turned


def test_numbers_and_days_are_typed_from_left_to_right(qtbot: QtBot) -> None:
    day, amount, count = DateEdit(), MoneyEdit(), SpinBox(1, 10)
    day.show_day(date(2026, 10, 23))
    for widget in (day, amount, count):
        qtbot.addWidget(widget)
        assert widget.layoutDirection() == Qt.LayoutDirection.LeftToRight
    assert day.text() == "2026-10-23"


def test_qt_s_own_words_are_those_of_the_language(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.start.application.current", lambda: "zh_Hans")
    apply_language(qapp, "en")
    assert qapp.translate("QPlatformTheme", "Cancel") == "取消"
    monkeypatch.setattr("ui.start.application.current", lambda: "de")
    apply_language(qapp, "en")
    assert qapp.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    monkeypatch.undo()
    apply_language(qapp, "en")
    assert qapp.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_a_row_of_a_table_is_chosen_when_the_keyboard_comes(qtbot: QtBot) -> None:
    rows = [("18 Nov", "1.2 GB"), ("19 Nov", "3.4 GB")]
    table, _model = text_table("Usage by day", ["Day", "Traffic"], rows)
    qtbot.addWidget(table)
    table.selectRow(1)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [1]
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [0]


def test_a_row_begins_at_the_right_and_its_numbers_stand_at_the_left(qtbot: QtBot) -> None:
    picture = QImage(300, 30, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    row = QRectF(0, 0, 300, 30)
    painter = QPainter(picture)
    drawn = RowPainter(painter, Mirror.of_app(row))
    begin = drawn.match_at_end(row, Marked("AS 20676", ((3, 5),)), "mono", "danger")
    end = drawn.match(row, Marked("Telef", ((0, 2),)), "body", "success")
    painter.end()
    code, name = columns_of(picture, "danger"), columns_of(picture, "success")
    assert max(code) <= 300 - begin + 1
    assert min(name) >= 300 - end - 1
    assert max(code) < min(name)


def test_a_result_begins_at_the_right_and_its_action_stands_at_the_left(qtbot: QtBot) -> None:
    results = ResultList("Results")
    results.show_rows([PaletteRow("k", "globe", "", "Berlin", ((0, 3),), "city", ("Copy ID",))] * 2)
    picture = grab(qtbot, results, 400, 2 * row_height())
    other = picture.copy(0, row_height(), 400, row_height())
    assert min(columns_of(other, "text")) > 300
    assert max(columns_of(other, "text")) < 364, "beside its icon"
    assert min(columns_of(other, "muted")) < 30
    assert max(columns_of(other, "muted")) > 370


def test_margins_stand_on_the_other_side(qtbot: QtBot) -> None:
    widget, inside = QWidget(), QWidget()
    row(inside, margins=(16, 1, 4, 2), on=widget)
    grab(qtbot, widget, 300, 40)
    assert inside.geometry() == QRect(4, 1, 280, 37)


def _cell(qtbot: QtBot, make: Callable[[QObject], QStyledItemDelegate], text: str) -> QImage:
    """Returns a cell of 300 pixels in a table."""
    column: Column[str, str] = Column(
        key="cell", title=lambda: "", text=lambda row: row, width=300, cell=make
    )
    table, model = TableView("Table"), SequenceModel([column], lambda row: row)
    model.setParent(table)
    model.show_records([text])
    table.show_model(model)
    grab(qtbot, table, 300, 100)
    return table.viewport().grab(table.visualRect(model.index(0, 0))).toImage()


def test_the_bar_of_a_cell_is_at_the_right_of_its_text(qtbot: QtBot) -> None:
    make = partial(BarCell, share=lambda _row: 1.0, severity=lambda _row: "danger")
    picture = _cell(qtbot, make, "3.2 / 5")
    bar, text = columns_of(picture, "danger"), columns_of(picture, "muted")
    assert max(text) < min(bar)
    assert max(bar) > picture.width() - 16
    assert min(text) < 16


def test_a_secret_begins_at_the_right_and_its_copy_button_is_beside_it(qtbot: QtBot) -> None:
    picture = _cell(qtbot, SecretCell, "••••")
    dots, button = columns_of(picture, "text"), columns_of(picture, "muted")
    assert max(button) < min(dots)
    assert max(dots) > picture.width() - 22
