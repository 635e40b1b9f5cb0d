"""What can be done with the credentials of sub-users: also in the format used last, and exported."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.i18n.texts import _, ngettext
from app.i18n.units import number
from app.rules.proxy_formats import USUAL_FORMAT
from app.rules.proxy_formats.logins import credentials_of
from app.rules.sub_users.files import export_text
from ui.pages.credentials import CredentialActions
from ui.pages.formats_menu import FormatsMenu
from ui.pages.sub_users.dialogs import JSON, ExportDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.csv_files import ExportForm
    from app.rules.proxy_formats.rendering import Order
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.formats_menu import FormatRow
    from ui.pages.page import Page
    from ui.widgets.buttons.buttons import CopyFeedback


class SubUserCredentials(CredentialActions):
    """Remembers the format that was used last; `menu` has the formats for what was offered."""

    def __init__(self, account: AccountSession, context: PageContext, page: Page) -> None:
        super().__init__(account, context, page.tasks, page)
        self._last_value = USUAL_FORMAT
        self._offered: tuple[Subscription, Sequence[SubUser]] | None = None
        self._feedback: CopyFeedback | None = None
        self.menu = FormatsMenu(_("Copy credentials"), page)
        self.menu.chosen.connect(self._on_format_chosen)
        self.copied.connect(self._on_copied)

    def offer(
        self, subscription: Subscription, sub_users: Sequence[SubUser], feedback: CopyFeedback | None = None
    ) -> None:
        """Fills the menu; `feedback` is the pressed button's, since the rows may be scrolled out of view."""
        self._offered, self._feedback = (subscription, sub_users), feedback
        self.menu.show_formats((credentials_of(subscription, one) for one in sub_users), self.rows)

    def copy_as_last(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        self._feedback = None
        self._start_copy(self._row(self._last_value), subscription, sub_users)

    def print_as_last(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        self.print_sheet(subscription, sub_users, self._row(self._last_value))

    def export(self, sub_users: Sequence[SubUser], marked: Sequence[SubUser]) -> None:
        """Opens the export dialog for all sub-users or the selected ones, then asks for a path."""
        dialog = ExportDialog(len(sub_users), len(marked), self._owner.window())

        def choose(form: str, passwords: bool, is_all: bool) -> None:  # noqa: FBT001 (Qt's signal)
            chosen = sub_users if is_all else marked
            self._tasks.start("export", self._export(chosen, form, passwords=passwords))

        dialog.confirmed.connect(choose)
        dialog.open()

    async def _export(self, sub_users: Sequence[SubUser], form: str, *, passwords: bool) -> None:
        kind: ExportForm = "json" if form == JSON else "csv"
        text = await asyncio.to_thread(export_text, sub_users, kind, passwords=passwords)
        self._save_file(_("Export sub-users"), f"sub-users.{form}", text)

    def _start_copy(self, row: FormatRow, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        n = len(sub_users)
        message = ngettext("Credentials of {n} sub-user copied", "Credentials of {n} sub-users copied", n)
        order = self.order(row, subscription, sub_users)
        self._tasks.start("copy", self.copy(order, message.format(n=number(n))))

    def _row(self, value: str) -> FormatRow:
        """Returns a row of the formats; the first one for a template that is no longer saved."""
        return next((row for row in self.rows if row.value == value), self.rows[0])

    def _on_copied(self, order: Order) -> None:
        form = (order.format_key, order.template)
        self._last_value = next((one.value for one in self.rows if (one.key, one.template) == form), "")
        if self._feedback is not None:
            self._feedback.show_copied()
        self._feedback = None

    def _on_format_chosen(self, value: str) -> None:
        if self._offered is not None:
            self._start_copy(self._row(value), *self._offered)
