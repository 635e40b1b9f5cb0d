"""The panel below the bell: the list of notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt

from app.i18n.texts import _
from app.present.notifications import past_text
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.layout.boxes import fill, row, set_margins, stacked
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.overlays.floating_card import PopupPanel
from ui.widgets.tables.notification_list import NotificationItem, NotificationList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.present.notifications import NotificationRow

_EMPTY_HEIGHT: Final = 210


class BellPanel(PopupPanel):
    """The list of notifications, or its empty state."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Notifications"), parent)
        self.list = NotificationList(_("Notifications"))
        self.mark_read = LinkButton(_("Mark all as read"))
        self.clear = LinkButton(_("Clear"))
        self._title = Label(_("Notifications"), "heading")
        self._empty = EmptyState(
            "bell",
            _("No notifications"),
            _("Updates about your top-ups and subscriptions appear here."),
        )
        self._stack = stacked(self.list, self._empty)
        self._head = WrappingRow(4, centered=True)
        set_margins(self._head, 16, 12, 12, 8)
        self._head.add(self._title, 1)
        self._head.add(row(self.mark_read, self.clear, spacing=4))
        fill(self.body, self._head, (self._stack, 1), margins=(1, 1, 1, 10))

    def show_rows(self, rows: tuple[NotificationRow, ...]) -> None:
        self.list.show_rows([_item(one) for one in rows])
        self._stack.setCurrentWidget(self.list if rows else self._empty)
        self.clear.setEnabled(bool(rows))
        self.mark_read.setEnabled(any(not one.is_read for one in rows))

    def preferred_height(self, width: int) -> int:
        head = self._head.heightForWidth(width) + 11
        if self._stack.currentWidget() is self._empty:
            return head + scaled(_EMPTY_HEIGHT)
        return head + self.list.content_height(width - 2) + 4

    def take_focus(self) -> None:
        """Moves the keyboard focus to the newest notification, or to what says that there is none."""
        goal = self.list if self._stack.currentWidget() is self.list else self._empty
        goal.setFocus(Qt.FocusReason.PopupFocusReason)


def _item(row: NotificationRow) -> NotificationItem:
    view = row.view
    texts = (view.title, view.text, row.origin, row.when, row.accessible_text)
    return NotificationItem(
        row.number,
        view.icon,
        "muted" if row.is_past else view.tone,
        *texts,
        row.is_read,
        row.action,
        row.action_note,
        past_text() if row.is_past else "",
    )
