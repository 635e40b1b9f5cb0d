"""The tab of top-ups: the list beside the open one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QStackedWidget

from app.clock import PastMoment
from app.errors import AppError, ConflictError, StorageError
from app.i18n.texts import _
from app.present.errors import present_error
from ui.pages.page import Page, listen
from ui.pages.topups.history import ALL, OPEN, History
from ui.pages.topups.list_footer import ListFooter
from ui.pages.topups.list_model import TopUpListModel
from ui.pages.topups.list_pane import PANE_WIDTH, TopUpListPane
from ui.pages.topups.requests import Creation, PendingRequests
from ui.pages.topups.row_menu import RowMenu
from ui.pages.topups.topup_page import TopUpPage
from ui.widgets.inputs.lock import Lock
from ui.widgets.keyboard_focus import can_have_focus
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPixmap

    from app.models.topups import TopUp
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.topups.detail import TopUpDetail
    from ui.pages.topups.new_dialog import NewTopUpDialog

_CACHED_AFTER_S: Final = 0.1
"""A service that responds sooner saves reading the cached list; the first frame shows it until then."""
_SHOWN_AFTER_S: Final = 0.1
"""How long after its deposit check the open top-up is on screen: what comes then would take turns with it."""

_AGES_EVERY = 20
_RECONCILE_EVERY = 15
_PLANS_SECONDS: Final = 300.0


class TopUpsPage(Page):
    """The top-ups of one account; its poller is run by the caller who opened the account."""

    def __init__(self, account: AccountSession, context: PageContext) -> None:
        super().__init__(account.clock, connection_status=account.connection_status)
        self._account = account
        self._poller = account.poller
        self.store = account.topup_store
        self.model = TopUpListModel(account.service_clock.now)
        self.history = History(account, self.model)
        self.pending = PendingRequests(account, self)
        self.footer = ListFooter(account, self.history, self.model, self.tasks)
        self.pane = TopUpListPane(self.history, self.model, self.pending, self.footer, self.tasks)
        self.creation = Creation(account, self.pending, self)
        self._found: list[TopUp] = []
        self._lock = Lock(self.pane.new_button)
        self.topup_page = TopUpPage(account, context, self, self._lock, beside=self.pane.view)
        self.menu = RowMenu(self.pane, self.model, self.topup_page, context, self.tasks)
        self.panes = TwoPanes(self.pane, self.topup_page, PANE_WIDTH)
        self.first_column, self.footers = self.pane, (self.footer,)
        self.first_rows = self.pane.view.viewport()
        self.empty = EmptyState(
            "wallet",
            _("No top-ups yet"),
            _("Add money to your balance with Bitcoin, Litecoin, Ether, Solana, USDT or USDC."),
            action=_("New top-up"),
            action_icon="plus",
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panes)
        self._stack.addWidget(self.empty)
        self.body.addWidget(self._stack)
        self._connect()
        SecondTicks(self).ticked.connect(self._on_second_passed)

    @property
    def dialog(self) -> NewTopUpDialog | None:
        return self.creation.dialog

    def open_new(self, amount: str = "", plan_id: str = "") -> None:
        """Opens the dialog 'New top-up', unless the app is offline; see `Creation.open`."""
        if not self._lock.reason:
            self.creation.open(amount, plan_id)

    def prepare_new(self, subscription_id: str) -> None:
        """Opens the dialog as the last top-up was made, for the plan of a subscription."""
        self.tasks.start("prepare", self._prepare_new(subscription_id))

    async def _prepare_new(self, subscription_id: str) -> None:
        with suppress(AppError):  # then the plan is chosen by hand
            await self._account.subscriptions.refresh(_PLANS_SECONDS)
        subscription = self._account.subscription_store.get(subscription_id)
        if not self._lock.reason:
            self.creation.prepare(subscription.plan_id if subscription else "")

    def unfinished(self) -> tuple[str, ...]:
        return self.footer.unfinished() + self.topup_page.unfinished()

    def focus_search(self) -> None:
        self.panes.show_pane(detail=False)
        if can_have_focus(self.pane.search):
            self.pane.search.setFocus()

    def go_back(self) -> None:
        self.panes.go_back()

    def show_topup(self, topup_id: str) -> None:
        """Opens a top-up; one that is not in memory is loaded."""
        self.pane.select(topup_id)
        self.panes.show_pane(detail=True)
        self.open_in_detail(topup_id)

    def open_in_detail(self, topup_id: str) -> None:
        """Opens a top-up beside the list, which stays in front in a small window."""
        self.topup_page.show_topup(topup_id)
        self._show_hidden()

    def show_error(self, error: AppError) -> None:
        """Shows an error, and disables what needs the service while it is offline."""
        super().show_error(error)
        view = present_error(error)
        if self.is_offline or view.about_key:
            self.topup_page.set_locked(view.text)
        if not self.history.is_reported():
            self.pane.show_missing(view)
            self.topup_page.show_none()
            self.tasks.start("cached", self._show_cached())

    def report_response(self) -> None:
        """Enables what was disabled while offline."""
        super().report_response()
        self.topup_page.set_locked("")

    def show_skeleton(self) -> None:
        if not (self.history.is_reported() or self.model.loaded()):
            self.pane.list.show_loading()

    async def load_now(self) -> None:
        """Reconciles pending requests, and loads the first page of the list."""
        if self.model.loaded() == 0:
            self.tasks.start("cached", self._show_cached(after_s=_CACHED_AFTER_S))
        await self.footer.load_hidden()
        resumed, failure = await self.pending.reconcile()
        await self.history.reload()
        self.pane.show_missing(None)
        self.report_response()
        self._poller.end_pause()
        if not self.pending.show_set_aside():
            self.clear_failed_call()
        self._show_content()
        self.show_totals()
        was_cached = self.store.cached() is not None
        self.tasks.cancel("cached")  # a late read would fill the cache again
        self.store.drop_cached()
        self.footer.show_cached_at(None)
        await self._load_references()  # meanwhile the rows are painted
        if self.store.polled():
            # For the deposit check of the one that is opened: meanwhile its cards are built.
            self.tasks.start("coins", self._load_coins())
        if not self.panes.is_compact:
            await self.topup_page.build(resumed[-1] if resumed else self.store.get(self._newest_id()))
        self._reopen(resumed, was_cached=was_cached)
        self.pending.show_set_aside()  # the state may only just have been read
        if failure is not None:
            self._show_open(failure)
        self.tasks.start("cache", self._cache_first_page())

    async def _cache_first_page(self) -> None:
        await self.wait_until_shown()
        await self.history.cache_first_page()

    async def _load_coins(self) -> None:
        with suppress(AppError):  # the deposit check tries again, and reports it
            await self._account.coins.known()

    async def _load_references(self) -> None:
        with suppress(StorageError):  # then nothing is found by them
            for topup_id, reference in (await self._account.choices.references()).items():
                self.model.set_reference(topup_id, reference)

    async def _show_cached(self, *, after_s: float = 0) -> None:
        """Shows the cached list, until the service reports it."""
        await asyncio.sleep(after_s)
        cached_at = await self.history.load_cached()
        if cached_at is not None:
            self._responded_at = PastMoment(self._clock, cached_at)
            self.footer.show_cached_at(cached_at)
            self.topup_page.show_none()
            self._show_content()

    def _on_change(self, before: TopUp | None, topup: TopUp) -> None:
        """Shows a polled state wherever the top-up is on screen."""
        self._on_answer()
        if before is None and self.history.add_from_elsewhere(topup):
            self._show_content()
        elif before is None:
            self._found.append(topup)
        elif self.history.is_outdated_by(before, topup):
            self.load()
        if self.store.inconsistency(topup.id):
            # Not in the next second only: it may say 'Credited'.
            self._show_unconfirmed()
        self.model.update(topup)
        self.show_totals()

    def _on_answer(self) -> None:
        if not self.is_offline:  # else what may be old is loaded again first
            self.report_response()

    def _on_polled(self, error: AppError | None) -> None:
        """Shows that polling fails, and reloads what may be old when it works again."""
        if error is not None:
            self.show_error(error)
        elif self.is_offline:
            self.load()
        elif not self.pending.show_set_aside():
            self.clear_failed_call()

    async def _add(self, topup: TopUp) -> None:
        self.pane.search.clear()
        if self.history.chip != ALL:
            self.pane.chips.select(ALL)
            self.history.chip = ALL
            self.load()
        self.history.add(topup)
        self._show_content()
        self.show_totals()
        self.show_topup(topup.id)
        self.pane.view.setFocus()
        self.report_response()

    def _reopen(self, resumed: tuple[TopUp, ...], *, was_cached: bool) -> None:
        """Opens the reconciled top-up, the one that was open before a refresh, or the newest."""
        if resumed:
            self.show_topup(resumed[-1].id)
        elif topup_id := self.topup_page.topup_id:
            self.pane.select(topup_id)
            if was_cached:
                self.open_in_detail(topup_id)
        elif (topup_id := self._newest_id()) and not self.panes.is_compact:
            self.show_topup(topup_id)
            self.pane.view.setFocus()
        else:
            self.topup_page.show_none()

    def _newest_id(self) -> str:
        """Returns the id of the first row's top-up; empty without rows."""
        return self.model.id_at(self.model.index(0, 0))

    def _show_content(self) -> None:
        nothing = self.model.loaded() == 0 and self.history.chip == ALL and self.history.total in {0, None}
        is_empty = nothing and self.history.is_reported() and not self.pending.is_any()
        is_empty = is_empty and not self.history.unreadable_text()
        if is_empty:
            self._lock.add(self.empty.button)
        self._stack.setCurrentWidget(self.empty if is_empty else self.panes)
        self._show_unconfirmed()
        self.pane.show_searched()

    def show_totals(self) -> None:
        """Shows the counts of all and of open top-ups on the chips."""
        left_out, total = self.footer.left_out(), self.history.total
        shown = None if total is None else max(0, total - len(left_out))
        counts = {ALL: shown, OPEN: self.store.in_progress(left_out) or None}
        self.pane.chips.show_counts({chip: count for chip, count in counts.items() if count is not None})
        if self.history.is_reported():
            self.content_changed.emit()

    def pictures(self) -> list[tuple[QPoint, QPixmap]] | None:
        picture = self.pane.picture_on(self)
        return None if picture is None else [picture]

    def _show_unreadable(self) -> None:
        self.show_unreadable(text := self.history.unreadable_text(), self.history.problems())
        self.pane.show_unreadable(text)

    def _connect(self) -> None:
        self.history.on_read = self._show_unreadable
        listen(self, self.store.on_change, self._on_change)
        listen(self, self._poller.on_poll, self._on_polled)
        listen(self, self._poller.on_response, self._on_answer)
        self.creation.created.connect(self._on_found)
        self.creation.left_pending.connect(self._on_left_pending)
        self.pending.found.connect(self._on_found)
        self.pending.changed.connect(self._show_content)
        self.pending.changed.connect(self.topup_page.check_again)
        self.empty.acted.connect(self.open_new)
        self.pane.new_button.clicked.connect(lambda: self.open_new(""))
        self.pane.chip_chosen.connect(self._on_chip_chosen)
        self.pane.topup_chosen.connect(self.show_topup)
        self.menu.opened.connect(self.show_topup)
        self.menu.requested.connect(self.open_in_detail)
        self.footer.hidden_changed.connect(self._on_hiding_changed)
        self.topup_page.built.connect(self._on_detail_built)
        self.topup_page.left.connect(lambda: self.panes.show_pane(detail=False))
        self.topup_page.referenced.connect(self.model.set_reference)
        self.panes.follow_compact(self.pane.list.set_compact)
        self.panes.follow_compact(lambda compact: self.topup_page.set_compact(compact=compact))
        self.panes.page_turned.connect(
            lambda detail: (self.topup_page.detail.begin if detail else self.pane.view.setFocus)()
        )

    def _on_detail_built(self, detail: TopUpDetail) -> None:
        demo = self.topup_page.demo
        self.footers += (demo,)
        detail.new_requested.connect(self._on_same_amount_pressed)
        detail.hide_button.clicked.connect(self._on_hide_pressed)
        detail.back.clicked.connect(lambda: self.panes.show_pane(detail=False))
        self.panes.follow_compact(lambda compact: detail.set_compact(compact=compact))
        self.panes.follow_compact(lambda compact: demo.set_compact(compact=compact))

    def _on_same_amount_pressed(self) -> None:
        topup = self.topup_page.topup
        if topup is not None and not self._lock.reason:
            self.tasks.start("repeat", self._repeat(topup))

    async def _repeat(self, topup: TopUp) -> None:
        self.creation.repeat(await self._account.topups.draft_to_repeat(topup))

    def _on_found(self, topup: TopUp) -> None:
        self.tasks.start("add", self._add(topup))

    def _on_left_pending(self, error: AppError | None) -> None:
        self.panes.show_pane(detail=False)
        self.pane.view.setFocus()
        self.tasks.start("pending", self.pending.show_now())
        if error is not None:
            self._show_open(error)

    def _show_open(self, error: AppError) -> None:
        """Shows why a request is pending, unless its row does; after a conflict it is not refused."""
        if not (present_error(error).offline or isinstance(error, ConflictError)):
            self.show_error(error)

    def _on_chip_chosen(self, chip: str) -> None:
        self.history.chip = chip
        self.history.show_cached()
        self.pane.show_list()
        self.load()

    def _on_hide_pressed(self) -> None:
        if topup_id := self.topup_page.topup_id:
            self.footer.toggle_hidden(topup_id)

    def _on_hiding_changed(self) -> None:
        self.pane.show_searched()
        self.show_totals()
        if topup_id := self.topup_page.topup_id:
            self.pane.select(topup_id)
            self._show_hidden()

    def _show_hidden(self) -> None:
        """Offers to hide the open top-up, or to show it in the list again."""
        hidden = self.footer.is_hidden(self.topup_page.topup_id)
        self.topup_page.detail.show_hidden(hidden=hidden)

    def _show_unconfirmed(self) -> None:
        self.model.show_unconfirmed(self.store.unconfirmed())

    def _on_second_passed(self, count: int) -> None:
        self.topup_page.tick()
        self._show_unconfirmed()
        self.creation.tick()
        self.follow_connection()
        self._list_found()
        if count % _AGES_EVERY == 0:
            self.model.refresh_times()
            self.topup_page.refresh_times()
            self.footer.refresh_times()
        if count % _RECONCILE_EVERY == 0 and not self.is_offline:
            if self.pending.is_waiting:
                self.load()
            elif self.dialog is None:
                self.tasks.start("pending", self._show_pending())

    async def _show_pending(self) -> None:
        """Shows the requests that are pending by now: a command may have left one."""
        with suppress(StorageError):  # it is reported with the list
            await self.pending.show_now()

    def _list_found(self) -> None:
        """Loads the list again if it lacks what was found; what is created here is added to it at the end."""
        is_adding = self.tasks.is_running("create") or self.tasks.is_running("add")
        if self._found and not (is_adding or self.history.is_reloading or self.is_offline):
            found, self._found = self._found, []
            if self.history.lacks_any(found):
                self.load()

    async def wait_until_reported(self) -> None:
        reported = asyncio.Event()
        self.content_changed.connect(reported.set)
        if not self.history.is_reported():
            await reported.wait()

    async def wait_until_shown(self) -> None:
        await super().wait_until_shown()
        await self.topup_page.wait_for_check()
        await asyncio.sleep(_SHOWN_AFTER_S)
