"""The page of sub-users: those of one subscription, edited one by one or many at once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication

from app.errors import StorageError
from app.i18n.texts import _
from app.i18n.units import found_of
from app.models.choices import TableLayout
from app.present.statuses import unreadable_text
from app.present.sub_users import count_text, full_text, shown_label, subscription_name, unambiguous
from ui.pages.check_many.stack import ChecksStack
from ui.pages.files import open_file
from ui.pages.page import Page
from ui.pages.sub_users.bulk_bar import BulkBar
from ui.pages.sub_users.changes import SubUserChanges
from ui.pages.sub_users.credentials import SubUserCredentials
from ui.pages.sub_users.form import SubUserForm, unfinished_forms
from ui.pages.sub_users.pane import SubUsersPane, SubUsersToolbar
from ui.pages.sub_users.table import LABEL, RowMenu, SubUserModel
from ui.tasks import SAVING
from ui.theme.theme import follow, scaled
from ui.widgets.keyboard_focus import can_have_focus
from ui.widgets.layout.boxes import column, framed, stacked
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.scroll_area import ScrollArea, reveal
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.tables.multi_select_table import MultiSelectTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QShowEvent

    from app.api.json_bodies import Records
    from app.errors import AppError
    from app.models.sub_users import BulkKind, SubUser
    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.widgets.buttons.buttons import CopyFeedback

_LAYOUT = "sub-users"
_CREATED = "created"
_LOW = 440
_LOWEST = 320


class SubUsersPage(Page):
    """The sub-users of one account, one subscription at a time; `form` is the open dialog."""

    def __init__(self, account: AccountSession, context: PageContext) -> None:
        super().__init__(account.clock, connection_status=account.connection_status)
        self._account = account
        self._context = context
        self._current_id = ""
        self._subscription: Subscription | None = None
        self._limit: int | None = None
        self._unreadable = 0
        self._menu_key = ""
        self.form: SubUserForm | None = None
        self.model = SubUserModel(account.service_clock.now)
        self.toolbar = SubUsersToolbar()
        self.table = MultiSelectTable(_("Sub-users"))
        self.table.show_model(self.model, resizable=True)
        self.table.setAccessibleDescription(
            _("Arrows move, Space selects or switches, Enter edits, the Menu key opens the actions.")
        )
        self.toolbar.search.set_rows(self.table)
        self.pane = SubUsersPane(self.table)
        self.bar = BulkBar()
        self.footers = (self.bar,)
        self.empty = EmptyState(
            "users",
            _("No subscriptions yet"),
            _("Sub-users belong to a subscription. A subscription begins when a plan is bought."),
        )
        # Where it has no room for a row, as with the largest text below a banner, what is above the bar
        # scrolls. The bar does not: toasts stand above it.
        area = ScrollArea()
        area.setWidget(framed(column(self.toolbar, (self.pane, 1), spacing=14, margins=(20, 16, 20, 0))))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        bar = framed(column(self.bar, margins=(20, 14, 20, 16)))
        self._content = framed(column((area, 1), bar, spacing=0))
        self._stack = stacked(self._content, self.empty)
        self._stack.installEventFilter(self)
        self.checks = ChecksStack(self._stack, account, context)
        self.body.addWidget(self.checks)
        self.credentials = SubUserCredentials(account, context, self)
        self.menu = RowMenu(self.credentials.menu, self)
        self.changes = SubUserChanges(account.sub_users, self.model, self.table, self.bar, self)
        self._show_layout(TableLayout())
        self._connect()
        self._connect_table()
        self._lock()
        follow(self._fit)

    def unfinished(self) -> tuple[str, ...]:
        return self.changes.unfinished() + self.checks.unfinished() + unfinished_forms(self.tasks)

    def focus_search(self) -> None:
        if can_have_focus(self.toolbar.search):
            self.toolbar.search.setFocus()

    def go_back(self) -> None:
        self.checks.leave()

    def show_subscription(self, subscription_id: str) -> None:
        """Shows the sub-users of another subscription, once they are loaded."""
        self.checks.leave()
        if subscription_id != self._current_id and not self.changes.is_running:
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

    def add(self) -> None:
        """Opens 'Add sub-user', or shows why none can be added."""
        full = full_text(self._total(), self._limit)
        if full:
            self.show_banner("warning", full, icon="users")
        else:
            self._open_form(None)

    def do(self, action: str, key: str) -> None:
        """Runs an action of the menu or of a cell for one row."""
        subscription, sub_user = self._subscription, self.model.record(key)
        if subscription is None or sub_user is None:
            return
        match action:
            case "edit" if not self.model.is_locked:
                self._open_form(sub_user)
            case "copy_password":
                self.credentials.copy_password(subscription, sub_user)
                self.table.show_copied((sub_user.id,))
            case "share":
                self.credentials.share(subscription, sub_user)
            case "usage":
                self._context.router.show_usage(subscription.id, sub_user.id)
            case "new_password":
                self._change("new_passwords", [sub_user])
            case "delete":
                self._change("delete", [sub_user])

    def preview_import(self, path: Path) -> None:
        if self._subscription is not None:
            remaining = None if self._limit is None else self._limit - self._total()
            self.changes.preview_import(self._subscription.id, path, remaining)

    def current_id(self) -> str:
        """Returns the id of the chosen subscription, '' for none."""
        return self._current_id

    def show_skeleton(self) -> None:
        if self._is_loading_first():
            self.pane.show_loading()

    async def load_now(self) -> None:
        if self._responded_at is None:
            with suppress(StorageError):  # it is a convenience, and the list is wanted all the same
                self._show_layout(await self._account.state.load(TableLayout, _LAYOUT))
        self._show_subscriptions(await self._account.subscriptions.list())
        subscription = self._account.subscription_store.get(self._current_id)
        if subscription is not None:
            await self._load_sub_users(subscription)
        self.clear_failed_call()
        self.report_response()

    def showEvent(self, event: QShowEvent) -> None:
        """Loads outdated sub-users again, and the templates each time: they are saved on another page."""
        super().showEvent(event)
        self.tasks.start("templates", self._load_templates())
        if (self.is_stale or self._is_recounted()) and not self.changes.is_running:
            self.load()

    def _is_recounted(self) -> bool:
        """Whether another number of sub-users has been reported since they were loaded."""
        if self._subscription is None or self.is_offline:
            return False
        known = self._account.subscription_store.get(self._subscription.id)
        return known is not None and known.sub_user_count != self._subscription.sub_user_count

    async def _load_templates(self) -> None:
        with suppress(StorageError):  # all other formats are offered
            await self.credentials.load_templates()

    def report_response(self) -> None:
        super().report_response()
        self._lock()

    def show_error(self, error: AppError) -> None:
        """Without a connection nothing can be changed."""
        super().show_error(error)
        if self._is_loading_first() and not self.tasks.is_running("load"):
            self._show_unloaded(error)
        self._lock()

    def _show_layout(self, layout: TableLayout) -> None:
        by, is_descending = layout.sorted_by or _CREATED, layout.is_descending
        self.table.show_layout(layout.widths, by, descending=is_descending)
        self.menu.show_order(self.model.sorted_by, descending=self.model.is_descending)

    def _on_layout_changed(self) -> None:
        layout = TableLayout(self.table.widths(), self.model.sorted_by, self.model.is_descending)
        self.menu.show_order(layout.sorted_by, descending=layout.is_descending)
        self.tasks.start(f"{SAVING}layout", self._account.state.save(layout, _LAYOUT))

    async def _load_sub_users(self, subscription: Subscription) -> None:
        found = await self._account.sub_users.list(subscription.id)
        self._limit = found.limit
        is_other = self._subscription is None or subscription.id != self._subscription.id
        self._subscription = subscription
        if is_other:
            self.changes.forget()
            self.table.clearSelection()
        self._unreadable = found.unreadable
        self.show_unreadable(self._unreadable_text(), found.problems)
        self.model.show_records(found.items)
        self._show_count()
        if is_other and found.items:
            self.table.setFocus()

    def _show_unloaded(self, error: AppError) -> None:
        """Shows that there is nothing; the sub-users of another subscription must not stay visible."""
        self._subscription, self._limit, self._unreadable = None, None, 0
        self.show_unreadable("")
        self.model.show_records(())
        self.toolbar.count.setText("")
        self.pane.show_error(error)

    def _show_subscriptions(self, found: Records[Subscription]) -> None:
        subscriptions = found.items
        if all(subscription.id != self._current_id for subscription in subscriptions):
            self._current_id = subscriptions[0].id if subscriptions else ""
        names = unambiguous([*map(subscription_name, subscriptions)], [one.username for one in subscriptions])
        choices = [(one.id, name) for one, name in zip(subscriptions, names, strict=True)]
        self.toolbar.show_subscriptions(choices, self._current_id)
        if found.unreadable and not subscriptions:
            text = unreadable_text("subscriptions", found.unreadable)
            self.empty.show_empty("triangle-alert", _("None could be read"), text)
        self._stack.setCurrentWidget(self._content if subscriptions else self.empty)

    def _show_count(self) -> None:
        count = self.model.count()
        is_filtered = bool(self.toolbar.search.text().strip())
        all_of_them = count_text(self._total(), self._limit)
        found = found_of(self.model.rowCount(), count) if is_filtered else ""
        self.toolbar.count.setText(found or all_of_them)
        self.toolbar.search.show_found(found)
        self.toolbar.export.setEnabled(count > 0)
        had_focus = self.window().focusWidget() is self.table
        self.pane.show_rows(loaded=count, shown=self.model.rowCount(), unreadable=self._unreadable_text())
        if had_focus and self.table.isHidden():
            (self.toolbar.search if count else self.pane.empty.button).setFocus()

    def _total(self) -> int:
        """Returns how many there are, those that can't be read included."""
        return self.model.count() + self._unreadable

    def _unreadable_text(self) -> str:
        return unreadable_text("sub_users", self._unreadable)

    def _lock(self) -> None:
        """Disables changes while offline, during a bulk run, and before anything is loaded."""
        is_running = self.changes.is_running
        reason = ""
        if is_running:
            reason = _("Wait until the current run has ended, or stop it.")
        elif self.is_offline:
            reason = self.locked_reason()
        elif self._subscription is None:
            reason = _("Not loaded")
        self.toolbar.set_locked(reason, picker=is_running)
        self.model.set_locked(locked=bool(reason))
        self.bar.set_locked(reason)
        self.menu.set_locked(reason)

    def _fit(self) -> None:
        height = self._stack.height()
        self.bar.set_low(low=height < scaled(_LOW))
        self.bar.set_icon_only(icon_only=height < scaled(_LOWEST))

    def _connect(self) -> None:
        toolbar, bar = self.toolbar, self.bar
        toolbar.subscription_chosen.connect(self.show_subscription)
        toolbar.search.textChanged.connect(self._on_filter_changed)
        toolbar.add.clicked.connect(self.add)
        toolbar.import_csv.clicked.connect(self._on_import_clicked)
        toolbar.export.clicked.connect(lambda: self.credentials.export(self.model.records(), self._marked()))
        self.pane.empty.acted.connect(self.add)
        self.pane.unloaded.acted.connect(self.load)
        bar.copy.clicked.connect(lambda: self._offer_copy(self._marked(), bar.copy_feedback))
        bar.print_sheet.clicked.connect(lambda: self._do_with_marked(self.credentials.print_as_last))
        bar.check.clicked.connect(lambda: self._do_with_marked(self.checks.check_sub_users))
        bar.change_requested.connect(lambda kind: self._change(kind, self._marked()))
        bar.copy_requested.connect(
            lambda: self._offer_copy(self.changes.changed_sub_users(), bar.result.copy_feedback)
        )
        self.changes.running_changed.connect(self._lock)
        ticks = SecondTicks(self)
        for follow_time in (self.follow_connection, self.model.follow_time):
            ticks.ticked.connect(follow_time)

    def _connect_table(self) -> None:
        table = self.table
        table.selection_changed.connect(lambda: self.bar.show_count(len(table.marked())))
        table.selectionModel().currentChanged.connect(self._on_current_changed)
        table.layout_changed.connect(self._on_layout_changed)
        table.opened.connect(lambda key: self.do("edit", key))
        table.menu_requested.connect(self._on_menu_requested)
        table.delete_requested.connect(lambda: self._change("delete", self._marked_or_current()))
        table.copy_requested.connect(self._on_copy_requested)
        table.formats_requested.connect(lambda: self._offer_copy(self._marked_or_current()))
        table.cell("password").pressed.connect(lambda key: self.do("copy_password", key))
        self.credentials.copied.connect(lambda order: table.show_copied(order.sub_user_ids))
        self.menu.chosen.connect(lambda action: self.do(action, self._menu_key))
        self.menu.sort_requested.connect(lambda column, down: table.sort_by(column, descending=down))
        self.model.switched.connect(self._on_switched)
        self.model.modelReset.connect(self._show_count)

    def _marked(self) -> list[SubUser]:
        return self.model.records(self.table.marked())

    def _do_with_marked(self, act: Callable[[Subscription, list[SubUser]], None]) -> None:
        if self._subscription is not None:
            act(self._subscription, self._marked())

    def _marked_or_current(self) -> list[SubUser]:
        return self._marked() or self.model.records([self.table.current_key()])

    def _open_form(self, sub_user: SubUser | None) -> None:
        if self.form is not None or self._subscription is None:
            return
        form = SubUserForm(self._account.sub_users, self._subscription.id, sub_user, self._context, self)
        form.saved.connect(self._on_saved)
        form.refreshed.connect(self.model.update)
        form.finished.connect(self._on_form_finished)
        self.form = form
        form.open()
        form.label.setFocus()

    def _change(self, kind: BulkKind, sub_users: Sequence[SubUser]) -> None:
        if not self.model.is_locked and self._subscription is not None:
            self.changes.ask(self._subscription.id, kind, sub_users)

    def _offer_copy(self, sub_users: Sequence[SubUser], feedback: CopyFeedback | None = None) -> None:
        """Opens the formats below the pressed button, or at the current cell of the table."""
        if self._subscription is not None and sub_users:
            self.credentials.offer(self._subscription, sub_users, feedback)
            menu = self.credentials.menu
            menu.popup(self.table.menu_position() if feedback is None else feedback.button.menu_position())
            menu.setActiveAction(menu.actions()[0])

    def _is_loading_first(self) -> bool:
        """Returns whether the sub-users of the chosen subscription have not been shown yet."""
        return self._subscription is None or self._subscription.id != self._current_id

    def _on_filter_changed(self, text: str) -> None:
        self.model.search(text)
        self._show_count()

    def _on_current_changed(self) -> None:
        """Scrolls to the row that the keyboard has reached; under the mouse nothing moves."""
        if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
            reveal(self.pane)

    def _on_copy_requested(self) -> None:
        sub_users = self._marked_or_current()
        if self._subscription is not None and sub_users:
            self.credentials.copy_as_last(self._subscription, sub_users)

    def _on_menu_requested(self, key: str, position: QPoint) -> None:
        sub_user = self.model.record(key)
        if self._subscription is not None and sub_user is not None:
            self._menu_key = key
            self.credentials.offer(self._subscription, [sub_user])
            self.menu.show_name(shown_label(sub_user))
            self.menu.popup(position)

    def _on_saved(self, sub_user: SubUser) -> None:
        self.model.update(sub_user)
        if not self.model.is_shown(sub_user.id):
            self.toolbar.search.clear()
        self.table.go_to(sub_user.id, LABEL)
        self.table.setFocus()

    def _on_form_finished(self) -> None:
        self.form = None

    def _on_switched(self, key: str, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        sub_user = self.model.record(key)
        if self._subscription is not None and sub_user is not None:
            self.changes.switch(self._subscription.id, sub_user, on=on)

    def _on_import_clicked(self) -> None:
        open_file(
            self.window(),
            _("Import CSV"),
            "CSV (*.csv *.tsv *.txt)",
            lambda path: self.preview_import(Path(path)),
        )
