import pytest
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.accessible import description_of, name_of, role_of
from support.active_windows import show_active
from ui.theme.tokens import DARK, LIGHT
from ui.widgets.buttons.buttons import Button, IconButton, InfoButton, PrimaryButton
from ui.widgets.buttons.header_buttons import AccountButton
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.inputs.chips import ChipGroup
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.status_bar import StatusBar
from ui.widgets.layout.tab_bar import TabBar
from ui.widgets.progress import ProgressBar
from ui.widgets.text.badge import Badge, paint_coin
from ui.widgets.text.label import Label

CHIPS = [("all", "All"), ("open", "Open"), ("credited", "Credited")]
STEPS = [
    Step("Created", "done"),
    Step("Payment sent", "current"),
    Step("Confirming", "future"),
    Step("Credited", "future"),
]


def test_a_busy_button_keeps_its_size_and_its_name(qtbot: QtBot) -> None:
    button = PrimaryButton("Get payment details", "send")
    qtbot.addWidget(button)
    before = button.sizeHint()
    button.set_busy(True)
    assert button.sizeHint() == before
    assert not button.isEnabled()
    assert button.drawn_icon() == "loader-circle"
    assert name_of(button) == "Get payment details"
    button.set_busy(False)
    assert button.isEnabled()
    assert button.drawn_icon() == "send"


def test_an_info_button_opens_no_window_of_its_own(qtbot: QtBot) -> None:
    button = InfoButton("About this estimate", "From the traffic of the last days.")
    qtbot.addWidget(button)
    assert not button.isVisible()
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(button)
    page.show()
    assert button.isVisible()
    button.show_text("")
    assert not button.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")  # raising, which tooltips do
def test_escape_closes_the_text_of_an_info_button_and_nothing_else(qtbot: QtBot) -> None:
    button, dialog = InfoButton("About this estimate", "From the traffic of the last days."), QDialog()
    qtbot.addWidget(dialog)
    QVBoxLayout(dialog).addWidget(button)
    dialog.show()
    button.click()
    assert QToolTip.isVisible()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    assert dialog.isVisible()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("text", ["New top-up", "Save & close", "R&D &Now"])
def test_a_buttons_visible_text_is_its_name(qtbot: QtBot, text: str) -> None:
    button = Button(text)
    qtbot.addWidget(button)
    assert button.label_text() == text
    assert name_of(button) == text
    assert button.shortcut().isEmpty()


def test_an_icon_button_is_named_and_large_enough(qtbot: QtBot) -> None:
    button = IconButton("copy", "Copy amount")
    qtbot.addWidget(button)
    assert name_of(button) == button.toolTip() == "Copy amount"
    assert button.sizeHint() == QSize(32, 32)


def test_a_ring_shows_for_the_keyboard_and_not_for_the_mouse(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    layout = QVBoxLayout(host)
    button = Button("Cancel")
    layout.addWidget(button)
    show_active(qtbot, host)
    ring = QColor(LIGHT.accent).rgb()

    def rings() -> bool:
        image = button.grab().toImage()
        return image.pixel(image.width() // 2, 1) == ring

    button.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not rings()
    button.clearFocus()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert rings()


def test_chips_show_counts_and_keep_their_names(qtbot: QtBot) -> None:
    chips = ChipGroup("Status", CHIPS)
    qtbot.addWidget(chips)
    chips.show_counts({"all": 148})
    assert chips.button("all").label_text() == "All 148"
    assert name_of(chips.button("all")) == "All"
    assert name_of(chips) == "Status"
    chips.show_counts({})
    assert chips.button("all").label_text() == "All"


def test_one_chip_is_chosen_by_mouse_arrows_and_in_code(qtbot: QtBot) -> None:
    chips = ChipGroup("Status", CHIPS)
    qtbot.addWidget(chips)
    assert chips.selected() == "all"
    with qtbot.waitSignal(chips.chosen) as emitted:
        QTest.mouseClick(chips.button("credited"), Qt.MouseButton.LeftButton)
    assert emitted.args == ["credited"]
    for key, expected in (
        (Qt.Key.Key_Right, "all"),
        (Qt.Key.Key_Left, "credited"),
        (Qt.Key.Key_Home, "all"),
        (Qt.Key.Key_End, "credited"),
    ):
        with qtbot.waitSignal(chips.chosen) as emitted:
            QTest.keyClick(chips.button(chips.selected()), key)
        assert emitted.args == [expected]
        assert chips.selected() == expected
    with qtbot.assertNotEmitted(chips.chosen):
        chips.select("open")
    assert chips.selected() == "open"


def test_the_tab_key_stops_once_in_a_row_of_chips(qtbot: QtBot) -> None:
    chips = ChipGroup("Status", CHIPS)
    qtbot.addWidget(chips)
    chips.select("open")
    tabbed = [key for key in chips.keys() if chips.button(key).focusPolicy() & Qt.FocusPolicy.TabFocus]  # noqa: SIM118 - no dict
    assert tabbed == ["open"]


def test_tabs_are_tabs_to_screen_readers_and_keys(qtbot: QtBot) -> None:
    tabs = TabBar("Sections")
    qtbot.addWidget(tabs)
    for key, icon, text in (("topups", "wallet", "Top-ups"), ("subs", "gauge", "Subscriptions")):
        tabs.add_tab(key, icon, text)
    assert role_of(tabs) == QAccessible.Role.PageTabList
    wide = tabs.sizeHint().width()
    tabs.show_texts("current")
    assert tabs.sizeHint().width() < wide
    interface = QAccessible.queryAccessibleInterface(tabs)
    names = [interface.child(index).text(QAccessible.Text.Name) for index in range(2)]
    assert names == ["Top-ups", "Subscriptions"]
    assert interface.child(0).role() == QAccessible.Role.PageTab
    with qtbot.waitSignal(tabs.chosen) as emitted:
        QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert emitted.args == ["subs"]
    with qtbot.assertNotEmitted(tabs.chosen):
        tabs.select("topups")
    assert tabs.selected() == "topups"


def test_tabs_that_are_not_offered_are_not_there(qtbot: QtBot) -> None:
    tabs = TabBar("Sections")
    qtbot.addWidget(tabs)
    for key, icon, text in (("topups", "wallet", "Top-ups"), ("locations", "globe", "Locations")):
        tabs.add_tab(key, icon, text)
    with qtbot.assertNotEmitted(tabs.chosen):
        tabs.offer(["locations"])
        interface = QAccessible.queryAccessibleInterface(tabs)
        assert interface.child(0).text(QAccessible.Text.Name) == "Locations"
        assert (tabs.count(), tabs.selected()) == (1, "locations")
        tabs.offer(["topups", "locations"])
    assert (tabs.tabText(0), tabs.selected()) == ("Top-ups", "locations")
    assert tabs.accessibleTabName(1) == "Locations"


def test_any_tab_can_be_chosen_while_none_is_active(qtbot: QtBot) -> None:
    tabs = TabBar("Sections")
    qtbot.addWidget(tabs)
    for key, icon, text in (("topups", "wallet", "Top-ups"), ("locations", "globe", "Locations")):
        tabs.add_tab(key, icon, text)
    tabs.show()
    width = tabs.sizeHint().width()
    with qtbot.assertNotEmitted(tabs.chosen):
        tabs.select_none("All accounts")
    assert (tabs.selected(), tabs.sizeHint().width()) == ("", width)
    assert tabs.accessibleTabName(tabs.currentIndex()) == "All accounts"
    with qtbot.waitSignal(tabs.chosen) as emitted:
        QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(0).center())
    assert emitted.args == ["topups"]
    tabs.select_none("All accounts")
    with qtbot.waitSignal(tabs.chosen) as emitted:
        QTest.keyClick(tabs, Qt.Key.Key_Left)
    assert emitted.args == ["locations"]
    tabs.select("locations")
    assert tabs.count() == 2, "the hidden one is gone"


def test_the_stepper_says_the_current_step(qtbot: QtBot) -> None:
    stepper = Stepper()
    qtbot.addWidget(stepper)
    stepper.show_steps(STEPS, "Waiting for the payment")
    assert name_of(stepper) == "Step 2 of 4 · Waiting for the payment"
    assert description_of(stepper).startswith("Created: done, Payment sent: current step")
    stepper.show_steps([Step(step.text, "done") for step in STEPS])
    assert name_of(stepper) == "Step 4 of 4 · Credited"
    for width in (200, 900):
        stepper.resize(width, 24)
        stepper.grab()


@pytest.mark.parametrize(("value", "maximum", "percent"), [(7, 20, 35), (30, 20, 100), (5, 0, 0), (-1, 4, 0)])
def test_a_bar_tells_its_value(qtbot: QtBot, value: int, maximum: int, percent: int) -> None:
    bar = ProgressBar("Confirmations")
    qtbot.addWidget(bar)
    bar.show_progress(value, maximum, text="7 of 20 confirmations")
    assert bar.value() * 100 == percent * bar.maximum()
    assert name_of(bar) == "Confirmations"
    assert description_of(bar) == "7 of 20 confirmations"
    assert role_of(bar) == QAccessible.Role.ProgressBar


def test_a_countdown_does_not_change_its_size_while_it_runs(qtbot: QtBot) -> None:
    countdown = Countdown()
    qtbot.addWidget(countdown)
    countdown.show_countdown(1668, 1800, "27:48", "left at this rate", "1 BTC = $63,749.51")
    before = countdown.sizeHint()
    countdown.show_countdown(1031, 1800, "17:11", "left at this rate", "1 BTC = $63,749.51")
    assert countdown.sizeHint() == before
    assert name_of(countdown) == "17:11 left at this rate"
    countdown.show_countdown(-5, 0, "00:00", "checking", "")
    countdown.grab()


class Paints(QObject):
    """Records which widgets are painted, and how wide."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.found: list[tuple[QWidget, int]] = []
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            self.found.append((watched, event.rect().width()))
        return False


def test_a_second_of_a_countdown_paints_only_what_has_changed(qtbot: QtBot) -> None:
    card = QWidget()
    countdown = Countdown()
    countdown.setParent(card)
    countdown.resize(400, 42)
    qtbot.addWidget(card)
    countdown.show_countdown(1668, 1800, "27:48", "left at this rate", "1 BTC = $63,749.51")
    paints = Paints(card, countdown)
    card.show()
    qtbot.waitUntil(lambda: bool(paints.found))
    paints.found.clear()
    countdown.show_countdown(1667, 1800, "27:47", "left at this rate", "1 BTC = $63,749.51")
    qtbot.waitUntil(lambda: bool(paints.found))
    assert [widget for widget, _width in paints.found] == [countdown]
    assert paints.found[0][1] < 200


def test_a_badge_says_its_word_also_an_unknown_one(qtbot: QtBot) -> None:
    badge = Badge("warning", "Awaiting payment")
    qtbot.addWidget(badge)
    badge.show_badge("unknown", "<b>half_credited</b>\u202e")
    assert name_of(badge) == "<b>half_credited</b>\u2039U+202E\u203a"


@pytest.mark.parametrize("code", ["BTC", "LTC", "ETH", "SOL", "USDT", "USDC", "DOGE", "", "\u202e<b>"])
def test_every_coin_has_a_sign_that_can_be_read(code: str, qtbot: QtBot) -> None:
    del qtbot
    image = QImage(68, 68, QImage.Format.Format_ARGB32)
    image.fill(QColor(LIGHT.surface))
    painter = QPainter(image)
    paint_coin(painter, QRectF(0, 0, 68, 68), code)
    painter.end()
    assert image.pixelColor(34, 6) != QColor(LIGHT.surface)


def test_the_account_button_is_called_account_whatever_the_account_is_called(qtbot: QtBot) -> None:
    button = AccountButton()
    qtbot.addWidget(button)
    button.show_account("A & <b>B</b>" + "x" * 500, "api.example.net", "building")
    assert name_of(button) == "Account"
    assert "<b>" not in button.toolTip()
    assert description_of(button).startswith("A & <b>B</b>")
    assert button.sizeHint().width() < 300
    full = button.sizeHint().height()
    button.set_compact(True)
    assert button.sizeHint().height() <= full


def test_an_empty_state_offers_its_action(qtbot: QtBot) -> None:
    empty = EmptyState("wallet", "No top-ups yet", "Add money.", action="New top-up", action_icon="plus")
    qtbot.addWidget(empty)
    with qtbot.waitSignal(empty.acted):
        QTest.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    empty.show_empty("search", "Nothing found", "Try other words.")
    assert empty.button.isHidden()


def test_the_status_bar_shows_plain_texts(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_connection("danger", "Offline · updated 3 min ago")
    bar.show_right("2 top-ups in progress", "v0.1.0")
    bar.show_message("Clears in 30 s")
    shown = [label.shown_text() for label in bar.findChildren(Label) if not label.isHidden()]
    assert shown == ["Offline · updated 3 min ago", "Clears in 30 s", "2 top-ups in progress", "v0.1.0"]


def test_a_message_is_announced_once_and_a_countdown_is_not(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr("ui.widgets.layout.status_bar.announce", lambda _widget, text: announced.append(text))
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_message("Password copied · clears in 30 s")
    bar.show_message("Password copied · clears in 29 s", permanent=True)
    bar.show_message("")
    bar.show_message("This can't be paid any more: nothing was copied.")
    assert announced == [
        "Password copied · clears in 30 s",
        "This can't be paid any more: nothing was copied.",
    ]


def test_flowing_widgets_wrap(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    layout = FlowLayout(spacing=8, parent=host)
    for index in range(6):
        layout.addWidget(Button(f"Button {index}"))
    one_row = layout.sizeHint()
    assert layout.heightForWidth(one_row.width()) == one_row.height()
    assert layout.heightForWidth(one_row.width() // 2) > one_row.height()


def test_both_schemes_have_the_same_tokens() -> None:
    assert LIGHT.name == "light"
    assert DARK.name == "dark"
