"""The palette's card: keys choose rows and actions, everything is named and said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ui.widgets.overlays.palette_card import PaletteCard
from ui.widgets.values import PaletteRow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ROWS = (
    PaletteRow(
        "a", "user", "", "Berlin runner", ((0, 4),), "sub-user", ("Copy credentials", "Show usage", "Open")
    ),
    PaletteRow("b", "map-pin", "", "Berlin", ((0, 4),), "city in Germany", ("Copy ID", "Open")),
    PaletteRow("c", "wifi", "", "Berliner Netz", ((0, 4),), "AS 20676", ("Copy ASN",)),
)


@pytest.fixture
def card(qtbot: QtBot) -> PaletteCard:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 700)
    window.show()
    card = PaletteCard("Search everything", window)
    card.show_rows(ROWS, "")
    card.open_empty()
    return card


def runs(card: PaletteCard) -> list[tuple[int, int]]:
    wanted: list[tuple[int, int]] = []
    card.run_requested.connect(lambda row, action: wanted.append((row, action)))
    return wanted


def shown(card: PaletteCard, row: int) -> str:
    return str(card.results.model().index(row, 0).data())


def press(card: PaletteCard, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(card.field, key)


def test_the_line_has_the_keyboard_and_the_name(card: PaletteCard) -> None:
    assert card.focusWidget() is card.field
    assert card.field.accessibleName() == card.accessibleName() == "Search everything"


def test_enter_does_the_first_action_of_the_first_row(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Return)
    assert wanted == [(0, 0)]


def test_down_and_up_choose_rows_around_the_ends(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert wanted == [(1, 0), (2, 0)]


def test_tab_chooses_what_enter_does_and_the_row_says_so(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Tab)
    assert shown(card, 0) == "Berlin runner, sub-user, Show usage"
    press(card, Qt.Key.Key_Return, Qt.Key.Key_Backtab, Qt.Key.Key_Backtab, Qt.Key.Key_Return)
    assert wanted == [(0, 1), (0, 2)]
    assert card.focusWidget() is card.field, "Tab does not leave the line"


def test_another_row_begins_with_its_first_action(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Tab, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert wanted == [(1, 0)]
    assert shown(card, 0).endswith("Copy credentials")


def test_other_results_begin_at_the_first_row(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Down)
    card.show_rows(ROWS[1:], "")
    press(card, Qt.Key.Key_Return)
    assert wanted == [(0, 0)]


def test_what_comes_later_leaves_the_chosen_row_and_its_action(card: PaletteCard) -> None:
    wanted = runs(card)
    press(card, Qt.Key.Key_Down, Qt.Key.Key_Tab)
    card.show_rows((ROWS[2], ROWS[0], ROWS[1]), "", keep=True)
    press(card, Qt.Key.Key_Return)
    assert wanted == [(2, 1)]
    assert shown(card, 2).endswith("Open")


def test_the_same_results_are_not_shown_again_while_a_search_goes_on(card: PaletteCard) -> None:
    resets: list[None] = []
    card.results.model().modelReset.connect(lambda: resets.append(None))
    card.show_rows(list(ROWS), "", keep=True)
    assert not resets
    card.show_rows(ROWS[:2], "", keep=True)
    assert len(resets) == 1


def test_where_nobody_chose_the_best_comes_first(card: PaletteCard) -> None:
    wanted = runs(card)
    card.show_rows((ROWS[2], *ROWS[:2]), "", keep=True)
    press(card, Qt.Key.Key_Return)
    assert wanted == [(0, 0)]


def test_nothing_found_is_said_and_enter_does_nothing(card: PaletteCard) -> None:
    wanted = runs(card)
    card.show_rows((), "Nothing found.")
    press(card, Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Down)
    assert wanted == []
    assert not card.results.isVisible()


def test_what_was_not_found_is_announced_before_what_is_offered_instead(
    card: PaletteCard, announced: list[str]
) -> None:
    offer = PaletteRow("d", "download", "", "Load every country", (), "", ("Run",))
    card.show_rows((offer,), "Nothing found.")
    assert announced == ["Nothing found.", "Load every country, Run"]
    card.show_rows((offer, ROWS[0]), "Nothing found.", keep=True)
    assert announced.count("Nothing found.") == 1


def test_escape_closes(card: PaletteCard) -> None:
    press(card, Qt.Key.Key_Escape)
    assert not card.isVisible()
