"""Shows notifications under the bell, as toasts, and on the desktop while the window is inactive."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.present.notifications import many_text, present_notification
from ui.desktop_notifications import DesktopNotification, DesktopNotifications
from ui.shell.bell import Bell
from ui.shell.toasts import Toasts

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.models.notifications import Notification, StoredNotification
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks

_MANY: Final = 3
"""More events than this at once are one desktop notification."""

_ALL: Final = "all"


class NotificationCenter(QObject):
    """Connects notifications with the bell, the toasts and the desktop.

    Attributes:
        bell: The list.
        notes: The toasts.
        desktop: The desktop notifications.
        tasks: What is under way, until the window's end.

    Signals:
        wanted(str, object): The id of an account, and the `Notification` whose subject is to be shown.
    """

    wanted = Signal(str, object)

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        tasks: Tasks,
        is_in_sight: Callable[[str, Notification], bool],
    ) -> None:
        """Makes ready, and takes up the list of the last time.

        Args:
            tasks: Runs the work, until the window's end.
            is_in_sight: Returns whether the open page shows the same as a notification of an account.
        """
        super().__init__(window)
        self._window = window
        self._services = services
        self._is_in_sight = is_in_sight
        self.tasks = tasks
        self._on_desktop: dict[str, tuple[str, Notification]] = {}
        self.bell = Bell(window, services.notifications, tasks, names=self._names, now=services.clock.now)
        self.bell.chosen.connect(self._on_chosen)
        window.header.add_tool(self.bell.button)
        self.notes = Toasts(window)
        self.notes.wanted.connect(self._show)
        # The list contains it too, in the same corner.
        self.bell.button.clicked.connect(self.notes.hide_note)
        self.desktop = DesktopNotifications(self._on_desktop_clicked)
        services.notifications.on_told.append(self._on_told)
        window.destroyed.connect(lambda: services.notifications.on_told.remove(self._on_told))
        tasks.start("desktop notes", self.desktop.run())
        tasks.start("notices", services.notifications.load())

    def _names(self) -> dict[str, str]:
        return {account.id: account.name for account in self._services.accounts.known()}

    def _on_told(self, account_id: str, notifications: tuple[Notification, ...]) -> None:
        name = self._names().get(account_id)
        if name is None:
            return
        if not self._is_in_sight(account_id, notifications[-1]):
            self.notes.show_notice(account_id, name, notifications[-1])
        wants_desktop = self._services.preferences.now.notifications.on_desktop
        if not wants_desktop or self._window.isActiveWindow():
            return
        if len(notifications) > _MANY:
            self.desktop.send(DesktopNotification(_ALL, *many_text(len(notifications))))
            return
        for notice in notifications:
            view, key = present_notification(notice), f"{account_id}/{notice.subject_id}"
            self._on_desktop[key] = (account_id, notice)
            self.desktop.send(DesktopNotification(key, view.title, view.public_text))

    def _on_chosen(self, kept: StoredNotification) -> None:
        self._show(kept.account, kept.notice)

    def _on_desktop_clicked(self, key: str, token: str) -> None:
        if token:
            # Where the desktop decides who may come forward, Qt hands it this leave.
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self._window.come_forward()
        if key == _ALL:
            self.bell.open()
        elif key in self._on_desktop:
            self._show(*self._on_desktop[key])

    def _show(self, account_id: str, notice: Notification) -> None:
        """Opens the subject of a notification, and marks it as read."""
        self.notes.hide_note()
        kept = self._services.notifications.kept
        number = next((one.number for one in kept if (one.account, one.notice) == (account_id, notice)), None)
        if number is not None:
            self.tasks.start(f"read {number}", self._services.notifications.mark_read(number))
        if account_id in self._names():
            self.wanted.emit(account_id, notice)
