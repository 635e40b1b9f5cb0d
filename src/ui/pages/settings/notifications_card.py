"""The notification settings, and whether closing the window keeps the app in the tray."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSystemTrayIcon, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.models.notifications import KINDS
from app.models.settings import NotificationChoices
from app.present.notifications import kind_words
from ui.pages.settings.rows import SettingRow, section
from ui.widgets.inputs.switch import Switch

if TYPE_CHECKING:
    from app.models.settings import Preferences

_TAKES_NOTES = sys.platform.startswith("linux")


class NotificationsCard(QWidget):
    """A switch for each kind, for the desktop, and for the tray.

    Attributes:
        switches: By the names of the fields of `NotificationChoices`.
        tray: Whether the app stays in the tray.

    Signals:
        chosen(str, object): The name of a field of `Preferences`, and its value.
    """

    chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._choices = NotificationChoices()
        self.switches: dict[str, Switch] = {}
        self.tray = Switch()
        card = section(
            _("Notifications"),
            _("You are notified once for each event; past notifications are under the bell."),
        )
        for kind in KINDS:
            card.body.addWidget(SettingRow(kind_words(kind), "", self._switch(kind)))
        if _TAKES_NOTES:
            hint = _("When Tollhouse is not in front. Amounts are left out: others may see your screen.")
            card.body.addWidget(SettingRow(_("Also on the desktop"), hint, self._switch("on_desktop")))
        card.body.addWidget(SettingRow(_("Keep running in the tray"), _tray_hint(), self.tray))
        self.tray.clicked.connect(lambda is_on: self.chosen.emit("has_tray", is_on))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)

    def show_preferences(self, preferences: Preferences) -> None:
        """Shows what holds."""
        self._choices = preferences.notifications
        for name, switch in self.switches.items():
            switch.setChecked(getattr(self._choices, name))
        self.tray.setChecked(preferences.has_tray)

    def _switch(self, name: str) -> Switch:
        switch = self.switches[name] = Switch()
        switch.clicked.connect(lambda is_on: self._on_switched(name, is_on=is_on))
        return switch

    def _on_switched(self, name: str, *, is_on: bool) -> None:
        self._choices = replace(self._choices, **{name: is_on})
        self.chosen.emit("notifications", self._choices)


def _tray_hint() -> str:
    if QSystemTrayIcon.isSystemTrayAvailable():
        return _("Closing the window then only hides it, and your top-ups are still tracked.")
    return _(
        "Closing the window then hides it. This desktop has no tray at the moment: without one, "
        "closing quits the app."
    )
