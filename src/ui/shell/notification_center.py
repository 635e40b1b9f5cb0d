"""Shows notifications under the bell, as toasts, and on the desktop while the window is inactive."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.present.notifications import many_text, present_notification, present_notification_rows, unread_text
from ui.desktop_notifications import DesktopNotification, DesktopNotifications
from ui.pages.page import listen
from ui.tasks import SAVING, Tasks
from ui.theme.theme import follow, scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from PySide6.QtCore import SignalInstance

    from app.bootstrap import Services
    from app.errors import AppError
    from app.models.notifications import Notification
    from app.models.topups import TopUp
    from ui.shell.bell_panel import BellPanel
    from ui.shell.toasts import Toasts
    from ui.shell.window import MainWindow
    from ui.widgets.buttons.header_buttons import CountButton

_WIDTH: Final = 400
_MANY: Final = 3
"""More events than this at once are one desktop notification."""

_ALL: Final = "all"


class NotificationCenter(QObject):
    """Connects notifications with the bell and its panel, the toasts and the desktop.

    Args:
        bell: The button that opens the panel; it shows how many notifications are not read yet.
        is_on_screen: Returns whether the open page shows the same as a notification of an account.
        newest_topups: Returns the newest top-up of each open account, by ID.
        now: Returns the time by the service of an account.

    Signals:
        notification_chosen(str, object): The id of an account, and the `Notification` whose subject
            is to be shown.
        topup_requested(str, object): The same; a top-up for its subscription is to be prepared.
    """

    notification_chosen = Signal(str, object)
    topup_requested = Signal(str, object)

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        window: MainWindow,
        bell: CountButton,
        services: Services,
        *,
        show_error: Callable[[AppError], None],
        is_on_screen: Callable[[str, Notification], bool],
        newest_topups: Callable[[], Mapping[str, TopUp]],
        now: Callable[[str], datetime],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._notifications = services.notifications
        self._is_on_screen = is_on_screen
        self._newest_topups = newest_topups
        self._now = now
        self._on_desktop: dict[str, tuple[str, Notification]] = {}
        self.tasks = Tasks(window, show_error)
        self._bell = bell
        self.desktop = DesktopNotifications(self._on_desktop_clicked)
        listen(window, self._notifications.on_change, self._show_notifications)
        follow(self._on_theme_changed)

    @cached_property
    def panel(self) -> BellPanel:
        from ui.shell.bell_panel import BellPanel  # noqa: PLC0415 (after the first rows)

        panel = BellPanel(self._window)
        self._window.shortcuts.add_quit(panel)
        panel.list.row_chosen.connect(lambda key: self._choose(int(key), self.notification_chosen))
        panel.list.row_action_chosen.connect(lambda key: self._choose(int(key), self.topup_requested))
        panel.mark_read.clicked.connect(self._on_mark_read_clicked)
        panel.clear.clicked.connect(self._on_clear_clicked)
        self._show_rows(panel)
        return panel

    @cached_property
    def toasts(self) -> Toasts:
        from ui.shell.toasts import Toasts  # noqa: PLC0415 (likewise)

        toasts = Toasts(self._window)
        toasts.notification_chosen.connect(self._show)
        return toasts

    def begin(self) -> None:
        """Loads the list, and connects with the desktop."""
        self.tasks.start("desktop notifications", self.desktop.run())
        self.tasks.start("notifications", self._notifications.load())

    def open(self) -> None:
        # The list contains it too, in the same corner.
        self._hide_toast()
        self._show_notifications()
        self.panel.open_below(self._bell, scaled(_WIDTH))
        self.panel.take_focus()

    def _names(self) -> dict[str, str]:
        return {account.id: account.name for account in self._services.accounts.known()}

    def _show_notifications(self) -> None:
        """Updates the count, the list where it is open, and the toast."""
        names = self._names()
        count = sum(not one.is_read for one in self._notifications.stored if one.account in names)
        self._bell.show_count(count, unread_text(count))
        if "panel" in vars(self):
            self._show_rows(self.panel)
        if "toasts" in vars(self):
            self.toasts.hide_unless_of(names)

    def _show_rows(self, panel: BellPanel) -> None:
        stored, past = self._notifications.stored, self._notifications.past()
        rows = present_notification_rows(stored, self._names(), self._now, past, self._newest_topups())
        panel.show_rows(rows)
        if panel.isVisible():
            panel.fit()

    def _choose(self, number: int, signal: SignalInstance) -> None:
        stored = next((one for one in self._notifications.stored if one.number == number), None)
        if stored is not None:
            self.panel.close()
            self._show(stored.account, stored.notification, signal)

    def _on_mark_read_clicked(self) -> None:
        self.tasks.start(f"{SAVING}read notifications", self._notifications.mark_all_read())
        self.panel.take_focus()

    def _on_clear_clicked(self) -> None:
        self.tasks.start(f"{SAVING}cleared notifications", self._notifications.clear())
        self.panel.take_focus()

    def _on_theme_changed(self) -> None:
        if "panel" in vars(self) and self.panel.isVisible():
            self.panel.open_below(self._bell, scaled(_WIDTH))

    def show_added(self, account_id: str, notifications: tuple[Notification, ...]) -> None:
        """Shows the new notifications of an account, all of one snapshot at once."""
        name = self._names().get(account_id)
        if name is None:
            return
        if not self._is_on_screen(account_id, notifications[-1]):
            self.toasts.show_notification(account_id, name, notifications[-1])
        wants_desktop = self._services.settings.now.notifications.on_desktop
        if not wants_desktop or self._window.isActiveWindow():
            return
        if len(notifications) > _MANY:
            self.desktop.send(DesktopNotification(_ALL, *many_text(len(notifications))))
            return
        for notification in notifications:
            view, key = present_notification(notification), f"{account_id}/{notification.topic}"
            self._on_desktop[key] = (account_id, notification)
            self.desktop.send(DesktopNotification(key, view.title, view.public_text))

    def _on_desktop_clicked(self, key: str, token: str) -> None:
        if token:
            # Where the desktop decides who may come forward, Qt hands it this leave.
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self._window.bring_to_front()
        if QApplication.activeModalWidget() is not None:
            # The page behind a dialog stays that of its account; the notification stays unread.
            return
        if key == _ALL:
            self.open()
        elif key in self._on_desktop:
            self._show(*self._on_desktop[key])

    def _show(
        self, account_id: str, notification: Notification, signal: SignalInstance | None = None
    ) -> None:
        """Opens the subject of a notification, or emits another signal, and marks it as read."""
        self._hide_toast()
        shown = (account_id, notification)
        stored = (one for one in self._notifications.stored if (one.account, one.notification) == shown)
        number = next((one.number for one in stored), None)
        if number is not None:
            self.tasks.start(f"{SAVING}read {number}", self._notifications.mark_read(number))
        if account_id in self._names():
            (signal or self.notification_chosen).emit(account_id, notification)

    def _hide_toast(self) -> None:
        if "toasts" in vars(self):
            self.toasts.banner.hide_banner()
