"""What the open top-up is paid by: checked, drawn, enlarged, and handed to a wallet."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.i18n.texts import _
from ui.links import judge_wallet_link
from ui.pages.topups.deposit_view import present_blocked, present_deposit
from ui.pages.topups.dialogs import QrDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import AccountSession
    from ui.links import Links
    from ui.pages.topups.detail import TopUpDetail
    from ui.pages.topups.view import TopUpView
    from ui.tasks import Tasks


class PaymentDetails:
    """Shows them only while the top-up may be paid; the enlarged QR code goes with them."""

    def __init__(
        self,
        *,
        account: AccountSession,
        detail: TopUpDetail,
        links: Links,
        tasks: Tasks,
        present: Callable[[], TopUpView | None],
    ) -> None:
        """Connects the cards with the deposit check.

        Args:
            tasks: Runs the work for the top-up that is open.
            present: Shows the top-up as it is now, and calls `show` with that.
        """
        self._account = account
        self._detail = detail
        self._links = links
        self._tasks = tasks
        self._present = present
        self._store = account.topup_store
        self._topup_id = ""
        self._pictures: dict[tuple[str, str], str] = {}
        self._memos: set[str] = set()
        self._enlarged: QrDialog | None = None
        detail.payment.wallet_wanted.connect(self._on_wallet_wanted)
        detail.payment.enlarge_wanted.connect(self._on_enlarge_wanted)
        detail.payment.picture_chosen.connect(self._on_picture_chosen)
        detail.blocked.memo_confirmed.connect(self._on_memo_confirmed)

    def take(self, topup_id: str) -> None:
        """Takes another state or another top-up; what was shown goes if it is another deposit."""
        self._topup_id = topup_id
        if self._store.deposit(topup_id) is None:
            # It must not stand here while this one is checked.
            self._tasks.cancel("check")
            self._close_enlarged()

    def check_again(self) -> None:
        """Checks a blocked deposit again: what it is held against may have changed."""
        deposit = self._store.deposit(self._topup_id)
        if deposit is not None and not deposit.payable:
            self._tasks.start("check", self._check(self._topup_id))

    def show(self, view: TopUpView) -> None:
        """Shows what to pay, or why nothing may be paid, or nothing."""
        deposit = self._store.deposit(self._topup_id)
        if deposit is not None and deposit.payable and (deposit.coin, deposit.network) not in self._pictures:
            # Checked before this page was made: which picture was chosen is loaded first.
            deposit = None
        if view.can_pay and deposit is not None and deposit.payable:
            chosen = self._pictures[deposit.coin, deposit.network]
            self._detail.show_payment(present_deposit(deposit, chosen), view)
            return
        self._close_enlarged()
        if not view.can_pay:
            self._detail.show_no_payment()
        elif deposit is not None:
            self._detail.show_blocked(present_blocked(deposit))
        else:
            self._detail.show_checking()
            if not self._tasks.is_running("check"):
                self._tasks.start("check", self._check(self._topup_id))

    async def _check(self, topup_id: str) -> None:
        topup = self._store.get(topup_id)
        if topup is not None and (kind := (topup.coin, topup.network)) not in self._pictures:
            self._pictures[kind] = ""  # what is safest comes first, where the choice can't be loaded
            with suppress(StorageError):
                self._pictures[kind] = await self._account.choices.picture(*kind)
        if topup is not None:
            await self._account.topups.check(topup, memo_confirmed=topup_id in self._memos)
        self._present()

    async def _remember_picture(self, coin: str, network: str, picture: str) -> None:
        with suppress(StorageError):  # it holds until the app ends
            await self._account.choices.choose_picture(coin, network, picture)

    def _may_pay(self) -> bool:
        """Returns whether it may be paid at this very moment; what can't be any more is taken away."""
        view = self._present()
        return view is not None and view.can_pay

    def _close_enlarged(self) -> None:
        if self._enlarged is not None:
            self._enlarged.reject()

    def _on_wallet_wanted(self, uri: str) -> None:
        self._detail.payment.show_no_wallet("")
        if self._may_pay() and not self._links.open_wallet(judge_wallet_link(uri)):
            self._detail.payment.show_no_wallet(
                _("No wallet on this computer opens this link. Scan the code, or copy amount and address.")
            )

    def _on_enlarge_wanted(self, text: str) -> None:
        if self._may_pay():
            self._enlarged = QrDialog(text, self._detail.window())
            self._enlarged.finished.connect(self._on_enlarged_closed)
            self._enlarged.open()

    def _on_enlarged_closed(self) -> None:
        self._enlarged = None

    def _on_picture_chosen(self, picture: str) -> None:
        if (deposit := self._store.deposit(self._topup_id)) is not None:
            coin, network = deposit.coin, deposit.network
            self._pictures[coin, network] = picture
            self._present()
            self._tasks.start("picture", self._remember_picture(coin, network, picture))

    def _on_memo_confirmed(self) -> None:
        self._memos.add(self._topup_id)
        self._tasks.start("check", self._check(self._topup_id))
