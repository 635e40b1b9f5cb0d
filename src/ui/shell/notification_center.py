"""Shows notifications under the bell, as toasts, and on the desktop while the window is inactive."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget

from app.i18n.texts import _
from app.present.notifications import many_text, present_notification, present_notification_rows, unread_text
from ui.desktop_notifications import DesktopNotification, DesktopNotifications
from ui.shell.toasts import Toasts
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.buttons.header_buttons import CountButton
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.overlays.popup_panel import PopupPanel
from ui.widgets.tables.notification_list import NotificationItem, NotificationList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services
    from app.models.notifications import Notification, StoredNotification
    from app.present.notifications import NotificationRow
    from app.services.notifications import Notifications
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks

_WIDTH: Final = 400
_EMPTY_HEIGHT: Final = 210
_ICON: Final = "bell"


class BellPanel(PopupPanel):
    """The list, or that there is nothing in it."""

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
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._empty)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.mark_read)
        buttons.addWidget(self.clear)
        self._head = WrappingRow(4, centered=True)
        self._head.setContentsMargins(16, 12, 12, 8)
        self._head.add(self._title, 1)
        self._head.add(buttons)
        self.body.addLayout(self._head)
        self.body.addWidget(self._stack, 1)
        self.body.setContentsMargins(1, 1, 1, 10)

    def show_rows(self, rows: tuple[NotificationRow, ...]) -> None:
        """Shows what happened, newest first."""
        self.list.show_rows([_item(row) for row in rows])
        self._stack.setCurrentWidget(self.list if rows else self._empty)
        self.clear.setEnabled(bool(rows))
        self.mark_read.setEnabled(any(not row.is_read for row in rows))

    def wanted_height(self, width: int) -> int:
        """Returns the height of all rows, or of what stands there when there are none."""
        head = self._head.heightForWidth(width) + 11
        if self._stack.currentWidget() is self._empty:
            return head + scaled(_EMPTY_HEIGHT)
        return head + self.list.content_height(width - 2) + 4

    def take_keyboard(self) -> None:
        """Puts the keyboard on the newest."""
        goal = self.list if self._stack.currentWidget() is self.list else self
        goal.setFocus(Qt.FocusReason.PopupFocusReason)


class Bell(QObject):
    """The button and its panel.

    Attributes:
        button: For the header.

    Signals:
        chosen(object): The `StoredNotification` that the user opened.
    """

    chosen = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        notifications: Notifications,
        tasks: Tasks,
        *,
        names: Callable[[], Mapping[str, str]],
        now: Callable[[], datetime],
    ) -> None:
        """Makes ready.

        Args:
            names: Returns the accounts' names by ID.
        """
        super().__init__(window)
        self._window = window
        self._panel: BellPanel | None = None
        self._notifications = notifications
        self._tasks = tasks
        self._names = names
        self._now = now
        self.button = CountButton(_ICON, _("Notifications"))
        self.button.clicked.connect(self.open)
        notifications.on_change.append(self.show_notifications)
        window.destroyed.connect(lambda: notifications.on_change.remove(self.show_notifications))
        follow(self._on_look_changed)

    @property
    def panel(self) -> BellPanel:
        """The list below the button, made when it opens first."""
        if self._panel is None:
            self._panel = BellPanel(self._window)
            self._window.quit_shortcuts.add_to(self._panel)
            self._panel.list.notification_chosen.connect(self._on_notification_chosen)
            self._panel.mark_read.clicked.connect(self._on_reading_wanted)
            self._panel.clear.clicked.connect(self._on_clearing_wanted)
            self._show_rows(self._panel)
        return self._panel

    def open(self) -> None:
        """Opens the list."""
        self.show_notifications()
        self.panel.open_below(self.button, scaled(_WIDTH))
        self.panel.take_keyboard()

    def show_notifications(self) -> None:
        """Updates the count, and the list where it is open."""
        names = self._names()
        count = sum(not one.is_read for one in self._notifications.kept if one.account in names)
        self.button.show_count(count, unread_text(count))
        if self._panel is not None:
            self._show_rows(self._panel)

    def _show_rows(self, panel: BellPanel) -> None:
        panel.show_rows(present_notification_rows(self._notifications.kept, self._names(), self._now()))
        if panel.isVisible():
            panel.fit()

    def _on_notification_chosen(self, number: int) -> None:
        kept = next((one for one in self._notifications.kept if one.number == number), None)
        if kept is not None:
            self.panel.close()
            self.chosen.emit(kept)

    def _on_reading_wanted(self) -> None:
        self._tasks.start("read notices", self._notifications.mark_all_read())
        self.panel.take_keyboard()

    def _on_clearing_wanted(self) -> None:
        self._tasks.start("clear notices", self._notifications.clear())
        self.panel.take_keyboard()

    def _on_look_changed(self) -> None:
        if self._panel is not None and self._panel.isVisible():
            self._panel.open_below(self.button, scaled(_WIDTH))


def _item(row: NotificationRow) -> NotificationItem:
    view = row.view
    return NotificationItem(
        row.number,
        view.icon,
        view.tone,
        view.title,
        view.text,
        row.origin,
        row.when,
        row.spoken,
        row.is_read,
    )


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
        self.toasts = Toasts(window)
        self.toasts.wanted.connect(self._show)
        # The list contains it too, in the same corner.
        self.bell.button.clicked.connect(self.toasts.hide_toast)
        self.desktop = DesktopNotifications(self._on_desktop_clicked)
        services.notifications.on_added.append(self._on_added)
        window.destroyed.connect(lambda: services.notifications.on_added.remove(self._on_added))
        tasks.start("desktop notes", self.desktop.run())
        tasks.start("notices", services.notifications.load())

    def _names(self) -> dict[str, str]:
        return {account.id: account.name for account in self._services.accounts.known()}

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

    def _on_chosen(self, kept: StoredNotification) -> None:
        self._show(kept.account, kept.notification)

    def _on_desktop_clicked(self, key: str, token: str) -> None:
        if token:
            # Where the desktop decides who may come forward, Qt hands it this leave.
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self._window.come_forward()
        if key == _ALL:
            self.bell.open()
        elif key in self._on_desktop:
            self._show(*self._on_desktop[key])

    def _show(self, account_id: str, notification: Notification) -> None:
        """Opens the subject of a notification, and marks it as read."""
        self.toasts.hide_toast()
        kept = self._services.notifications.kept
        number = next(
            (one.number for one in kept if (one.account, one.notification) == (account_id, notification)),
            None,
        )
        if number is not None:
            self.tasks.start(f"read {number}", self._services.notifications.mark_read(number))
        if account_id in self._names():
            self.wanted.emit(account_id, notification)
