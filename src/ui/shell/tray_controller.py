"""Controls the tray icon: hides the window on close, restores it, and shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.errors import AppError
from app.i18n.texts import _, ngettext
from app.present.errors import present_error
from ui.desktop_notifications import DesktopNotification
from ui.shell.last_credentials import LastCredentials
from ui.shell.tray import Tray

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.clipboard import Clipboard
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow


class TrayController(QObject):
    """While there is an icon, closing the window hides it; without one, closing ends the app.

    Attributes:
        tray: The icon.
        last: The credentials that were copied last.
    """

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        navigation: Navigation,
        clipboard: Clipboard,
        *,
        tray: Tray | None = None,
    ) -> None:
        """Joins them, as far as the preferences ask for it.

        Args:
            navigation: Knows all accounts' pollers and pages.
            tray: Made here unless a test gives one.
        """
        super().__init__(window)
        self._window = window
        self._preferences = services.preferences
        self._navigation = navigation
        self._clipboard = clipboard
        self._has_said = False
        self.last = LastCredentials(services.accounts, clipboard, navigation)
        self.tray = tray or Tray(self)
        self.tray.presence_changed.connect(self._on_presence_changed)
        self.tray.open_wanted.connect(window.come_forward)
        self.tray.new_wanted.connect(self._on_new_wanted)
        self.tray.copy_wanted.connect(self._on_copy_wanted)
        self.tray.quit_wanted.connect(window.quit)
        self.tray.menu().aboutToShow.connect(self._show_state)
        window.hidden.connect(self._on_window_hidden)
        clipboard.secret_copied.connect(self._show_state)
        navigation.pollers.on_change.append(self._show_state)
        window.closed.connect(lambda: self.tray.set_wanted(wanted=False))
        services.preferences.watch(self._on_preferences_changed)

    def _on_preferences_changed(self) -> None:
        self.tray.set_wanted(wanted=self._preferences.now.has_tray)
        self._show_state()

    def _on_presence_changed(self, is_there: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self._window.set_hides_when_closed(hides=is_there)
        if not is_there and self._window.is_hidden_by_closing:
            self._window.come_forward()

    def _show_state(self) -> None:
        self.tray.show_in_progress(self._navigation.pollers.in_progress())
        self.tray.offer_copy(offered=self.last.is_there())

    def _on_window_hidden(self) -> None:
        if not self._has_said:
            self._has_said = True
            self._say(_("Tollhouse keeps running"), _("It tracks your top-ups from the tray. Quit it there."))

    def _on_new_wanted(self) -> None:
        self._window.come_forward()
        if QApplication.activeModalWidget() is None:
            self._window.new_wanted.emit()

    def _on_copy_wanted(self) -> None:
        self._navigation.tasks.start("copy last credentials", self._copy())

    async def _copy(self) -> None:
        try:
            if not await self.last.copy():
                return
        except AppError as error:
            self._say(_("Credentials not copied"), present_error(error).text)
            return
        seconds = self._clipboard.clear_after_s
        text = ""
        if seconds is not None:
            text = ngettext(
                "The clipboard is cleared in {n} second.", "The clipboard is cleared in {n} seconds.", seconds
            ).format(n=seconds)
        self._say(_("Credentials copied"), text)

    def _say(self, title: str, text: str) -> None:
        if self._preferences.now.notifications.on_desktop:
            self._navigation.notification_center.desktop.send(DesktopNotification("tray", title, text))
