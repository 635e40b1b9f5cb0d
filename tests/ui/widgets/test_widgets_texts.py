import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.untrusted_text import sanitized
from support.accessible import description_of, name_of
from support.shown import callout_of, details_of, events_of, message_of
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.detail_rows import DetailRows, Timeline
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.cards import Callout
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

HOSTILE = [
    "<b>bold</b>",
    "<img src='file:///etc/passwd'>",
    "<a href='https://evil.example'>pay here</a>",
    "&lt;script&gt; &amp;",
    "Save && close & more",
    "line\nbreak\r\ttab\x00nul\x7f",
    "abc\u202egnp.exe",
    "zero\u200bwidth\u2060joiner\ufeff",
    "\u2066isolated\u2069",
    "soft\u00adhyphen",
    "blank\u3164filler\u2800",
    "tag\U000e0041s",
    "lone\ud800surrogate",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_label_shows_foreign_text_as_plain_text(qtbot: QtBot, text: str) -> None:
    label = Label(text)
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == sanitized(text)
    assert name_of(label) == sanitized(text)


def test_the_name_of_an_icon_button_hides_no_character(qtbot: QtBot) -> None:
    button = IconButton("pencil", "Edit a\u202eb")
    qtbot.addWidget(button)
    assert name_of(button) == "Edit a\u2039U+202E\u203ab"


def test_markup_in_the_name_of_an_icon_button_is_described_as_it_is_written(qtbot: QtBot) -> None:
    button = IconButton("pencil", "Edit A & B <b>")
    qtbot.addWidget(button)
    assert description_of(button) == "Edit A & B <b>"


@pytest.mark.parametrize("text", HOSTILE)
def test_every_character_can_be_seen(text: str) -> None:
    shown = sanitized(text)
    assert shown.encode()
    assert not any(mark in shown for mark in "\n\r\t\x00\x7f\u202e\u200b\u2060\ufeff\u2066\u2069\u00ad")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a␊b"),
        ("a\x7fb", "a␡b"),
        ("a\u202eb", "a\u2039U+202E\u203ab"),
        ("Zürich, Łódź, 東京, العربية, ₮", "Zürich, Łódź, 東京, العربية, ₮"),
        ("", ""),
    ],
)
def test_marks_tell_what_was_there_and_words_stay(text: str, shown: str) -> None:
    assert sanitized(text) == shown


def test_a_text_is_capped() -> None:
    assert sanitized("a" * 200) == "a" * 200
    assert sanitized("a" * 201) == "a" * 199 + "…"
    assert len(sanitized("a" * 10_000_000, 40)) == 40


@pytest.mark.parametrize("text", HOSTILE)
def test_a_tooltip_is_never_read_as_rich_text(text: str) -> None:
    shown = tooltip(text)
    for tag in ("<b>", "<img", "<a "):
        assert tag not in shown


def test_an_ampersand_stays_one_also_with_a_buddy(qtbot: QtBot) -> None:
    field = QLineEdit()
    label = Label("Terms & <u>conditions</u>")
    for widget in (field, label):
        qtbot.addWidget(widget)
    label.setBuddy(field)
    assert label.text() == "Terms && <u>conditions</u>"
    assert label.shown_text() == "Terms & <u>conditions</u>"
    label.setText("A & B")
    assert label.text() == "A && B"


def test_an_elided_label_tells_the_whole_text_in_its_tooltip(qtbot: QtBot) -> None:
    label = Label("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "mono", elide="middle")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    assert label.toolTip() == label.shown_text()
    label.resize(900, 20)
    assert label.toolTip() == ""


def test_a_wrapped_label_is_never_cut_in_height(qtbot: QtBot) -> None:
    label = Label("word " * 30, wrap=True)
    qtbot.addWidget(label)
    label.show()
    label.resize(120, 10)
    narrow = label.minimumHeight()
    label.resize(600, narrow)
    assert narrow > label.minimumHeight() > 0


@pytest.mark.parametrize(
    "text", ["", "Theme", "Wide Words, Ÿ and 中文", "Readable by you alone. " * 4, "x" * 60]
)
def test_a_label_is_as_high_as_its_text_at_any_width(qtbot: QtBot, text: str) -> None:
    label, metrics = Label(text, wrap=True), theme.metrics("body")
    qtbot.addWidget(label)
    flags = int(label.alignment() | Qt.TextFlag.TextWordWrap)
    for width in (*range(20, 140), 200, 400, 900):
        area = QRect(0, 0, width, 10_000)
        assert label.heightForWidth(width) == metrics.boundingRect(area, flags, label.text()).height()


def test_nothing_in_a_label_can_be_selected_unless_asked(qtbot: QtBot) -> None:
    label = Label("secret")
    qtbot.addWidget(label)
    assert label.textInteractionFlags() == Qt.TextInteractionFlag.NoTextInteraction


def test_a_banner_keeps_the_services_words_behind_details(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    assert banner.isHidden()
    banner.show_banner("danger", "The service did not answer.", action="Try now", details="<h1>502</h1>\n")
    assert not banner.isHidden()
    assert name_of(banner) == "The service did not answer."
    details = next(label for label in banner.findChildren(Label) if "502" in label.shown_text())
    assert details.shown_text() == "<h1>502</h1>␊"
    assert details.isHidden()
    more, action, _close = banner.stops()
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert not details.isHidden()
    with qtbot.waitSignal(banner.acted):
        QTest.mouseClick(action, Qt.MouseButton.LeftButton)


def test_a_banner_can_be_dismissed_only_where_offered(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.show_banner("info", "A new version is there.")
    _more, _action, close = banner.stops()
    assert close.isHidden()
    banner.show_banner("info", "A new version is there.", dismissible=True)
    assert name_of(close) == "Dismiss"
    with qtbot.waitSignal(banner.dismissed):
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert banner.isHidden()
    assert message_of(banner) == ""


def test_rows_change_in_place(qtbot: QtBot) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.show_rows([("14:02:31", "7 of 20 confirmations"), ("13:51:02", "Created")])
    labels = timeline.findChildren(Label)
    timeline.show_rows([("14:02:41", "8 of 20 <b>confirmations</b>")])
    assert timeline.findChildren(Label) == labels
    assert events_of(timeline) == [("14:02:41", "8 of 20 <b>confirmations</b>")]


def test_details_open_by_keyboard(qtbot: QtBot) -> None:
    details = DetailRows("Details", "rate, deadlines, identifiers", copy=lambda _text: None)
    qtbot.addWidget(details)
    details.show_rows([("Rate", "1 BTC = $63,749.51")])
    assert name_of(details._opener) == "Details"
    assert description_of(details._opener) == "rate, deadlines, identifiers"
    assert details_of(details) == []
    QTest.keyClick(details._opener, Qt.Key.Key_Space)
    assert details_of(details) == [("Rate", "1 BTC = $63,749.51")]


def test_a_long_detail_is_broken_and_each_is_copied_whole(qtbot: QtBot) -> None:
    copied: list[str] = []
    details = DetailRows("Details", "identifiers", copy=copied.append)
    qtbot.addWidget(details)
    signature = "5" * 88
    details.show_rows([("Top-up ID", "tu_1"), ("Transaction ID", signature)])
    details.set_expanded(True)
    details.resize(420, 200)
    details.show()
    assert details.minimumSizeHint().width() <= 420
    for name in ("Top-up ID", "Transaction ID"):
        (button,) = (one for one in details.findChildren(IconButton) if name_of(one) == f"Copy {name}")
        assert details.rect().contains(button.rect().translated(button.mapTo(details, QPoint())))
        button.click()
    assert copied == ["tu_1", signature]


def test_the_keyboard_stays_at_a_detail_that_changes(qtbot: QtBot) -> None:
    details = DetailRows("Details", copy=lambda _text: None)
    qtbot.addWidget(details)
    details.set_expanded(True)
    details.show_rows([("Rate", "1"), ("Created", "now")])
    buttons = [one for one in details.findChildren(IconButton) if name_of(one) == "Copy Rate"]
    details.show_rows([("Rate", "2"), ("Received", "3"), ("Created", "now")])
    assert [one for one in details.findChildren(IconButton) if name_of(one) == "Copy Rate"] == buttons
    assert details_of(details) == [("Rate", "2"), ("Received", "3"), ("Created", "now")]


def test_the_ring_of_details_cuts_no_word(qtbot: QtBot) -> None:
    details = DetailRows("Details", "rate, deadlines, identifiers", copy=lambda _text: None)
    qtbot.addWidget(details)
    details.resize(400, 60)
    details.show()
    picture = details._opener.grab().toImage()
    width, height = picture.width(), picture.height()
    edges = [*range(7), *range(width - 7, width)]
    assert len({picture.pixel(x, y) for x in edges for y in range(height)}) == 1


def test_a_callout_says_its_words(qtbot: QtBot) -> None:
    callout = Callout("warning", "Send only BTC.")
    qtbot.addWidget(callout)
    callout.show_callout("danger", "Do not pay.")
    assert callout_of(callout) == "Do not pay."


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Shop ends in 3 days", Qt.LayoutDirection.LeftToRight),
        ("'חנות' ends in 3 days", Qt.LayoutDirection.LeftToRight),
        ("متجر ends in 3 days", Qt.LayoutDirection.LeftToRight),
        ("חנות 12 (3)", Qt.LayoutDirection.RightToLeft),
    ],
)
def test_a_sentence_keeps_its_order_around_a_name_of_the_other_direction(
    qtbot: QtBot, text: str, direction: Qt.LayoutDirection
) -> None:
    label = Label(text)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    expected = QPixmap(label.size())
    expected.fill(Qt.GlobalColor.white)
    shown = expected.copy()
    with QPainter(expected) as painter:
        painter.setFont(label.font())
        painter.setPen(theme.color("text"))
        painter.setLayoutDirection(direction)
        align = label.alignment() | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(label.rect(), int(align), text)
    label.render(shown, QPoint(), QRegion(), QWidget.RenderFlag(0))
    assert shown.toImage() == expected.toImage()
