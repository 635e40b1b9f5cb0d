"""The tab of top-ups: the list beside the one that is open, and what the watch tells of all of them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.errors import AppError
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from app.texts import _
from ui.pages.page import Page
from ui.pages.topups.creation import Creation
from ui.pages.topups.exporting import Exporting
from ui.pages.topups.hiding import Hiding
from ui.pages.topups.history import History
from ui.pages.topups.list_model import TopUpListModel
from ui.pages.topups.list_pane import ALL, OPEN, PANE_WIDTH, TopUpListPane, build_empty
from ui.pages.topups.topup_page import TopUpPage
from ui.pages.topups.unsettled import Unsettled
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.two_panes import TwoPanes

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.services.accounts import OpenAccount
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.topups.new_dialog import NewTopUpDialog

_SKELETON_AFTER_MS = 300
_AGES_EVERY = 20
_SETTLE_EVERY = 30


class TopUpsPage(Page):
    """The top-ups of one account; whoever opened the account runs its watch.

    Signals:
        in_progress_changed(int): How many top-ups wait for a payment or for the network.
    """

    in_progress_changed = Signal(int)

    def __init__(
        self, account: OpenAccount, *, clipboard: Clipboard, links: Links, parent: QWidget | None = None
    ) -> None:
        """Builds the page; `load` fills it.

        Args:
            account: Whose top-ups these are.
            clipboard: Takes what is copied.
            links: Opens wallets and explorers.
            parent: The parent widget.
        """
        super().__init__(account.clock, parent)
        self._account = account
        self._following = account.following
        self._current: TopUp | None = None
        self.model = TopUpListModel(account.service_clock.now)
        self.history = History(account.topups, self.model)
        self.pane = TopUpListPane(self.model)
        self.creation = Creation(account, self.tasks, self)
        self.unsettled = Unsettled(account, self.pane.pending, self.tasks)
        self.topup_page = TopUpPage(account, clipboard=clipboard, links=links)
        self.hiding = Hiding(account.choices, self.model, self.pane.footer, self.tasks)
        self.exporting = Exporting(account.topups, self.pane.footer, self.tasks, self.history.status)
        self.panes = TwoPanes(self.pane, self.topup_page, PANE_WIDTH)
        self.empty = build_empty()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panes)
        self._stack.addWidget(self.empty)
        self.body.addWidget(self._stack)
        self._connect()
        SecondTicks(self).ticked.connect(self._on_second_passed)

    @property
    def dialog(self) -> NewTopUpDialog | None:
        """The dialog 'New top-up', while it is open."""
        return self.creation.dialog

    def open_new(self, amount: str = "", plan_id: str = "") -> None:
        """Opens the dialog 'New top-up'.

        Args:
            amount: Filled in already, such as '50.00'; empty for none.
            plan_id: The plan to be bought when it is credited; empty for none.
        """
        self.creation.open(amount, plan_id)

    def focus_search(self) -> None:
        """Puts the cursor into the list's search."""
        self.panes.show_pane(detail=False)
        self.pane.search.setFocus()

    def show_topup(self, topup_id: str) -> None:
        """Opens a top-up; one that is not at hand is asked for."""
        topup = self._following.known(topup_id) or self.model.topup(topup_id)
        self.pane.select(topup_id)
        self.panes.show_pane(detail=True)
        if topup is not None:
            self._open(topup)
        else:
            self._current = None
            self.topup_page.show_loading()
            self.tasks.start("open", self._fetch(topup_id))

    async def load_now(self) -> None:
        """Settles what was never answered, and loads the first page of the list."""
        if self.model.loaded() == 0:
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
            self.connection_changed.emit("neutral", _("Connecting…"))
        await self.hiding.load()
        resumed, unsettled = await self.unsettled.settle()
        listed = await self.history.reload()
        self.note_answer()
        self._following.poke()
        self.clear_banner()
        for topup in {found.id: found for found in (*listed, *resumed)}.values():
            await self._take_listed(topup)
        self._show_content()
        self.say_totals()
        self._reopen(resumed)
        self._say_what_is_wrong()
        if unsettled is not None:
            self.show_error(unsettled)

    async def _fetch(self, topup_id: str) -> None:
        topup = await self._following.refresh(topup_id)
        self.model.update(topup)
        self._open(topup)

    def _open(self, topup: TopUp) -> None:
        self.tasks.cancel("open")
        self._current = topup
        self._show_current()

    async def _load_more(self) -> None:
        for topup in await self.history.load_more():
            await self._take_listed(topup)

    async def _take_listed(self, topup: TopUp) -> None:
        """Hands a state from the list to the watch; one that it knows otherwise is asked for anew."""
        known = self._following.known(topup.id)
        if known is None:
            await self._following.take(topup)
        elif known != topup:
            # The list may be older than what the watch saw meanwhile.
            with suppress(AppError):
                await self._following.refresh(topup.id)
        self._show_state(self._following.known(topup.id) or topup)

    def _on_page_turned(self, detail: bool) -> None:  # noqa: FBT001 (Qt's signal)
        goal = self.topup_page.detail.back if detail else self.pane.view
        goal.setFocus()

    def _on_change(self, before: TopUp | None, topup: TopUp) -> None:
        """Shows what the watch saw wherever the top-up is on screen."""
        self._on_answer()
        if before is None and self.history.add_from_elsewhere(topup):
            self._show_content()
        self._show_state(topup)
        self.say_totals()

    def _on_answer(self) -> None:
        if not self.is_offline:  # else what may be old is loaded anew first
            self.note_answer()

    def _show_state(self, topup: TopUp) -> None:
        self.model.update(topup)
        if self._current is not None and self._current.id == topup.id and self._current != topup:
            self._current = topup
            self._show_current()

    def _on_trouble(self, error: AppError | None) -> None:
        """Tells that the watch can't ask, and loads anew what may be old when it can again."""
        if error is not None:
            self.show_error(error)
        elif self.is_offline:
            self.load()
        else:
            self.clear_banner()

    async def _add(self, topup: TopUp) -> None:
        """Puts a new top-up at the top of the list, opens and follows it."""
        self.pane.search.clear()
        if self.history.chip != ALL:
            self.pane.chips.select(ALL)
            self.history.chip = ALL
            self.load()
        self.history.add(topup)
        self._show_content()
        self.show_topup(topup.id)
        self.pane.view.setFocus()
        self.note_answer()
        await self._following.take(topup)

    def _show_current(self) -> None:
        if self._current is not None:
            self.topup_page.show_topup(self._current)
            self.topup_page.detail.show_hidden(hidden=self.hiding.is_hidden(self._current.id))

    def _reopen(self, resumed: tuple[TopUp, ...]) -> None:
        """Shows what was found again, what was open before a refresh, or the newest."""
        if resumed:
            self.show_topup(resumed[-1].id)
        elif self._current is not None:
            self.pane.select(self._current.id)
        elif self.model.rowCount() and not self.panes.is_compact and not self.tasks.is_running("open"):
            self.show_topup(self.model.id_at(self.model.index(0)))
            self.pane.view.setFocus()

    def _show_content(self) -> None:
        nothing = self.model.loaded() == 0 and self.history.chip == ALL and self.history.total in {0, None}
        is_empty = nothing and not self.unsettled.is_any()
        self._stack.setCurrentWidget(self.empty if is_empty else self.panes)
        self.pane.show_list()

    def say_totals(self) -> None:
        """Tells how many top-ups there are, and are under way."""
        running = self.in_progress()
        counts = {ALL: self.history.total, OPEN: running or None}
        self.pane.show_counts({chip: count for chip, count in counts.items() if count is not None})
        self.in_progress_changed.emit(running)

    def in_progress(self) -> int:
        """Returns how many top-ups wait for a payment or for the network."""
        return sum(topup.status in {AWAITING_PAYMENT, VERIFYING} for topup in self._following.open_topups())

    def _say_what_is_wrong(self) -> None:
        text = self.unsettled.restored_text() or self.history.unreadable_text()
        if text:
            self.show_banner("warning", text, icon="triangle-alert")

    def _connect(self) -> None:
        following, on_change, on_trouble = self._following, self._on_change, self._on_trouble
        on_answer = self._on_answer
        following.on_change.append(on_change)
        following.on_trouble.append(on_trouble)
        following.on_answer.append(on_answer)
        self.destroyed.connect(lambda: following.on_change.remove(on_change))
        self.destroyed.connect(lambda: following.on_trouble.remove(on_trouble))
        self.destroyed.connect(lambda: following.on_answer.remove(on_answer))
        self.creation.created.connect(self._on_found)
        self.creation.left_pending.connect(self._on_left_pending)
        self.unsettled.found.connect(self._on_found)
        self.unsettled.said.connect(self._on_said)
        self.exporting.said.connect(self._on_said)
        self.unsettled.changed.connect(self._show_content)
        self.empty.acted.connect(self.open_new)
        self.pane.new_wanted.connect(self.open_new)
        self.pane.chip_chosen.connect(self._on_chip_chosen)
        self.pane.topup_chosen.connect(self.show_topup)
        self.pane.end_came_near.connect(self._on_end_came_near)
        self.hiding.changed.connect(self._on_hiding_changed)
        self.topup_page.failed.connect(self.show_error)
        self.topup_page.said.connect(self._on_said)
        self.topup_page.new_wanted.connect(self.open_new)
        self.topup_page.hide_wanted.connect(self.hiding.hide)
        self.topup_page.back_pressed.connect(lambda: self.panes.show_pane(detail=False))
        self.panes.compact_changed.connect(lambda compact: self.topup_page.set_compact(compact=compact))
        self.panes.page_turned.connect(self._on_page_turned)
        self.topup_page.set_compact(compact=self.panes.is_compact)

    def _on_found(self, topup: TopUp) -> None:
        self.tasks.start("add", self._add(topup))

    def _on_left_pending(self) -> None:
        self.tasks.start("pending", self.unsettled.show_now())

    def _on_chip_chosen(self, chip: str) -> None:
        self.history.chip = chip
        self.load()

    def _on_end_came_near(self) -> None:
        if self.history.can_load_more() and not self.tasks.is_running("more"):
            self.tasks.start("more", self._load_more())

    def _on_hiding_changed(self) -> None:
        self.pane.show_list()
        if self._current is not None:
            self.pane.select(self._current.id)
            self.topup_page.detail.show_hidden(hidden=self.hiding.is_hidden(self._current.id))

    def _on_said(self, text: str) -> None:
        self.show_banner("info", text)

    def _on_loading_takes_long(self) -> None:
        if self.model.loaded() == 0 and self.tasks.is_running("load"):
            self.pane.list.show_loading()

    def _on_second_passed(self, count: int) -> None:
        self.topup_page.tick()
        self.say_connection()
        if count % _AGES_EVERY == 0:
            self.model.refresh_times()
        if count % _SETTLE_EVERY == 0 and self.unsettled.is_waiting and not self.is_offline:
            self.load()
