"""The open top-up and its actions: check and pay, report, copy, open in the explorer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError
from app.i18n.texts import _, listed
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from app.present.errors import present_error
from app.services.topups.store import may_pass
from app.untrusted_text import sanitized
from ui.pages.page import listen
from ui.tasks import Tasks, in_turns
from ui.theme.icons import icon
from ui.widgets.keyboard_focus import focus_moved_on, put_behind
from ui.widgets.layout.boxes import column
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.screen_reader import announce

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QMenu

    from app.models.topups import TopUp, TopUpSnapshot
    from app.present.topups import TopUpView
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.page import Page
    from ui.pages.topups.demo_strip import DemoStrip
    from ui.pages.topups.detail import TopUpDetail
    from ui.pages.topups.records import PaymentRecords, ReferenceField
    from ui.pages.topups.report_card import ReportCard
    from ui.widgets.inputs.lock import Lock

PARTS: Final = (
    "app.services.topups.deposits",
    *(f"ui.pages.topups.{name}" for name in ("presenter", "report_card", "detail", "payment", "demo_strip")),
)
"""The modules of what is beside the list."""

_AHEAD_SECONDS: Final = 0.1
"""How long the first top-up waits for its deposit check before it is shown without its result."""

_CHECK_SECONDS: Final = 0.4
"""How long the deposit check is waited for; without its result a menu offers nothing to be paid."""


class TopUpPage(QWidget):
    """Shows one top-up; its tasks but for `LASTING` ones end when another one is opened.

    Signals:
        built(TopUpDetail): The cards are there, empty.
        left(): The list is to be shown: a top-up could not be loaded, or 'Back' was pressed before it was.
        referenced(str, str): The own reference of a top-up was saved.
    """

    built = Signal(object)
    left = Signal()
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
        # The state whose deposit is being checked already when it is shown first.
        self._checked_ahead: TopUp | None = None
        self._refreshed_at_zero: set[str] = set()
        self.tasks = Tasks(self, page.show_error)
        self._lock = lock
        self._beside = beside
        self._none = EmptyState(
            "wallet", _("No top-up chosen"), _("Choose one from the list to see it here.")
        )
        self._none.hide()
        self._none.acted.connect(self.left)
        self._is_compact = False
        self._parts = column(self._none, spacing=0, on=self)
        listen(self, self._store.on_change, self._on_change)

    @cached_property
    def detail(self) -> TopUpDetail:
        """The cards of the open top-up, built when the first one is opened."""
        from ui.pages.topups.detail import TopUpDetail  # noqa: PLC0415 (after the first rows)
        from ui.pages.topups.payment import OpenPayment  # noqa: PLC0415 (likewise)
        from ui.pages.topups.presenter import Presenter  # noqa: PLC0415 (likewise)

        report, copy = self._report, self._context.clipboard.copy_text
        detail = TopUpDetail(report, copy, self._lock, lambda: self.reference)
        detail.hide()
        self._parts.addWidget(detail, 1)
        self._parts.addWidget(self.demo)
        report.set_locked(self._lock.reason)
        self._presenter = Presenter(self._account, report)
        self._payment = OpenPayment(self._account, self._context, self.tasks, detail, self._present)
        report.reported.connect(self._on_reported)
        report.failed_elsewhere.connect(self._on_report_failed_elsewhere)
        detail.explorer_requested.connect(self.open_explorer)
        detail.check_requested.connect(self._on_check_pressed)
        detail.record_requested.connect(self._on_record_requested)
        self.built.emit(detail)
        return detail

    @cached_property
    def _report(self) -> ReportCard:
        from ui.pages.topups.report_card import ReportCard  # noqa: PLC0415 (likewise)

        paste = self._context.clipboard.text
        return ReportCard(self._account, self.tasks, paste=paste, on_closed=self._present)

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
        if self._store.shown != topup_id:
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

    def set_compact(self, *, compact: bool) -> None:
        """Offers a way back while a top-up is loaded, in a small window, where this is a page of its own."""
        self._is_compact = compact

    def show_none(self) -> None:
        """Says that no top-up is chosen, unless one is."""
        if not self.topup_id:
            self._none.show()

    def _show(self, topup: TopUp) -> None:
        detail = self.detail
        is_prepared = topup is self._checked_ahead
        self._checked_ahead = None
        if not is_prepared:
            self._payment.drop_other()
        self._present()
        detail.report.show_topup(topup)
        # Filled before: shown first, it would be laid out again with every text.
        with focus_moved_on(self, (detail.back, self._beside)):
            self._none.hide()
            detail.show()
        if "reference" in vars(self):
            self.reference.show_topup(topup.id)
        if not is_prepared:
            self.tasks.start("timeline", self._load_timeline(topup))

    def unfinished(self) -> tuple[str, ...]:
        """Returns a text for each report that is under way."""
        from ui.pages.topups.report_card import REPORT  # noqa: PLC0415 (likewise)

        reports = [name for name in self.tasks.names() if name.startswith(REPORT)]
        return (_("Reporting a payment"),) * len(reports)

    def _cancel_work(self) -> None:
        """Cancels everything but reports, which must arrive, and the saving of input."""
        from ui.pages.topups.report_card import LASTING  # noqa: PLC0415 (likewise)

        for name in self.tasks.names():
            if not name.startswith(LASTING):
                self.tasks.cancel(name)

    def _show_loading(self) -> None:
        self._cancel_work()
        self._view = None
        if self._is_built():
            self._payment.drop_other()
            self.detail.hide()
            self.demo.hide()
        back = _("Back") if self._is_compact else ""
        self._none.show_empty("loader-circle", _("Loading…"), "", action=back, action_icon="arrow-left")
        self._none.show()
        if back and self.isVisible():
            self._none.button.setFocus()

    def check_again(self) -> None:
        """Checks a blocked top-up again: the catalog or the accepted deposit may have changed."""
        if self._is_built():
            self._payment.check_again()

    async def _load(self, topup_id: str) -> None:
        try:
            await self._account.poller.refresh(topup_id)
        except AppError as error:
            self.topup_id = ""
            view = present_error(error)
            self._none.show_empty(view.icon, _("Not loaded"), view.text)
            self.left.emit()
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
        view = self._presenter.present_moment(topup, self._seen)
        if (view.can_pay, view.badge) != (self._view.can_pay, self._view.badge):
            self._present()
        if view.confirming is not None:
            self.detail.show_confirming(view.confirming)
        if view.clock is None:
            return
        if view.can_pay:
            self.detail.payment.show_clock(view.clock)
        elif not view.clock.seconds_left and topup.id not in self._refreshed_at_zero:
            self._refreshed_at_zero.add(topup.id)
            self.tasks.start("refresh", self._refresh(topup.id))

    def refresh_times(self) -> None:
        """Updates the texts that change with the time, such as how long a payment can still be reported."""
        if self.topup is not None and self._view is not None:
            view = self._presenter.present(self.topup, self._seen)
            # These two follow the clock each second.
            if view._replace(clock=self._view.clock, confirming=self._view.confirming) != self._view:
                self._present()

    def showEvent(self, event: QShowEvent) -> None:
        """Updates the deposit, which may no longer be payable, and the times."""
        super().showEvent(event)
        self.tick()
        self.refresh_times()

    def _present(self) -> None:
        if (topup := self.topup) is not None:
            self._fill(topup)

    def _fill(self, topup: TopUp) -> None:
        """Fills the cards with the open top-up, or, while they are hidden, with the next one."""
        view = self._view = self._presenter.present(topup, self._seen)
        goals = (self.detail.report.txid, self.demo.confirmation, self.detail.back, self._beside)
        with focus_moved_on(self, goals):
            self.detail.show_topup(view)
            self.demo.show_topup(topup, view, is_cached=self._store.cached_at(topup.id) is not None)
            put_behind(self.demo, [self.detail.back, self.detail.details])
            self._payment.show(view)

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

    def _on_reported(self) -> None:
        """Announces the new status: what has changed is above the form, which is gone."""
        if self._view is not None:
            confirming = self._view.confirming
            announce(self, listed((sanitized(self._view.badge.text), confirming.title if confirming else "")))

    def _on_report_failed_elsewhere(self, topup: TopUp, error: AppError) -> None:
        view = present_error(error)
        if view.offline or view.about_key:
            self._page.show_error(error)
            return
        from app.present.payments import failed_text  # noqa: PLC0415 (seldom shown)

        self._page.show_banner("info", failed_text(topup, view.text), lasting=True)

    def open_explorer(self, url: str) -> None:
        """Opens a link to an explorer; asks first where the app does not know the site."""
        from ui.pages.topups.dialogs import open_explorer_link  # noqa: PLC0415 (seldom used)

        if not open_explorer_link(url, self._context.links, self.window()):
            text = _("This explorer link can't be opened safely. Copy the transaction ID instead.")
            self._page.show_banner("info", text)

    def add_actions(self, menu: QMenu) -> None:
        """Adds what can be copied and opened of the open top-up to the menu of its row."""
        topup, copy = self.topup, self._context.copy_text
        if topup is None:
            return
        self._payment.add_actions(menu)
        if txid := topup.txid:
            copied = _("Transaction ID copied")
            menu.addAction(icon("copy"), _("Copy transaction ID"), lambda: copy(txid, copied))
        if url := topup.explorer_url:
            menu.addAction(icon("external-link"), _("Open in explorer"), lambda: self.open_explorer(url))

    def _on_check_pressed(self) -> None:
        if self.topup_id:
            self.tasks.start("refresh", self._refresh(self.topup_id))

    async def wait_for_check(self) -> None:
        """Waits for the deposit check, for a short time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CHECK_SECONDS):
                await self.tasks.join("open", "check")

    async def build(self, topup: TopUp | None) -> None:
        """Imports and builds the cards, each in a turn of the event loop.

        Args:
            topup: The one that is opened then. If its deposit is checked soon, it is painted only once.
        """
        if self._is_built():
            return
        await in_turns(map(import_module, PARTS))
        _ = self._report
        await asyncio.sleep(0)
        self.detail.hide()
        await asyncio.sleep(0)
        is_first = topup is not None and self._store.is_reported(topup.id) and not self.topup_id
        if topup is not None and is_first and topup.status == AWAITING_PAYMENT:
            self._checked_ahead = topup
            self.tasks.start("check", self._check_ahead(topup))
            with suppress(TimeoutError):
                async with asyncio.timeout(_AHEAD_SECONDS):
                    await self.tasks.join("check")

    async def _check_ahead(self, topup: TopUp) -> None:
        from ui.pages.topups.payment import check_payment  # noqa: PLC0415 (imported before)

        self._store.show(topup.id)
        self._seen = await self._store.timeline(topup.id)
        await check_payment(self._account, topup, self.detail)
        if self.topup_id in {"", topup.id}:
            self._fill(topup)

    def _on_record_requested(self) -> None:
        if (topup := self.topup) is not None:
            self._records.open(topup)
