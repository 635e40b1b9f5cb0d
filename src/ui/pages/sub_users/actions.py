"""The actions on sub-users: connects toolbar, table, row menu and bulk bar with what they start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from app.errors import AppError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _
from app.models.sub_users import SubUserChange, SubUserChangedError
from app.present.errors import present_error
from app.rules.sub_users.files import read_rows
from ui.pages.sub_users.bulk_view import present_import, reason
from ui.pages.sub_users.credentials import CredentialActions
from ui.pages.sub_users.dialogs import ImportDialog
from ui.pages.sub_users.editor import SubUserEditor
from ui.pages.sub_users.runs import BulkRuns
from ui.pages.sub_users.table import LABEL, RowMenu
from ui.pages.sub_users.view import full_text, shown_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.sub_users import BulkKind, SubUser
    from app.models.subscriptions import Subscription
    from app.rules.sub_users.files import ImportPreview
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.page import Page
    from ui.pages.sub_users.bulk_bar import BulkBar
    from ui.pages.sub_users.table import SubUserModel
    from ui.pages.sub_users.toolbar import SubUsersToolbar
    from ui.widgets.buttons.buttons import CopyFeedback
    from ui.widgets.tables.multi_select_table import MultiSelectTable


class Actions(QObject):
    """Works on the subscription that is shown."""

    def __init__(  # noqa: PLR0913 (the controls and what they need, by keyword)
        self,
        account: AccountSession,
        context: PageContext,
        page: Page,
        *,
        model: SubUserModel,
        table: MultiSelectTable,
        toolbar: SubUsersToolbar,
        bar: BulkBar,
    ) -> None:
        """Connects the controls.

        Args:
            page: Shows errors above its content, and is the parent of dialogs; tasks end with it.
        """
        super().__init__(page)
        self._service = account.sub_users
        self._context = context
        self._page = page
        self._model = model
        self._table = table
        self._toolbar = toolbar
        self._subscription: Subscription | None = None
        self._limit: int | None = None
        self._menu_key = ""
        self._switches: dict[str, bool] = {}
        self.credentials = CredentialActions(account, context, page)
        self.menu = RowMenu(self.credentials.menu, page)
        self.editor = SubUserEditor(self._service, context, page)
        self.runs = BulkRuns(self._service, model, table, bar, page)
        self._connect_toolbar()
        self._connect_table()
        self.editor.saved.connect(self._on_saved)
        self.editor.refreshed.connect(model.update)
        bar.copy_wanted.connect(lambda: self._offer_copy(self._marked(), bar.copy_answer))
        bar.change_wanted.connect(lambda kind: self._change(kind, self._marked()))
        self.runs.copy_wanted.connect(lambda changed: self._offer_copy(changed, bar.result.copy_answer))

    def show_subscription(self, subscription: Subscription | None, limit: int | None) -> None:
        """Works on this subscription from now on.

        Args:
            subscription: The one that is shown; None for none.
            limit: The maximum number of sub-users, if the service reports it.
        """
        self._subscription, self._limit = subscription, limit

    def add(self) -> None:
        """Opens 'Add sub-user', or shows why none can be added."""
        full = full_text(self._model.count(), self._limit)
        if full:
            self._page.show_banner("warning", full, icon="users")
        elif self._subscription is not None:
            self.editor.add(self._subscription.id)

    def do(self, action: str, key: str) -> None:
        """Does what was chosen for one row."""
        subscription, sub_user = self._subscription, self._model.record(key)
        if subscription is None or sub_user is None:
            return
        match action:
            case "edit" if not self._model.is_locked:
                self.editor.edit(subscription.id, sub_user)
            case "share":
                self.credentials.share(subscription, sub_user)
            case "usage":
                self._context.router.show_usage(subscription.id, sub_user.id)
            case "new_password":
                self._change("new_passwords", [sub_user])
            case "delete":
                self._change("delete", [sub_user])

    def preview_import(self, path: Path) -> None:
        """Opens the preview of a file."""
        self._page.tasks.start("read import", self._preview_import(path))

    def _connect_toolbar(self) -> None:
        toolbar = self._toolbar
        toolbar.add.clicked.connect(self.add)
        toolbar.import_csv.clicked.connect(self._on_import_clicked)
        toolbar.export.clicked.connect(lambda: self.credentials.export(self._model.records(), self._marked()))

    def _connect_table(self) -> None:
        table = self._table
        table.opened.connect(lambda key: self.do("edit", key))
        table.menu_wanted.connect(self._on_menu_wanted)
        table.delete_wanted.connect(lambda: self._change("delete", self._marked_or_current()))
        table.copy_wanted.connect(self._on_copy_wanted)
        table.formats_wanted.connect(lambda: self._offer_copy(self._marked_or_current()))
        table.cell("password").pressed.connect(self._on_password_pressed)
        self.credentials.copied.connect(table.show_copied)
        self.menu.chosen.connect(lambda action: self.do(action, self._menu_key))
        self.menu.sort_wanted.connect(lambda column, down: table.sort_by(column, descending=down))
        self._model.switched.connect(self._on_switched)

    def _marked(self) -> list[SubUser]:
        return self._model.records(self._table.marked())

    def _marked_or_current(self) -> list[SubUser]:
        return self._marked() or self._model.records([self._table.current_key()])

    def _change(self, kind: BulkKind, sub_users: Sequence[SubUser]) -> None:
        if not self._model.is_locked and self._subscription is not None:
            self.runs.ask(self._subscription.id, kind, sub_users)

    def _offer_copy(self, sub_users: Sequence[SubUser], feedback: CopyFeedback | None = None) -> None:
        """Opens the formats below the pressed button, or at the current cell of the table."""
        if self._subscription is not None and sub_users:
            self.credentials.offer(self._subscription, sub_users, feedback)
            menu = self.credentials.menu
            menu.popup(self._table.menu_position() if feedback is None else feedback.point_below())
            menu.setActiveAction(menu.actions()[0])

    def _on_copy_wanted(self) -> None:
        sub_users = self._marked_or_current()
        if self._subscription is not None and sub_users:
            self.credentials.copy_as_last(self._subscription, sub_users)

    def _on_menu_wanted(self, key: str, position: QPoint) -> None:
        sub_user = self._model.record(key)
        if self._subscription is not None and sub_user is not None:
            self._menu_key = key
            self.credentials.offer(self._subscription, [sub_user])
            self.menu.show_whose(sub_user.label or sub_user.username)
            self.menu.popup(position)

    def _on_password_pressed(self, key: str) -> None:
        sub_user = self._model.record(key)
        if self._subscription is not None and sub_user is not None:
            self.credentials.copy_password(self._subscription, sub_user)

    def _on_saved(self, sub_user: SubUser) -> None:
        self._model.update(sub_user)
        if not self._model.is_shown(sub_user.id):
            self._toolbar.search.clear()
        self._table.go_to(sub_user.id, LABEL)
        self._table.setFocus()

    def _on_switched(self, key: str, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        """Shows the switch as the user wants it, and asks for it; it may be pressed again meanwhile."""
        sub_user = self._model.record(key)
        if self._subscription is None or sub_user is None:
            return
        is_asking = key in self._switches
        self._switches[key] = on
        self._model.show_switch(key, on=on)
        if not is_asking:
            self._page.tasks.start(f"switch {key}", self._switch(self._subscription.id, sub_user))

    async def _switch(self, subscription_id: str, sub_user: SubUser) -> None:
        """Switches until the service has the state that the user wants; on failure the switch reverts."""
        known = sub_user
        try:
            while (on := self._switches[sub_user.id]) != known.enabled:
                known = await self._service.change(subscription_id, known, SubUserChange(enabled=on))
                self._page.report_answer()
        except AppError as error:
            if isinstance(error, SubUserChangedError):
                known = error.now
            self._show_not_switched(sub_user, error)
        finally:
            del self._switches[sub_user.id]
            # Another subscription may be shown by now.
            if self._model.record(sub_user.id) is not None:
                self._model.show_switch(sub_user.id, on=None)
                self._model.update(known)

    def _show_not_switched(self, sub_user: SubUser, error: AppError) -> None:
        view = present_error(error)
        if view.offline:
            self._page.show_error(error)
            return
        text = _("“{label}” was not switched. {reason}")
        text = text.format(label=shown_label(sub_user), reason=reason(error))
        self._page.show_banner("danger", text, icon=view.icon, details=view.details)

    def _on_import_clicked(self) -> None:
        patterns = "CSV (*.csv *.tsv *.txt);;" + _("All files (*)")
        chooser = QFileDialog(self._page.window(), _("Import CSV"), "", patterns)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(lambda path: self.preview_import(Path(path)))
        chooser.open()

    async def _preview_import(self, path: Path) -> None:
        content = await self._service.read_import(path)
        labels = [sub_user.label for sub_user in self._model.records()]
        remaining = None if self._limit is None else max(0, self._limit - len(labels))
        preview = read_rows(content, existing=labels, remaining=remaining, sign=decimal_sign())
        dialog = ImportDialog(path.name, present_import(preview), self._page.window())
        dialog.confirmed.connect(lambda: self._import(preview))
        dialog.open()

    def _import(self, preview: ImportPreview) -> None:
        if self._subscription is not None:
            self.runs.start(self._service.import_all(self._subscription.id, preview.drafts, preview.lines))
