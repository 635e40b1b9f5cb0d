"""The item model of tables: order, filter and updates, with as few resets as possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, KeyRole

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@dataclass(frozen=True, slots=True)
class City:
    name: str
    people: int
    is_open: bool = True


COLUMNS = (
    Column[City, City](key="name", title=lambda: "City", text=lambda row: row.name),
    Column[City, City](
        key="people",
        title=lambda: "People",
        accessible_title=lambda: "Number of people",
        text=lambda row: str(row.people),
        accessible_text=lambda row: f"{row.people} people",
        sort_key=lambda city: city.people,
        is_number=True,
    ),
    Column[City, City](key="open", title=lambda: "", is_checked=lambda row: row.is_open),
)


@pytest.fixture
def model() -> RecordModel[City, City]:
    made = RecordModel(COLUMNS, lambda city: city, key=lambda city: city.name, tie=lambda city: city.name)
    made.show_records([City("Kiel", 3), City("Bonn", 3), City("Ulm\u202e", 1)])
    return made


def names(model: RecordModel[City, City]) -> list[str]:
    return [model.index(row, 0).data(KeyRole) for row in range(model.rowCount())]


def test_a_cell_has_the_texts_of_its_column(model: RecordModel[City, City]) -> None:
    roles, people = Qt.ItemDataRole, model.index(0, 1)
    assert (people.data(), people.data(roles.AccessibleTextRole)) == ("3", "3 people")
    assert "\u202e" not in model.index(2, 0).data()
    titles = [
        model.headerData(1, Qt.Orientation.Horizontal, role)
        for role in (roles.DisplayRole, roles.AccessibleTextRole)
    ]
    assert titles == ["People", "Number of people"]


def test_rows_sort_and_equal_ones_by_the_tie(model: RecordModel[City, City]) -> None:
    model.sort_by("people", descending=False)
    assert names(model) == ["Ulm\u202e", "Bonn", "Kiel"]
    model.sort_by("people", descending=True)
    assert names(model) == ["Kiel", "Bonn", "Ulm\u202e"]


def test_a_filter_hides_rows_and_lets_one_lead(model: RecordModel[City, City]) -> None:
    model.filter_by(lambda row: row.people > 1, lambda city: city.name == "Bonn")
    assert names(model) == ["Bonn", "Kiel"]
    assert (model.count(), model.is_shown("Ulm\u202e")) == (3, False)


def test_an_update_in_place_does_not_reset_the_rows(qtbot: QtBot, model: RecordModel[City, City]) -> None:
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.update(City("Bonn", 4))
    assert model.index(1, 1).data() == "4"
    with qtbot.assertNotEmitted(model.modelReset):
        model.show_records([City("Kiel", 5), City("Bonn", 6), City("Ulm\u202e", 7)])
    with qtbot.waitSignal(model.modelReset):
        model.remove("Kiel")
    assert names(model) == ["Bonn", "Ulm\u202e"]


def test_a_switch_is_asked_for_unless_it_is_locked(model: RecordModel[City, City]) -> None:
    asked: list[tuple[str, bool]] = []
    model.switched.connect(lambda key, on: asked.append((key, on)))
    cell, role = model.index(0, 2), Qt.ItemDataRole.CheckStateRole
    model.setData(cell, Qt.CheckState.Unchecked, role)
    model.set_locked(locked=True)
    model.setData(cell, Qt.CheckState.Unchecked, role)
    model.setData(model.index(0, 0), Qt.CheckState.Unchecked, role)
    assert asked == [("Kiel", False)]
    assert Qt.CheckState(cell.data(role)) == Qt.CheckState.Checked
