"""The dialog that shows all accounts: rename, color, key, remove, delete everything."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from app.present.errors import present_error
from app.present.keys import key_badge
from ui.pages.accounts.dialogs import EditAccountDialog, KeyDialog
from ui.widgets.buttons.buttons import Button, IconButton, PrimaryButton
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import column, empty, fill, row
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.badge import Badge, ColorDot
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import AppError
    from app.services.accounts.accounts import Accounts
    from app.services.accounts.known import Account
    from ui.pages.accounts.removal import AccountRemoval


class AccountsDialog(SheetDialog):
    """Manages the saved accounts. `key_changed` has the id of an account."""

    changed = Signal()
    key_changed = Signal(str)
    add_requested = Signal()

    def __init__(
        self,
        accounts: Accounts,
        paste: Callable[[], str],
        removal: AccountRemoval,
        parent: QWidget,
    ) -> None:
        super().__init__(_("Accounts"), parent=parent)
        self._removal = removal
        self._accounts = accounts
        self._paste = paste
        self.banner = Banner()
        self._rows = column(spacing=4)
        self._none = Label(_("No accounts are saved on this computer yet."), "secondary", wrap=True)
        self.delete = Button(_("Delete everything"), "trash-2", tone="danger")
        self._add = PrimaryButton(_("Add an account"), "plus")
        self._add.clicked.connect(self._on_add_clicked)
        fill(self.body, self.banner, self._none, self._rows)
        self.aside.addWidget(self.delete)
        fill(self.footer, None, self._add)
        self.refresh()
        removal.removed.connect(self.refresh)

    def refresh(self) -> None:
        """Shows the current accounts; the keyboard focus stays on its button, or moves to the next row's."""
        holder = self.focusWidget()
        old = [row for row in self.findChildren(_AccountRow) if row.isVisibleTo(self)]
        focused = next((index for index, row in enumerate(old) if holder in row.stops()), None)
        empty(self._rows)
        saved = [account for account in self._accounts.known() if account.color]
        rows = [self._build_row(account) for account in saved]
        fill(self._rows, *rows)
        stops = [stop for shown in rows for stop in shown.stops()]
        # The rows are newer than the footer.
        for before, after in pairwise((*self.banner.stops(), *stops, self.delete, self._add)):
            self.setTabOrder(before, after)
        self._none.setVisible(not saved)
        if focused is not None:
            goal: QWidget = self._add
            if rows:
                row = rows[min(focused, len(rows) - 1)]
                goal = row.stops()[old[focused].stops().index(holder) if len(rows) == len(old) else 0]
                # Qt would show it later, and not give the focus to it when the dialog becomes active.
                row.show()
            goal.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build_row(self, account: Account) -> _AccountRow:
        row = _AccountRow(account, key_badge(self._accounts.key_status(account.id)))
        accounts, parent = self._accounts, self.parentWidget()
        row.edit.clicked.connect(lambda: self._open(EditAccountDialog(accounts, account, parent)))
        row.change_key.clicked.connect(lambda: self._change_key(account))
        row.remove.clicked.connect(lambda: self._removal.ask(account))
        return row

    def _change_key(self, account: Account) -> None:
        dialog = KeyDialog(self._accounts, account, self._paste, self.parentWidget())
        dialog.changed.connect(lambda: self.key_changed.emit(account.id))
        self._open(dialog)

    def _open(self, dialog: EditAccountDialog | KeyDialog) -> None:
        dialog.changed.connect(self._on_changed)
        # It may have learned that another process has removed the account.
        dialog.rejected.connect(self._on_changed)
        dialog.open()

    def show_error(self, error: AppError) -> None:
        view = present_error(error)
        self.banner.show_banner("danger", view.text, icon=view.icon, details=view.details, dismissible=True)

    def _on_changed(self) -> None:
        self.refresh()
        self.changed.emit()

    def _on_add_clicked(self) -> None:
        self.accept()
        self.add_requested.emit()


class _AccountRow(QWidget):
    """An account's name, address and key status; `badge` is the problem with its key, empty for none."""

    def __init__(self, account: Account, badge: str) -> None:
        super().__init__()
        lines = [Label(account.name, "strong", elide="right")]
        if account.service_beside_name:
            lines.append(Label(account.service_beside_name, "secondary", elide="right"))
        key = Badge()
        key.show_badge("warning", badge, "key")
        key.setVisible(bool(badge))
        self.edit = IconButton("pencil", _("Edit {name}").format(name=account.name))
        self.change_key = IconButton("key", _("Change the key of {name}").format(name=account.name))
        self.remove = IconButton("trash-2", _("Remove {name}").format(name=account.name))
        self.remove.set_destructive()
        dot = (ColorDot(account.color), Qt.AlignmentFlag.AlignVCenter)
        texts = (column(*lines, spacing=1), 1)
        self.setLayout(row(dot, texts, key, *self.stops(), spacing=10, margins=(0, 4, 0, 4)))

    def stops(self) -> tuple[IconButton, ...]:
        """Returns its buttons in Tab order."""
        return self.edit, self.change_key, self.remove
