"""The widgets of long tables that are searched: what stands out in a text, tabs with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from support.accessible import name_of
from support.hostile_texts import HOSTILE
from ui.theme import theme
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.tab_bar import SegmentTabs
from ui.widgets.painting import Marked, marked_width, paint_marked, split_sanitized
from ui.widgets.text.badge import Tag

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_text_is_split_where_it_stands_out() -> None:
    assert split_sanitized(Marked("Hann. Münden", ((6, 9),))) == [
        ("Hann. ", False),
        ("Mün", True),
        ("den", False),
    ]
    assert split_sanitized(Marked("Mün", ((0, 3),))) == [("Mün", True)]
    assert split_sanitized(Marked("")) == []


def test_marks_stand_where_they_belong_though_signs_before_them_grow() -> None:
    pieces = split_sanitized(Marked("a\u202eb", ((2, 3),)))
    assert pieces == [("a\u2039U+202E\u203a", False), ("b", True)]
    for text in HOSTILE:
        shown = "".join(piece for piece, _is_match in split_sanitized(Marked(text, ((0, 1),))))
        assert "\u202e" not in shown
        assert "\n" not in shown


def test_it_is_drawn_within_its_place(qtbot: QtBot) -> None:
    image = QImage(120, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    fonts = (theme.font("body"), theme.font("strong"))
    long = Marked("Llanfairpwllgwyngyll and more", ((0, 5),))
    assert marked_width(long, fonts) > 100
    painter = QPainter(image)
    end = paint_marked(painter, QRectF(10, 0, 80, 30), long, fonts, theme.color("text"))
    painter.end()
    assert end <= 91
    right = [image.pixelColor(x, y).lightness() for x in range(93, 120) for y in range(30)]
    assert min(right) == 255, "nothing is drawn beyond the place"
    assert any(image.pixelColor(x, 15).lightness() < 200 for x in range(10, 90))


def test_tabs_keep_their_names_when_counts_are_written_on_them(qtbot: QtBot) -> None:
    tabs = SegmentTabs("Lists")
    qtbot.addWidget(tabs)
    tabs.add_tab("cities", "Cities")
    tabs.add_tab("isps", "ISPs")
    tabs.show_text("cities", "Cities 312")
    tabs.resize(300, 40)
    chosen: list[str] = []
    tabs.chosen.connect(chosen.append)
    assert (tabs.tabText(0), tabs.accessibleTabName(0)) == ("Cities 312", "Cities")
    tabs.select("isps")
    assert chosen == []
    QTest.keyClick(tabs, Qt.Key.Key_Left)
    assert chosen == ["cities"]
    assert tabs.tabRect(0).width() == tabs.tabRect(1).width() == 150


def test_a_tag_says_its_word(qtbot: QtBot) -> None:
    tag = Tag("Mobile\u200b per GB")
    qtbot.addWidget(tag)
    assert name_of(tag) == tag.accessibleName() == "Mobile\u2039U+200B\u203a per GB"


def test_an_empty_state_breaks_its_sentence_in_a_narrow_place(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    text = "A sentence that is wider than the narrow place in which it stands."
    empty = EmptyState("globe", "Nothing", text)
    empty.setParent(place)
    empty.resize(260, 400)
    place.resize(300, 420)
    place.show()
    qtbot.waitUntil(lambda: 100 < empty._parts.sentence.geometry().right() <= 260)
    assert empty.minimumSizeHint().width() <= 260
