"""The tab of subscriptions: the list, filtered by text and product, beside the one that is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer

from app.i18n.texts import _
from app.present.statuses import unreadable_text
from app.present.subscriptions import WARN_DAYS, SubscriptionRow, present_subscription_row
from ui.pages.check_many.stack import ChecksStack
from ui.pages.page import Page, listen, show_unloaded
from ui.pages.subscriptions.list_pane import SubscriptionListPane
from ui.pages.subscriptions.subscription_page import SubscriptionPage
from ui.widgets.keyboard_focus import can_have_focus
from ui.widgets.layout.boxes import stacked
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, KeyRole

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QShowEvent

    from app.errors import AppError
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Pace, Subscription
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext

_PANE_WIDTH = 311
_CARD: Final[Column[Subscription, SubscriptionRow]] = Column(
    key="card",
    title=lambda: _("Subscriptions"),
    text=lambda row: row.accessible_text,
    tooltip=lambda row: row.ends_full,
)
_TIMES_EVERY = 60
_RELOAD_AFTER_MS = 1000


class SubscriptionsPage(Page):
    def __init__(self, account: AccountSession, context: PageContext) -> None:
        super().__init__(account.clock, connection_status=account.connection_status)
        self._account = account
        self._store = account.subscription_store
        self._wanted = ("", "")
        self._is_outdated = False
        self._settings = context.settings
        # Each subscription with what else its row shows.
        self._shown: tuple[tuple[Subscription, Pace | None, int], ...] = ()
        self._reload_timer = QTimer(self, singleShot=True, interval=_RELOAD_AFTER_MS)
        self.model = RecordModel(
            (_CARD,),
            lambda one: present_subscription_row(
                one, account.service_clock.now(), self._store.pace(one.id), self._warn_days(one.id)
            ),
            key=lambda one: one.id,
        )
        self.pane = SubscriptionListPane(self.model)
        self.subscription_page = SubscriptionPage(account, context, self.show_error, self.report_response)
        self.subscription_page.tasks.on_success = self.clear_failed_file
        self.checks = ChecksStack(self.subscription_page, account, context)
        self.panes = TwoPanes(self.pane, self.checks, _PANE_WIDTH)
        self.first_column = self.pane
        self.empty = EmptyState(
            "gauge",
            _("No subscriptions yet"),
            _("A subscription begins when a plan is bought: with a top-up, or directly at the service."),
        )
        self.unloaded = EmptyState("wifi-off", "", "")
        self._stack = stacked(self.panes, self.empty, self.unloaded)
        self.body.addWidget(self._stack)
        self._connect()
        SecondTicks(self).ticked.connect(self._on_second_passed)

    def build_ahead(self) -> None:
        """Builds what takes long while the page is not shown."""
        self.tasks.start("build", self.subscription_page.build_ahead())

    def focus_search(self) -> None:
        self.panes.show_pane(detail=False)
        if can_have_focus(self.pane.search):
            self.pane.search.setFocus()

    def go_back(self) -> None:
        if self.checks.page is not None:
            self.checks.leave()
        else:
            self.panes.go_back()

    def unfinished(self) -> tuple[str, ...]:
        return self.checks.unfinished() + self.subscription_page.unfinished()

    def show_subscription(self, subscription_id: str) -> None:
        if self._open_in_detail(subscription_id):
            self.checks.leave()
            self.panes.show_pane(detail=True)

    def _open_in_detail(self, subscription_id: str) -> bool:
        """Opens a subscription without leaving the list; returns whether it is loaded."""
        if self._store.get(subscription_id) is None:
            return False
        if subscription_id != self.current_id():
            self.checks.leave()
            self.subscription_page.open_subscription(subscription_id)
        self.pane.select(subscription_id)
        return True

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        """Shows the usage of a sub-user, as soon as its subscription is loaded."""
        self._wanted = (subscription_id, sub_user_id)
        self._show_wanted()

    def _show_wanted(self) -> None:
        subscription_id, sub_user_id = self._wanted
        if subscription_id and self._store.get(subscription_id) is not None:
            self._wanted = ("", "")
            self.show_subscription(subscription_id)
            self.subscription_page.show_usage(sub_user_id)

    def current_id(self) -> str:
        """Returns the ID of the open subscription, '' for none."""
        return self.subscription_page.subscription_id

    def showEvent(self, event: QShowEvent) -> None:
        """Loads the list again if sub-users were changed or it is older than a minute."""
        super().showEvent(event)
        self._on_store_changed()
        self._is_outdated |= self.is_stale
        self._catch_up()

    def _catch_up(self) -> None:
        if self._is_outdated and self.isVisible():
            self.load()

    def show_error(self, error: AppError) -> None:
        super().show_error(error)
        if self._responded_at is None:
            show_unloaded(self.unloaded, error)
            self._stack.setCurrentWidget(self.unloaded)

    def show_skeleton(self) -> None:
        if self._responded_at is None:
            self.subscription_page.show_loading()
            if self.model.count() == 0:
                self.pane.list.show_loading()

    async def load_now(self) -> None:
        self._is_outdated = False
        found = await self._account.subscriptions.list()
        self.report_response()
        self.clear_failed_call()
        unreadable = unreadable_text("subscriptions", found.unreadable)
        self.show_unreadable(unreadable, found.problems)
        self._stack.setCurrentWidget(self.panes if found.items or unreadable else self.empty)
        self.pane.show_list(unreadable)
        await self.subscription_page.build()
        await self.subscription_page.load_choices()
        self._reopen()
        await self.subscription_page.wait_for_cards()
        self._show_wanted()

    def _reopen(self) -> None:
        """Loads the open subscription again; opens the first one if it is gone."""
        current = self.current_id()
        if self._store.get(current) is not None:
            self.pane.select(current)
            self.subscription_page.open_subscription(current)
            return
        first = self.model.index(0, 0).data(KeyRole)
        if not first or self.panes.is_compact:
            self.subscription_page.close_subscription()
            self.panes.show_pane(detail=False)
            return
        self.show_subscription(first)
        self.pane.view.setFocus()

    def _connect(self) -> None:
        self.connection_changed.connect(self._on_connection_changed)
        self._reload_timer.timeout.connect(self._catch_up)
        listen(self, self._account.sub_users.on_change, self._on_sub_users_changed)
        listen(self, self._store.on_change, self._on_store_changed)
        self.unloaded.acted.connect(self.load)
        self.pane.subscription_chosen.connect(self.show_subscription)
        self.subscription_page.check_requested.connect(self.checks.check_sessions)
        cards = self.pane.view
        cards.copy_requested.connect(lambda index: self._on_copy_requested(index.data(KeyRole)))
        for signal in (cards.menu_requested, cards.formats_requested):
            signal.connect(lambda index, position: self._on_formats_requested(index.data(KeyRole), position))
        self.panes.follow_compact(self._on_compact_changed)
        self.panes.follow_compact(self.pane.list.set_compact)
        detail = self.subscription_page.detail
        self.panes.page_turned.connect(lambda turned: (detail.begin if turned else cards.setFocus)())
        detail.header.back.clicked.connect(lambda: self.panes.show_pane(detail=False))

    def _on_connection_changed(self) -> None:
        self.subscription_page.lock.close(self.locked_reason())

    def _on_sub_users_changed(self, subscription_id: str, changed: SubUser | None) -> None:
        """Loads the counts and sub-users again after a pause: a bulk run changes many."""
        if changed is not None and subscription_id == self.current_id():
            self.subscription_page.show_changed(changed)
        self._is_outdated = True
        self._reload_timer.start()

    def _show_stored(self) -> None:
        """Presents all subscriptions again; where the order is the same, selection and scroll stay."""
        self._shown = self._stored()
        self.model.show_records(one for one, *_others in self._shown)

    def _show_changed(self) -> None:
        """Presents the subscriptions again of which something else is stored now."""
        before, self._shown = self._shown, self._stored()
        if [one for one, *_others in before] != [one for one, *_others in self._shown]:
            self._show_stored()
            return
        for old, new in zip(before, self._shown, strict=True):
            if old != new:
                self.model.refresh(new[0].id)

    def _stored(self) -> tuple[tuple[Subscription, Pace | None, int], ...]:
        return tuple((one, self._store.pace(one.id), self._warn_days(one.id)) for one in self._store.list())

    def _warn_days(self, subscription_id: str) -> int:
        alerts = self._store.alerts(subscription_id) or self._settings.now.alerts
        return alerts.days if alerts.notifies_days else WARN_DAYS

    def _on_store_changed(self) -> None:
        """Shows what has changed; while the page is hidden, when it is shown again."""
        if self._responded_at is not None and (not self.isVisible() or self._stored() == self._shown):
            return
        self._show_changed()
        if self._responded_at is None:
            return
        self.pane.show_list()
        if self.current_id() and self._store.get(self.current_id()) is None:
            self._reopen()
        else:
            self.subscription_page.refresh()

    def _on_copy_requested(self, subscription_id: str) -> None:
        subscription = self._store.get(subscription_id)
        if subscription is not None and self._open_in_detail(subscription_id):
            self.subscription_page.sticky.copy_credentials(subscription)

    def _on_formats_requested(self, subscription_id: str, position: QPoint) -> None:
        subscription = self._store.get(subscription_id)
        if subscription is not None and self._open_in_detail(subscription_id):
            menu = self.subscription_page.sticky.formats_menu(subscription)
            menu.popup(position)
            menu.setActiveAction(menu.actions()[0])

    def _on_compact_changed(self, compact: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.subscription_page.detail.set_compact(compact=compact)
        self.panes.show_pane(detail=bool(self.current_id()))

    def _on_second_passed(self, count: int) -> None:
        self.follow_connection()
        if count % _TIMES_EVERY == 0:
            self._show_stored()
            if self.current_id():
                self.subscription_page.follow_time(is_offline=self.is_offline)
