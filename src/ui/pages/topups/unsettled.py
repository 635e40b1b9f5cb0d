"""Pending requests: loaded from the disk at once, then reconciled with the service."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.errors import AppError, StorageError
from app.i18n.texts import _
from app.present.pending_requests import forget_text, present_pending, present_restored
from ui.widgets.overlays.confirm_dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from app.models.pending_requests import PendingTopUp
    from app.models.topups import TopUp
    from app.present.pending_requests import PendingView
    from app.services.accounts.accounts import AccountSession
    from ui.pages.topups.pending_rows import PendingRows
    from ui.tasks import Tasks


class Unsettled(QObject):
    """Joins the rows above the list with the outbox.

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
