"""The list of rows of one height: as long as it may be, what it does depends on what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.theme import theme
from ui.widgets.tables.card_list import CardRowDelegate
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column, ModelIndex
from ui.widgets.tables.row_view import RowDelegate, RowState, RowView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from ui.widgets.painting import Mirror

HEIGHT = 40
LONG = 100_000


class Delegate(RowDelegate):
    """Records what it paints."""

    def __init__(self) -> None:
        self.painted: list[tuple[int, RowState]] = []

    def height(self) -> int:
        return HEIGHT

    def paint(self, _painter: QPainter, _rect: QRectF, row: Any, state: RowState) -> None:
        self.painted.append((row, state))


class Model(SequenceModel[int, int]):
    """Numbers; counts how often it is asked how many."""

    asked = 0

    def __init__(self) -> None:
        super().__init__((Column(key="number", title=str, text=str),), int)

    def rowCount(self, parent: ModelIndex | None = None) -> int:  # noqa: N802 (Qt's name)
        self.asked += 1
        return super().rowCount(parent)


@pytest.fixture
def delegate() -> Delegate:
    return Delegate()


@pytest.fixture
def view(qtbot: QtBot, delegate: Delegate) -> RowView:
    model = Model()
    view = RowView("Numbers", model, delegate)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(300, 10 * HEIGHT)
    show(view, list(range(LONG)))
    view.show()
    view.setFocus()
    QApplication.processEvents()
    return view


def show(view: RowView, numbers: list[int]) -> Model:
    model = view.model()
    assert isinstance(model, Model)
    model.show_records(numbers)
    QApplication.processEvents()
    return model


def point_at(view: RowView, row: int) -> None:
    position = QPointF(view.visualRect(view.model().index(row, 0)).center())
    at = view.viewport().mapToGlobal(position)
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, position, at, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.viewport(), move)


def test_rows_that_are_appended_cost_no_question_about_the_others(view: RowView) -> None:
    numbers = list(range(LONG))
    model = show(view, numbers)
    model.asked = 0
    numbers += range(100)
    model.show_appended()
    QApplication.processEvents()
    view.scrollToBottom()
    assert view.indexAt(view.viewport().rect().bottomLeft()).row() == LONG + 99
    assert model.asked < 100


def test_typing_leads_to_a_row_of_a_short_list_and_reads_no_long_one(view: RowView) -> None:
    model = show(view, list(range(LONG)))
    model.asked = 0
    QTest.keyClicks(view, "7")
    assert model.asked < 100
    assert view.currentIndex().row() != 7
    show(view, list(range(9)))
    QTest.keyClicks(view, "7")
    assert view.currentIndex().row() == 7


def test_only_what_is_seen_is_painted(view: RowView, delegate: Delegate) -> None:
    view.scrollTo(view.model().index(5_000, 0))
    delegate.painted.clear()
    view.grab()
    assert [row for row, _state in delegate.painted] == list(range(4_991, 5_001))


def test_a_row_that_changes_is_painted_alone(view: RowView, delegate: Delegate) -> None:
    delegate.painted.clear()
    changed = view.model().index(3, 0)
    view.model().dataChanged.emit(changed, changed)
    QApplication.processEvents()
    assert [row for row, _state in delegate.painted] == [3]


def test_other_rows_are_painted_once(view: RowView, delegate: Delegate) -> None:
    delegate.painted.clear()
    view.viewport().update()
    show(view, list(range(50, 0, -1)))
    QApplication.processEvents()
    assert [row for row, _state in delegate.painted] == list(range(50, 40, -1))


def test_all_rows_that_change_are_painted(view: RowView, delegate: Delegate) -> None:
    delegate.painted.clear()
    view.model().dataChanged.emit(view.model().index(0, 0), view.model().index(LONG - 1, 0))
    QApplication.processEvents()
    assert [row for row, _state in delegate.painted] == list(range(10))


@pytest.mark.parametrize(
    ("key", "row"),
    [
        (Qt.Key.Key_Down, 501),
        (Qt.Key.Key_Up, 499),
        (Qt.Key.Key_PageDown, 510),
        (Qt.Key.Key_PageUp, 490),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, LONG - 1),
    ],
)
def test_keys_select_a_row_and_bring_it_into_sight(view: RowView, key: Qt.Key, row: int) -> None:
    view.setCurrentIndex(view.model().index(500, 0))
    QTest.keyClick(view, key)
    assert [index.row() for index in view.selectedIndexes()] == [row]
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_a_click_selects_and_one_beside_the_rows_changes_nothing(view: RowView, delegate: Delegate) -> None:
    show(view, [1, 2, 3])
    for y in (HEIGHT + 5, 5 * HEIGHT):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, y))
        assert [index.row() for index in view.selectedIndexes()] == [1]
    view.viewport().repaint()
    assert (2, RowState(is_selected=True, has_focus=True)) in delegate.painted


def test_the_row_under_the_mouse_is_the_one_that_shows_it(
    qtbot: QtBot, view: RowView, delegate: Delegate
) -> None:
    def hovered() -> list[tuple[int, bool]]:
        delegate.painted.clear()
        qtbot.waitUntil(lambda: bool(delegate.painted))
        return [(row, state.is_hovered) for row, state in delegate.painted]

    point_at(view, 3)
    assert (3, True) in hovered()
    point_at(view, 4)
    assert hovered() == [(3, False), (4, True)]
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert hovered() == [(4, False)]


def test_a_screen_reader_reads_a_list_of_items(view: RowView) -> None:
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.List
    assert interface.childCount() == LONG
    item = interface.child(2)
    assert (item.role(), item.text(QAccessible.Text.Name)) == (QAccessible.Role.ListItem, "2")
    assert item.rect().height() == HEIGHT


class Card(CardRowDelegate):
    """A card without content."""

    def height(self) -> int:
        return HEIGHT

    def paint_row(self, painter: QPainter, inner: QRectF, row: Any, mirror: Mirror) -> None:
        pass


def test_a_card_shows_the_focus_also_while_it_is_not_selected(qapp: QApplication) -> None:
    def painted(state: RowState) -> QImage:
        image = QImage(200, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(theme.color("window"))
        painter = QPainter(image)
        Card().paint(painter, QRectF(image.rect()), None, state)
        painter.end()
        return image

    # As the first hit of a search, once Down has led to the list.
    assert painted(RowState(has_focus=True)) != painted(RowState())
