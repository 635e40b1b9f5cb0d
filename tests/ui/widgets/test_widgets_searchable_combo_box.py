"""A combo box whose list is searched: what typing finds, keys, groups, accessible names."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QVBoxLayout, QWidget

from app.rules.words import fold
from support.accessible import name_of, role_of
from ui.theme import theme
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.searchable_combo_box import SearchableComboBox
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

ITEMS = [
    ("HTTP URL", "http", "URLs and lines"),
    ("SOCKS5 URL", "socks", "URLs and lines"),
    ("curl", "curl", "Command line"),
    ("Docker daemon", "daemon", "Command line"),
    ("Podman with Docker", "podman", "Command line"),
    ("Clé d’accès", "key", "Données"),
]
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # what windows of lists do


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[SearchableComboBox]:
    window = QWidget()
    made = SearchableComboBox("Search formats", fold)
    made.show_items(ITEMS)
    QVBoxLayout(window).addWidget(Field("Copy as", made))
    window.resize(360, 120)
    qtbot.addWidget(window)
    window.show()
    yield made
    made.hidePopup()


def shown(box: SearchableComboBox) -> list[str]:
    view = cast("QListView", box.view())
    return [box.itemText(row) for row in range(box.count()) if not view.isRowHidden(row)]


def current(box: SearchableComboBox) -> str:
    return str(box.view().currentIndex().data())


def test_a_letter_opens_the_list_and_finds(box: SearchableComboBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_D)
    assert box.view().isVisible()
    assert box.search.hasFocus()
    QTest.keyClicks(box.search, "ock")
    assert shown(box) == ["Docker daemon", "Podman with Docker"]
    assert current(box) == "Docker daemon"
    assert box.currentText() == "HTTP URL"
    QTest.keyClick(box.search, Qt.Key.Key_Down)
    QTest.keyClick(box.search, Qt.Key.Key_Return)
    assert box.currentData() == "podman"
    assert not box.view().isVisible()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("url s5", ["SOCKS5 URL"]),
        ("command", ["curl", "Docker daemon", "Podman with Docker"]),
        ("cle d", ["Clé d’accès"]),
        ("  ", [text for text, _value, _group in ITEMS]),
        ("nowhere", []),
    ],
)
def test_words_and_groups_are_found_without_accents(
    box: SearchableComboBox, text: str, found: list[str]
) -> None:
    box.showPopup()
    QTest.keyClicks(box.search, text)
    assert shown(box) == found


def test_nothing_found_is_said_and_changes_nothing(box: SearchableComboBox) -> None:
    box.showPopup()
    QTest.keyClicks(box.search, "nowhere")
    popup = box.view().window()
    texts = [label.text() for label in popup.findChildren(Label) if label.isVisible()]
    assert texts == ["Nothing found"]
    QTest.keyClick(box.search, Qt.Key.Key_Return)
    assert box.currentData() == "http"
    QTest.keyClick(box.search, Qt.Key.Key_Escape)
    assert (shown(box), box.view().isVisible()) == ([text for text, _value, _group in ITEMS], True)
    QTest.keyClick(box.search, Qt.Key.Key_Escape)
    assert not box.view().isVisible()


def test_a_search_that_was_left_is_forgotten(box: SearchableComboBox) -> None:
    box.showPopup()
    QTest.keyClicks(box.search, "podman")
    box.hidePopup()
    box.showPopup()
    assert (box.search.text(), current(box), len(shown(box))) == ("", "HTTP URL", len(ITEMS))


def test_the_keyboard_stays_between_first_and_last(box: SearchableComboBox) -> None:
    box.showPopup()
    QTest.keyClick(box.search, Qt.Key.Key_Up)
    assert current(box) == "HTTP URL"
    QTest.keyClick(box.search, Qt.Key.Key_PageDown)
    assert current(box) == "Clé d’accès"
    QTest.keyClick(box.search, Qt.Key.Key_Tab)
    assert box.search.hasFocus()


def test_a_closed_box_is_changed_by_its_arrows(box: SearchableComboBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentData() == "socks"
    assert not box.view().isVisible()


def test_each_group_has_its_name_once_above_what_is_shown(box: SearchableComboBox) -> None:
    box.showPopup()
    heights = [
        cast("QListView", box.view()).sizeHintForIndex(box.model().index(row, 0)).height() for row in range(6)
    ]
    assert [height > min(heights) for height in heights] == [True, False, True, False, False, True]
    QTest.keyClicks(box.search, "podman")
    assert cast("QListView", box.view()).sizeHintForIndex(box.model().index(4, 0)).height() == max(heights)


def test_the_chosen_value_stays_when_other_items_are_shown(box: SearchableComboBox) -> None:
    changes: list[int] = []
    box.setCurrentIndex(2)
    box.currentIndexChanged.connect(changes.append)
    box.show_items([ITEMS[5], ITEMS[2]])
    assert (box.currentData(), changes) == ("curl", [])
    box.show_items(ITEMS[:2])
    assert (box.currentData(), changes) == ("http", [0])
    box.show_items(ITEMS, "key")
    assert (box.currentData(), changes) == ("key", [0, 5])


def test_it_is_named_by_its_label_and_its_search_line_by_its_own_name(box: SearchableComboBox) -> None:
    box.showPopup()
    assert role_of(box).name == "ComboBox"
    assert name_of(box.search) == "Search formats"
    assert name_of(box.view()) == "Copy as"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_list_lies_on_the_screen_and_does_not_cover_the_box(
    box: SearchableComboBox, scale: float
) -> None:
    app = cast("QApplication", QApplication.instance())
    theme.apply_theme(app, "light", text_scale=scale)
    screen = box.screen().availableGeometry()
    try:
        for top in (0, screen.height() - 140):
            box.window().move(screen.width() - 200, top)
            box.showPopup()
            popup = box.view().window().geometry()
            assert screen.contains(popup)
            own = box.rect().translated(box.mapToGlobal(box.rect().topLeft()))
            assert not popup.intersects(own)
            box.hidePopup()
    finally:
        theme.apply_theme(app, "light")
