"""The page of sub-users: those of one subscription, edited one by one or many at once."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.errors import StorageError
from app.i18n.texts import _
from app.i18n.units import found_of
from app.models.choices import TableLayout
from app.present.subscriptions import product_name
from app.present.unreadable import unreadable_sub_users, unreadable_subscriptions
from ui.pages.page import Page
from ui.pages.sub_users.actions import Actions
from ui.pages.sub_users.bulk_bar import BulkBar
from ui.pages.sub_users.table import LABEL, SubUserModel
from ui.pages.sub_users.toolbar import SubUsersToolbar
from ui.pages.sub_users.view import count_text
from ui.pages.unloaded import show_unloaded
from ui.theme.theme import follow, scaled
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.tables.multi_select_table import MultiSelectTable
from ui.widgets.tables.select_all_box import SelectAllBox

if TYPE_CHECKING:
    from app.api.json_bodies import Records
    from app.errors import AppError
    from app.models.subscriptions import Subscription
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext

_SKELETON_ROWS = 6
_SKELETON_WIDTHS = (16, 130, 110, 160)
_SKELETON_AFTER_MS = 300
_LAYOUT = "sub-users"
_CREATED = "created"
_LOW = 440
_LOWEST = 300


class SubUsersPane(Card):
    """The card with the table, or with the reason why it is empty.

    Signals:
        add_wanted(): The first sub-user is to be added.
        retry_wanted(): 'Try again' was pressed.
    """

    add_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, table: MultiSelectTable, parent: QWidget | None = None) -> None:
        super().__init__(padding=1, parent=parent)
        self._table = table
        self.empty = EmptyState(
            "users",
            _("No sub-users yet"),
            _("A sub-user has its own username and password, and a traffic cap if you set one."),
            action=_("Add sub-user"),
            action_icon="user-plus",
        )
        self.empty.acted.connect(self.add_wanted)
        self._nothing = EmptyState("search", _("Nothing found"), _("No sub-user matches this filter."))
        self._unloaded = EmptyState("wifi-off", "", "")
        self._unloaded.acted.connect(self.retry_wanted)
        self._loading = self._build_skeleton()
        self._stack = QStackedWidget()
        for widget in (table, self.empty, self._nothing, self._unloaded, self._loading):
            self._stack.addWidget(widget)
        self.body.addWidget(self._stack)
        self.select_all = SelectAllBox(table, self)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self._stack.sizePolicy().Policy.Expanding)

    def show_loading(self) -> None:
        """Shows placeholder rows."""
        self._stack.setCurrentWidget(self._loading)

    def show_error(self, error: AppError) -> None:
        """Shows why there are no rows."""
        show_unloaded(self._unloaded, error)
        self._stack.setCurrentWidget(self._unloaded)

    def show_rows(self, *, loaded: int, shown: int, unreadable: str = "") -> None:
        """Shows the table, or why it is empty.

        Args:
            loaded: How many sub-users there are.
            shown: How many pass the filter.
            unreadable: How many could not be read, in words.
        """
        if shown:
            self._stack.setCurrentWidget(self._table)
        elif unreadable and not loaded:
            self._unloaded.show_empty("triangle-alert", _("None could be read"), unreadable)
            self._stack.setCurrentWidget(self._unloaded)
        else:
            self._stack.setCurrentWidget(self._nothing if loaded else self.empty)

    def _build_skeleton(self) -> QWidget:
        widget = QWidget()
        column = QVBoxLayout(widget)
        column.setContentsMargins(16, 54, 16, 16)
        column.setSpacing(28)
        for _row in range(_SKELETON_ROWS):
            row = QHBoxLayout()
            row.setSpacing(40)
            for width in _SKELETON_WIDTHS:
                row.addWidget(Skeleton(width, 16))
            row.addStretch()
            column.addLayout(row)
        column.addStretch()
        return widget


class SubUsersPage(Page):
    """The sub-users of one account."""

    def __init__(self, account: AccountSession, context: PageContext, parent: QWidget | None = None) -> None:
        """Builds the page; `load` fills it."""
        super().__init__(account.clock, parent, connection_status=account.connection_status)
        self._account = account
        self._current_id = ""
        self._shown_id = ""
        self._limit: int | None = None
        self._unreadable = ""
        self.model = SubUserModel(account.service_clock.now)
        self.toolbar = SubUsersToolbar()
        self.table = MultiSelectTable(_("Sub-users"))
        self.table.show_model(self.model, resizable=True)
        self.table.setAccessibleDescription(
            _("Arrows move, Space selects or switches, Enter edits, the Menu key opens the actions.")
        )
        self.toolbar.search.lead_to(self.table)
        self.pane = SubUsersPane(self.table)
        self.bar = BulkBar()
        self.footers = (self.bar,)
        self.empty = EmptyState(
            "users",
            _("No subscriptions yet"),
            _("Sub-users belong to a subscription. A subscription begins when a plan is bought."),
        )
        self._lay_out()
        self.work = Actions(
            account,
            context,
            self,
            model=self.model,
            table=self.table,
            toolbar=self.toolbar,
            bar=self.bar,
        )
        self._show_layout(TableLayout())
        self._connect()
        SecondTicks(self).ticked.connect(self.show_connection_status)
        follow(self._fit)

    def focus_search(self) -> None:
        """Puts the cursor into the filter."""
        self.toolbar.search.setFocus()

    def show_subscription(self, subscription_id: str) -> None:
        """Shows the sub-users of another subscription, once they are loaded."""
        if subscription_id != self._current_id and not self.work.runs.is_running:
            self._current_id = subscription_id
            self.load()

    def show_sub_user(self, sub_user_id: str) -> None:
        """Selects a loaded sub-user, whatever the filter is."""
        if self.model.record(sub_user_id) is not None:
            self.toolbar.search.clear()
            self.table.mark((sub_user_id,))
            self.table.go_to(sub_user_id, LABEL)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Gives the table more height in a low window, and when a banner appears above it."""
        if watched is self._stack and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def current_id(self) -> str:
        """Returns the id of the subscription that is chosen, '' for none."""
        return self._current_id

    async def load_now(self) -> None:
        """Loads the subscriptions, and the sub-users of the one that is chosen."""
        if self._is_loading_first():
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
        if self._answered_at is None:
            with suppress(StorageError):  # these are conveniences, and the list is wanted all the same
                await self._load_layout()
                await self.work.credentials.load_template()
        self._show_subscriptions(await self._account.subscriptions.list())
        subscription = self._account.subscription_store.get(self._current_id)
        if subscription is not None:
            await self._load_sub_users(subscription)
        self.report_answer()

    def report_answer(self) -> None:
        """Records that the service has just responded."""
        super().report_answer()
        self._lock()

    def show_error(self, error: AppError) -> None:
        """Shows what went wrong; without a connection nothing can be changed."""
        super().show_error(error)
        if self._is_loading_first() and not self.tasks.is_running("load"):
            self._show_unloaded(error)
        self._lock()

    async def _load_layout(self) -> None:
        saved = await self._account.state.load(TableLayout, _LAYOUT)
        self._show_layout(saved)

    def _show_layout(self, layout: TableLayout) -> None:
        by, is_descending = layout.sorted_by or _CREATED, layout.is_descending
        self.table.show_layout(layout.widths, by, descending=is_descending)
        self.work.menu.show_order(self.model.sorted_by, descending=self.model.is_descending)

    def _on_layout_changed(self) -> None:
        """Saves the layout for the next start."""
        layout = TableLayout(self.table.widths(), self.model.sorted_by, self.model.is_descending)
        self.work.menu.show_order(layout.sorted_by, descending=layout.is_descending)
        self.tasks.start("save layout", self._account.state.save(layout, _LAYOUT))

    async def _load_sub_users(self, subscription: Subscription) -> None:
        found = await self._account.sub_users.list(subscription.id)
        self.clear_banner()
        self._limit = found.limit
        self.work.show_subscription(subscription, found.limit)
        is_other = subscription.id != self._shown_id
        if is_other:
            self._shown_id = subscription.id
            self.work.runs.forget()
            self.table.clearSelection()
        self._unreadable = unreadable_sub_users(found.unreadable)
        self.show_unreadable(self._unreadable, found.problems)
        self.model.show_records(found.items)
        self._show_count()
        if is_other and found.items:
            self.table.setFocus()

    def _show_unloaded(self, error: AppError) -> None:
        """Shows that there is nothing; the sub-users of another subscription must not stay visible."""
        self._shown_id, self._limit, self._unreadable = "", None, ""
        self.show_unreadable("")
        self.work.show_subscription(None, None)
        self.model.show_records(())
        self.toolbar.count.setText("")
        self.pane.show_error(error)

    def _show_subscriptions(self, found: Records[Subscription]) -> None:
        subscriptions = found.items
        if all(subscription.id != self._current_id for subscription in subscriptions):
            self._current_id = subscriptions[0].id if subscriptions else ""
        choices = []
        for subscription in subscriptions:
            label = subscription.label or subscription.username
            product = product_name(subscription.product_id)
            choices.append((subscription.id, _("{label} · {product}").format(label=label, product=product)))
        self.toolbar.show_subscriptions(choices, self._current_id)
        if found.unreadable and not subscriptions:
            text = unreadable_subscriptions(found.unreadable)
            self.empty.show_empty("triangle-alert", _("None could be read"), text)
        self._stack.setCurrentWidget(self._content if subscriptions else self.empty)

    def _show_count(self) -> None:
        count = self.model.count()
        is_filtered = bool(self.toolbar.search.text().strip())
        all_of_them = count_text(count, self._limit)
        found = found_of(self.model.rowCount(), count) if is_filtered else ""
        self.toolbar.count.setText(found or all_of_them)
        self.toolbar.search.show_found(found)
        self.toolbar.export.setEnabled(count > 0)
        had_keyboard = self.window().focusWidget() is self.table
        self.pane.show_rows(loaded=count, shown=self.model.rowCount(), unreadable=self._unreadable)
        if had_keyboard and self.table.isHidden():
            (self.toolbar.search if count else self.pane.empty.button).setFocus()

    def _lock(self) -> None:
        """Disables changes while offline, while a bulk run is under way, and before anything is loaded."""
        is_running = self.work.runs.is_running
        reason = ""
        if is_running:
            reason = _("Wait until the current run has ended, or stop it.")
        elif self.is_offline:
            reason = _("You are offline: changes are possible again once the connection is back.")
        elif not self._shown_id:
            reason = _("Not loaded")
        self.toolbar.set_locked(reason, picker=is_running)
        self.model.set_locked(locked=bool(reason))
        self.bar.set_locked(reason)
        self.work.menu.set_locked(reason)

    def _lay_out(self) -> None:
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(14)
        column.addWidget(self.toolbar)
        column.addWidget(self.pane, 1)
        column.addWidget(self.bar)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._content)
        self._stack.addWidget(self.empty)
        self._stack.installEventFilter(self)
        self.body.addWidget(self._stack)

    def _fit(self) -> None:
        height = self._stack.height()
        self.bar.set_low(low=height < scaled(_LOW))
        self.bar.set_wordless(wordless=height < scaled(_LOWEST))

    def _connect(self) -> None:
        self.toolbar.subscription_chosen.connect(self.show_subscription)
        self.toolbar.search.textChanged.connect(self._on_filter_changed)
        self.table.selection_changed.connect(lambda: self.bar.show_count(len(self.table.marked())))
        self.model.modelReset.connect(self._show_count)
        self.pane.add_wanted.connect(self.work.add)
        self.pane.retry_wanted.connect(self.load)
        self.table.layout_changed.connect(self._on_layout_changed)
        self.work.runs.running_changed.connect(self._lock)

    def _on_filter_changed(self, text: str) -> None:
        self.model.search(text)
        self._show_count()

    def _is_loading_first(self) -> bool:
        """Returns whether the sub-users of the chosen subscription have not been shown yet."""
        return not self._shown_id or self._shown_id != self._current_id

    def _on_loading_takes_long(self) -> None:
        if self._is_loading_first() and self.tasks.is_running("load"):
            self.pane.show_loading()
