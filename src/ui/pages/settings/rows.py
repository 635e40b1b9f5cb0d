"""Parts of the settings page: cards, rows, boxes with choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import CHINESE
from ui.theme.theme import follow, load_chinese_font, scaled
from ui.widgets.inputs.combo_box import FittingComboBox
from ui.widgets.layout.boxes import column, row, set_stacked
from ui.widgets.layout.cards import Card
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    Choices = Sequence[tuple[object, str]]

_STACKED_BELOW = 430
_CONTROL_WIDTH = 190


class SettingRow(QWidget):
    """A label beside a control, above it where the row is narrow; `beside` is another control before it."""

    def __init__(self, text: str, hint: str, control: QWidget, *, beside: QWidget | None = None) -> None:
        super().__init__()
        name = Label(text, wrap=True)
        name.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(text)
        texts = column(name, spacing=1)
        if hint:
            control.setAccessibleDescription(hint)
            texts.addWidget(Label(hint, "secondary", limit=400, wrap=True))
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        controls = [(widget, side) for widget in (beside, control) if widget is not None]
        self._row = row((texts, 1), *controls)
        self.setLayout(self._row)
        follow(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_stacked = self.width() < scaled(_STACKED_BELOW)
        set_stacked(self._row, stacked=is_stacked)
        self._row.setSpacing(6 if is_stacked else 16)


class ChoiceBox(FittingComboBox):
    """A combo box of values with labels; `chosen` has the value of the user's choice."""

    chosen = Signal(object)

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda index: self.chosen.emit(self._values[index]))
        self._offer(choices)
        follow(self._fit)

    def show_value(self, value: object, choices: Choices = ()) -> None:
        """Shows a value without a signal; replaces the choices if the value is not among them."""
        if choices and value not in self._values:
            self._offer(choices)
        self.setCurrentIndex(self._values.index(value) if value in self._values else -1)

    def _offer(self, choices: Choices) -> None:
        self._values = [value for value, _label in choices]
        self.clear()
        self.addItems([label for _value, label in choices])

    def _fit(self) -> None:
        self.setFixedWidth(max(scaled(_CONTROL_WIDTH), self.sizeHint().width()))


class LanguageBox(ChoiceBox):
    """A box with languages, whose font for Chinese is loaded when the name of that language is needed."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def showPopup(self) -> None:
        load_chinese_font()
        super().showPopup()

    def longest(self) -> int:
        """Measures none: the name of Chinese alone would take as long as the rest of the card."""
        return 0

    def _on_current_index_changed(self, index: int) -> None:
        if index >= 0 and self._values[index] == CHINESE:
            load_chinese_font()


class SettingsCard(Card):
    """A titled card of settings; `chosen` has the name of a field of `Settings`, and its new value."""

    chosen = Signal(str, object)

    def __init__(self, title: str, intro: str = "") -> None:
        super().__init__()
        self.body.setSpacing(14)
        texts = column(Label(title, "heading"), spacing=2)
        if intro:
            texts.addWidget(Label(intro, "secondary", limit=400, wrap=True))
        self.body.addLayout(texts)
        self.setAccessibleName(title)

    def add_row(self, text: str, hint: str, control: QWidget, *, beside: QWidget | None = None) -> None:
        self.body.addWidget(SettingRow(text, hint, control, beside=beside))


class LateCard(SettingsCard):
    """A card whose content takes long to find out.

    Signals:
        seen(): Its content is wanted: it is painted, or a screen reader may read it.
    """

    seen = Signal()

    def __init__(self, title: str, intro: str = "") -> None:
        super().__init__(title, intro)
        self._was_seen = False

    def expect(self) -> None:
        """Lets it request its content again, once it is seen."""
        self._was_seen = False
        self.update()

    def see(self) -> None:
        """Requests the content, unless it was."""
        if not self._was_seen:
            self._was_seen = True
            self.seen.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.see()
