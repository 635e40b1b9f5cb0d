"""The tab of top-ups: the list beside the one that is open, and everything under way followed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QWidget

from app.errors import AppError
from app.present.timelines import describe_change
from app.rules.topups import is_open
from app.texts import _, ngettext
from ui.pages.page import Page
from ui.pages.topups.creation import create_topup, load_options
from ui.pages.topups.history import History
from ui.pages.topups.list_model import TopUpListModel
from ui.pages.topups.list_pane import ALL, PANE_WIDTH, TopUpListPane
from ui.pages.topups.new_dialog import NewTopUpDialog, NewTopUpInput
from ui.pages.topups.topup_page import TopUpPage
from ui.theme import follow, scaled
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from datetime import datetime

    from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent

    from app.models.topups import TopUp
    from app.services.accounts import OpenAccount
    from ui.clipboard import Clipboard
    from ui.links import Links

COMPACT_BELOW = 940
QWIDGETSIZE_MAX = 16777215
_SKELETON_AFTER_MS = 300
_AGES_EVERY = 20


class TopUpsPage(Page):
    """The top-ups of one account.

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
        self._compact = False
        self._ticks = 0
        self._last_coin = ""
        self._seen: dict[str, list[tuple[datetime, str]]] = {}
        self._current: TopUp | None = None
        self.dialog: NewTopUpDialog | None = None
        self.model = TopUpListModel(account.service_clock.now)
        self.history = History(account.topups, self.model)
        self.pane = TopUpListPane(self.model)
        self.topup_page = TopUpPage(account, clipboard=clipboard, links=links)
        self.empty = EmptyState(
            "wallet",
            _("No top-ups yet"),
            _("Add money to the balance with Bitcoin, Litecoin, Ether, Solana, USDT or USDC."),
            action=_("New top-up"),
            action_icon="plus",
        )
        self._lay_out()
        self._connect()
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._on_second_passed)

    def open_new(self, amount: str = "") -> None:
        """Opens the dialog 'New top-up'.

        Args:
            amount: Filled in already, such as '50.00'; empty for none.
        """
        if self.dialog is not None:
            return
        dialog = NewTopUpDialog(self.window())
        dialog.submitted.connect(self._on_new_submitted)
        dialog.coins_wanted.connect(self._load_options)
        dialog.finished.connect(self._on_dialog_finished)
        if amount:
            with suppress(ValueError):  # the service's amount may be one that nobody could enter
                dialog.show_amount(amount)
        self.dialog = dialog
        self._load_options()
        dialog.open()

    def focus_search(self) -> None:
        """Puts the cursor into the list's search."""
        self.pane.search.setFocus()

    def show_topup(self, topup_id: str) -> None:
        """Opens a loaded top-up."""
        topup = self.model.topup(topup_id)
        if topup is not None:
            self._current = topup
            self.pane.select(topup_id)
            self._show_current()
            self._show_panes(detail=True)

    async def load_now(self) -> None:
        """Loads the first page of the list, and follows what is under way."""
        if self.model.loaded() == 0:
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
            self.connection_changed.emit("neutral", _("Connecting…"))
        resumed, unsettled = await self._resume()
        running = await self.history.reload()
        self.note_answer()
        self.clear_banner()
        for topup in {found.id: found for found in (*self.model.open_topups(), *running, *resumed)}.values():
            self._track(topup)
        self._show_content()
        self.say_totals()
        self._reopen()
        self._name_unreadable()
        if unsettled is not None:
            self.show_error(unsettled)

    async def _resume(self) -> tuple[tuple[TopUp, ...], AppError | None]:
        """Settles what was asked for but never answered; where that fails, the list still loads."""
        try:
            return await self._account.topups.resume(), None
        except AppError as error:
            return (), error

    async def _load_more(self) -> None:
        for topup in await self.history.load_more():
            if is_open(topup):
                self._track(topup)

    def _track(self, topup: TopUp) -> None:
        """Takes a fresh state and goes on following the top-up from there."""
        self._take(topup)
        name = f"follow {topup.id}"
        if is_open(topup):
            self.tasks.start(name, self._follow(topup))
        else:
            self.tasks.cancel(name)

    async def _follow(self, topup: TopUp) -> None:
        async for poll in self._account.topups.follow(topup):
            if poll.error is not None:
                self.show_error(poll.error)
            else:
                self._take(poll.topup)
                self.note_answer()

    def _take(self, topup: TopUp) -> None:
        """Shows a fresh state wherever the top-up is on screen."""
        is_current = self._current is not None and self._current.id == topup.id
        before = self._current if is_current else self.model.topup(topup.id)
        change = describe_change(before, topup)
        if change:
            self._seen.setdefault(topup.id, []).append((self._account.service_clock.now(), change))
        self.model.update(topup)
        if is_current:
            self._current = topup
            self._show_current()
        if before is not None and before.status != topup.status:
            self.tasks.start("count", self._count_in_progress())

    def _add(self, topup: TopUp) -> None:
        """Puts a new top-up at the top of the list, opens and follows it."""
        self.pane.search.clear()
        if self.history.chip != ALL:
            self.pane.chips.select(ALL)
            self.history.chip = ALL
            self.load()
        self.model.add_newest(topup)
        self._show_content()
        self.show_topup(topup.id)
        self.pane.view.setFocus()
        self._track(topup)
        self.tasks.start("count", self._count_in_progress())

    async def _count_in_progress(self) -> None:
        self.history.in_progress = await self._account.topups.in_progress()
        self.say_totals()

    async def _create(self, dialog: NewTopUpDialog, entered: NewTopUpInput) -> None:
        topup = await create_topup(self._account.topups, dialog, entered)
        if topup is not None:
            dialog.accept()
            self._last_coin = dialog.chosen()
            self._add(topup)
            self.note_answer()

    def _load_options(self) -> None:
        if self.dialog is not None:
            work = load_options(self._account.coins, self.dialog, self._last_coin)
            self.tasks.start("coins", work)

    def _show_current(self) -> None:
        if self._current is not None:
            self.topup_page.show_topup(self._current, tuple(self._seen.get(self._current.id, ())))

    def _reopen(self) -> None:
        """Shows what was open before a refresh, or the newest."""
        if self._current is not None:
            self.pane.select(self._current.id)
            return
        first = self.model.topup_at(self.model.index(0)) if self.model.rowCount() else None
        if first is not None and not self._compact:
            self.show_topup(first.id)
            self.pane.view.setFocus()

    def _show_content(self) -> None:
        nothing = self.model.loaded() == 0 and self.history.chip == ALL and self.history.total in {0, None}
        self._stack.setCurrentWidget(self.empty if nothing else self._both)
        self.pane.show_list()

    def say_totals(self) -> None:
        """Tells how many top-ups there are, and are under way."""
        if self.history.total is not None:
            self.pane.show_counts({ALL: self.history.total})
        self.in_progress_changed.emit(self.history.in_progress)

    def _name_unreadable(self) -> None:
        if self.history.unreadable:
            text = ngettext(
                "{n} top-up could not be read and is not shown.",
                "{n} top-ups could not be read and are not shown.",
                self.history.unreadable,
            ).format(n=self.history.unreadable)
            self.show_banner("warning", text, icon="triangle-alert")

    def _show_panes(self, *, detail: bool) -> None:
        """In a small window the list and its detail are two pages."""
        self._divider.setVisible(not self._compact)
        self.pane.setVisible(not self._compact or not detail)
        self.topup_page.setVisible(not self._compact or detail)
        if self._compact and not detail:
            self.pane.view.setFocus()

    def _lay_out(self) -> None:
        self._divider = QFrame()
        self._divider.setObjectName("divider")
        self._divider.setFixedWidth(1)
        self._both = QWidget()
        row = QHBoxLayout(self._both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.pane)
        row.addWidget(self._divider)
        row.addWidget(self.topup_page, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._both)
        self._stack.addWidget(self.empty)
        self.body.addWidget(self._stack)
        follow(self._fit)

    def _connect(self) -> None:
        self.empty.acted.connect(self.open_new)
        self.pane.new_wanted.connect(self.open_new)
        self.pane.chip_chosen.connect(self._on_chip_chosen)
        self.pane.topup_chosen.connect(self.show_topup)
        self.pane.end_came_near.connect(self._on_end_came_near)
        self.topup_page.changed.connect(self._track)
        self.topup_page.failed.connect(self.show_error)
        self.topup_page.said.connect(self._on_said)
        self.topup_page.new_wanted.connect(self.open_new)
        self.topup_page.back_pressed.connect(self._on_back_pressed)

    def _on_new_submitted(self, entered: NewTopUpInput) -> None:
        if self.dialog is not None and not self.tasks.is_running("create"):
            # At once, not with the first step of the work: until then the dialog could still be closed.
            self.dialog.set_busy(busy=True)
            self.tasks.start("create", self._create(self.dialog, entered))

    def _on_dialog_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _on_chip_chosen(self, chip: str) -> None:
        self.history.chip = chip
        self.load()

    def _on_end_came_near(self) -> None:
        if self.history.can_load_more() and not self.tasks.is_running("more"):
            self.tasks.start("more", self._load_more())

    def _on_back_pressed(self) -> None:
        self._show_panes(detail=False)

    def _on_said(self, text: str) -> None:
        self.show_banner("info", text)

    def _on_loading_takes_long(self) -> None:
        if self.model.loaded() == 0 and self.tasks.is_running("load"):
            self.pane.show_loading()

    def _on_second_passed(self) -> None:
        self._ticks += 1
        self.topup_page.tick()
        self.say_connection()
        if self._ticks % _AGES_EVERY == 0:
            self.model.refresh_times()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Makes two pages of list and detail where the window is small."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Gives list and detail their room for the present size of window and text."""
        compact = self.width() < scaled(COMPACT_BELOW)
        self.pane.setMinimumWidth(0 if compact else scaled(PANE_WIDTH))
        self.pane.setMaximumWidth(QWIDGETSIZE_MAX if compact else scaled(PANE_WIDTH))
        if compact != self._compact:
            self._compact = compact
            self.topup_page.set_compact(compact=compact)
            self._show_panes(detail=self._current is not None)

    def showEvent(self, event: QShowEvent) -> None:
        """The clocks run only while they are seen."""
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """The clocks stop when nobody sees them."""
        super().hideEvent(event)
        self._timer.stop()
