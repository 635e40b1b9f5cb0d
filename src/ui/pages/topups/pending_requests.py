"""The pending requests above the list of top-ups, and their reconciliation."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from app.errors import AppError, StorageError
from app.i18n.texts import _
from ui.pages.topups.request_view import forget_text, look_again_text, present_pending, present_restored
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.cards import Card
from ui.widgets.layout.scroll_area import ShrinkingArea
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from app.models.topups import PendingTopUp, TopUp
    from app.services.accounts.accounts import AccountSession
    from ui.pages.topups.request_view import PendingView
    from ui.tasks import Tasks


_TEXT_LIMIT = 400


class PendingRequests(ShrinkingArea):
    """Shows the requests whose outcome is unknown, a card for each, and reconciles them.

    It is hidden while there is none, and scrolls where there are many.

    Signals:
        found(TopUp): The result of one of them.
        said(str): A message for the page's banner.
        changed(): Other requests are pending than before.
        emptied(): The last card was removed while it had the keyboard.
    """

    found = Signal(object)
    said = Signal(str)
    changed = Signal()
    emptied = Signal()

    def __init__(self, account: AccountSession, tasks: Tasks) -> None:
        super().__init__()
        self._account = account
        self._tasks = tasks
        self._pending: tuple[PendingTopUp, ...] = ()
        self._shown: tuple[PendingView, ...] = ()
        self._restored_to = ""
        self.rows.setContentsMargins(8, 0, 8, 8)
        self.rows.setSpacing(6)
        # Rebuilt for another text size: what wraps in a card keeps the height of the old one.
        follow(self._build_rows)

    @property
    def is_waiting(self) -> bool:
        """Whether one of them can be reconciled by now."""
        now = self._account.clock.now()
        return any(one.is_due(now) for one in self._pending)

    def is_any(self) -> bool:
        """Returns whether anything is pending."""
        return bool(self._pending)

    async def show_now(self) -> None:
        """Shows the pending requests, from the disk alone.

        Raises:
            StorageError: The outbox can't be read.
        """
        pending = await self._account.topups.pending()
        now = self._account.clock.now()
        shown = tuple(present_pending(one, now) for one in pending)
        if shown != self._shown:  # what did not change stays as it is, with the focus
            self._shown = shown
            self._build_rows()
        are_others = {one.key for one in pending} != {one.key for one in self._pending}
        self._pending = pending
        if are_others:
            self.changed.emit()

    async def reconcile(self) -> tuple[tuple[TopUp, ...], AppError | None]:
        """Shows the pending requests, and reconciles them.

        Returns:
            The top-ups that they created, and what went wrong.
        """
        found: tuple[TopUp, ...] = ()
        failure: AppError | None = None
        try:
            await self.show_now()
            found = await self._account.topups.resume()
        except AppError as error:
            failure = error
        with suppress(StorageError):  # it has just been reported
            await self.show_now()
        return found, failure

    def restored_text(self) -> str:
        """Returns the message about a damaged outbox, once; empty when there is none."""
        moved_to = self._account.topups.restored
        is_news = moved_to != self._restored_to
        self._restored_to = moved_to
        return present_restored(moved_to) if is_news else ""

    def titles(self) -> tuple[str, ...]:
        """Returns what was requested, of all that are shown."""
        return tuple(view.title for view in self._shown)

    def _build_rows(self) -> None:
        had_keyboard = self.isAncestorOf(self.window().focusWidget())
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for view in self._shown:
            card = self._build_row(view)
            self.rows.addWidget(card)
            card.show()
        self.setVisible(bool(self._shown))
        if had_keyboard:
            self._keep_keyboard()

    def _keep_keyboard(self) -> None:
        """Gives the keyboard to the first button that is left, or to what comes after the rows."""
        button = next((one for one in self.findChildren(Button) if one.isVisible()), None)
        if button is not None:
            button.setFocus()
        else:
            self.emptied.emit()

    def _build_row(self, view: PendingView) -> Card:
        card = Card(padding=12)
        card.body.setSpacing(6)
        title = Label(view.title, "strong", wrap=True)
        badge = Badge()
        badge.show_badge(view.badge.kind, view.badge.text, view.badge.icon)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(title, 1)
        top.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        card.body.addLayout(top)
        card.body.addWidget(Label(view.text, "secondary", wrap=True, limit=_TEXT_LIMIT))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        if view.asks:
            look = Button(look_again_text(), compact=True)
            look.clicked.connect(lambda: self._start(self._look_again(view.key)))
            buttons.addWidget(look)
        if view.can_forget:
            forget = Button(forget_text(), compact=True)
            forget.clicked.connect(lambda: self._on_forget_pressed(view))
            buttons.addWidget(forget)
        buttons.addStretch(1)
        card.body.addLayout(buttons)
        return card

    def _on_forget_pressed(self, view: PendingView) -> None:
        if not view.warning:
            self._start(self._forget(view.key))
            return
        dialog = ConfirmDialog(_("Forget this top-up?"), view.warning, forget_text(), self.window())
        dialog.accepted.connect(lambda: self._start(self._forget(view.key)))
        dialog.open()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start("unsettled", work)

    async def _look_again(self, key: str) -> None:
        try:
            topup = await self._account.topups.look_again(key)
        finally:
            await self.show_now()
        if topup is None:
            self.said.emit(_("This is not known yet. Look through the list before you start another one."))
        else:
            self.found.emit(topup)

    async def _forget(self, key: str) -> None:
        await self._account.topups.forget(key)
        await self.show_now()
