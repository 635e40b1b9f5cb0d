"""Everything that can be done with sub-users: brought from the controls to what does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal

from app.i18n.texts import _
from ui.pages.sub_users import row_menu
from ui.pages.sub_users.bulk_questions import BulkQuestions
from ui.pages.sub_users.copying import Copying
from ui.pages.sub_users.editing import Editing
from ui.pages.sub_users.importing import Importing
from ui.pages.sub_users.row_menu import RowMenu
from ui.pages.sub_users.runs import Runs
from ui.pages.sub_users.switching import Switching
from ui.pages.sub_users.table import LABEL
from ui.pages.sub_users.view import full_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.models.sub_user_runs import BulkChange, BulkKind
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.sub_users.imports import ImportPreview
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.sub_users.bulk_bar import BulkBar
    from ui.pages.sub_users.head import SubUsersHead
    from ui.pages.sub_users.table import SubUserModel
    from ui.widgets.buttons.copy_answers import CopyFeedback
    from ui.widgets.tables.table_view import TableView


class Actions(QObject):
    """Works on the subscription that is shown.

    Signals:
        answered(): The service has responded.
        failed(AppError): Something could not be done.
        refused(AppError, str): The same, with our words for it.
        full(str): Why no sub-user can be added.
        reload_wanted(): The service may know more than is shown.
        busy_changed(): A run began or ended.
    """

    answered = Signal()
    failed = Signal(object)
    refused = Signal(object, str)
    full = Signal(str)
    reload_wanted = Signal()
    busy_changed = Signal()

    def __init__(  # noqa: PLR0913 (the controls and what they need, by keyword)
        self,
        account: AccountSession,
        *,
        context: PageContext,
        model: SubUserModel,
        table: TableView,
        head: SubUsersHead,
        bar: BulkBar,
        page: QWidget,
    ) -> None:
        """Connects the controls.

        Args:
            page: Dialogs stand above its window; the work ends with it.
        """
        super().__init__(page)
        self._account = account
        self._context = context
        self._model = model
        self._table = table
        self._head = head
        self._bar = bar
        self._subscription: Subscription | None = None
        self._limit: int | None = None
        self._menu_key = ""
        self._answer: CopyFeedback | None = None
        self.copying = Copying(account, context, page)
        self.menu = RowMenu(self.copying.menu, page)
        self.editing = Editing(account.sub_users, context.clipboard, page)
        self.switching = Switching(account.sub_users, model, self)
        self.importing = Importing(account.sub_users, page)
        self.questions = BulkQuestions(page)
        self.runs = Runs(model, table, bar, self)
        self._connect_head()
        self._connect_table()
        self._connect_bar()
        self._connect_parts()

    def show_subscription(self, subscription: Subscription | None, limit: int | None) -> None:
        """Works on this subscription from now on.

        Args:
            subscription: The one that is shown; None for none.
            limit: The maximum number of sub-users, if the service reports it.
        """
        self._subscription, self._limit = subscription, limit

    def add(self) -> None:
        """Opens 'Add sub-user', or shows why none can be added."""
        reason = full_text(self._model.count(), self._limit)
        if reason:
            self.full.emit(reason)
        elif self._subscription is not None:
            self.editing.add(self._subscription.id)

    def _connect_head(self) -> None:
        head = self._head
        head.add.clicked.connect(self.add)
        head.import_csv.clicked.connect(self._on_import_wanted)
        head.export.clicked.connect(lambda: self.copying.export(self._model.records(), self._marked()))

    def _connect_table(self) -> None:
        table = self._table
        table.opened.connect(lambda key: self.do(row_menu.EDIT, key))
        table.menu_wanted.connect(self._on_menu_wanted)
        table.delete_wanted.connect(lambda: self._ask("delete", self._marked_or_current()))
        table.copy_wanted.connect(lambda: self._copy(self._marked_or_current()))
        table.formats_wanted.connect(lambda: self._offer_copy(self._marked_or_current()))
        table.cell("password").pressed.connect(self._on_password_wanted)
        self.menu.chosen.connect(lambda action: self.do(action, self._menu_key))
        self._model.switched.connect(self._on_switched)

    def _connect_bar(self) -> None:
        bar = self._bar
        bar.copy_wanted.connect(lambda: self._offer_copy(self._marked(), bar.copy_answer))
        bar.change_wanted.connect(lambda kind: self._ask(kind, self._marked()))
        self.runs.copy_wanted.connect(lambda changed: self._offer_copy(changed, bar.result.copy_answer))

    def _connect_parts(self) -> None:
        self.questions.answered.connect(self._on_change_answered)
        self.importing.confirmed.connect(self._on_import_confirmed)
        self.runs.begun.connect(self.busy_changed)
        self.runs.ended.connect(self._on_run_ended)
        self.editing.saved.connect(self._on_saved)
        self.editing.told.connect(self._model.update)
        self.editing.late.connect(self._on_saved_late)
        self.switching.refused.connect(self.refused)
        self.copying.copied.connect(self._on_copied)
        for failing in (self.copying, self.importing, self.runs):
            failing.failed.connect(self.failed)
        for answering in (self.editing, self.switching):
            answering.answered.connect(self.answered)

    def _marked(self) -> list[SubUser]:
        return self._model.records(self._table.marked())

    def _marked_or_current(self) -> list[SubUser]:
        return self._marked() or self._model.records([self._table.current_key()])

    def _ask(self, kind: BulkKind, sub_users: Sequence[SubUser]) -> None:
        if not self._model.is_locked:
            self.questions.ask(kind, sub_users)

    def _offer_copy(self, sub_users: Sequence[SubUser], answer: CopyFeedback | None = None) -> None:
        """Opens the formats below the button that asked, or where the keyboard is in the table."""
        self._answer = answer
        if self._subscription is not None and sub_users:
            menu = self.copying.offer(self._subscription, sub_users)
            menu.popup(self._table.menu_position() if answer is None else answer.place_below())
            menu.setActiveAction(menu.actions()[0])

    def _copy(self, sub_users: Sequence[SubUser]) -> None:
        """Copies at once, in the format that was used last."""
        self._answer = None
        if self._subscription is not None and sub_users:
            self.copying.copy_as_last(self._subscription, sub_users)

    def do(self, action: str, key: str) -> None:
        """Does what was chosen for one row."""
        subscription, sub_user = self._subscription, self._model.record(key)
        if subscription is None or sub_user is None:
            return
        match action:
            case row_menu.EDIT if not self._model.is_locked:
                self.editing.edit(subscription.id, sub_user)
            case row_menu.SHARE:
                self.copying.share(subscription, sub_user)
            case row_menu.USAGE:
                self._context.router.show_usage(subscription.id, sub_user.id)
            case row_menu.NEW_PASSWORD:
                self._ask("new_passwords", [sub_user])
            case row_menu.DELETE:
                self._ask("delete", [sub_user])

    def _on_menu_wanted(self, key: str, place: QPoint) -> None:
        sub_user = self._model.record(key)
        if self._subscription is not None and sub_user is not None:
            self._menu_key, self._answer = key, None
            self.copying.offer(self._subscription, [sub_user])
            self.menu.show_whose(sub_user.label or sub_user.username)
            self.menu.popup(place)

    def _on_password_wanted(self, key: str) -> None:
        sub_user = self._model.record(key)
        if self._subscription is not None and sub_user is not None:
            self.copying.copy_password(self._subscription, sub_user)

    def _on_copied(self, keys: tuple[str, ...]) -> None:
        """Shows feedback in the rows, and at the button that was pressed: the rows may be scrolled away."""
        self._table.show_copied(keys)
        if self._answer is not None:
            self._answer.say()
        self._answer = None

    def _on_switched(self, key: str, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        sub_user = self._model.record(key)
        if self._subscription is not None and sub_user is not None:
            self.switching.switch(self._subscription.id, sub_user, on=on)

    def _on_change_answered(self, sub_users: list[SubUser], change: BulkChange) -> None:
        if self._subscription is not None:
            self.runs.start(self._account.sub_users.bulk(self._subscription.id, sub_users, change))

    def _on_import_wanted(self) -> None:
        room = None if self._limit is None else max(0, self._limit - self._model.count())
        self.importing.choose([sub_user.label for sub_user in self._model.records()], room)

    def _on_import_confirmed(self, preview: ImportPreview) -> None:
        if self._subscription is not None:
            sub_users = self._account.sub_users
            self.runs.start(sub_users.import_all(self._subscription.id, preview.drafts, preview.lines))

    def _on_run_ended(self) -> None:
        self.busy_changed.emit()
        self.reload_wanted.emit()

    def _on_saved_late(self, error: AppError | None) -> None:
        """Tells on the page how it ended for a form that was closed while the service was asked."""
        if error is not None:
            self.failed.emit(error)
            return
        self._context.show_message(_("Saved"))
        self.reload_wanted.emit()

    def _on_saved(self, sub_user: SubUser) -> None:
        self._model.update(sub_user)
        if not self._model.is_shown(sub_user.id):
            self._head.search.clear()
        self._table.go_to(sub_user.id, LABEL)
        self._table.setFocus()
