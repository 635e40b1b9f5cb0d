"""The bell: past notifications in a panel below its button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget

from app.i18n.texts import _
from app.present.notifications import present_notification_rows, unread_text
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.buttons.count_button import CountButton
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.overlays.popup_panel import PopupPanel
from ui.widgets.tables.notification_delegate import NotificationItem
from ui.widgets.tables.notification_list import NotificationList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from PySide6.QtWidgets import QWidget

    from app.present.notifications import NotificationRow
    from app.services.notifications import Notifications
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks

_WIDTH: Final = 400
_EMPTY_HEIGHT: Final = 210
_ICON: Final = "bell"


class BellPanel(PopupPanel):
    """The list, or that there is nothing in it.

    Signals:
        reading_wanted(): All are to be marked as read.
        clearing_wanted(): The list is to be emptied.
    """

    reading_wanted = Signal()
    clearing_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Notifications"), parent)
        self.list = NotificationList(_("Notifications"))
        self.mark_read = LinkButton(_("Mark all as read"))
        self.clear = LinkButton(_("Clear"))
        self.mark_read.clicked.connect(self.reading_wanted)
        self.clear.clicked.connect(self.clearing_wanted)
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
            self._panel.reading_wanted.connect(self._on_reading_wanted)
            self._panel.clearing_wanted.connect(self._on_clearing_wanted)
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
        row.place,
        row.when,
        row.spoken,
        row.is_read,
    )
