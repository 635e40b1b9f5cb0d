"""The tray icon: hides the window on close, restores it, and shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from app.errors import AppError, NotFoundError
from app.i18n.texts import _, ngettext
from app.present.errors import present_error
from app.rules.proxy_formats import credentials_of, group_text
from ui.desktop_notifications import DesktopNotification
from ui.theme import theme
from ui.theme.icons import app_icon
from ui.theme.stylesheet import dress
from ui.widgets.painting import paint_box

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.rules.proxy_formats import Credentials
    from app.services.accounts.accounts import AccountSession
    from ui.clipboard import Clipboard, CredentialSource
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow

LOOK_EVERY_MS: Final = 2_000
"""How often to check whether a tray has come or gone; not every desktop reports it."""

_SIDES: Final = (16, 22, 24, 32, 48, 64)
_DOT_SHARE: Final = 0.45


class Tray(QObject):
    """An icon with a menu; what others see of it holds no amount and no secret.

    Signals:
        presence_changed(bool): Whether there is an icon now, by which a hidden window can come back.
        open_wanted(), new_wanted(), copy_wanted(), quit_wanted(): What was chosen.
    """

    presence_changed = Signal(bool)
    open_wanted = Signal()
    new_wanted = Signal()
    copy_wanted = Signal()
    quit_wanted = Signal()

    def __init__(
        self, parent: QObject, is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable
    ) -> None:
        """Makes ready; there is no icon before one is wanted.

        Args:
            is_there: Returns whether the desktop has a tray.
        """
        super().__init__(parent)
        self._is_there = is_there
        self._icon: QSystemTrayIcon | None = None
        self._in_progress = 0
        self._menu = QMenu()
        dress(self._menu, "menu")
        self._menu.addAction(_("Open Tollhouse"), self.open_wanted.emit)
        self._menu.addAction(_("New top-up"), self.new_wanted.emit)
        self._copy = self._menu.addAction(_("Copy last credentials"), self.copy_wanted.emit)
        self._copy.setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction(_("Quit"), self.quit_wanted.emit)
        self._looks = QTimer(self)
        self._looks.setInterval(LOOK_EVERY_MS)
        self._looks.timeout.connect(self.look)
        self.destroyed.connect(self._menu.deleteLater)

    def set_wanted(self, *, wanted: bool) -> None:
        """Shows the icon, now or as soon as there is a tray; or hides it."""
        if wanted:
            self._looks.start()
            self.look()
        else:
            self._looks.stop()
            self._leave()

    def look(self) -> None:
        """Checks whether a tray has come or gone."""
        if not self._is_there():
            self._leave()
        elif self._icon is None:
            self._enter()

    def show_in_progress(self, count: int) -> None:
        """Shows how many top-ups are under way."""
        self._in_progress = count
        self._show_state()

    def offer_copy(self, *, offered: bool) -> None:
        """Lets the last used credentials be copied, or not."""
        self._copy.setEnabled(offered)

    def menu(self) -> QMenu:
        """Returns what opens at the icon."""
        return self._menu

    def tooltip(self) -> str:
        """Returns the icon's tooltip."""
        count = self._in_progress
        if not count:
            return "Tollhouse"
        return ngettext(
            "Tollhouse · {n} top-up in progress", "Tollhouse · {n} top-ups in progress", count
        ).format(n=count)

    def _enter(self) -> None:
        # Only a new icon registers with a tray that has just come.
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._show_state()
        self._icon.show()
        self.presence_changed.emit(True)

    def _leave(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None
            self.presence_changed.emit(False)

    def _show_state(self) -> None:
        if self._icon is not None:
            self._icon.setIcon(_sign(has_dot=self._in_progress > 0))
            self._icon.setToolTip(self.tooltip())

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.open_wanted.emit()


def _sign(*, has_dot: bool) -> QIcon:
    """Returns the sign of the app, with a dot while something is under way."""
    sign = app_icon()
    if not has_dot:
        return sign
    dotted = QIcon()
    for side in _SIDES:
        dotted.addPixmap(_with_dot(sign.pixmap(side, side)))
    return dotted


def _with_dot(picture: QPixmap) -> QPixmap:
    side = picture.width() / picture.devicePixelRatio()
    dot = side * _DOT_SHARE
    painter = QPainter(picture)
    rect = QRectF(side - dot, side - dot, dot, dot)
    paint_box(painter, rect, theme.color("surface"), radius=dot / 2)
    inner = rect.adjusted(1, 1, -1, -1)
    paint_box(painter, inner, theme.color("warning"), radius=inner.width() / 2)
    painter.end()
    return picture


_ALWAYS_POSSIBLE: Final = "http_url"


class TrayController(QObject):
    """While there is an icon, closing the window hides it; without one, closing ends the app.

    Attributes:
        tray: The icon.
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
        self._has_explained = False
        self._accounts = services.accounts
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
        self.tray.offer_copy(offered=self._copied() is not None)

    def _on_window_hidden(self) -> None:
        if not self._has_explained:
            self._has_explained = True
            self._notify(
                _("Tollhouse keeps running"), _("It tracks your top-ups from the tray. Quit it there.")
            )

    def _on_new_wanted(self) -> None:
        self._window.come_forward()
        if QApplication.activeModalWidget() is None:
            self._window.new_wanted.emit()

    def _on_copy_wanted(self) -> None:
        self._navigation.tasks.start("copy last credentials", self._copy())

    def _copied(self) -> CredentialSource | None:
        """Returns what can be copied again: of an account that still exists, with its key in order."""
        source = self._clipboard.source
        if source is None or all(account.id != source.account_id for account in self._accounts.known()):
            return None
        return None if self._accounts.key_status(source.account_id).is_refused else source

    async def _copy(self) -> None:
        """Copies the last credentials as they are now."""
        source = self._copied()
        if source is None:
            return
        try:
            account = await self._accounts.open(source.account_id, attended=False)
            users = await _users(account, source)
        except AppError as error:
            self._notify(_("Credentials not copied"), present_error(error).text)
            return
        written = group_text(source.format_key, users, template=source.template)
        if written.refused:
            written = group_text(_ALWAYS_POSSIBLE, users)
        self._clipboard.copy_secret(written.text, source=source)
        seconds = self._clipboard.clear_after_s
        text = ""
        if seconds is not None:
            text = ngettext(
                "The clipboard is cleared in {n} second.", "The clipboard is cleared in {n} seconds.", seconds
            ).format(n=seconds)
        self._notify(_("Credentials copied"), text)

    def _notify(self, title: str, text: str) -> None:
        if self._preferences.now.notifications.on_desktop:
            self._navigation.notification_center.desktop.send(DesktopNotification("tray", title, text))


async def _users(account: AccountSession, source: CredentialSource) -> list[Credentials]:
    """Returns the credentials as they are now.

    Raises:
        AppError: None of the sub-users is there any more, or the service could not be asked.
    """
    subscription = await account.subscriptions.get(source.subscription_id)
    if not source.sub_user_ids:
        return [credentials_of(subscription)]
    found = await account.sub_users.list(source.subscription_id)
    known = {sub_user.id: sub_user for sub_user in found.items}
    users = [credentials_of(subscription, known[key]) for key in source.sub_user_ids if key in known]
    if not users:
        raise NotFoundError(404)
    return users
