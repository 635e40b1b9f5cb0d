"""Creates top-ups: opens the dialog, checks and sends its input, and shows errors beside the fields."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.errors import AppError, ConflictError, InvalidInputError, StorageError, ValidationError
from app.i18n.texts import _
from app.i18n.units import as_of
from app.models.topups import TopUpDraft
from app.present.connections import asked_to_wait
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from app.rules.money.amounts import check_amount_usd
from app.rules.topups.purchases import check_purchase
from ui.pages.topups.new_dialog import NewTopUpDialog, NewTopUpInput
from ui.pages.topups.request_view import another_text, present_coin_options, topup_field_errors
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.services.accounts.accounts import AccountSession
    from ui.pages.topups.pending_requests import PendingRequests
    from ui.tasks import Tasks

_PATIENCE_MS = 300
_PLANS_SECONDS = 30.0


class Creation(QObject):
    """Opens the dialog 'New top-up', one at a time, and sends what was entered.

    Attributes:
        dialog: The dialog while it is open.

    Signals:
        created(TopUp): The top-up was created.
        left_pending(AppError | None): The outcome is unknown; the dialog is replaced by a row above the list.
            None when the user closed the dialog while the request was being sent.
    """

    created = Signal(object)
    left_pending = Signal(object)

    def __init__(
        self, account: AccountSession, pending: PendingRequests, tasks: Tasks, owner: QWidget
    ) -> None:
        """Connects nothing yet; `open` shows the dialog.

        Args:
            pending: The pending requests; while there are any, another one needs a confirmation.
            owner: The page over whose window the dialog opens.
        """
        super().__init__(owner)
        self._account = account
        self._pending = pending
        self._tasks = tasks
        self._owner = owner
        self._last_coin = ""
        self._is_another = False
        self._numbers = count()
        self._left = 0
        self.dialog: NewTopUpDialog | None = None

    def open(self, amount: str = "", plan_id: str = "") -> None:
        """Opens the dialog; while requests are pending, asks first whether another one is meant.

        Args:
            amount: Filled in already, such as '50.00'; empty for none.
            plan_id: The plan to be bought when it is credited; empty for none.
        """
        if self.dialog is not None:
            return
        titles = self._pending.titles()
        self._is_another = bool(titles)
        if not titles:
            self._open(amount, plan_id)
            return
        question = ConfirmDialog(
            _("Start another top-up?"), another_text(titles), _("New top-up"), self._owner.window()
        )
        question.accepted.connect(lambda: self._open(amount, plan_id))
        question.open()

    def tick(self) -> None:
        """Shows in the dialog how long the service has asked to wait, and updates the pending requests."""
        if self.dialog is not None:
            self.dialog.show_waiting(asked_to_wait(self._account.connection_status))
        if self._left:
            self._tasks.start("pending", self._pending.show_now())

    def _open(self, amount: str, plan_id: str) -> None:
        dialog = NewTopUpDialog(self._owner.window())
        dialog.submitted.connect(self._on_submitted)
        dialog.coins_wanted.connect(self._load_options)
        dialog.finished.connect(self._on_dialog_finished)
        if amount:
            with suppress(ValueError):  # the service's amount may be one that can't be entered
                dialog.show_amount(amount)
        if plan_id:
            dialog.purchase.show_plan(plan_id)
        self.dialog = dialog
        self._load_options()
        self._tasks.start("plans", self._show_plans(dialog))
        dialog.open()

    def _load_options(self) -> None:
        if self.dialog is not None:
            self._tasks.start("coins", self._show_options(self.dialog))
            QTimer.singleShot(_PATIENCE_MS, self.dialog, self._on_coins_take_long)

    async def _show_options(self, dialog: NewTopUpDialog) -> None:
        """Shows the catalog's coins in the dialog, or why they can't be had."""
        try:
            dialog.show_options(present_coin_options(await self._account.coins.load()), self._last_coin)
        except AppError as error:
            await self._show_last_options(dialog)
            dialog.show_error(present_error(error), action=_("Try again"))

    async def _show_last_options(self, dialog: NewTopUpDialog) -> None:
        """Shows the cached coins, unless the service has listed them in the meantime."""
        last = await self._account.coins.load_last()
        if last is not None and dialog is self.dialog and not dialog.is_current:
            age = as_of(last.as_of, self._account.clock.now())
            dialog.show_options(present_coin_options(last.coins), self._last_coin, age=age)

    async def _show_plans(self, dialog: NewTopUpDialog) -> None:
        """Offers the plans of the account's subscriptions; without them, plans are typed."""
        with suppress(AppError):
            await self._account.subscriptions.refresh(_PLANS_SECONDS)
            plan_ids = dict.fromkeys(one.plan_id for one in self._account.subscription_store.list())
            if dialog is self.dialog:
                dialog.purchase.show_plan_ids(tuple(plan_ids))

    async def _create(self, dialog: NewTopUpDialog, draft: TopUpDraft) -> None:
        """Creates it for the dialog, or behind it once that was closed."""
        chosen = dialog.chosen()
        try:
            topup = await self._account.topups.create(draft, is_another=self._is_another)
        except AppError as error:
            await self._take_failure(dialog, draft, error)
            return
        self._last_coin = chosen
        if not await self._was_left(dialog):
            dialog.accept()
        self.created.emit(topup)

    async def _take_failure(self, dialog: NewTopUpDialog, draft: TopUpDraft, failure: AppError) -> None:
        is_pending = await self._is_pending(draft, failure)
        if await self._was_left(dialog):
            if not is_pending:  # else its row shows it
                raise failure
        elif is_pending:
            # Asked again from here it could become a second top-up: its row goes on with it.
            dialog.accept()
            self.left_pending.emit(failure)
        else:
            _show_failure(dialog, failure, draft)

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
        """Returns whether the outcome of a failed request is unknown."""
        if isinstance(error, StorageError):
            return False
        try:
            return await self._account.topups.is_pending(draft)
        except StorageError:
            return True

    def _on_submitted(self, entered: NewTopUpInput) -> None:
        dialog = self.dialog
        if dialog is None or dialog.is_busy:
            return
        try:
            draft = _draft(entered)
        except InvalidInputError as error:
            dialog.show_field_error(error.field, field_error_text(error.field, error.code))
            return
        dialog.set_busy(busy=True)
        # One whose dialog was closed may still be under way, and must not be cancelled.
        name = f"create {next(self._numbers)}" if self._tasks.is_running("create") else "create"
        self._tasks.start(name, self._create(dialog, draft))

    def _on_coins_take_long(self) -> None:
        if self.dialog is not None and not self.dialog.is_current:
            self._tasks.start("last coins", self._show_last_options(self.dialog))

    def _on_dialog_finished(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None:
            return
        dialog.deleteLater()
        if dialog.is_busy:
            self._left += 1
            self.left_pending.emit(None)


def _show_failure(dialog: NewTopUpDialog, error: AppError, draft: TopUpDraft) -> None:
    match error:
        case InvalidInputError():
            dialog.show_field_error(error.field, field_error_text(error.field, error.code))
        case ValidationError(fields=fields) if fields:
            for field, text in reversed(topup_field_errors(error, draft)):
                # The first one last: it gets the keyboard.
                dialog.show_field_error(field, text)
        case ConflictError(code="plan_unavailable"):
            dialog.show_field_error("purchase.planId", present_error(error).text)
        case _:
            dialog.show_error(present_error(error))


def _draft(entered: NewTopUpInput) -> TopUpDraft:
    amount = check_amount_usd(entered.amount)
    if not entered.coin:
        raise InvalidInputError("coin", "required")
    bought = entered.purchase
    purchase = None
    if bought is not None:
        purchase = check_purchase(bought.plan_id, bought.quantity, bought.promo_code, bought.options)
    return TopUpDraft(amount_usd=amount, coin=entered.coin, network=entered.network, purchase=purchase)
