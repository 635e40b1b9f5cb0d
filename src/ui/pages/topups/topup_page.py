"""The open top-up and its actions: check and pay, report, copy, open in the explorer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, StorageError
from app.i18n.texts import _
from app.models.topups import VERIFYING
from app.present.errors import present_error
from app.present.payments import present_blocked, present_deposit, report_failed_text
from app.present.topups import TopUpFacts, present_moment, present_topup
from app.services.topups.store import may_pass
from ui.links import judge_explorer_link, judge_wallet_link
from ui.pages.page import listen
from ui.tasks import Tasks
from ui.theme.icons import icon
from ui.widgets.layout.boxes import column
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.keyboard_focus import keyboard_handed_on, put_behind

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QMenu

    from app.models.topups import TopUp, TopUpSnapshot
    from app.present.payments import DepositView
    from app.present.topups import TopUpView
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.page import Page
    from ui.pages.topups.demo_strip import DemoStrip
    from ui.pages.topups.detail import TopUpDetail
    from ui.pages.topups.dialogs import QrDialog
    from ui.pages.topups.records import PaymentRecords, ReferenceField
    from ui.widgets.inputs.lock import Lock

_PARTS: Final = "ui.pages.topups.report_card", "ui.pages.topups.detail", "ui.pages.topups.demo_strip"


class TopUpPage(QWidget):
    """Shows one top-up; its tasks but for `LASTING` ones end when another one is opened.

    Signals:
        built(TopUpDetail): The cards were built.
        referenced(str, str): The own reference of a top-up was saved.
    """

    built = Signal(object)
    referenced = Signal(str, str)

    def __init__(
        self, account: AccountSession, context: PageContext, page: Page, lock: Lock, *, beside: QWidget
    ) -> None:
        """`beside` is the list, which gets the focus when nothing here can have it."""
        super().__init__()
        self._page = page
        self._account = account
        self._context = context
        self._store = account.topup_store
        self.topup_id = ""
        self._view: TopUpView | None = None
        self._seen: tuple[TopUpSnapshot, ...] = ()
        self._asked_at_zero: set[str] = set()
        self.tasks = Tasks(self, page.show_error)
        self._lock = lock
        self._pictures: dict[tuple[str, str], str] = {}
        self._memos: set[str] = set()
        self._enlarged: QrDialog | None = None
        self._beside = beside
        self._none = EmptyState(
            "wallet", _("No top-up chosen"), _("Choose one from the list to see it here.")
        )
        self._parts = column(self._none, spacing=0, on=self)
        listen(self, self._store.on_change, self._on_change)

    @cached_property
    def detail(self) -> TopUpDetail:
        """The cards of the open top-up, built when the first one is opened."""
        from ui.pages.topups.detail import TopUpDetail  # noqa: PLC0415 (after the first rows)
        from ui.pages.topups.report_card import ReportCard  # noqa: PLC0415 (likewise)

        clipboard = self._context.clipboard
        report = ReportCard(self._account, self.tasks, paste=clipboard.text, on_closed=self._present)
        detail = TopUpDetail(report, clipboard.copy_text, self._lock, lambda: self.reference)
        detail.hide()
        self._parts.addWidget(detail, 1)
        self._parts.addWidget(self.demo)
        report.set_locked(self._lock.reason)
        report.failed_elsewhere.connect(self._on_report_failed_elsewhere)
        detail.explorer_wanted.connect(self.open_explorer)
        detail.check_wanted.connect(self._on_check_pressed)
        detail.wallet_wanted.connect(self._on_wallet_wanted)
        detail.enlarge_wanted.connect(self._on_enlarge_wanted)
        detail.picture_chosen.connect(self._on_picture_chosen)
        detail.memo_confirmed.connect(self._on_memo_confirmed)
        detail.record_wanted.connect(self._on_record_wanted)
        self.built.emit(detail)
        return detail

    @cached_property
    def _records(self) -> PaymentRecords:
        from ui.pages.topups.records import PaymentRecords  # noqa: PLC0415 (likewise)

        return PaymentRecords(self._account, self._context, self._page.tasks, self)

    @cached_property
    def reference(self) -> ReferenceField:
        """The own reference of the open top-up, built with the details."""
        from ui.pages.topups.records import ReferenceField  # noqa: PLC0415 (likewise)

        field = ReferenceField(self._account, self.tasks)
        field.saved.connect(self.referenced)
        field.show_topup(self.topup_id)
        return field

    @cached_property
    def demo(self) -> DemoStrip:
        """The strip below them, shown in the demo account only."""
        from ui.pages.topups.demo_strip import DemoStrip  # noqa: PLC0415 (likewise)

        return DemoStrip(self._account.wallet, self.tasks, self._refresh)

    def set_locked(self, reason: str) -> None:
        """Disables new top-ups and the report while offline; '' enables them again."""
        self._lock.close(reason)
        if self._is_built():
            self.detail.report.set_locked(reason)

    def _is_built(self) -> bool:
        return "detail" in vars(self)

    @property
    def topup(self) -> TopUp | None:
        """The last known state of the open top-up."""
        return self._store.get(self.topup_id)

    def show_topup(self, topup_id: str) -> None:
        """Opens a top-up; one that is not in memory is loaded."""
        if self.topup_id != topup_id:
            self._cancel_work()
            self._seen = ()
        self.topup_id = topup_id
        self._store.show(topup_id)
        if self.topup is not None:
            self.tasks.cancel("open")
            self._show(self.topup)
        else:
            self._show_loading()
            self.tasks.start("open", self._load(topup_id))

    def _show(self, topup: TopUp) -> None:
        self._drop_other_deposit()
        self._none.hide()
        self.detail.show()
        self._present()
        self.detail.report.show_topup(topup)
        if "reference" in vars(self):
            self.reference.show_topup(topup.id)
        self.tasks.start("timeline", self._load_timeline(topup))

    def _cancel_work(self) -> None:
        """Cancels everything but reports, which must arrive, and the saving of input."""
        from ui.pages.topups.report_card import LASTING  # noqa: PLC0415 (likewise)

        for name in self.tasks.names():
            if not name.startswith(LASTING):
                self.tasks.cancel(name)

    def _show_loading(self) -> None:
        self._cancel_work()
        self._view = None
        self._drop_other_deposit()
        if self._is_built():
            self.detail.hide()
            self.demo.hide()
        self._none.show_empty("loader-circle", _("Loading…"), "")
        self._none.show()

    def check_again(self) -> None:
        """Checks a blocked top-up again: the catalog or the accepted deposit may have changed."""
        deposit = self._store.deposit(self.topup_id)
        if deposit is not None and not deposit.payable:
            self.tasks.start("check", self._check(self.topup_id))

    async def _load(self, topup_id: str) -> None:
        try:
            await self._account.poller.refresh(topup_id)
        except AppError:
            self.topup_id = ""
            raise
        if self.topup is not None:
            self._show(self.topup)

    def _on_change(self, _before: TopUp | None, topup: TopUp) -> None:
        if topup.id == self.topup_id and not self.tasks.is_running("open"):
            self._show(topup)

    def tick(self) -> None:
        """Updates the clocks each second; at zero the top-up is loaded, once."""
        topup = self.topup
        if topup is None or self._view is None or self._store.cached_at(topup.id):
            return
        view = present_moment(topup, self._account.service_clock.now(), self._facts(topup))
        if (view.can_pay, view.badge) != (self._view.can_pay, self._view.badge):
            self._present()
        if view.confirming is not None:
            self.detail.show_confirming(view.confirming)
        if view.clock is None:
            return
        if view.can_pay:
            self.detail.payment.show_clock(view.clock)
        elif not view.clock.seconds_left and topup.id not in self._asked_at_zero:
            self._asked_at_zero.add(topup.id)
            self.tasks.start("refresh", self._refresh(topup.id))

    def showEvent(self, event: QShowEvent) -> None:
        """Updates the deposit: it may no longer be payable."""
        super().showEvent(event)
        self.tick()

    def _present(self) -> None:
        if (topup := self.topup) is None:
            return
        view = self._view = present_topup(topup, self._account.service_clock.now(), self._facts(topup))
        goals = (self.detail.report.txid, self.demo.confirmation, self.detail.back, self._beside)
        with keyboard_handed_on(self, goals):
            self.detail.show_topup(view)
            self.demo.show_topup(topup, view, is_cached=self._store.cached_at(topup.id) is not None)
            put_behind(self.demo, [self.detail.back, self.detail.details])
            self._show_deposit(view)

    def _facts(self, topup: TopUp) -> TopUpFacts:
        store, cached_at = self._store, self._store.cached_at(topup.id)
        return TopUpFacts(
            self._seen,
            inconsistency=store.inconsistency(topup.id) or self.detail.report.inconsistency(topup),
            not_confirmed=None if cached_at else store.not_confirmed(topup),
            network=self._account.coins.network(topup.coin, topup.network),
            cached_at=cached_at,
        )

    async def _refresh(self, topup_id: str) -> None:
        try:
            await self._account.poller.refresh(topup_id)
        except AppError as error:
            self._present()
            if may_pass(error):
                raise
        else:
            self._present()

    async def _load_timeline(self, topup: TopUp) -> None:
        if topup.status == VERIFYING:
            with suppress(AppError):  # it only makes an estimate possible
                await self._account.coins.known()
        seen = await self._store.timeline(topup.id)
        if seen != self._seen:
            self._seen = seen
            self._present()

    def _on_report_failed_elsewhere(self, topup: TopUp, error: AppError) -> None:
        view = present_error(error)
        if view.offline or view.about_key:
            self._page.show_error(error)
        else:
            self._page.show_banner("info", report_failed_text(topup, view.text))

    def open_explorer(self, url: str) -> None:
        """Opens a link to an explorer; asks first where the app does not know the site."""
        verdict = judge_explorer_link(url)
        if verdict.action == "ask":
            from ui.pages.topups.dialogs import LinkDialog  # noqa: PLC0415 (seldom shown)

            dialog = LinkDialog(verdict.host, self.window())
            dialog.accepted.connect(lambda: self._context.links.open_explorer(verdict))
            dialog.open()
        elif not self._context.links.open_explorer(verdict):
            text = _("This explorer link can't be opened safely. Copy the transaction ID instead.")
            self._page.show_banner("info", text)

    def add_actions(self, menu: QMenu) -> None:
        """Adds what can be copied and opened of the open top-up to the menu of its row."""
        topup, copy = self.topup, self._context.copy_text
        if topup is None:
            return
        if self.detail.shown_payment() is not None:
            copy_payable = self._copy_payable
            menu.addAction(icon("copy"), _("Copy amount"), lambda: copy_payable(topup.id, address=False))
            menu.addAction(icon("copy"), _("Copy address"), lambda: copy_payable(topup.id, address=True))
        if txid := topup.txid:
            copied = _("Transaction ID copied")
            menu.addAction(icon("copy"), _("Copy transaction ID"), lambda: copy(txid, copied))
        if url := topup.explorer_url:
            menu.addAction(icon("external-link"), _("Open in explorer"), lambda: self.open_explorer(url))

    def _copy_payable(self, topup_id: str, *, address: bool) -> None:
        """Copies amount or address, unless it is no longer payable."""
        deposit = self.detail.shown_payment()
        if topup_id != self.topup_id or deposit is None:
            self._context.show_message(_("This can't be paid any more: nothing was copied."))
        elif address:
            self._context.copy_text(deposit.address, _("Address copied"))
        else:
            self._context.copy_text(deposit.amount, _("Amount copied"))

    def _on_check_pressed(self) -> None:
        if self.topup_id:
            self.tasks.start("refresh", self._refresh(self.topup_id))

    def _drop_other_deposit(self) -> None:
        """Hides the payment if it is of another deposit."""
        if self._store.deposit(self.topup_id) is None:
            # It must not be shown while this one is checked.
            self.tasks.cancel("check")
            self._close_enlarged()

    def _show_deposit(self, view: TopUpView) -> None:
        """Shows the payment, why nothing may be paid, or nothing."""
        deposit = self._store.deposit(self.topup_id)
        if deposit is not None and deposit.payable and (deposit.coin, deposit.network) not in self._pictures:
            # Checked before this page was made: which picture was chosen is loaded first.
            deposit = None
        if view.can_pay and deposit is not None and deposit.payable:
            chosen = self._pictures[deposit.coin, deposit.network]
            self.detail.show_payment(present_deposit(deposit, chosen), view)
            return
        self._close_enlarged()
        if not view.can_pay:
            self.detail.show_only(None)
        elif deposit is not None:
            self.detail.show_blocked(present_blocked(deposit))
        else:
            self.detail.show_only(self.detail.checking)
            if not self.tasks.is_running("check"):
                self.tasks.start("check", self._check(self.topup_id))

    async def build(self) -> None:
        """Imports and builds the cards, in a turn of the event loop of their own."""
        if not self._is_built():
            for name in _PARTS:
                await asyncio.to_thread(import_module, name)
            self.detail.hide()
            await asyncio.sleep(0)

    async def _check(self, topup_id: str) -> None:
        topup = self._store.get(topup_id)
        if topup is not None and (kind := (topup.coin, topup.network)) not in self._pictures:
            self._pictures[kind] = ""  # what is safest comes first, where the choice can't be loaded
            with suppress(StorageError):
                self._pictures[kind] = await self._account.choices.picture(*kind)
        if (topup := self._store.get(topup_id)) is not None:
            await self._account.topups.check(topup, memo_confirmed=topup_id in self._memos)
            await self._prepare_payment(topup_id)
        self._present()

    async def _prepare_payment(self, topup_id: str) -> None:
        """Encodes the codes in a thread, and builds the card in a turn of its own."""
        from app.qr_codes import encode_all  # noqa: PLC0415 (after the first rows)

        deposit = self._store.deposit(topup_id)
        if deposit is not None and deposit.payable:
            await asyncio.to_thread(encode_all, present_deposit(deposit, "").pictures)
            if self.detail.payment.isHidden():
                await asyncio.sleep(0)

    async def _remember_picture(self, coin: str, network: str, picture: str) -> None:
        with suppress(StorageError):  # it holds until the app ends
            await self._account.choices.choose_picture(coin, network, picture)

    def _payable(self) -> DepositView | None:
        """Returns what may be paid at this moment; hides the payment otherwise."""
        self._present()
        return self.detail.shown_payment()

    def _close_enlarged(self) -> None:
        if self._enlarged is not None:
            self._enlarged.reject()

    def _on_wallet_wanted(self) -> None:
        self.detail.payment.show_no_wallet("")
        deposit = self._payable()
        if deposit is None or self._context.links.open_wallet(judge_wallet_link(deposit.wallet_link)):
            return
        self.detail.payment.show_no_wallet(
            _("No wallet on this computer opens this link. Scan the code, or copy amount and address.")
        )

    def _on_enlarge_wanted(self) -> None:
        from ui.pages.topups.dialogs import QrDialog  # noqa: PLC0415 (seldom shown)

        if (deposit := self._payable()) is not None:
            self._enlarged = QrDialog(deposit.qr_text, self.window())
            self._enlarged.finished.connect(self._on_enlarged_closed)
            self._enlarged.open()

    def _on_enlarged_closed(self) -> None:
        self._enlarged = None

    def _on_picture_chosen(self, picture: str) -> None:
        if (deposit := self._store.deposit(self.topup_id)) is not None:
            coin, network = deposit.coin, deposit.network
            self._pictures[coin, network] = picture
            self._present()
            self.tasks.start("picture", self._remember_picture(coin, network, picture))

    def _on_record_wanted(self) -> None:
        if (topup := self.topup) is not None:
            self._records.open(topup)

    def _on_memo_confirmed(self) -> None:
        self._memos.add(self.topup_id)
        self.tasks.start("check", self._check(self.topup_id))
