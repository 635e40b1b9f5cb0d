"""The payment of the open top-up: its deposit is checked, shown, and handed to a wallet or the clipboard."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.i18n.texts import _
from app.present.deposits import present_blocked, present_deposit
from app.qr_codes import QrOverflowError, encode
from ui.link_checks import check_wallet_link
from ui.theme.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from app.models.topups import TopUp
    from app.present.deposits import DepositView
    from app.present.topups import TopUpView
    from app.rules.topups.deposit_check import Deposit
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.topups.detail import TopUpDetail
    from ui.pages.topups.dialogs import QrDialog
    from ui.tasks import Tasks


async def check_payment(
    account: AccountSession, topup: TopUp, detail: TopUpDetail, *, memo_confirmed: bool = False
) -> None:
    """Prepares the card of a deposit in `detail`, and checks it: before, nothing of it is shown.

    Raises:
        AppError: See `TopUps.check`.
    """
    check = account.topups.check(topup, memo_confirmed=memo_confirmed)
    deposit, _loaded = await asyncio.gather(check, account.choices.load_picture(topup.coin, topup.network))
    if not deposit.payable:
        return
    _ = detail.payment  # the card is built now, if it was not there, and shown in another turn
    chosen = account.choices.picture(topup.coin, topup.network) or ""
    with suppress(QrOverflowError):  # it is then shown without a code
        await asyncio.to_thread(encode, present_deposit(deposit, chosen).qr_text)


class OpenPayment(QObject):
    """The payable deposit of the open top-up; read from the cards after they were updated."""

    def __init__(
        self,
        account: AccountSession,
        context: PageContext,
        tasks: Tasks,
        detail: TopUpDetail,
        present: Callable[[], None],
    ) -> None:
        """`present` shows the open top-up as it is now, and calls `show`."""
        super().__init__(detail)
        self._account = account
        self._store = account.topup_store
        self._context = context
        self._tasks = tasks
        self._detail = detail
        self._present = present
        self._memos: set[str] = set()
        self._enlarged: QrDialog | None = None
        detail.wallet_requested.connect(self._on_wallet_requested)
        detail.enlarge_requested.connect(self._on_enlarge_requested)
        detail.picture_chosen.connect(self._on_picture_chosen)
        detail.memo_confirmed.connect(self._on_memo_confirmed)

    def show(self, view: TopUpView) -> None:
        """Shows the payment, why nothing may be paid, or nothing."""
        deposit = self._deposit()
        chosen = None
        if deposit is not None and deposit.payable:
            chosen = self._account.choices.picture(deposit.coin, deposit.network)
            if chosen is None:
                # It was checked elsewhere: which picture was chosen is loaded first.
                deposit = None
        if view.can_pay and deposit is not None and chosen is not None:
            self._detail.show_payment(present_deposit(deposit, chosen), view)
            return
        self._close_enlarged()
        if not view.can_pay:
            self._detail.show_only(None)
        elif deposit is not None:
            self._detail.show_blocked(present_blocked(deposit))
        else:
            self._detail.show_only(self._detail.checking)
            if not self._tasks.is_running("check"):
                self._start_check()

    def drop_other(self) -> None:
        """Hides the payment if it is of another deposit."""
        if self._deposit() is None:
            # It must not be shown while this one is checked.
            self._tasks.cancel("check")
            self._close_enlarged()

    def check_again(self) -> None:
        """Checks a blocked one again."""
        deposit = self._deposit()
        if deposit is not None and not deposit.payable:
            self._start_check()

    def add_actions(self, menu: QMenu) -> None:
        """Adds what can be copied of it to the menu of its row."""
        if self._detail.shown_payment() is not None:
            copy, topup_id = self._copy, self._store.shown
            menu.addAction(icon("copy"), _("Copy amount"), lambda: copy(topup_id, address=False))
            menu.addAction(icon("copy"), _("Copy address"), lambda: copy(topup_id, address=True))

    def _deposit(self) -> Deposit | None:
        return self._store.deposit(self._store.shown)

    def _start_check(self) -> None:
        self._tasks.start("check", self._check(self._store.shown))

    async def _check(self, topup_id: str) -> None:
        if (topup := self._store.get(topup_id)) is not None:
            is_confirmed = topup_id in self._memos
            await check_payment(self._account, topup, self._detail, memo_confirmed=is_confirmed)
        self._present()

    def _payable(self) -> DepositView | None:
        """Returns what may be paid at this moment; hides the payment otherwise."""
        self._present()
        return self._detail.shown_payment()

    def _copy(self, topup_id: str, *, address: bool) -> None:
        """Copies amount or address, unless it is no longer payable."""
        deposit = self._detail.shown_payment()
        if topup_id != self._store.shown or deposit is None:
            self._context.show_message(_("This can't be paid any more: nothing was copied."))
        elif address:
            self._context.copy_text(deposit.address, _("Address copied"))
        else:
            self._context.copy_text(deposit.amount, _("Amount copied"))

    def _close_enlarged(self) -> None:
        if self._enlarged is not None:
            self._enlarged.reject()

    def _on_wallet_requested(self) -> None:
        self._detail.payment.show_no_wallet("")
        deposit = self._payable()
        if deposit is None or self._context.links.open_wallet(check_wallet_link(deposit.wallet_link)):
            return
        self._detail.payment.show_no_wallet(
            _("No wallet on this computer opens this link. Scan the code, or copy amount and address.")
        )

    def _on_enlarge_requested(self) -> None:
        from ui.pages.topups.dialogs import QrDialog  # noqa: PLC0415 (seldom shown)

        if (deposit := self._payable()) is not None:
            self._enlarged = QrDialog(deposit.qr_text, self._detail.window())
            self._enlarged.finished.connect(self._on_enlarged_closed)
            self._enlarged.open()

    def _on_enlarged_closed(self) -> None:
        self._enlarged = None

    def _on_picture_chosen(self, picture: str) -> None:
        if (deposit := self._deposit()) is not None:
            coin, network = deposit.coin, deposit.network
            self._account.choices.choose_picture(coin, network, picture)
            self._present()
            self._tasks.start("picture", self._account.choices.save_picture(coin, network))

    def _on_memo_confirmed(self) -> None:
        self._memos.add(self._store.shown)
        self._start_check()
