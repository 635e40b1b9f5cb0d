"""The settings of what others could see: copied secrets, and secrets on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _
from app.present.settings import clipboard_choices, idle_choices
from ui.pages.settings.rows import ChoiceBox, SettingRow, section

if TYPE_CHECKING:
    from app.models.settings import Preferences


class PrivacyCard(QWidget):
    """Shows how secrets are looked after.

    Signals:
        chosen(str, object): The name of a field of `Preferences`, and its value.
    """

    chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.clipboard = ChoiceBox(clipboard_choices(None))
        self.idle = ChoiceBox(idle_choices())
        card = section(_("Privacy"))
        card.body.addWidget(
            SettingRow(
                _("Clear copied secrets"),
                _("Removes passwords from the clipboard, unless something else was copied since."),
                self.clipboard,
            )
        )
        card.body.addWidget(
            SettingRow(
                _("Hide secrets when idle"),
                _("Covers passwords and clears the clipboard, also when the screen is locked."),
                self.idle,
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        self.clipboard.activated.connect(
            lambda: self.chosen.emit("clipboard_seconds", _number(self.clipboard.chosen_key()))
        )
        self.idle.activated.connect(lambda: self.chosen.emit("idle_minutes", _number(self.idle.chosen_key())))

    def show_preferences(self, preferences: Preferences) -> None:
        """Shows what holds."""
        seconds = preferences.clipboard_seconds
        if self.clipboard.findData(_key(seconds)) < 0:
            self.clipboard.offer(clipboard_choices(seconds))
        self.clipboard.show_key(_key(seconds))
        self.idle.show_key(_key(preferences.idle_minutes))


def _key(number: int | None) -> str:
    return "" if number is None else str(number)


def _number(key: str) -> int | None:
    return int(key) if key else None
