"""The tab of subscriptions: the list beside the one that is open."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.i18n.texts import _
from app.present.unreadable import unreadable_subscriptions
from ui.pages.listening import listen
from ui.pages.page import Page
from ui.pages.subscriptions.list_model import SubscriptionListModel
from ui.pages.subscriptions.list_pane import PANE_WIDTH, SubscriptionListPane
from ui.pages.subscriptions.subscription_page import SubscriptionPage
from ui.pages.unloaded import show_unloaded
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QShowEvent

    from app.errors import AppError
    from app.models.subscriptions import Subscription
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext

_SKELETON_AFTER_MS = 300
_TIMES_EVERY = 60
_REST_MS = 1000
_FRESH_FOR = timedelta(minutes=1)


class SubscriptionsPage(Page):
    """The subscriptions of one account."""

    def __init__(self, account: AccountSession, context: PageContext, parent: QWidget | None = None) -> None:
        """Builds the page; `load` fills it."""
        super().__init__(account.clock, parent, connection_status=account.connection_status)
        self._account = account
        self._current_id = ""
        self._wanted = ("", "")
        self._is_outdated = False
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self.model = SubscriptionListModel(account.service_clock.now)
        self.pane = SubscriptionListPane(self.model)
        self.subscription_page = SubscriptionPage(account, context)
        self.panes = TwoPanes(self.pane, self.subscription_page, PANE_WIDTH)
        self.first_column = self.pane
        self.empty = EmptyState(
            "gauge",
            _("No subscriptions yet"),
            _("A subscription begins when a plan is bought: with a top-up, or directly at the service."),
        )
        self.unloaded = EmptyState("wifi-off", "", "")
        self._lay_out()
        self._connect()
        SecondTicks(self).ticked.connect(self._on_second_passed)

    def focus_search(self) -> None:
        """Puts the cursor into the list's filter."""
        self.panes.show_pane(detail=False)
        self.pane.search.setFocus()

    def show_subscription(self, subscription_id: str) -> None:
        """Opens a loaded subscription."""
        if self._open_beside(subscription_id) is not None:
            self.panes.show_pane(detail=True)

    def _open_beside(self, subscription_id: str) -> Subscription | None:
        """Opens a loaded subscription without leaving the list."""
        subscription = self.model.subscription(subscription_id)
        if subscription is not None:
            if subscription_id != self._current_id:
                self._current_id = subscription_id
                self.subscription_page.open_subscription(subscription)
            self.pane.select(subscription_id)
        return subscription

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        """Shows the usage of a sub-user, as soon as its subscription is loaded."""
        self._wanted = (subscription_id, sub_user_id)
        self._show_wanted()

    def _show_wanted(self) -> None:
        subscription_id, sub_user_id = self._wanted
        if subscription_id and self.model.subscription(subscription_id) is not None:
            self._wanted = ("", "")
            self.show_subscription(subscription_id)
            self.subscription_page.show_usage(sub_user_id)

    def current_id(self) -> str:
        """Returns the id of the subscription that is open, '' for none."""
        return self._current_id

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what was done to sub-users in the meantime, and with the traffic since."""
        super().showEvent(event)
        if self._answered_at is not None and not self.is_offline:
            self._is_outdated |= self._clock.now() - self._answered_at > _FRESH_FOR
        self._catch_up()

    def _catch_up(self) -> None:
        if self._is_outdated and self.isVisible():
            self.load()

    def show_error(self, error: AppError) -> None:
        """Shows what went wrong, and that there is nothing yet where nothing has been loaded."""
        super().show_error(error)
        if self._answered_at is None:
            show_unloaded(self.unloaded, error)
            self._stack.setCurrentWidget(self.unloaded)

    async def load_now(self) -> None:
        """Loads the list, and the open subscription again."""
        self._is_outdated = False
        if self.model.loaded() == 0:
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
            await self.subscription_page.copying.load_kept()
        found = await self._account.subscriptions.list()
        self.report_answer()
        self.clear_banner()
        self.model.show_subscriptions(found.items)
        unreadable = unreadable_subscriptions(found.unreadable)
        self.show_unreadable(unreadable, found.problems)
        self._stack.setCurrentWidget(self.panes if found.items or unreadable else self.empty)
        self.pane.show_list(unreadable)
        self._reopen()
        self._show_wanted()

    def _reopen(self) -> None:
        """Shows what was open before a refresh as it is now, or the first."""
        current = self.model.subscription(self._current_id)
        if current is not None:
            self.pane.select(current.id)
            self.subscription_page.open_subscription(current)
            return
        self._current_id = ""
        self.subscription_page.close_subscription()
        first = self.model.subscription_at(self.model.index(0)) if self.model.rowCount() else None
        if first is None or self.panes.is_compact:
            self.panes.show_pane(detail=False)
            return
        self.show_subscription(first.id)
        self.pane.view.setFocus()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panes)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.unloaded)
        self.body.addWidget(self._stack)

    def _connect(self) -> None:
        self.connection_changed.connect(self._on_connection_changed)
        self._rest.timeout.connect(self._catch_up)
        listen(self, self._account.sub_users.on_change, self._on_sub_users_changed)
        self.unloaded.acted.connect(self.load)
        self.pane.subscription_chosen.connect(self.show_subscription)
        self.pane.copy_wanted.connect(self._on_copy_wanted)
        self.pane.formats_wanted.connect(self._on_formats_wanted)
        self.panes.follow_compact(self._on_compact_changed)
        self.panes.follow_compact(self.pane.list.set_compact)
        self.panes.page_turned.connect(self._on_page_turned)
        page = self.subscription_page
        page.changed.connect(self._on_subscription_changed)
        page.failed.connect(self.show_error)
        page.answered.connect(self.report_answer)
        page.back_pressed.connect(self._on_back_pressed)

    def _on_connection_changed(self) -> None:
        reason = _("You are offline: changes are possible again once the connection is back.")
        self.subscription_page.set_locked(reason if self.is_offline else "")

    def _on_sub_users_changed(self, _subscription_id: str) -> None:
        """Remembers that counts and sub-users are other ones; a run that goes on changes many."""
        self._is_outdated = True
        self._rest.start()

    def _on_subscription_changed(self, subscription: Subscription) -> None:
        self.model.update(subscription)

    def _on_copy_wanted(self, subscription_id: str) -> None:
        subscription = self._open_beside(subscription_id)
        if subscription is not None:
            self.subscription_page.copying.copy_credentials(subscription)

    def _on_formats_wanted(self, subscription_id: str, place: QPoint) -> None:
        subscription = self._open_beside(subscription_id)
        if subscription is not None:
            menu = self.subscription_page.copying.offer(subscription)
            menu.popup(place)
            menu.setActiveAction(menu.actions()[0])

    def _on_back_pressed(self) -> None:
        self.panes.show_pane(detail=False)

    def _on_compact_changed(self, compact: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.subscription_page.detail.set_compact(compact=compact)
        self.panes.show_pane(detail=bool(self._current_id))

    def _on_page_turned(self, detail: bool) -> None:  # noqa: FBT001 (Qt's signal)
        """Takes the keyboard along to the page that is seen."""
        if detail:
            self.subscription_page.detail.begin()
        else:
            self.pane.view.setFocus()

    def _on_loading_takes_long(self) -> None:
        if self._answered_at is None and self.tasks.is_running("load"):
            self.pane.list.show_loading()

    def _on_second_passed(self, count: int) -> None:
        self.show_connection_status()
        if count % _TIMES_EVERY == 0:
            self.model.refresh_times()
