"""The appearance settings: theme, text size, motion, language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _, chosen_language, current
from app.present.settings import language_choices, text_size_choices
from ui.pages.settings.rows import ChoiceBox, SettingRow, section
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.switch import Switch

if TYPE_CHECKING:
    from app.models.settings import Preferences

_ALONE: Final = 2
"""The system's language and English: nothing to choose from."""


class AppearanceCard(QWidget):
    """Shows the current appearance.

    Attributes:
        restart: The restart button, shown when another language was chosen.

    Signals:
        chosen(str, object): The name of a field of `Preferences`, and its value.
    """

    chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        themes = [("system", _("System")), ("light", _("Light")), ("dark", _("Dark"))]
        languages = language_choices()
        self.theme = Segments(_("Theme"), themes)
        self.text_size = ChoiceBox(text_size_choices(100))
        self.language = ChoiceBox(languages) if len(languages) > _ALONE else None
        self.restart = Button(_("Restart now"), "refresh-cw")
        self.restart.hide()
        self.motion = Switch()
        card = section(_("Appearance"))
        card.body.addWidget(SettingRow(_("Theme"), "", self.theme))
        card.body.addWidget(SettingRow(_("Text size"), "", self.text_size))
        if self.language is not None:
            hint = _("The new language takes effect after a restart.")
            card.body.addWidget(SettingRow(_("Language"), hint, self.language, beside=self.restart))
        hint = _("Menus open without animation, and the text cursor does not blink.")
        card.body.addWidget(SettingRow(_("Reduce motion"), hint, self.motion))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        self._connect()

    def show_preferences(self, preferences: Preferences) -> None:
        """Shows what holds."""
        self.theme.select(preferences.theme)
        key = str(preferences.text_percent)
        if self.text_size.findData(key) < 0:
            self.text_size.offer(text_size_choices(preferences.text_percent))
        self.text_size.show_key(key)
        self.motion.setChecked(preferences.motion == "reduced")
        if self.language is not None:
            self.language.show_key(preferences.language)
            self.restart.setVisible(chosen_language(preferences.language) != current())

    def _connect(self) -> None:
        self.theme.chosen.connect(lambda key: self.chosen.emit("theme", key))
        self.text_size.activated.connect(
            lambda: self.chosen.emit("text_percent", int(self.text_size.chosen_key()))
        )
        self.motion.clicked.connect(
            lambda checked: self.chosen.emit("motion", "reduced" if checked else "system")
        )
        if self.language is not None:
            language = self.language
            language.activated.connect(lambda: self.chosen.emit("language", language.chosen_key()))
