import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton
from pytestqt.qtbot import QtBot

from support.accessible import description_of, name_of, role_of
from support.shown import error_of
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.combo_box import ComboBox, FittingComboBox, SpinBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.inputs.money_edit import MoneyEdit
from ui.widgets.inputs.radio_cards import RadioCards, RadioOption
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.text.label import Label

COINS = (("BTC", "Bitcoin"), ("LTC", "Litecoin"), ("ETH", "Ethereum"), ("USDT", "Tron"), ("USDC", "Solana"))
OPTIONS = [
    RadioOption(f"{coin}/{network}", coin, network, "≈ 20 min · 2 conf.", f"{coin} on {network}")
    for coin, network in COINS
]


@pytest.fixture
def money(qtbot: QtBot) -> MoneyEdit:
    edit = MoneyEdit()
    qtbot.addWidget(edit)
    return edit


@pytest.fixture
def cards(qtbot: QtBot) -> RadioCards:
    made = RadioCards("Pay with")
    qtbot.addWidget(made)
    made.resize(560, 200)
    made.show_options(OPTIONS)
    made.show()
    return made


def test_a_fitting_combo_box_is_as_wide_as_its_longest_item_and_keeps_what_is_chosen(qtbot: QtBot) -> None:
    fitting, other = FittingComboBox(), ComboBox()
    other.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
    qtbot.addWidget(fitting)
    qtbot.addWidget(other)
    fitting.show_items([("Whole subscription", ""), ("marketing", "su_1")])
    other.addItems(["Whole subscription", "marketing"])
    assert fitting.sizeHint() == other.sizeHint()
    fitting.setCurrentIndex(1)
    with qtbot.assertNotEmitted(fitting.currentIndexChanged):
        fitting.show_items(
            [("Whole subscription", ""), ("another", "su_2"), ("marketing of the east", "su_1")]
        )
    assert fitting.currentData() == "su_1"
    other.addItem("marketing of the east")
    assert fitting.sizeHint() == other.sizeHint()
    fitting.show_items([("Whole subscription", "")])
    assert fitting.currentData() == ""


@pytest.mark.parametrize(
    ("typed", "shown", "amount"),
    [
        ("50", "50", "50.00"),
        ("50.5", "50.5", "50.50"),
        ("50,25", "50,25", "50.25"),
        ("25,000", "25,000", "25000.00"),
        ("1,250.00", "1,250.00", "1250.00"),
        ("1.250,00", "1.250,00", None),
        ("1,25,0", "1,25,0", None),
        ("50.255", "50.255", None),
        ("1a2-3e4", "1234", "1234.00"),
        ("5.0.0", "5.0.0", None),
        ("-5", "5", "5.00"),
        (".", ".", None),
        ("007", "007", "7.00"),
        ("", "", None),
    ],
)
def test_an_amount_is_typed(
    qtbot: QtBot, money: MoneyEdit, typed: str, shown: str, amount: str | None
) -> None:
    QTest.keyClicks(money, typed)
    assert money.text() == shown
    assert money.amount_text() == amount


@pytest.mark.parametrize(
    ("pasted", "amount"),
    [
        ("$1,250.00", "1250.00"),
        (" 50.00 USD ", "50.00"),
        ("10,000", "10000.00"),
        ("$ 25", "25.00"),
        ("US$1,250.00", "1250.00"),
        ("USD 50", "50.00"),
        ("1 250.00", "1250.00"),
        ("10 000", "10000.00"),
        ("1e3", None),
        ("1 25", None),
        ("12 50.00", None),
        ("1250 000", None),
        ("25\n100", None),
        ("25\t100", None),
        ("50.00\n100.00", None),
        ("fifty", None),
        ("1,25,0", None),
        ("0x19", None),
        ("\u0663\u0664", None),
    ],
)
def test_an_amount_is_pasted(money: MoneyEdit, pasted: str, amount: str | None) -> None:
    QGuiApplication.clipboard().setText(pasted)  # noqa: TID251 - as another program would
    money.paste()
    assert money.amount_text() == amount


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("50", "50.00"),
        ("50,5", "50.50"),
        ("50.25", "50.25"),
        ("1250,00", "1250.00"),
        ("25.000", None),
        ("25,000", None),
        ("1.000,50", "1000.50"),
        ("1.000,", "1000.00"),
        ("1,000.50", None),
        ("1a2", "12.00"),
        (",", None),
    ],
)
def test_an_amount_is_typed_where_the_sign_is_a_comma(qtbot: QtBot, typed: str, amount: str | None) -> None:
    edit = MoneyEdit(",")
    qtbot.addWidget(edit)
    QTest.keyClicks(edit, typed)
    assert edit.amount_text() == amount
    assert edit.text() == typed.replace("a", "")


@pytest.mark.parametrize(
    ("pasted", "amount"),
    [
        ("1250,00 $", "1250.00"),
        ("$ 25.50", "25.50"),
        ("1.250,00 $", "1250.00"),
        ("1.250,00\u00a0US$", "1250.00"),
        ("1\u202f250,00\u00a0$US", "1250.00"),
        ("1\u00a0250,00\u00a0$", "1250.00"),
        ("10 000", "10000.00"),
        ("viel", None),
    ],
)
def test_an_amount_is_pasted_where_the_sign_is_a_comma(qtbot: QtBot, pasted: str, amount: str | None) -> None:
    edit = MoneyEdit(",")
    qtbot.addWidget(edit)
    QGuiApplication.clipboard().setText(pasted)  # noqa: TID251 - as another program would
    edit.paste()
    assert edit.amount_text() == amount


def test_an_amount_is_shown_with_the_sign_of_the_language(qtbot: QtBot) -> None:
    edit = MoneyEdit(",")
    qtbot.addWidget(edit)
    edit.set_amount("50.00")
    assert edit.text() == "50,00"
    assert edit.amount_text() == "50.00"


def test_the_keys_of_a_page_change_no_amount(money: MoneyEdit) -> None:
    QTest.keyClicks(money, "50")
    QTest.keyClick(money, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert money.amount_text() == "50.00"


def test_an_amount_that_is_none_is_refused_in_code(money: MoneyEdit) -> None:
    money.set_amount("1250.5")
    assert money.amount_text() == "1250.50"
    with pytest.raises(ValueError, match="US dollars"):
        money.set_amount("much")


def test_an_error_is_shown_heard_and_taken_back(qtbot: QtBot) -> None:
    edit = LineEdit()
    field = Field("Transaction ID", edit, "64 hex characters")
    qtbot.addWidget(field)
    assert (name_of(edit), description_of(edit)) == ("Transaction ID", "64 hex characters")
    field.show_error("This one has 10.")
    assert description_of(edit) == "This one has 10."
    assert error_of(field) == "This one has 10."
    assert edit.property("invalid") is True
    field.clear_error()
    assert description_of(edit) == "64 hex characters"
    assert error_of(field) == ""
    assert edit.property("invalid") is False


def test_a_hint_may_change_while_an_error_is_shown(qtbot: QtBot) -> None:
    field = Field("Amount in USD", MoneyEdit(), "From $25.00")
    qtbot.addWidget(field)
    field.show_error("Too small.")
    field.set_hint("From $30.00")
    assert error_of(field) == "Too small."
    field.clear_error()
    assert description_of(field.control) == "From $30.00"


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
def test_a_combo_box_is_named_by_its_label(qtbot: QtBot) -> None:
    combo = ComboBox(editable=True)
    field = Field("Plan ID", combo)
    qtbot.addWidget(field)
    label = field.findChild(Label)
    assert label is not None
    assert label.buddy() is combo
    editor = combo.lineEdit()
    assert editor is not None
    assert name_of(editor) == "Plan ID"
    field.show()
    combo.addItems(["residential-50gb", "mobile-10"])
    combo.showPopup()
    assert name_of(combo.view()) == "Plan ID"
    combo.hidePopup()


def test_the_wheel_does_not_change_a_number(qtbot: QtBot) -> None:
    spin = SpinBox(1, 99)
    qtbot.addWidget(spin)
    assert (spin.minimum(), spin.maximum(), spin.value()) == (1, 99, 1)
    QTest.keyClick(spin, Qt.Key.Key_Up)
    assert spin.value() == 2


@pytest.mark.parametrize(("maximum", "typed"), [(30, "31"), (1000, "1001"), (1000, "99999")])
def test_a_number_over_its_limit_says_the_limit_and_loses_no_digit(
    qtbot: QtBot, maximum: int, typed: str
) -> None:
    spin = SpinBox(1, maximum)
    field = Field("How many", spin)
    qtbot.addWidget(field)
    spin.selectAll()
    QTest.keyClicks(spin, typed)
    assert spin.text() == typed
    assert spin.value() == maximum, "no more is ever done"
    assert error_of(field) == f"At most {maximum}."
    assert spin.accessibleDescription() == f"At most {maximum}."
    QTest.keyClick(spin, Qt.Key.Key_Backspace)
    assert (spin.text(), error_of(field)) == (typed[:-1], "" if len(typed) < 5 else f"At most {maximum}.")


def test_a_number_left_over_its_limit_stays_and_still_says_so(qtbot: QtBot) -> None:
    spin = SpinBox(1, 1000)
    field = Field("How many", spin)
    qtbot.addWidget(field)
    spin.selectAll()
    QTest.keyClicks(spin, "1001")
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert (spin.text(), spin.value(), error_of(field)) == ("1001", 1000, "At most 1000.")
    QTest.keyClick(spin, Qt.Key.Key_Down)
    assert (spin.text(), spin.value(), error_of(field)) == ("999", 999, "")


def test_escape_and_the_button_clear_a_search(qtbot: QtBot) -> None:
    search = SearchField("Search top-ups")
    qtbot.addWidget(search)
    assert name_of(search) == "Search top-ups"
    assert search.clear_button.isHidden()
    QTest.keyClicks(search, "btc")
    assert not search.clear_button.isHidden()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == ""
    QTest.keyClicks(search, "btc")
    assert name_of(search.clear_button) == "Clear search"
    QTest.mouseClick(search.clear_button, Qt.MouseButton.LeftButton)
    assert search.text() == ""


def test_a_secret_that_is_shown_is_never_selected_and_so_reaches_no_clipboard(qtbot: QtBot) -> None:
    edit = SecretEdit("API key", str, show="Show API key", hide="Hide API key")
    qtbot.addWidget(edit)
    edit.resize(300, 34)
    edit.show()
    clipboard = QGuiApplication.clipboard()  # noqa: TID251 (as another program sees it)
    clipboard.setText("before")
    QTest.keyClicks(edit, "canary")
    edit.selectAll()
    (eye,) = [button for button in edit.findChildren(IconButton) if name_of(button) == "Show API key"]
    QTest.mouseClick(eye, Qt.MouseButton.LeftButton)
    assert not edit.is_masked()
    assert not edit.hasSelectedText()
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    QTest.mouseDClick(edit, Qt.MouseButton.LeftButton, pos=QPoint(20, 17))
    assert not edit.hasSelectedText()
    for key in (Qt.Key.Key_C, Qt.Key.Key_X):
        QTest.keyClick(edit, key, Qt.KeyboardModifier.ControlModifier)
    assert (clipboard.text(), edit.text()) == ("before", "canary")
    QTest.mouseClick(eye, Qt.MouseButton.LeftButton)
    edit.selectAll()
    assert (edit.is_masked(), edit.selectedText()) == (True, "canary")


def test_a_secret_that_is_shown_is_replaced_as_a_whole_like_any_text(qtbot: QtBot) -> None:
    edit = SecretEdit("API key", str, show="Show API key", hide="Hide API key")
    qtbot.addWidget(edit)
    edit.show()
    QTest.keyClicks(edit, "wrong")
    (eye,) = [button for button in edit.findChildren(IconButton) if name_of(button) == "Show API key"]
    QTest.mouseClick(eye, Qt.MouseButton.LeftButton)
    assert not edit.is_masked()
    QTest.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert edit.is_masked()
    QTest.keyClicks(edit, "right")
    assert edit.text() == "right"


def test_a_button_in_a_line_has_a_name_and_room(qtbot: QtBot) -> None:
    edit = LineEdit("Transaction ID", mono=True)
    qtbot.addWidget(edit)
    button = edit.add_button("clipboard-paste", "Paste")
    edit.resize(300, 34)
    assert name_of(button) == button.toolTip() == "Paste"
    assert edit.textMargins().right() >= button.width()


def test_a_switch_is_a_checkbox_to_screen_readers(qtbot: QtBot) -> None:
    switch = Switch("Buy a plan when it is credited")
    qtbot.addWidget(switch)
    assert role_of(switch) == QAccessible.Role.CheckBox
    assert name_of(switch) == "Buy a plan when it is credited"
    with qtbot.waitSignal(switch.toggled):
        QTest.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()
    with qtbot.waitSignal(switch.toggled):
        QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.rect().center())


def test_cards_are_radio_buttons_named_by_coin_and_network(cards: RadioCards) -> None:
    buttons = cards.findChildren(QRadioButton)
    assert [name_of(button) for button in buttons] == [f"{coin} on {network}" for coin, network in COINS]
    assert {role_of(button) for button in buttons} == {QAccessible.Role.RadioButton}


def test_a_card_whose_words_are_cut_has_them_all_as_tooltip(cards: RadioCards) -> None:
    name = "USDT on Binance Smart Chain (BEP-20) main network"
    long = RadioOption("long", "USDT", name.removeprefix("USDT on "), "≈ 1 min · 15 conf.", name)
    cards.show_options([OPTIONS[0], long])
    usual, cut = cards.findChildren(QRadioButton)[-2:]
    assert not usual.toolTip()
    assert cut.toolTip() == f"{name} · ≈ 1 min · 15 conf."
    assert (name_of(cut), cut.accessibleDescription()) == (name, "≈ 1 min · 15 conf.")
    cards.resize(1600, 200)
    assert not cut.toolTip()


def test_a_card_is_chosen_by_mouse_and_arrows(qtbot: QtBot, cards: RadioCards) -> None:
    first, second = cards.findChildren(QRadioButton)[:2]
    assert cards.selected() is None
    with qtbot.waitSignal(cards.chosen) as emitted:
        QTest.mouseClick(first, Qt.MouseButton.LeftButton, pos=first.rect().center())
    assert emitted.args == ["BTC/Bitcoin"]
    with qtbot.waitSignal(cards.chosen) as emitted:
        QTest.keyClick(first, Qt.Key.Key_Right)
    assert emitted.args == ["LTC/Litecoin"]
    assert second.isChecked()


def test_choosing_in_code_tells_nobody(qtbot: QtBot, cards: RadioCards) -> None:
    with qtbot.assertNotEmitted(cards.chosen):
        cards.select("ETH/Ethereum")
    assert cards.selected() == "ETH/Ethereum"
    with qtbot.assertNotEmitted(cards.chosen):
        cards.show_options(OPTIONS[1:])
    assert cards.selected() == "ETH/Ethereum"


def test_cards_take_fewer_columns_where_it_is_narrow(cards: RadioCards) -> None:
    def columns() -> int:
        return len({card.x() for card in cards._cards.values()})

    cards._grid.activate()
    assert columns() == 3
    cards.resize(400, 300)
    cards._grid.activate()
    assert columns() == 2
