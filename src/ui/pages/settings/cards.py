"""The cards of the settings page: settings by subject, stored files, diagnostics, about the app."""

from __future__ import annotations

import sys
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import PySide6
from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QSystemTrayIcon

from app.i18n.texts import CHINESE, _, chosen_language, current
from app.models.notifications import KINDS
from app.models.settings import NotificationChoices
from app.present.notifications import kind_name
from ui.pages.settings.rows import ChoiceBox, LanguageBox, LateCard, SettingsCard
from ui.pages.settings.view import (
    clipboard_choices,
    idle_choices,
    language_choices,
    language_hint,
    text_size_choices,
)
from ui.theme import theme
from ui.theme.theme import has_system_chinese_font
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import column, fill, row
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import MAX_LINES, TextPreview

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.models.settings import Settings
    from ui.pages.settings.view import AboutView, FilesRow


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
        self.language = LanguageBox(languages) if len(languages) > _ALONE else None
        self.restart = Button(_("Restart now"), "refresh-cw")
        self.restart.hide()
        self.motion = Switch()
        self.add_row(_("Theme"), "", self.theme)
        self.add_row(_("Text size"), "", self.text_size)
        if self.language is not None:
            hint = language_hint(lacks_font=current() == CHINESE and not has_system_chinese_font())
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
        self.motion.switched.connect(
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
            _(
                "You are notified once for each event; past notifications are under the bell. Thresholds "
                "of traffic are set under Alerts on the page of a subscription."
            ),
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
        self.tray.switched.connect(lambda is_on: self.chosen.emit("has_tray", is_on))

    def show_settings(self, settings: Settings) -> None:
        self._choices = settings.notifications
        for name, switch in self.switches.items():
            switch.setChecked(getattr(self._choices, name))
        self.tray.setChecked(settings.has_tray)

    def _switch(self, name: str) -> Switch:
        switch = self.switches[name] = Switch()
        switch.switched.connect(lambda is_on: self._on_switched(name, is_on=is_on))
        return switch

    def _on_switched(self, name: str, *, is_on: bool) -> None:
        self._choices = self._choices._replace(**{name: is_on})
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


_ABOUT_ROWS = 4
_LICENSE_LINES = 10


class FilesCard(SettingsCard):
    def __init__(self, folder: str, copy: Callable[[str], None]) -> None:
        intro = _(
            "Readable by you alone. API keys are not among these files: they are stored in the "
            "system keyring."
        )
        super().__init__(_("On this computer"), intro)
        self._rows: list[tuple[Label, Label, Label]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        path = CopyField(_("Folder"), _("Copy folder"), copy)
        path.show_value(folder)
        self.delete = Button(_("Delete everything"), "trash-2", tone="danger")
        fill(self.body, self._grid, path, row(self.delete, None))

    def show_rows(self, rows: Sequence[FilesRow]) -> None:
        while len(self._rows) < len(rows):
            self._add_row()
        for labels, shown in zip_longest(self._rows, rows):
            for label, text in zip(labels, shown or ("", "", ""), strict=True):
                label.setText(text)
                label.setVisible(shown is not None)

    def _add_row(self) -> None:
        label = Label(limit=800, wrap=True)
        names = Label(role="secondary", limit=400, wrap=True)
        names.setContentsMargins(0, 0, 0, 7)
        size = Label(role="secondary", tone="text")
        index = 2 * len(self._rows)
        self._grid.addWidget(label, index, 0)
        self._grid.addWidget(size, index, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(names, index + 1, 0)
        self._rows.append((label, names, size))


class DiagnosticsCard(LateCard):
    """Versions and the recent log; they are read when they are seen, which asks the keyring for its name."""

    def __init__(self, copy: Callable[[str], None]) -> None:
        intro = _("For a bug report: versions and the recent log, without keys, passwords or account names.")
        super().__init__(_("Diagnostics"), intro)
        self._text = ""
        self._copy = copy
        self.preview = TextPreview(_("Diagnostics"))
        # As high as it will be.
        self.preview.show_text("\n" * MAX_LINES)
        self.button = Button(_("Copy diagnostics"), "copy")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._on_button_clicked)
        fill(self.body, self.preview, row(self.button, None))

    def show_text(self, text: str) -> None:
        self._text = text
        self.preview.show_text(text)
        self.button.setEnabled(bool(text))

    def _on_button_clicked(self) -> None:
        self._copy(self._text)


class AboutCard(LateCard):
    """Versions, how the app was installed, and the licenses of its parts."""

    def __init__(self, copy: Callable[[str], None]) -> None:
        super().__init__(_("About"), _("Free software under the MIT license, made of parts by others."))
        self._text = ""
        self._copy = copy
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.rows = [(Label(tone="muted"), Label(limit=400, wrap=True)) for _row in range(_ABOUT_ROWS)]
        for index, (name, value) in enumerate(self.rows):
            self._grid.addWidget(name, index, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, index, 1)
        self.licenses = TextPreview(_("Third-party licenses"), max_lines=_LICENSE_LINES)
        # As high as it will be.
        self.licenses.show_text("\n" * _LICENSE_LINES)
        self.button = Button(_("Copy"), "copy")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._on_button_clicked)
        title = Label(_("Third-party licenses"))
        title.setBuddy(self.licenses)
        fill(self.body, self._grid, column(title, self.licenses, spacing=6), row(self.button, None))

    def show_about(self, about: AboutView) -> None:
        for labels, texts in zip(self.rows, about.rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
        self._text = about.text
        self.licenses.show_text(about.licenses)
        self.button.setEnabled(True)

    def _on_button_clicked(self) -> None:
        self._copy(self._text)


def qt_facts(widget: QWidget) -> tuple[tuple[str, str], ...]:
    """Returns names and values of Qt, the screens and a widget's window for the diagnostics, in English."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    window = widget.window()
    return (
        ("Qt", qVersion()),
        ("PySide6", PySide6.__version__),
        ("Platform", QGuiApplication.platformName()),
        ("Screens", screens or "none"),
        ("Window", f"{window.width()}x{window.height()}"),
        ("Theme", f"{theme.current_tokens().name}, text at {theme.text_scale():.0%}"),
        ("Direction", "right to left" if widget.isRightToLeft() else "left to right"),
    )
