"""The kit's texts stand out from their grounds, measured in what is painted, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast, get_args

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from support.contrasts import contrast, faint_texts, sharp
from support.text_tables import text_table
from ui.theme import theme
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.inputs.check_box import CheckBox, Switch
from ui.widgets.inputs.chips import ChipGroup, Segments
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.inputs.money_edit import MoneyEdit
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.banner import Banner, BannerKind
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.status_bar import StatusBar
from ui.widgets.layout.tab_bar import SegmentTabs, TabBar
from ui.widgets.text.badge import Badge, BadgeKind, Tag
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from ui.theme.tokens import Scheme
    from ui.widgets.tables.table_view import TableView

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply_theme(qapp, "light")


def shown(qtbot: QtBot, *widgets: QWidget) -> QWidget:
    """Shows widgets one below the other on the ground of a card."""
    window = QWidget()
    qtbot.addWidget(window)
    card = Card()
    for widget in widgets:
        card.body.addWidget(widget)
    QVBoxLayout(window).addWidget(card)
    window.resize(640, 40 + 60 * len(widgets))
    window.show()
    return window


def banner(kind: BannerKind) -> Banner:
    made = Banner()
    made.show_banner(kind, "The service did not answer.", action="Try now", details="502", dismissible=True)
    return made


def table() -> TableView:
    rows = [("18 Nov", "1.2 GB"), ("19 Nov", "3.4 GB")]
    made, _model = text_table("Usage by day", ["Day", "Traffic"], rows, numbers=["Traffic"])
    made.selectRow(0)
    return made


def tabs() -> TabBar:
    made = TabBar("Pages")
    made.add_tab("topups", "wallet", "Top-ups")
    made.add_tab("locations", "globe", "Locations")
    return made


def halves() -> SegmentTabs:
    made = SegmentTabs("Lists")
    made.add_tab("cities", "Cities")
    made.add_tab("isps", "ISPs")
    return made


def filled(widget: LineEdit) -> LineEdit:
    widget.setText("Madrid runner")
    return widget


def combo() -> ComboBox:
    made = ComboBox()
    made.addItems(["HTTP URL", "curl"])
    return made


def status_bar() -> StatusBar:
    made = StatusBar()
    made.show_connection("success", "Connected")
    made.show_message("Copied")
    made.show_right("v0.1.0")
    return made


def toned(tone: Literal["danger", "success"]) -> Label:
    made = Label("Not enough", "secondary")
    made.set_tone(tone)
    return made


def field() -> Field:
    made = Field("Amount in USD", LineEdit("25.00"), "25.00 to 10,000.00")
    made.show_error("At least 25.00")
    return made


@SCHEMES
def test_what_can_be_used_can_be_read(qapp: QApplication, qtbot: QtBot, scheme: Scheme) -> None:
    theme.apply_theme(qapp, scheme)
    window = shown(
        qtbot,
        Button("Open wallet", "wallet"),
        Button("Delete", "trash-2", tone="danger"),
        PrimaryButton("New top-up", "plus"),
        LinkButton("Hide"),
        IconButton("copy", "Copy"),
        ChipGroup("Status", [("all", "All"), ("open", "Open")]),
        Segments("Days", [("7", "7 d"), ("30", "30 d")]),
        tabs(),
        halves(),
        CheckBox("No cap"),
        Switch("Auto-renew"),
        combo(),
        SpinBox(1, 30),
    )
    assert list(faint_texts(window)) == []


@SCHEMES
def test_what_is_typed_and_shown_can_be_read(qapp: QApplication, qtbot: QtBot, scheme: Scheme) -> None:
    theme.apply_theme(qapp, scheme)
    window = shown(
        qtbot,
        LineEdit("Transaction ID"),
        filled(LineEdit()),
        SearchField("Search top-ups", "Amount or ID"),
        MoneyEdit(),
        field(),
        EmptyState("search", "Nothing found", "No country matches this search."),
        Label("Pay", "title"),
        toned("danger"),
        toned("success"),
        Label("18 Nov", "secondary"),
        table(),
        status_bar(),
        Tag("Mobile"),
    )
    assert list(faint_texts(window)) == []


@SCHEMES
@pytest.mark.parametrize("kind", get_args(BannerKind))
def test_a_banner_can_be_read_on_its_tint(
    qapp: QApplication, qtbot: QtBot, scheme: Scheme, kind: str
) -> None:
    theme.apply_theme(qapp, scheme)
    assert list(faint_texts(shown(qtbot, banner(cast("BannerKind", kind))))) == []


@SCHEMES
@pytest.mark.parametrize("kind", get_args(BadgeKind))
def test_a_badge_can_be_read_on_its_tint(qapp: QApplication, qtbot: QtBot, scheme: Scheme, kind: str) -> None:
    theme.apply_theme(qapp, scheme)
    badge = Badge(cast("BadgeKind", kind), "Verifying")
    window = shown(qtbot, badge)
    words = QRect(badge.mapTo(window, QPoint(9, 3)), badge.size() - QSize(18, 6))
    found = contrast(sharp(window), words)
    assert found is not None
    assert found[0] >= 4.45


@SCHEMES
def test_the_ring_of_the_keyboard_stands_out(qapp: QApplication, qtbot: QtBot, scheme: Scheme) -> None:
    theme.apply_theme(qapp, scheme)
    button, line = Button("Open wallet"), LineEdit("Transaction ID")
    window = shown(qtbot, button, line)
    window.activateWindow()
    for widget in (button, line):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        corner = widget.mapTo(window, QPoint(10, -6))
        edge = contrast(sharp(window), QRect(corner, QSize(widget.width() - 20, 10)))
        assert edge is not None
        assert edge[0] >= 3
