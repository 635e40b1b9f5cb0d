"""The requests for top-ups: the pending ones above the list, and new ones from the dialog."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, ServiceError, StorageError, UnauthorizedError
from app.i18n.texts import _, listed
from app.present.connections import wait_text
from app.present.errors import present_set_aside
from app.untrusted_text import sanitized
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.boxes import column, empty, fill, row
from ui.widgets.layout.cards import Card
from ui.widgets.screen_reader import alert
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from app.models.topup_requests import PendingTopUp, PurchaseDraft, TopUpDraft
    from app.models.topups import TopUp
    from app.present.pending_topups import PendingView
    from app.services.accounts.session import AccountSession
    from ui.pages.page import Page
    from ui.pages.topups.new_dialog import NewTopUpDialog
    from ui.widgets.layout.scroll_area import ShrinkingArea


_TEXT_LIMIT = 400


def _named(failure: AppError, draft: TopUpDraft) -> AppError:
    """Returns a refusal with the request that it is about, whose dialog is not there any more."""
    from app.models.topup_requests import RequestRefusedError  # noqa: PLC0415 (seldom needed)

    # A refused key has a message of its own.
    if isinstance(failure, ServiceError) and not isinstance(failure, UnauthorizedError):
        return RequestRefusedError(draft, failure)
    return failure


class PendingRequests(QWidget):
    """Shows a card for each request of unknown outcome, and reconciles them.

    It is hidden while there is none, and scrolls where there are many.

    Signals:
        found(TopUp): The top-up that a request had created.
        emptied(): The last card was removed while it had the focus.
    """

    found = Signal(object)
    changed = Signal()
    emptied = Signal()

    def __init__(self, account: AccountSession, page: Page) -> None:
        super().__init__()
        self._account = account
        self._page = page
        self._pending: tuple[PendingTopUp, ...] = ()
        self._shown: tuple[PendingView, ...] = ()
        self._cards: list[Card] = []
        self._dismissed: dict[str, Path | None] = {}
        self._max_height = 0
        page.banner.dismissed.connect(self._on_banner_dismissed)
        # Rebuilt for another text size: wrapped labels in a card would have the height of the old one.
        follow(self._build_rows)

    @cached_property
    def _area(self) -> ShrinkingArea:
        """What scrolls the cards, made for the first one."""
        from ui.widgets.layout.scroll_area import ShrinkingArea  # noqa: PLC0415 (seldom shown)

        area = ShrinkingArea()
        area.limit_height(self._max_height)
        fill(area.rows, spacing=6, margins=(8, 0, 8, 8))
        column(area, on=self)
        return area

    def limit_height(self, height: int) -> None:
        """Sets the maximum height, in pixels; the rest is scrolled."""
        self._max_height = height
        if "_area" in vars(self):
            self._area.limit_height(height)

    @property
    def is_waiting(self) -> bool:
        """Whether one of them can be reconciled by now."""
        now = self._account.clock.now()
        return any(one.is_due(now) for one in self._pending)

    def is_any(self) -> bool:
        return bool(self._pending)

    async def show_now(self) -> None:
        """Shows the pending requests from the disk, and announces new ones; raises a `StorageError`."""
        pending = await self._account.topups.pending()
        shown = self._present(pending) if pending else ()
        if shown != self._shown:  # what did not change stays as it is, with the focus
            known = {(one.key, one.badge) for one in self._shown}
            self._shown = shown
            self._build_rows()
            for view, card in zip(shown, self._cards, strict=True):
                if (view.key, view.badge) not in known:
                    alert(card)
        are_others = {one.key for one in pending} != {one.key for one in self._pending}
        self._pending = pending
        if are_others:
            self.changed.emit()

    def _present(self, pending: tuple[PendingTopUp, ...]) -> tuple[PendingView, ...]:
        from app.present.pending_topups import present_pending  # noqa: PLC0415 (seldom shown)

        now = self._account.clock.now()
        return tuple(present_pending(one, now) for one in pending)

    async def reconcile(self) -> tuple[tuple[TopUp, ...], AppError | None]:
        """Reconciles the pending requests; returns the top-ups that they created, and what went wrong."""
        found: tuple[TopUp, ...] = ()
        failure: AppError | None = None
        try:
            await self.show_now()
            found = await self._account.topups.resume()
        except AppError as error:
            failure = error
        if not (self._pending or found or failure):
            return (), None
        with suppress(StorageError):  # it has just been reported
            await self.show_now()
        return found, failure

    def show_set_aside(self) -> bool:
        """Shows which files were damaged, until that is dismissed; returns whether there are any."""
        text = self._set_aside_text()
        if text:
            self._page.show_banner("warning", text, icon="triangle-alert")
        return bool(text)

    def _set_aside_text(self) -> str:
        found = self._set_aside()
        return "" if found == self._dismissed else present_set_aside(**found)

    def _on_banner_dismissed(self) -> None:
        if self._page.banner.accessibleName() == self._set_aside_text():
            self._dismissed = self._set_aside()

    def _set_aside(self) -> dict[str, Path | None]:
        return {"outbox": self._account.topups.outbox_moved_to, "state": self._account.state.moved_to}

    def titles(self) -> tuple[str, ...]:
        return tuple(view.title for view in self._shown)

    def _build_rows(self) -> None:
        had_focus = self.isAncestorOf(self.window().focusWidget())
        if self._shown or "_area" in vars(self):
            empty(self._area.rows)
        self._cards = [self._build_row(view) for view in self._shown]
        for card in self._cards:
            self._area.rows.addWidget(card)
            card.show()
        self.setVisible(bool(self._shown))
        if had_focus:
            self._move_focus_on()

    def _move_focus_on(self) -> None:
        """Moves the focus to the first button that is left, or to what follows the rows."""
        for button in filter(Button.isVisible, self.findChildren(Button)):
            button.setFocus()
            return
        self.emptied.emit()

    def _build_row(self, view: PendingView) -> Card:
        card = Card(padding=12)
        badge = Badge()
        badge.show_badge(*view.badge)
        buttons = []
        if view.needs_decision:
            buttons.append(again := Button(_("Check again"), compact=True))
            again.clicked.connect(lambda: self._start(self._check_again(view.key)))
        if view.can_forget:
            buttons.append(forget := Button(_("Forget it"), compact=True))
            forget.clicked.connect(lambda: self._on_forget_pressed(view))
        title = Label(view.title, "strong", wrap=True)
        top = row((title, 1), (badge, Qt.AlignmentFlag.AlignTop), spacing=8)
        text = Label(view.text, "secondary", wrap=True, limit=_TEXT_LIMIT)
        card.setAccessibleName(listed((title.shown_text(), sanitized(view.badge.text), text.shown_text())))
        for button in buttons:
            button.setAccessibleDescription(title.shown_text())
        fill(card.body, top, text, row(*buttons, None, spacing=8), spacing=6)
        return card

    def _on_forget_pressed(self, view: PendingView) -> None:
        if not view.warning:
            self._start(self._forget(view.key))
            return
        from ui.widgets.overlays.dialog import ConfirmDialog  # noqa: PLC0415 (seldom shown)

        dialog = ConfirmDialog(_("Forget this top-up?"), view.warning, _("Forget it"), self.window())
        dialog.accepted.connect(lambda: self._start(self._forget(view.key)))
        dialog.open()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._page.tasks.start("pending request", work)

    async def _check_again(self, key: str) -> None:
        try:
            topup = await self._account.topups.check_again(key)
        finally:
            await self.show_now()
        if topup is None:
            text = _(
                "The outcome of this top-up is not known yet. "
                "Look through the list before you start another one."
            )
            self._page.show_banner("info", text)
        else:
            self.found.emit(topup)

    async def _forget(self, key: str) -> None:
        await self._account.topups.forget(key)
        await self.show_now()


class Creation(QObject):
    """Opens the dialog 'New top-up', one at a time, and sends its requests, also after it was closed.

    Signals:
        left_pending(AppError | None): The outcome is unknown; the dialog is replaced by a row above the list.
            None when the user closed the dialog while the request was being sent.
    """

    created = Signal(object)
    left_pending = Signal(object)

    def __init__(self, account: AccountSession, pending: PendingRequests, page: Page) -> None:
        super().__init__(page)
        self._account = account
        self._pending = pending
        self._page = page
        self._last_coin = ""
        self._is_another = False
        self._left = 0
        self.dialog: NewTopUpDialog | None = None

    def open(self, amount: str = "", plan_id: str = "", purchase: PurchaseDraft | None = None) -> None:
        """While requests are pending, asks first whether another one is wanted. `amount` is like '50.00'."""
        if self.dialog is not None:
            return
        titles = self._pending.titles()
        self._is_another = bool(titles)
        if not titles:
            self._open(amount, plan_id, purchase)
            return
        from app.present.pending_topups import another_text  # noqa: PLC0415 (seldom shown)
        from ui.widgets.overlays.dialog import ConfirmDialog  # noqa: PLC0415 (likewise)

        question = ConfirmDialog(
            _("Start another top-up?"), another_text(titles), _("New top-up"), self._page.window()
        )
        question.accepted.connect(lambda: self._open(amount, plan_id, purchase))
        question.open()

    def prepare(self, plan_id: str) -> None:
        """Opens the dialog with amount and coin of the newest top-up that is known."""
        from app.present.payments import option_key  # noqa: PLC0415 (after the first rows)

        newest = next(iter(self._account.topup_store.list()), None)
        if newest is not None:
            self._last_coin = option_key(newest.coin, newest.network)
        self.open(newest.amount_usd if newest else "", plan_id)

    def repeat(self, draft: TopUpDraft) -> None:
        """Opens the dialog with amount and coin of another top-up, and with what it was to buy."""
        from app.present.payments import option_key  # noqa: PLC0415 (after the first rows)

        self._last_coin = option_key(draft.coin, draft.network)
        self.open(draft.amount_usd, purchase=draft.purchase)

    def tick(self) -> None:
        """Shows in the dialog how long the service has asked to wait, and updates the pending requests."""
        if self.dialog is not None:
            self.dialog.show_waiting(wait_text(self._account.connection_status))
        if self._left:
            self._page.tasks.start("pending", self._pending.show_now())

    def _open(self, amount: str, plan_id: str, purchase: PurchaseDraft | None) -> None:
        from ui.pages.topups.new_dialog import NewTopUpDialog  # noqa: PLC0415 (after the first rows)

        dialog = NewTopUpDialog(self._account, self._page.tasks, self._page.window(), self._last_coin)
        dialog.submitted.connect(self._on_submitted)
        dialog.finished.connect(self._on_dialog_finished)
        if amount:
            with suppress(ValueError):  # the service's amount may be one that can't be entered
                dialog.show_amount(amount)
        if plan_id:
            dialog.purchase.show_plan(plan_id)
        if purchase is not None:
            dialog.purchase.show_purchase(purchase)
            dialog.amount.setFocus()
        self.dialog = dialog
        dialog.load()
        dialog.open()

    async def _create(self, dialog: NewTopUpDialog, draft: TopUpDraft) -> None:
        """Creates it for the dialog, or behind it once that was closed."""
        chosen = dialog.chosen()
        try:
            topup = await self._account.topups.create(draft, is_another=self._is_another)
        except AppError as error:
            await self._handle_failure(dialog, draft, error)
            return
        self._last_coin = chosen
        if not await self._was_left(dialog):
            dialog.accept()
        self.created.emit(topup)

    async def _handle_failure(self, dialog: NewTopUpDialog, draft: TopUpDraft, failure: AppError) -> None:
        is_pending = await self._is_pending(draft, failure)
        if await self._was_left(dialog):
            if not is_pending:  # else its row shows it
                raise _named(failure, draft)
        elif is_pending:
            # Asked again from here it could become a second top-up: its row continues it.
            dialog.accept()
            self.left_pending.emit(failure)
        else:
            dialog.show_failure(failure, draft)

    async def _was_left(self, dialog: NewTopUpDialog) -> bool:
        """Returns whether the dialog was closed meanwhile; shows its row as it is now, or unlocks it."""
        if dialog is self.dialog:
            # Before an error is shown: a locked field can't take the keyboard.
            dialog.set_busy(busy=False)
            return False
        self._left -= 1
        with suppress(StorageError):  # then it is shown with the list
            await self._pending.show_now()
        return True

    async def _is_pending(self, draft: TopUpDraft, error: AppError) -> bool:
        if isinstance(error, StorageError):
            return False
        try:
            return await self._account.topups.is_pending(draft)
        except StorageError:
            return True

    def _on_submitted(self, draft: TopUpDraft) -> None:
        dialog = self.dialog
        if dialog is None or dialog.is_busy:
            return
        dialog.set_busy(busy=True)
        # One whose dialog was closed may still be under way, and must not be cancelled.
        tasks = self._page.tasks
        start = tasks.add if tasks.is_running("create") else tasks.start
        start("create", self._create(dialog, draft))

    def _on_dialog_finished(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None:
            return
        if dialog.is_busy:
            self._left += 1
            self.left_pending.emit(None)
