"""The page of all accounts at a glance, whichever is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from app.i18n.texts import _
from ui.pages.overview.rows import AccountList, AccountsHead
from ui.pages.overview.view import (
    most_urgent,
    present_account,
    present_all_connections,
    present_attention,
)
from ui.pages.page import Page, listen
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.layout.boxes import column, fill, framed, row, stacked
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.layout.scroll_area import ShrinkingArea
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.clock import Clock
    from app.services.accounts.overviews import AccountOverviews

_EVERY_SECONDS = 10
_TRIED_AGAIN_SECONDS = 20
"""After so long an account is refreshed again whose service could not be reached."""


class OverviewPage(Page):
    """A row for each account; each is asked in a task of its own, so that none waits for another.

    Signals:
        account_chosen(str): The account with this id is to be opened.
        topup_requested(str, str): A top-up is to be prepared in an account, for a subscription.
        topup_chosen(str, str): The top-up of an account is to be opened.
        key_requested(str): The key of an account is to be entered.
    """

    account_chosen = Signal(str)
    topup_requested = Signal(str, str)
    topup_chosen = Signal(str, str)
    key_requested = Signal(str)

    def __init__(self, overviews: AccountOverviews, clock: Clock) -> None:
        super().__init__(clock)
        self._overviews = overviews
        self.title = Label(_("All accounts"), "title")
        self._hint = Label(_("Days at this pace are an estimate"), "secondary", elide="right")
        self.refresh = IconButton("refresh-cw", _("Refresh"), framed=True)
        self.refresh.clicked.connect(self.load)
        self.attention = Callout("success")
        self.attention.hide()
        self._above = ShrinkingArea(takes_focus=True)
        fill(self._above.rows, self.attention, margins=(0, 0, 0, 0))
        self.list = AccountList(_("All accounts"))
        self.head = AccountsHead(self.list)
        self.list.row_chosen.connect(self.account_chosen)
        self.list.row_action_chosen.connect(self._on_action_chosen)
        # Many changes come together; what is presented once is enough.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.show_rows)
        listen(self, overviews.on_change, self._on_overview_changed)
        SecondTicks(self).ticked.connect(self._on_tick)
        self._lay_out()

    def load(self) -> None:
        """Shows the last known data, and refreshes every account."""
        self.tasks.start("load", self.load_now())
        for account in self._overviews.accounts():
            self.refresh_account(account.id)
        self._soon.start()

    async def load_now(self) -> None:
        await self._overviews.load()
        self.show_rows()

    def is_refreshing(self) -> bool:
        return any(name.startswith("refresh ") for name in self.tasks.names())

    def show_rows(self) -> None:
        now, accounts = self._clock.now(), self._overviews.accounts()
        overviews = [self._overviews.get(account.id) for account in accounts]
        rows = [
            present_account(account, overview, now)
            for account, overview in zip(accounts, overviews, strict=True)
        ]
        urgent = most_urgent(rows)
        self.list.show_rows([replace(one, is_primary=one.id == urgent) for one in rows])
        attention = present_attention(rows)
        self.attention.show_callout(attention.kind, attention.reasons, title=attention.title)
        self._above.setAccessibleName(attention.title)
        view = present_all_connections(overviews, now, is_refreshing=self.is_refreshing())
        self.connection_changed.emit(view.tone, view.text)
        self.head.fit()

    def show_connection_status(self) -> None:
        self.show_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._above.limit_height(self.height() * 2 // 5)
        self.head.fit()

    def refresh_account(self, account_id: str) -> None:
        self.tasks.start(f"refresh {account_id}", self._overviews.refresh(account_id))

    def _on_action_chosen(self, account_id: str) -> None:
        shown = self.list.row(account_id)
        if shown is None:
            return
        match shown.action:
            case "prepare":
                self.topup_requested.emit(account_id, shown.subject_id)
            case "retry":
                self.refresh_account(account_id)
            case "key":
                self.key_requested.emit(account_id)
            case "open" if shown.subject_id:
                self.topup_chosen.emit(account_id, shown.subject_id)
            case "open":
                self.account_chosen.emit(account_id)

    def _on_overview_changed(self, _account_id: str) -> None:
        if self.isVisible():
            self._soon.start()

    def _on_tick(self, count: int) -> None:
        if count % _TRIED_AGAIN_SECONDS == 0:
            for account_id in self._overviews.unreached():
                if not self.tasks.is_running(f"refresh {account_id}"):
                    self.refresh_account(account_id)
        if count % _EVERY_SECONDS == 0:
            self.show_rows()

    def _lay_out(self) -> None:
        head = row(self.title, None, self._hint, self.refresh, spacing=12)
        card = Card(padding=1)
        card.body.setSpacing(0)
        card.body.addWidget(self.head)
        # In a stack, as other lists: toasts make room for themselves below it.
        card.body.addWidget(stacked(self.list), 1)
        self.body.addWidget(
            framed(column(head, self._above, card, None, spacing=14, margins=(20, 14, 20, 18)))
        )
        follow(self.head.fit)
