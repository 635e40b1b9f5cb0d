"""The cards of settings: appearance, privacy, notifications, connection."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSystemTrayIcon

from app.i18n.texts import _, chosen_language, current
from app.models.notifications import KINDS
from app.models.settings import NotificationChoices
from app.present.notifications import kind_name
from ui.pages.settings.rows import ChoiceBox, SettingsCard
from ui.pages.settings.view import clipboard_choices, idle_choices, language_choices, text_size_choices
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit

if TYPE_CHECKING:
    from app.models.settings import Settings

_ALONE: Final = 2
"""The system's language and English: nothing to choose from."""

_HAS_DESKTOP_NOTIFICATIONS = sys.platform.startswith("linux")


class AppearanceCard(SettingsCard):
    def __init__(self) -> None:
        super().__init__(_("Appearance"))
        themes = [("system", _("System")), ("light", _("Light")), ("dark", _("Dark"))]
        languages = language_choices()
        self.theme = Segments(_("Theme"), themes)
        self.text_size = ChoiceBox(text_size_choices(100))
        self.language = ChoiceBox(languages) if len(languages) > _ALONE else None
        self.restart = Button(_("Restart now"), "refresh-cw")
        self.restart.hide()
        self.motion = Switch()
        self.add_row(_("Theme"), "", self.theme)
        self.add_row(_("Text size"), "", self.text_size)
        if self.language is not None:
            hint = _("The new language takes effect after a restart.")
            self.add_row(_("Language"), hint, self.language, beside=self.restart)
        hint = _("Menus open without animation, and the text cursor does not blink.")
        self.add_row(_("Reduce motion"), hint, self.motion)
        self._connect()

    def show_settings(self, settings: Settings) -> None:
        self.theme.select(settings.theme)
        percent = settings.text_percent
        self.text_size.show_value(percent, text_size_choices(percent))
        self.motion.setChecked(settings.motion == "reduced")
        if self.language is not None:
            self.language.show_value(settings.language)
            self.restart.setVisible(chosen_language(settings.language) != current())

    def _connect(self) -> None:
        self.theme.chosen.connect(lambda key: self.chosen.emit("theme", key))
        self.text_size.chosen.connect(lambda percent: self.chosen.emit("text_percent", percent))
        self.motion.clicked.connect(
            lambda checked: self.chosen.emit("motion", "reduced" if checked else "system")
        )
        if self.language is not None:
            self.language.chosen.connect(lambda code: self.chosen.emit("language", code))


class PrivacyCard(SettingsCard):
    def __init__(self) -> None:
        super().__init__(_("Privacy"))
        self.clipboard = ChoiceBox(clipboard_choices(None))
        self.idle = ChoiceBox(idle_choices())
        self.add_row(
            _("Clear copied secrets"),
            _("Removes passwords from the clipboard, unless something else was copied since."),
            self.clipboard,
        )
        self.add_row(
            _("Hide secrets when idle"),
            _("Covers passwords and clears the clipboard, also when the screen is locked."),
            self.idle,
        )
        self.clipboard.chosen.connect(lambda seconds: self.chosen.emit("clipboard_seconds", seconds))
        self.idle.chosen.connect(lambda minutes: self.chosen.emit("idle_minutes", minutes))

    def show_settings(self, settings: Settings) -> None:
        seconds = settings.clipboard_seconds
        self.clipboard.show_value(seconds, clipboard_choices(seconds))
        self.idle.show_value(settings.idle_minutes)


class NotificationsCard(SettingsCard):
    """`switches` are by the names of the fields of `NotificationChoices`."""

    def __init__(self) -> None:
        super().__init__(
            _("Notifications"),
            _("You are notified once for each event; past notifications are under the bell."),
        )
        self._choices = NotificationChoices()
        self.switches: dict[str, Switch] = {}
        self.tray = Switch()
        for kind in KINDS:
            self.add_row(kind_name(kind), "", self._switch(kind))
        if _HAS_DESKTOP_NOTIFICATIONS:
            hint = _("When Tollhouse is not in front. Amounts are left out: others may see your screen.")
            self.add_row(_("Also on the desktop"), hint, self._switch("on_desktop"))
        self.add_row(_("Keep running in the tray"), _tray_hint(), self.tray)
        self.tray.clicked.connect(lambda is_on: self.chosen.emit("has_tray", is_on))

    def show_settings(self, settings: Settings) -> None:
        self._choices = settings.notifications
        for name, switch in self.switches.items():
            switch.setChecked(getattr(self._choices, name))
        self.tray.setChecked(settings.has_tray)

    def _switch(self, name: str) -> Switch:
        switch = self.switches[name] = Switch()
        switch.clicked.connect(lambda is_on: self._on_switched(name, is_on=is_on))
        return switch

    def _on_switched(self, name: str, *, is_on: bool) -> None:
        self._choices = replace(self._choices, **{name: is_on})
        self.chosen.emit("notifications", self._choices)


class ConnectionCard(SettingsCard):
    """The settings of the connection to the services; `proxy_entered` has the address as typed."""

    proxy_entered = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            _("Connection"),
            _("For networks that require a proxy. It is not one of your proxy subscriptions."),
        )
        self._proxy = ""
        self.proxy = LineEdit("http://host:port", mono=True)
        self.field = Field(_("Proxy for this app's own traffic"), self.proxy)
        self.body.addWidget(self.field)
        self.proxy.textEdited.connect(self.field.clear_error)
        self.proxy.editingFinished.connect(self._on_proxy_edited)

    def show_settings(self, settings: Settings) -> None:
        """An address that is being entered stays."""
        if settings.proxy != self._proxy or not self.proxy.text():
            self.proxy.setText(settings.proxy)
        self._proxy = settings.proxy
        self.field.set_hint(
            _("Takes effect with the next request, but never for addresses on this computer.")
            if settings.proxy
            else _(
                "Leave empty to reach services directly. The address takes effect when you leave the field."
            )
        )

    def show_accepted(self, proxy: str) -> None:
        self.field.clear_error()
        self.proxy.setText(proxy)

    def show_error(self, text: str) -> None:
        self.field.show_error(text)

    def _on_proxy_edited(self) -> None:
        if self.proxy.text().strip() != self._proxy:
            self.proxy_entered.emit(self.proxy.text())


def _tray_hint() -> str:
    if QSystemTrayIcon.isSystemTrayAvailable():
        return _("Closing the window then only hides it, and your top-ups are still tracked.")
    return _(
        "Closing the window then hides it. This desktop has no tray at the moment: without one, "
        "closing quits the app."
    )
