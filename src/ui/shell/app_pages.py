"""The pages of the app itself, in place of an account's: settings, and all accounts at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from app.i18n.texts import _

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.pages.overview.page import OverviewPage
    from ui.pages.settings.page import SettingsPage
    from ui.shell.pollers import Pollers
    from ui.shell.router import Router
    from ui.shell.window import MainWindow


class AppPages(QObject):
    """Shows them over the account that is open, and returns to it.

    Attributes:
        settings: None before the first visit.
        overview: None before the first visit.
        is_overview_open: Whether all accounts are shown, maybe below the settings.

    Signals:
        left_alone(): A page was left, and no account is open.
        settings_built(SettingsPage), overview_built(OverviewPage): A page was built, on its first visit.
    """

    overview_toggled = Signal()
    left_alone = Signal()
    settings_built = Signal(object)
    overview_built = Signal(object)

    def __init__(self, window: MainWindow, services: Services, router: Router, pollers: Pollers) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._router = router
        self._pollers = pollers
        self.settings: SettingsPage | None = None
        self.overview: OverviewPage | None = None
        self.is_overview_open = False
        window.page_changed.connect(self._on_page_changed)
        window.escaped.connect(self._on_escaped)

    def show_settings(self) -> SettingsPage:
        if self.settings is None:
            from ui.pages.settings.page import SettingsPage  # noqa: PLC0415 (light until it is visited)

            self.settings = SettingsPage(self._services, self._router.context)
            self.settings.back.clicked.connect(self.leave_settings)
            self.settings_built.emit(self.settings)
        self.settings.load()
        self._window.show_page(self.settings)
        self.settings.back.setFocus()
        return self.settings

    def show_about(self) -> None:
        """Shows the settings' last card."""
        self.show_settings().show_about()

    def open_overview(self) -> None:
        """Shows all accounts, with a focus ring: most often a shortcut or the palette led here."""
        self.show_overview(Qt.FocusReason.ShortcutFocusReason)

    def show_overview(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Shows all accounts and refreshes each; does nothing before one is open."""
        if not self._pollers.overviews.accounts():
            return
        if self.overview is None:
            self.overview = self._build_overview()
        self._window.show_untabbed(self.overview, _("All accounts"))
        self.overview.load()
        self.overview.list.setFocus(reason)

    def are_settings_open(self) -> bool:
        return self.settings is not None and self.settings.isVisible()

    def leave_settings(self) -> None:
        """Returns from the settings to what was open before."""
        if not self.are_settings_open():
            return
        if self.is_overview_open:
            self.open_overview()
        else:
            self.leave_overview()

    def leave_overview(self) -> None:
        """Returns to the account that was open last."""
        if self._router.account_id:
            self._router.show_page()
        elif not self._router.show_browsed():
            self.left_alone.emit()

    def load(self) -> bool:
        """Loads the page that is shown again; returns False if it is an account's."""
        if self.are_settings_open():
            self.show_settings()
        elif self.overview is not None and self.is_overview_open:
            self.overview.load()
        else:
            return False
        return True

    def _build_overview(self) -> OverviewPage:
        from ui.pages.overview.page import OverviewPage  # noqa: PLC0415 (light until it is visited)

        page = OverviewPage(self._pollers.overviews, self._services.clock)
        self.overview_built.emit(page)
        page.connection_changed.connect(self._on_connection_changed)
        return page

    def _on_escaped(self) -> None:
        if self.are_settings_open():
            self.leave_settings()
        elif self.overview is not None and self.overview.isVisible():
            self.leave_overview()
        else:
            self._router.go_back()

    def _on_connection_changed(self, tone: str, text: str) -> None:
        if self.is_overview_open:
            self._window.show_connection(tone, text)

    def _on_page_changed(self) -> None:
        shown = self._window.shown_page()
        if self.overview is None or shown is self.settings:
            return
        is_open = shown is self.overview
        if is_open != self.is_overview_open:
            self.is_overview_open = is_open
            # The status bar is about all accounts then.
            self._router.shows_connection = not is_open
            self.overview_toggled.emit()
