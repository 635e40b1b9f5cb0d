"""Shows notifications under the bell, as toasts, and on the desktop while the window is inactive."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.i18n.texts import _
from app.present.notifications import many_text, present_notification, present_notification_rows, unread_text
from ui.desktop_notifications import DesktopNotification, DesktopNotifications
from ui.pages.page import listen
from ui.shell.toasts import Toasts
from ui.tasks import Tasks
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.buttons.header_buttons import CountButton
from ui.widgets.layout.boxes import fill, row, stacked
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.overlays.floating_card import PopupPanel
from ui.widgets.tables.notification_list import NotificationItem, NotificationList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services
    from app.errors import AppError
    from app.models.notifications import Notification
    from app.present.notifications import NotificationRow
    from ui.shell.window import MainWindow

_WIDTH: Final = 400
_EMPTY_HEIGHT: Final = 210
_ICON: Final = "bell"
_MANY: Final = 3
"""More events than this at once are one desktop notification."""

_ALL: Final = "all"


class BellPanel(PopupPanel):
    """The list of notifications, or its empty state."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Notifications"), parent)
        self.list = NotificationList(_("Notifications"))
        self.mark_read = LinkButton(_("Mark all as read"))
        self.clear = LinkButton(_("Clear"))
        self._title = Label(_("Notifications"), "heading")
        self._empty = EmptyState(
            _ICON,
            _("No notifications"),
            _("Updates about your top-ups and subscriptions appear here."),
        )
        self._stack = stacked(self.list, self._empty)
        self._head = WrappingRow(4, centered=True)
        self._head.setContentsMargins(16, 12, 12, 8)
        self._head.add(self._title, 1)
        self._head.add(row(self.mark_read, self.clear, spacing=4))
        fill(self.body, self._head, (self._stack, 1), margins=(1, 1, 1, 10))

    def show_rows(self, rows: tuple[NotificationRow, ...]) -> None:
        """Shows notifications, newest first."""
        self.list.show_rows([_item(one) for one in rows])
        self._stack.setCurrentWidget(self.list if rows else self._empty)
        self.clear.setEnabled(bool(rows))
        self.mark_read.setEnabled(any(not one.is_read for one in rows))

    def wanted_height(self, width: int) -> int:
        head = self._head.heightForWidth(width) + 11
        if self._stack.currentWidget() is self._empty:
            return head + scaled(_EMPTY_HEIGHT)
        return head + self.list.content_height(width - 2) + 4

    def take_keyboard(self) -> None:
        """Moves the keyboard focus to the newest notification."""
        goal = self.list if self._stack.currentWidget() is self.list else self
        goal.setFocus(Qt.FocusReason.PopupFocusReason)


def _item(row: NotificationRow) -> NotificationItem:
    view = row.view
    texts = (view.title, view.text, row.origin, row.when, row.spoken)
    return NotificationItem(row.number, view.icon, view.tone, *texts, row.is_read)


class NotificationCenter(QObject):
    """Connects notifications with the bell and its panel, the toasts and the desktop.

    Args:
        is_in_sight: Returns whether the open page shows the same as a notification of an account.

    Signals:
        wanted(str, object): The id of an account, and the `Notification` whose subject is to be shown.
    """

    wanted = Signal(str, object)

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        show_error: Callable[[AppError], None],
        is_in_sight: Callable[[str, Notification], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._notifications = services.notifications
        self._is_in_sight = is_in_sight
        self._on_desktop: dict[str, tuple[str, Notification]] = {}
        self._panel: BellPanel | None = None
        self.tasks = Tasks(window, show_error)
        self.button = CountButton(_ICON, _("Notifications"))
        self.button.clicked.connect(self.open)
        window.header.add_tool(self.button)
        self.toasts = Toasts(window)
        self.toasts.wanted.connect(self._show)
        # The list contains it too, in the same corner.
        self.button.clicked.connect(self.toasts.banner.hide_banner)
        self.desktop = DesktopNotifications(self._on_desktop_clicked)
        listen(window, self._notifications.on_added, self._on_added)
        listen(window, self._notifications.on_change, self._show_notifications)
        follow(self._on_look_changed)
        self.tasks.start("desktop notes", self.desktop.run())
        self.tasks.start("notifications", self._notifications.load())

    @property
    def panel(self) -> BellPanel:
        if self._panel is None:
            self._panel = BellPanel(self._window)
            self._window.shortcuts.add_quit(self._panel)
            self._panel.list.notification_chosen.connect(self._on_notification_chosen)
            self._panel.mark_read.clicked.connect(self._on_mark_read_clicked)
            self._panel.clear.clicked.connect(self._on_clear_clicked)
            self._show_rows(self._panel)
        return self._panel

    def open(self) -> None:
        self._show_notifications()
        self.panel.open_below(self.button, scaled(_WIDTH))
        self.panel.take_keyboard()

    def _names(self) -> dict[str, str]:
        return {account.id: account.name for account in self._services.accounts.known()}

    def _show_notifications(self) -> None:
        """Updates the count, and the list where it is open."""
        names = self._names()
        count = sum(not one.is_read for one in self._notifications.stored if one.account in names)
        self.button.show_count(count, unread_text(count))
        if self._panel is not None:
            self._show_rows(self._panel)

    def _show_rows(self, panel: BellPanel) -> None:
        now = self._services.clock.now()
        panel.show_rows(present_notification_rows(self._notifications.stored, self._names(), now))
        if panel.isVisible():
            panel.fit()

    def _on_notification_chosen(self, number: int) -> None:
        stored = next((one for one in self._notifications.stored if one.number == number), None)
        if stored is not None:
            self.panel.close()
            self._show(stored.account, stored.notification)

    def _on_mark_read_clicked(self) -> None:
        self.tasks.start("read notifications", self._notifications.mark_all_read())
        self.panel.take_keyboard()

    def _on_clear_clicked(self) -> None:
        self.tasks.start("clear notifications", self._notifications.clear())
        self.panel.take_keyboard()

    def _on_look_changed(self) -> None:
        if self._panel is not None and self._panel.isVisible():
            self._panel.open_below(self.button, scaled(_WIDTH))

    def _on_added(self, account_id: str, notifications: tuple[Notification, ...]) -> None:
        name = self._names().get(account_id)
        if name is None:
            return
        if not self._is_in_sight(account_id, notifications[-1]):
            self.toasts.show_notification(account_id, name, notifications[-1])
        wants_desktop = self._services.preferences.now.notifications.on_desktop
        if not wants_desktop or self._window.isActiveWindow():
            return
        if len(notifications) > _MANY:
            self.desktop.send(DesktopNotification(_ALL, *many_text(len(notifications))))
            return
        for notification in notifications:
            view, key = present_notification(notification), f"{account_id}/{notification.subject_id}"
            self._on_desktop[key] = (account_id, notification)
            self.desktop.send(DesktopNotification(key, view.title, view.public_text))

    def _on_desktop_clicked(self, key: str, token: str) -> None:
        if token:
            # Where the desktop decides who may come forward, Qt hands it this leave.
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self._window.come_forward()
        if key == _ALL:
            self.open()
        elif key in self._on_desktop:
            self._show(*self._on_desktop[key])

    def _show(self, account_id: str, notification: Notification) -> None:
        """Opens the subject of a notification, and marks it as read."""
        self.toasts.banner.hide_banner()
        shown = (account_id, notification)
        stored = (one for one in self._notifications.stored if (one.account, one.notification) == shown)
        number = next((one.number for one in stored), None)
        if number is not None:
            self.tasks.start(f"read {number}", self._notifications.mark_read(number))
        if account_id in self._names():
            self.wanted.emit(account_id, notification)
