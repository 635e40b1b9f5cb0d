"""Opens the settings page and returns from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _
from ui.shell.shortcuts_dialog import ShortcutsDialog
from ui.widgets.buttons.buttons import IconButton

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.pages.context import PageContext
    from ui.pages.settings.page import SettingsPage
    from ui.shell.window import MainWindow


class SettingsNavigation(QObject):
    """Shows the settings as a page of the window, made on the first visit.

    Attributes:
        page: The page; None before the first visit.

    Signals:
        left(): The user wants back.
        deletion_wanted(): Everything is to be deleted; not confirmed yet.
    """

    left = Signal()
    deletion_wanted = Signal()

    def __init__(self, window: MainWindow, services: Services, context: PageContext) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._context = context
        self.page: SettingsPage | None = None
        self.button = IconButton("settings", _("Settings"))
        self.button.clicked.connect(self.open)
        window.header.add_tool(self.button)
        window.settings_wanted.connect(self.open)
        window.shortcuts_wanted.connect(self._on_shortcuts_wanted)

    def open(self) -> None:
        """Shows the settings as they are now."""
        if self.page is None:
            from ui.pages.settings.page import SettingsPage  # noqa: PLC0415 (light until it is visited)

            self.page = SettingsPage(self._services, self._context)
            self.page.back_pressed.connect(self.left)
            self.page.deletion_wanted.connect(self.deletion_wanted)
            self.page.restart_wanted.connect(self._window.restart)
        self.page.load()
        self._window.show_page(self.page)
        self.page.back.setFocus()

    def is_open(self) -> bool:
        """Returns whether the settings are what the window shows."""
        return self.page is not None and self.page.isVisible()

    def _on_shortcuts_wanted(self) -> None:
        ShortcutsDialog(self._window.shortcut_groups(), self._window).open()
