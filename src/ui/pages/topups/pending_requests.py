"""Pending requests above the list: top-ups whose outcome is unknown, and their reconciliation."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.errors import AppError, StorageError
from app.i18n.texts import _
from ui.pages.topups.request_view import forget_text, look_again_text, present_pending, present_restored
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.cards import Card
from ui.widgets.layout.shrinking_area import ShrinkingArea
from ui.widgets.overlays.confirm_dialog import ConfirmDialog
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from app.models.pending_requests import PendingTopUp
    from app.models.topups import TopUp
    from app.services.accounts.accounts import AccountSession
    from ui.pages.topups.request_view import PendingView
    from ui.tasks import Tasks


_TEXT_LIMIT = 400


class PendingRows(ShrinkingArea):
    """A card for each; hidden when there is none, scrolled when they are many.

    Signals:
        look_again_pressed(str): The key of the one that it is about.
        forget_pressed(PendingView): The one that it is about.
        emptied(): The last one went away while it had the keyboard.
    """

    look_again_pressed = Signal(str)
    forget_pressed = Signal(object)
    emptied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[PendingView, ...] = ()
        self.rows.setContentsMargins(8, 0, 8, 8)
        self.rows.setSpacing(6)
        # Rebuilt for another text size: what wraps in a card keeps the height of the old one.
        follow(self._build_rows)

    def show_pending(self, pending: Sequence[PendingView]) -> None:
        """Shows these; what did not change stays as it is, with the focus."""
        if tuple(pending) == self._shown:
            return
        self._shown = tuple(pending)
        self._build_rows()

    def titles(self) -> tuple[str, ...]:
        """Returns the titles of those that are shown."""
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
            look.clicked.connect(lambda: self.look_again_pressed.emit(view.key))
            buttons.addWidget(look)
        if view.can_forget:
            forget = Button(forget_text(), compact=True)
            forget.clicked.connect(lambda: self.forget_pressed.emit(view))
            buttons.addWidget(forget)
        buttons.addStretch(1)
        card.body.addLayout(buttons)
        return card


class PendingRequests(QObject):
    """Shows the pending requests of the outbox in their rows, and reconciles them.

    Signals:
        found(TopUp): What became of one of them.
        said(str): A message for the page's banner.
        changed(): Others are pending than before.
    """

    found = Signal(object)
    said = Signal(str)
    changed = Signal()

    def __init__(self, account: AccountSession, rows: PendingRows, tasks: Tasks) -> None:
        super().__init__(rows)
        self._account = account
        self._rows = rows
        self._tasks = tasks
        self._pending: tuple[PendingTopUp, ...] = ()
        self._told_of = ""
        rows.look_again_pressed.connect(lambda key: self._start(self._look_again(key)))
        rows.forget_pressed.connect(self._on_forget_pressed)

    @property
    def is_waiting(self) -> bool:
        """Whether the service can tell by now what became of one of them."""
        now = self._account.clock.now()
        return any(one.is_due(now) for one in self._pending)

    def is_any(self) -> bool:
        """Returns whether anything is pending."""
        return bool(self._pending)

    def titles(self) -> tuple[str, ...]:
        """Returns what was asked for, of all that is shown as pending."""
        return self._rows.titles()

    async def show_now(self) -> None:
        """Shows what is pending, from the disk alone.

        Raises:
            StorageError: The outbox can't be read.
        """
        pending = await self._account.topups.pending()
        now = self._account.clock.now()
        self._rows.show_pending([present_pending(one, now) for one in pending])
        are_others = {one.key for one in pending} != {one.key for one in self._pending}
        self._pending = pending
        if are_others:
            self.changed.emit()

    async def settle(self) -> tuple[tuple[TopUp, ...], AppError | None]:
        """Shows them, and asks the service what became of them.

        Returns:
            What was found, and what went wrong.
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
        is_news = moved_to != self._told_of
        self._told_of = moved_to
        return present_restored(moved_to) if is_news else ""

    def _on_forget_pressed(self, view: PendingView) -> None:
        if not view.warning:
            self._start(self._forget(view.key))
            return
        dialog = ConfirmDialog(_("Forget this top-up?"), view.warning, forget_text(), self._rows.window())
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
