"""What the open top-up is paid by: checked, drawn, enlarged, and handed to a wallet."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.i18n.texts import _
from app.present.deposits import present_blocked, present_deposit
from app.rules.topups.deposit_facts import same_deposit
from ui.links import judge_wallet_link
from ui.pages.topups.dialogs import QrDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.topups import TopUp
    from app.present.topup_views import TopUpView
    from app.rules.topups.deposit_check import Deposit
    from app.services.accounts.accounts import AccountSession
    from ui.links import Links
    from ui.pages.topups.detail import TopUpDetail
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
        """Joins the cards with the deposit gate.

        Args:
            tasks: Runs the work for the top-up that is open.
            present: Shows the top-up as it is now, and calls `show` with that.
        """
        self._account = account
        self._detail = detail
        self._links = links
        self._tasks = tasks
        self._present = present
        self._topup: TopUp | None = None
        self._deposit: Deposit | None = None
        self._pictures: dict[tuple[str, str], str] = {}
        self._memos: set[str] = set()
        self._enlarged: QrDialog | None = None
        detail.payment.wallet_wanted.connect(self._on_wallet_wanted)
        detail.payment.enlarge_wanted.connect(self._on_enlarge_wanted)
        detail.payment.picture_chosen.connect(self._on_picture_chosen)
        detail.blocked.memo_confirmed.connect(self._on_memo_confirmed)

    def take(self, topup: TopUp | None) -> None:
        """Takes another state or another top-up; what was checked goes if it is another payment."""
        is_same = topup and self._topup and same_deposit(self._topup, topup)
        self._topup = topup
        if not is_same:
            # It must not stand here while this one is checked.
            self._deposit = None
            self._tasks.cancel("check")
            self._close_enlarged()

    def show(self, view: TopUpView) -> None:
        """Shows what to pay, or why nothing may be paid, or nothing."""
        if view.can_pay and self._deposit is not None and self._deposit.payable:
            chosen = self._pictures.get((self._deposit.coin, self._deposit.network), "")
            self._detail.show_payment(present_deposit(self._deposit, chosen), view)
            return
        self._close_enlarged()
        if not view.can_pay:
            self._detail.show_no_payment()
        elif self._deposit is not None:
            self._detail.show_blocked(present_blocked(self._deposit))
        else:
            self._detail.show_checking()
            if self._topup is not None and not self._tasks.is_running("check"):
                self._tasks.start("check", self._check(self._topup))

    async def _check(self, topup: TopUp) -> None:
        account, place = self._account, (topup.coin, topup.network)
        deposit = await account.topups.check(topup, memo_confirmed=topup.id in self._memos)
        if place not in self._pictures:
            with suppress(StorageError):  # then what is safest comes first
                self._pictures[place] = await account.choices.picture(*place)
        self._deposit = deposit
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
        if self._deposit is not None:
            coin, network = self._deposit.coin, self._deposit.network
            self._pictures[coin, network] = picture
            self._present()
            self._tasks.start("picture", self._remember_picture(coin, network, picture))

    def _on_memo_confirmed(self) -> None:
        if self._topup is not None:
            self._memos.add(self._topup.id)
            self._tasks.start("check", self._check(self._topup))
