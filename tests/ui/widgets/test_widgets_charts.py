"""Bars by day and the map, by pointer and by keyboard."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest

from support.accessible import description_of, name_of, role_of
from support.active_windows import show_active
from ui.theme import theme
from ui.widgets.charts.bar_chart import BarChart
from ui.widgets.charts.world_map import WorldMap, tint
from ui.widgets.values import Bar, CountryUsage, Tick

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot


TESTS = Path(__file__).parent.parent.parent
TICKS = [Tick(0, "0"), Tick(0.5, "1.0"), Tick(1, "2.0")]


def _bars(count: int, gaps: tuple[int, ...] = ()) -> list[Bar]:
    return [
        Bar(None if n in gaps else (n % 10) / 10, f"{n} GB", "caption", f"Day {n}: {n} GB")
        for n in range(count)
    ]


def _show(qtbot: QtBot, widget: QWidget) -> None:
    show_active(qtbot, widget)
    widget.clearFocus()


@pytest.fixture
def chart(qtbot: QtBot) -> BarChart:
    made = BarChart("Daily usage")
    qtbot.addWidget(made)
    made.resize(560, 208)
    made.show_bars(_bars(30, gaps=(3,)), TICKS, [(0, "22 Oct"), (29, "20 Nov")])
    _show(qtbot, made)
    return made


def test_screen_readers_hear_a_chart_and_each_day(chart: BarChart) -> None:
    assert name_of(chart) == "Daily usage"
    assert role_of(chart) == QAccessible.Role.Chart
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert description_of(chart) == "Day 29: 29 GB"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert description_of(chart) == "Day 28: 28 GB"


def test_a_chart_is_one_also_for_a_screen_reader_that_is_there_first() -> None:
    """As Qt makes an accessible object at the first event, which only happens where one is in use."""
    program = (
        "from PySide6.QtGui import QAccessible; from PySide6.QtWidgets import QApplication; "
        "app = QApplication(); QAccessible.setActive(True); "
        "from support.accessible import role_of; from ui.widgets.charts.bar_chart import BarChart; "
        "print(role_of(BarChart('Daily usage')).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=TESTS, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Chart\n"


def test_the_keyboard_stays_among_the_days(chart: BarChart) -> None:
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for key in ("Home", "Left", "Right", "PageDown", "PageUp", "PageUp", "End", "Right", "Escape", "Left"):
        QTest.keyClick(chart, getattr(Qt.Key, f"Key_{key}"))
        seen.append(chart.current())
    assert seen == [0, 0, 1, 8, 1, 0, 29, 29, -1, 29]


def test_the_pointer_shows_the_day_under_it(chart: BarChart) -> None:
    for day in (0, 12, 29):
        middle = chart.bar_rect(day).center()
        QTest.mouseMove(chart, QPoint(round(middle.x()), 20))
        assert chart.current() == day
    assert chart.day_at(0) == -1
    assert chart.day_at(chart.width()) == -1


def test_a_gap_is_no_bar_of_zero(chart: BarChart) -> None:
    assert chart.bar_rect(3).isEmpty()
    assert chart.bar_rect(0).height() > 0
    picture = chart.grab().toImage()
    step = chart.bar_rect(1).left() - chart.bar_rect(0).left()
    x = round(chart.bar_rect(2).center().x() + step)
    base = round(chart.bar_rect(0).bottom()) - 30
    assert picture.pixelColor(x, base) == theme.color("sunken")
    zero = round(chart.bar_rect(0).center().x())
    assert picture.pixelColor(zero, base) == theme.color("surface")


@pytest.mark.parametrize("width", range(420, 640, 20))
def test_days_without_data_are_one_area_without_seams(chart: BarChart, width: int) -> None:
    chart.resize(width, 208)
    chart.show_bars(_bars(90, gaps=tuple(range(80))), TICKS, [])
    last = chart.bar_rect(80)
    picture, y = chart.grab().toImage(), round(last.bottom()) - 20
    colors = [picture.pixelColor(x, y) for x in range(width)]
    first, end = colors.index(theme.color("sunken")), round(last.left()) - 1
    assert first < 60
    assert set(map(QColor.name, colors[first:end])) == {theme.color("sunken").name()}


def test_other_days_take_the_bubble_away_and_none_at_all_are_fine(chart: BarChart) -> None:
    chart.show_item(12)
    chart.show_bars(_bars(366), TICKS, [])
    assert chart.current() == -1
    chart.show_bars((), (), ())
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current() == -1
    assert not chart.grab().isNull()


def test_moving_over_days_does_not_draw_the_bars_anew(
    chart: BarChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart.grab()
    monkeypatch.setattr(chart, "paint_picture", None)
    chart.show_item(4)
    chart.grab()


SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
ISLAND = tuple((x + 80, y + 30) for x, y in SQUARE)


@pytest.fixture
def world(qtbot: QtBot) -> WorldMap:
    made = WorldMap("Map of usage")
    qtbot.addWidget(made)
    made.set_shapes(100, 50, {"AA": [SQUARE], "BB": [ISLAND], "": [tuple((x + 40, y) for x, y in SQUARE)]})
    made.resize(400, 240)
    made.show_countries(
        [
            CountryUsage("BB", "Island", "5 GB", "83 %", 1.0, 4, "Island, 5 GB"),
            CountryUsage("AA", "Corner", "1 GB", "17 %", 0.2, 1, "Corner, 1 GB"),
        ],
        [(1, "little"), (4, "much")],
    )
    _show(qtbot, made)
    made.grab()
    return made


def test_a_country_is_found_where_it_is_drawn(world: WorldMap) -> None:
    assert world.country_at(world.middle_of(0)) == 0
    assert world.country_at(world.middle_of(1)) == 1
    assert world.country_at(QPointF(200, 200)) == -1
    picture = world.grab().toImage()
    center = world.middle_of(0)
    assert picture.pixelColor(round(center.x()), round(center.y())) == QColor(tint(4))


def test_the_keyboard_goes_from_most_to_least(world: WorldMap) -> None:
    assert role_of(world) == QAccessible.Role.Chart
    world.setFocus(Qt.FocusReason.TabFocusReason)
    assert description_of(world) == "Island, 5 GB"
    QTest.keyClick(world, Qt.Key.Key_Right)
    assert description_of(world) == "Corner, 1 GB"
    QTest.keyClick(world, Qt.Key.Key_Right)
    assert world.current() == 1
    QTest.keyClick(world, Qt.Key.Key_Escape)
    assert world.current() == -1


def test_tints_grow_stronger() -> None:
    shades = [tint(level).lightness() for level in range(1, 5)]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 4
