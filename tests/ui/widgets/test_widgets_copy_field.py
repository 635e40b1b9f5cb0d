import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from support.accessible import description_of, name_of, role_of, text_of
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.text.value_line import ValueLine

ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"


class Copies(list[str]):
    """A clipboard that writes down."""


@pytest.fixture
def copies() -> Copies:
    return Copies()


@pytest.fixture
def field(qtbot: QtBot, copies: Copies) -> CopyField:
    made = CopyField("Amount to send", "Copy amount", copies.append, size="large")
    qtbot.addWidget(made)
    made.show_value("0.00078432", "BTC")
    made.show()
    return made


def button_of(field: CopyField) -> IconButton:
    found = field.findChild(IconButton)
    assert found is not None
    return found


def line_of(field: CopyField) -> ValueLine:
    found = field.findChild(ValueLine)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "value", ["0.00078432", "0.00000001", " 1 \n", "a\u202eb\u200bc", "<b>&amp;</b>", "x" * 5000]
)
def test_exactly_the_given_value_is_copied(field: CopyField, copies: Copies, value: str) -> None:
    field.show_value(value)
    QTest.mouseClick(button_of(field), Qt.MouseButton.LeftButton)
    assert copies == [value]


def test_a_screen_reader_reads_name_and_value(field: CopyField) -> None:
    line = line_of(field)
    assert name_of(line) == "Amount to send"
    assert text_of(line) == "0.00078432 BTC"
    assert role_of(line) == QAccessible.Role.EditableText
    assert line.isReadOnly()
    assert name_of(button_of(field)) == "Copy amount"


def test_copying_answers_in_place(qtbot: QtBot, field: CopyField) -> None:
    button = button_of(field)
    before = button.size()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.drawn_icon() == "check"
    assert description_of(button) == "Copied"
    assert name_of(button) == "Copy amount"
    assert button.size() == before
    field._feedback_timer.timeout.emit()
    assert button.drawn_icon() == "copy"


def test_another_value_takes_the_answer_back(qtbot: QtBot, field: CopyField) -> None:
    QTest.mouseClick(button_of(field), Qt.MouseButton.LeftButton)
    field.show_value("0.5")
    assert button_of(field).drawn_icon() == "copy"


def test_the_keys_for_copying_copy_the_value_without_its_unit(
    qtbot: QtBot, field: CopyField, copies: Copies
) -> None:
    QTest.keyClick(line_of(field), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copies == ["0.00078432"]


def test_the_mouse_selects_nothing(qtbot: QtBot, field: CopyField) -> None:
    QTest.mouseDClick(line_of(field), Qt.MouseButton.LeftButton)
    assert line_of(field).selectedText() == ""
    clipboard = QGuiApplication.clipboard()  # noqa: TID251 - looks at what reached it
    assert "0.0007" not in clipboard.text(clipboard.Mode.Selection)


def test_nothing_can_be_copied_before_there_is_a_value(qtbot: QtBot, copies: Copies) -> None:
    field = CopyField("Address", "Copy address", copies.append)
    qtbot.addWidget(field)
    field.show_value("")
    assert not button_of(field).isEnabled()
    QTest.keyClick(line_of(field), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copies == []


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("width", [200, 260, 320, 700])
def test_the_whole_address_stays_visible_at_every_width(
    qtbot: QtBot, qapp: QApplication, scale: float, width: int
) -> None:
    theme.apply_theme(qapp, "light", text_scale=scale)
    field = CopyField("Address", "Copy address", Copies().append, emphasis=6)
    qtbot.addWidget(field)
    field.show_value(ADDRESS)
    host = QWidget()
    qtbot.addWidget(host)
    field.setParent(host)
    field.resize(width, field.heightForWidth(width))
    host.resize(width, 400)
    host.show()
    line = line_of(field)
    layout, height = line._laid_out(line.width())
    drawn = "".join(
        ADDRESS[part.textStart() : part.textStart() + part.textLength()]
        for part in map(layout.lineAt, range(layout.lineCount()))
    )
    assert drawn == ADDRESS
    assert all(layout.lineAt(index).naturalTextWidth() <= line.width() for index in range(layout.lineCount()))
    assert line.height() >= height


def test_a_further_button_has_its_own_name(qtbot: QtBot, field: CopyField) -> None:
    button = field.add_button("external-link", "Open in explorer")
    assert name_of(button) == "Open in explorer"
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_field_may_have_no_copy_button(qtbot: QtBot) -> None:
    field = CopyField("Received", "", Copies().append)
    qtbot.addWidget(field)
    field.show_value("120.000417", "USDT")
    assert field.findChild(IconButton) is None
    assert field.value == "120.000417"
