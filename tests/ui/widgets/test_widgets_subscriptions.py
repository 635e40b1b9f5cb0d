"""Secrets that stay out of widgets, sliders, dates, tables and previews."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from support.accessible import description_of, name_of, text_of
from support.active_windows import show_active
from support.text_tables import text_table
from ui.theme.icons import has_flag
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.charts import country_bars
from ui.widgets.charts.country_bars import CountryBars
from ui.widgets.inputs.copy_field import SecretField
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.slider import Slider
from ui.widgets.text.text_preview import TextPreview
from ui.widgets.text.value_line import ValueLine
from ui.widgets.values import CountryUsage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SECRET = "s3cret&<b>word</b>"


class Safe:
    """Gives the secret and counts how often it is asked for it."""

    def __init__(self) -> None:
        self.asked = 0
        self.copied = 0

    def open(self) -> str:
        self.asked += 1
        return SECRET

    def copy(self) -> None:
        self.copied += 1


@pytest.fixture
def safe() -> Safe:
    return Safe()


@pytest.fixture
def holder(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def field(qtbot: QtBot, safe: Safe, holder: QWidget) -> SecretField:
    layout = QVBoxLayout(holder)
    made = SecretField(
        "Password",
        "Show password",
        "Hide password",
        "Copy password",
        secret=safe.open,
        copy=safe.copy,
    )
    layout.addWidget(made)
    layout.addWidget(QLineEdit())
    show_active(qtbot, holder)
    return made


def _line(field: SecretField) -> ValueLine:
    found = field.findChild(ValueLine)
    assert found is not None
    return found


def _press(field: SecretField, name: str) -> None:
    button = next(button for button in field.findChildren(IconButton) if name_of(button) == name)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _everything(field: SecretField) -> str:
    widgets = [field, *field.findChildren(QWidget)]
    texts = [f"{name_of(w)} {description_of(w)} {w.toolTip()}" for w in widgets]
    return " ".join([*texts, text_of(_line(field)), _line(field).text()])


def test_a_masked_field_holds_no_secret_and_copies_without_one(field: SecretField, safe: Safe) -> None:
    assert field.is_masked()
    _press(field, "Copy password")
    assert safe.copied == 1
    assert safe.asked == 0
    assert SECRET not in _everything(field)


def test_a_secret_is_shown_until_the_keyboard_goes_elsewhere(field: SecretField) -> None:
    _press(field, "Show password")
    assert text_of(_line(field)) == SECRET
    _line(field).setFocus()
    assert not field.is_masked()
    QTest.mouseDClick(_line(field), Qt.MouseButton.LeftButton)
    assert _line(field).selectedText() == ""
    other = next(w for w in field.window().findChildren(QLineEdit) if not isinstance(w, ValueLine))
    other.setFocus()
    assert field.is_masked()
    assert SECRET not in _everything(field)


def test_a_secret_is_hidden_after_thirty_seconds_and_with_the_page(field: SecretField) -> None:
    _press(field, "Show password")
    assert field._timer.interval() == 30_000
    assert field._timer.isActive()
    field._timer.timeout.emit()
    assert SECRET not in _everything(field)
    _press(field, "Show password")
    _press(field, "Hide password")
    assert field.is_masked()
    _press(field, "Show password")
    field.window().hide()
    assert SECRET not in _everything(field)


def test_a_slider_takes_the_value_under_the_pointer(qtbot: QtBot) -> None:
    slider = Slider(1, 30)
    qtbot.addWidget(slider)
    slider.resize(200, 34)
    slider.show()
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(199, 17))
    assert slider.value() == 30
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(1, 17))
    assert slider.value() == 1
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(100, 17))
    assert slider.value() in {15, 16}


def test_a_date_is_shown_without_telling_and_tab_leaves_it(qtbot: QtBot) -> None:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    edit, other = DateEdit(), QLineEdit()
    layout.addWidget(edit)
    layout.addWidget(other)
    qtbot.addWidget(holder)
    show_active(qtbot, holder)
    emitted: list[date] = []
    edit.dateChanged.connect(lambda: emitted.append(edit.day()))
    edit.set_last(date(2026, 11, 20))
    edit.show_day(date(2026, 11, 18))
    assert emitted == []
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Up)
    assert len(emitted) == 1
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert other.hasFocus()


@pytest.mark.parametrize("typed", ["20251003", "2025-10-03", "2025-10-3", "2025/10/03", "2025.10.03"])
@pytest.mark.parametrize("is_all_selected", [True, False])
def test_a_day_is_typed_as_a_whole(qtbot: QtBot, typed: str, *, is_all_selected: bool) -> None:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    edit, other = DateEdit(), DateEdit()
    layout.addWidget(edit)
    layout.addWidget(other)
    qtbot.addWidget(holder)
    show_active(qtbot, holder)
    for one in (edit, other):
        one.set_last(date(2026, 11, 20))
        one.show_day(date(2026, 11, 18))
    edit.setFocus(Qt.FocusReason.MouseFocusReason)
    if is_all_selected:
        edit.selectAll()
    else:
        edit.setSelectedSection(DateEdit.Section.YearSection)
    for character in typed:
        QTest.keyClicks(_focused(), character)
    QTest.keyClick(_focused(), Qt.Key.Key_Return)
    assert (edit.day(), other.day()) == (date(2025, 10, 3), date(2026, 11, 18))
    assert edit.hasFocus()


def _focused() -> QWidget:
    focused = QApplication.focusWidget()
    assert focused is not None
    return focused


def test_a_preview_shows_foreign_lines_plain(qtbot: QtBot) -> None:
    preview = TextPreview("Preview")
    qtbot.addWidget(preview)
    preview.show_text("first\n<b>second</b>\u202e")
    assert preview.toPlainText() == "first\n<b>second</b>\u2039U+202E\u203a"
    assert preview.isReadOnly()
    assert preview.textInteractionFlags() == Qt.TextInteractionFlag.NoTextInteraction


def test_a_table_shows_texts_plain_and_is_entered_at_a_row(qtbot: QtBot) -> None:
    rows = [("2026-11-18", "1\u200b GB"), ("2026-11-17", "2 GB")]
    table, model = text_table("Usage by day", ["Day", "Traffic"], rows, numbers=["Traffic"])
    qtbot.addWidget(table)
    show_active(qtbot, table)
    assert model.data(model.index(0, 1)) == "1\u2039U+200B\u203a GB"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Traffic"
    table.setFocus()
    assert table.currentIndex().row() == 0
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 1


def test_countries_are_a_table_with_flags_where_there_are_any(qtbot: QtBot) -> None:
    bars = CountryBars("Usage by country")
    qtbot.addWidget(bars)
    bars.show_countries(
        [
            CountryUsage("DE", "Germany", "5 GB", "50 %", 1.0, 4, ""),
            CountryUsage("../x", "../x", "3 GB", "30 %", 0.6, 4, ""),
            CountryUsage("", "Others", "2 GB", "20 %", 0.4, 3, ""),
        ]
    )
    bars.resize(300, 200)
    bars.show()
    bars.grab()
    assert name_of(bars) == "Usage by country"
    assert bars.model().rowCount() == 3
    assert bars.model().data(bars.model().index(0, 1)) == "5 GB"
    assert has_flag("de")
    assert not has_flag("../x")
    assert not has_flag("zz")


def test_countries_are_painted_once_in_columns_that_fit(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = CountryBars("Usage by country")
    qtbot.addWidget(bars)
    bars.resize(300, 200)
    with qtbot.waitExposed(bars):
        bars.show()
    painted: list[float] = []
    monkeypatch.setattr(country_bars, "paint_bar", lambda _painter, _rect, share: painted.append(share))
    bars.show_countries(
        [
            CountryUsage("DE", "Germany", "500.25 GB", "50 %", 1.0, 4, ""),
            CountryUsage("FR", "France", "3 GB", "30 %", 0.6, 4, ""),
        ]
    )
    bars.viewport().repaint()
    cells = 2 * 3
    assert len(painted) == cells
    for _turn in range(3):
        QApplication.processEvents()
    assert len(painted) == cells
    assert sum(bars.columnWidth(column) for column in range(3)) == bars.viewport().width()
