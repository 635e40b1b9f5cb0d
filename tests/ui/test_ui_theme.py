from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics, QPixmap
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.resources import resource_path
from ui.theme import theme
from ui.theme.icons import flag, pixmap
from ui.theme.stylesheet import set_style
from ui.theme.tokens import DARK, LIGHT, Tokens
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.text.label import Label

BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
GROUNDS = ("window", "surface")
INKS = ("accent", "success", "warning", "danger", "info")


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    theme.apply_theme(qapp, "light")
    yield
    theme.apply_theme(qapp, "light")


def luminance(color: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    made = QColor(color)
    return 0.2126 * linear(made.redF()) + 0.7152 * linear(made.greenF()) + 0.0722 * linear(made.blueF())


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@BOTH
@pytest.mark.parametrize("ground", [*GROUNDS, "sunken"])
@pytest.mark.parametrize("ink", ["text", "muted", *INKS])
def test_text_can_be_read_on_every_ground(tokens: Tokens, ground: str, ink: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize("ink", INKS)
def test_text_can_be_read_on_its_own_tint(tokens: Tokens, ink: str) -> None:
    tint = getattr(tokens, f"{ink}_tint")
    assert contrast(getattr(tokens, ink), tint) >= 4.5
    assert contrast(tokens.muted, tint) >= 4.5


@BOTH
def test_text_can_be_read_on_filled_controls(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.surface, tokens.text) >= 4.5


@BOTH
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("stroke", ["control_border", "accent", "danger"])
def test_borders_and_rings_of_controls_can_be_seen(tokens: Tokens, ground: str, stroke: str) -> None:
    assert contrast(getattr(tokens, stroke), getattr(tokens, ground)) >= 3


@BOTH
def test_every_color_has_a_number(tokens: Tokens) -> None:
    for name in Tokens._fields[1:]:
        assert QColor(getattr(tokens, name)).isValid(), name


@pytest.mark.parametrize(("role", "family"), [("body", "Inter"), ("mono", "JetBrains Mono")])
def test_the_fonts_that_come_with_the_app_are_used(role: theme.FontRole, family: str) -> None:
    assert QFontInfo(theme.font(role)).family() == family


def test_figures_have_one_width() -> None:
    metrics = QFontMetrics(theme.font("body"))
    assert metrics.horizontalAdvance("1111") == metrics.horizontalAdvance("8888")


def test_a_font_is_the_same_object_until_the_look_changes(qapp: QApplication) -> None:
    font = theme.font("body")
    assert theme.font("body") is font
    theme.apply_theme(qapp, "light", text_scale=1.5)
    assert theme.font("body") != font


def test_a_switch_reaches_widgets_that_are_there(qapp: QApplication, qtbot: QtBot) -> None:
    label = Label("Top-ups")
    button = PrimaryButton("New top-up")
    for widget in (label, button):
        qtbot.addWidget(widget)
        widget.show()
    small = button.sizeHint()
    theme.apply_theme(qapp, "dark", text_scale=1.5)
    assert theme.current_tokens() is DARK
    assert label.font() == theme.font("body")
    assert button.colors().fill == QColor(DARK.accent)
    assert button.sizeHint().width() > small.width()
    assert button.sizeHint().height() > small.height()


def test_a_hidden_widget_takes_the_new_look_when_it_is_shown(qapp: QApplication, qtbot: QtBot) -> None:
    title = Label("Top-ups", "title")
    qtbot.addWidget(title)
    theme.apply_theme(qapp, "light", text_scale=1.25)
    theme.apply_theme(qapp, "dark", text_scale=1.5)
    title.show()
    assert title.font() == theme.font("title")
    theme.apply_theme(qapp, "light")
    assert title.font() == theme.font("title")


@pytest.mark.parametrize(("asked", "held"), [(0.5, 0.8), (1.5, 1.5), (9.0, 2.0)])
def test_the_text_scale_stays_within_bounds(qapp: QApplication, asked: float, held: float) -> None:
    theme.apply_theme(qapp, "light", text_scale=asked)
    assert theme.text_scale() == held
    assert theme.font("body").pixelSize() == round(13 * held)


def test_a_widget_that_is_gone_is_no_longer_reported(qapp: QApplication) -> None:
    button = Button("Cancel")
    button.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del button
    theme.apply_theme(qapp, "dark")


@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5, 2.0])
def test_an_icon_is_drawn_in_device_pixels_in_the_asked_color(qapp: QApplication, dpr: float) -> None:
    picture = pixmap("check", "accent", 16, dpr)
    assert picture.width() == round(16 * dpr)
    assert picture.devicePixelRatio() == dpr
    image = picture.toImage()
    drawn = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert drawn == {LIGHT.accent.lower()}
    assert theme.system_scheme(qapp) in ("light", "dark")


def test_the_application_has_no_sheet_and_a_hidden_control_takes_the_look_when_it_is_seen(
    qtbot: QtBot, qapp: QApplication
) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    seen, hidden = LineEdit(parent=page), LineEdit(parent=page)
    hidden.hide()
    page.show()
    before = hidden.styleSheet()
    theme.apply_theme(qapp, "dark", text_scale=1.5)
    assert qapp.styleSheet() == ""
    assert DARK.surface in seen.styleSheet()
    assert hidden.styleSheet() == before
    hidden.show()
    assert hidden.styleSheet() == seen.styleSheet()
    assert hidden.sizeHint().height() == seen.sizeHint().height()
    assert hidden.font().pixelSize() == seen.font().pixelSize()


def test_a_flag_is_drawn_in_the_size_of_its_row_with_round_corners(qapp: QApplication) -> None:
    drawn = flag("de", 20, 15, QPixmap(1, 1))
    assert drawn is not None
    picture = drawn.toImage()
    assert (picture.width(), picture.height()) == (20, 15)
    stripes = [picture.pixelColor(10, height).name() for height in (2, 7, 12)]
    assert stripes == ["#000001", "#ff0000", "#ffcc00"]
    assert picture.pixelColor(0, 0).alpha() < picture.pixelColor(10, 0).alpha() == 255
    assert flag("zz", 20, 15, QPixmap(1, 1)) is None


def test_every_flag_is_read_fast_so_that_a_list_of_all_countries_scrolls_well() -> None:
    files = list(resource_path("flags").glob("*.png"))
    assert len(files) > 200
    assert max(file.stat().st_size for file in files) < 16_000


@BOTH
def test_nothing_is_drawn_where_scroll_bars_meet(qapp: QApplication, qtbot: QtBot, tokens: Tokens) -> None:
    theme.apply_theme(qapp, tokens.name)
    around = QWidget()
    qtbot.addWidget(around)
    around.resize(200, 200)
    view = QTableView(around)
    view.resize(200, 200)
    set_style(view, "view")
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    with qtbot.waitExposed(around):
        around.show()
    corner = around.grab(QRect(188, 188, 12, 12)).toImage()
    assert {corner.pixelColor(x, y).name() for x in range(12) for y in range(12)} == {tokens.window.lower()}
