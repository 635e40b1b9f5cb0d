"""The tray icon: hides the window on close, restores it, and shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from app.errors import AppError, NotFoundError
from app.i18n.texts import _, ngettext
from app.present.errors import present_error
from app.present.statuses import copied_text
from app.rules.proxy_formats import USUAL_FORMAT
from ui.desktop_notifications import DesktopNotification
from ui.theme import theme
from ui.theme.icons import app_icon
from ui.theme.stylesheet import set_style
from ui.widgets.painting import draw_box

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.rules.proxy_formats.logins import Credentials
    from app.services.accounts.session import AccountSession
    from ui.clipboard import Clipboard, CredentialSource
    from ui.shell.navigation import Navigation
    from ui.shell.window import MainWindow

_CHECK_EVERY_MS: Final = 2_000
"""How often to check whether a tray has come or gone; not every desktop reports it."""

_SIDES: Final = (16, 22, 24, 32, 48, 64)
_DOT_SHARE: Final = 0.45


class Tray(QObject):
    """An icon with a menu, where the settings ask for it; it shows no amount and no secret.

    While there is an icon, closing the window hides it; without one, closing ends the app.

    Args:
        is_there: Returns whether the desktop has a tray.
    """

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        navigation: Navigation,
        clipboard: Clipboard,
        is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = services.settings
        self._accounts = services.accounts
        self._navigation = navigation
        self._clipboard = clipboard
        self._is_there = is_there
        self._icon: QSystemTrayIcon | None = None
        self._has_explained = False
        self.menu = QMenu()
        set_style(self.menu, "menu")
        self.menu.addAction(_("Open Tollhouse"), window.bring_to_front)
        self.menu.addAction(_("New top-up"), self._open_new_topup)
        self._copy_action = self.menu.addAction(_("Copy last credentials"), self._start_copy)
        self.menu.addSeparator()
        self.menu.addAction(_("Quit"), window.quit)
        self.menu.aboutToShow.connect(self._show_state)
        self.destroyed.connect(self.menu.deleteLater)
        self._timer = QTimer(self, interval=_CHECK_EVERY_MS)
        self._timer.timeout.connect(self.check)
        window.hidden.connect(self._on_window_hidden)
        window.closed.connect(self._stop)
        clipboard.secret_copied.connect(self._show_state)
        navigation.pollers.on_change.append(self._show_state)
        services.settings.watch(self._on_settings_changed)

    def check(self) -> None:
        """Shows the icon if a tray has come, and removes it if the tray has gone."""
        if not self._is_there():
            self._remove_icon()
        elif self._icon is None:
            # Only a new icon registers with a tray that has just come.
            self._icon = QSystemTrayIcon(self)
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._on_activated)
            self._show_state()
            self._icon.show()
            self._window.hides_when_closed = True

    def _remove_icon(self) -> None:
        if self._icon is None:
            return
        self._icon.hide()
        self._icon.deleteLater()
        self._icon = None
        self._window.hides_when_closed = False
        if self._window.is_hidden_by_closing:
            self._window.bring_to_front()

    def _stop(self) -> None:
        self._timer.stop()
        self._remove_icon()

    def _show_state(self) -> None:
        self._copy_action.setEnabled(self._copied() is not None)
        if self._icon is not None:
            count = self._navigation.pollers.in_progress()
            text = ngettext(
                "Tollhouse · {n} top-up in progress", "Tollhouse · {n} top-ups in progress", count
            ).format(n=count)
            self._icon.setIcon(_icon(has_dot=count > 0))
            self._icon.setToolTip(text if count else "Tollhouse")

    def _on_settings_changed(self) -> None:
        if self._settings.now.has_tray:
            self._timer.start()
            self.check()
        else:
            self._stop()
        self._show_state()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self._window.bring_to_front()

    def _on_window_hidden(self) -> None:
        if not self._has_explained:
            self._has_explained = True
            self._notify(
                _("Tollhouse keeps running"), _("It tracks your top-ups from the tray. Quit it there.")
            )

    def _open_new_topup(self) -> None:
        self._window.bring_to_front()
        if QApplication.activeModalWidget() is None:
            self._window.new_requested.emit()

    def _start_copy(self) -> None:
        self._navigation.tasks.start("copy last credentials", self._copy())

    def _copied(self) -> CredentialSource | None:
        """Returns what can be copied again: of an account that still exists, with its key in order."""
        source = self._clipboard.source
        if source is None or all(account.id != source.account_id for account in self._accounts.known()):
            return None
        return None if self._accounts.key_status(source.account_id).is_refused else source

    async def _copy(self) -> None:
        """Copies the last credentials as they are now."""
        from app.rules.proxy_formats.rendering import group_text  # noqa: PLC0415 (after the first rows)

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
            written = group_text(USUAL_FORMAT, users)
        title = _("Credentials copied")
        self._clipboard.copy_secret(written.text, title, source=source)
        seconds = self._clipboard.clear_after_s
        self._window.status_bar.show_message(copied_text(title, seconds))
        text = ""
        if seconds is not None:
            text = ngettext(
                "The clipboard is cleared in {n} second.", "The clipboard is cleared in {n} seconds.", seconds
            ).format(n=seconds)
        self._notify(title, text)

    def _notify(self, title: str, text: str) -> None:
        if self._settings.now.notifications.on_desktop:
            self._navigation.notification_center.desktop.send(DesktopNotification("tray", title, text))


def _icon(*, has_dot: bool) -> QIcon:
    """Returns the app's icon, with a dot while a top-up is in progress."""
    base = app_icon()
    if not has_dot:
        return base
    dotted = QIcon()
    for side in _SIDES:
        dotted.addPixmap(_with_dot(base.pixmap(side, side)))
    return dotted


def _with_dot(picture: QPixmap) -> QPixmap:
    side = picture.width() / picture.devicePixelRatio()
    dot = side * _DOT_SHARE
    painter = QPainter(picture)
    rect = QRectF(side - dot, side - dot, dot, dot)
    draw_box(painter, rect, theme.color("surface"), radius=dot / 2)
    inner = rect.adjusted(1, 1, -1, -1)
    draw_box(painter, inner, theme.color("warning"), radius=inner.width() / 2)
    painter.end()
    return picture


async def _users(account: AccountSession, source: CredentialSource) -> list[Credentials]:
    """Returns the credentials as they are now.

    Raises:
        AppError: None of the sub-users exists any more, or the service did not respond.
    """
    from app.rules.proxy_formats.logins import credentials_of  # noqa: PLC0415 (after the first rows)

    subscription = await account.subscriptions.get(source.subscription_id)
    if not source.sub_user_ids:
        return [credentials_of(subscription)]
    found = await account.sub_users.list(source.subscription_id)
    known = {sub_user.id: sub_user for sub_user in found.items}
    users = [credentials_of(subscription, known[key]) for key in source.sub_user_ids if key in known]
    if not users:
        raise NotFoundError(404)
    return users
