"""Copies, shares and exports the credentials of sub-users."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _, ngettext
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import file_ending, group_text
from app.rules.proxy_formats.survival import NEEDS_ADDRESS
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, OwnTemplates
from app.rules.sub_users.files import export_text
from app.rules.subscriptions.sticky import StickyChoices
from ui.clipboard import CredentialSource
from ui.pages.formats_menu import FIRST_FORMAT, FormatRow, FormatsMenu, format_rows, refusal
from ui.pages.sub_users.dialogs import JSON, ExportDialog, ShareDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.proxy_formats.logins import Credentials
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.page import Page
    from ui.widgets.buttons.buttons import CopyFeedback


class CredentialActions(QObject):
    """Copies and saves credentials; `copied` has the IDs of the sub-users whose credentials were copied."""

    copied = Signal(tuple)

    def __init__(self, account: AccountSession, context: PageContext, page: Page) -> None:
        super().__init__(page)
        self._account = account
        self._context = context
        self._page = page
        self._rows = format_rows(DEFAULT_TEMPLATE, OwnTemplates())
        self._last_row = self._row(FIRST_FORMAT)
        self._offered: tuple[Subscription, Sequence[SubUser]] | None = None
        self._feedback: CopyFeedback | None = None
        self.menu = FormatsMenu(_("Copy credentials"), page)
        self.menu.chosen.connect(self._on_format_chosen)

    async def load_templates(self) -> None:
        """Loads the saved templates, and the one without a name that was used last."""
        state, account_id = self._account.state, self._account.account.id
        choices = await state.load(StickyChoices, account_id)
        self._rows = format_rows(
            choices.template or DEFAULT_TEMPLATE, await state.load(OwnTemplates, account_id)
        )
        self._last_row = self._row(self._last_row.value)

    def offer(
        self, subscription: Subscription, sub_users: Sequence[SubUser], feedback: CopyFeedback | None = None
    ) -> None:
        """Fills the menu; `feedback` is the pressed button's, since the rows may be scrolled out of view."""
        self._offered, self._feedback = (subscription, sub_users), feedback
        self.menu.show_formats(_credentials(subscription, sub_users), self._rows)

    def copy_as_last(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        """Copies in the format that was used last."""
        self._feedback = None
        self._page.tasks.start("copy", self._copy(self._last_row, subscription, sub_users))

    def copy_password(self, subscription: Subscription, sub_user: SubUser) -> None:
        source = CredentialSource(self._account.account.id, subscription.id, sub_user_ids=(sub_user.id,))
        self._copy_secret(sub_user.password, _("Password copied"), source)

    def share(self, subscription: Subscription, sub_user: SubUser) -> None:
        tasks, credentials = self._page.tasks, credentials_of(subscription, sub_user)
        dialog = ShareDialog(credentials, self._rows, self._page.window())
        dialog.copy_wanted.connect(
            lambda row: tasks.start("copy", self._copy(row, subscription, (sub_user,)))
        )
        dialog.save_wanted.connect(lambda row: tasks.start("copy", self._save(row, credentials)))
        self.copied.connect(dialog.show_copied)
        dialog.open()

    def export(self, sub_users: Sequence[SubUser], marked: Sequence[SubUser]) -> None:
        """Opens the export dialog for all sub-users or the selected ones, then asks for a path."""
        dialog = ExportDialog(len(sub_users), len(marked), self._page.window())

        def choose(form: str, passwords: bool, is_all: bool) -> None:  # noqa: FBT001 (Qt's signal)
            chosen = sub_users if is_all else marked
            text = export_text(chosen, "json" if form == JSON else "csv", passwords=passwords)
            self._save_file(_("Export sub-users"), f"sub-users.{form}", text)

        dialog.confirmed.connect(choose)
        dialog.open()

    def _save_file(self, title: str, name: str, text: str) -> None:
        self._context.save_file(
            self._page.window(),
            self._page.tasks,
            title=title,
            name=name,
            content=text.encode(),
            message=_("Saved, readable by you alone"),
        )

    async def _save(self, row: FormatRow, credentials: Credentials) -> None:
        text = await self._text(row, (credentials,))
        ended = text if text.endswith("\n") else f"{text}\n"
        self._save_file(_("Save to file"), f"proxy.{file_ending(row.key)}", ended)

    async def _copy(self, row: FormatRow, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        credentials = _credentials(subscription, sub_users)
        text = await self._text(row, credentials)
        if not text:
            self._context.show_message(refusal(row.key, credentials, row.template))
            return
        self._last_row = row
        message = ngettext(
            "Credentials of {n} sub-user copied", "Credentials of {n} sub-users copied", len(sub_users)
        )
        ids = tuple(sub_user.id for sub_user in sub_users)
        account_id = self._account.account.id
        source = CredentialSource(account_id, subscription.id, row.key, row.template, ids)
        self._copy_secret(text, message.format(n=len(sub_users)), source)

    async def _text(self, row: FormatRow, users: tuple[Credentials, ...]) -> str:
        """Resolves the gateway's name for tools that need its IP address; raises an `AppError`."""
        written = group_text(row.key, users, template=row.template)
        if any(reason == NEEDS_ADDRESS for _label, reason in written.refused):
            address = await self._account.subscriptions.resolve_host(users[0].host)
            resolved = [replace(credentials, host=address) for credentials in users]
            written = group_text(row.key, resolved, template=row.template)
        return "" if written.refused else written.text

    def _copy_secret(self, text: str, message: str, source: CredentialSource) -> None:
        self._context.copy_secret(text, message, source)
        self.copied.emit(source.sub_user_ids)
        if self._feedback is not None:
            self._feedback.show_copied()
        self._feedback = None

    def _row(self, value: str) -> FormatRow:
        """Returns a row of the formats; the first for a template that is no longer saved."""
        return next((row for row in self._rows if row.value == value), self._rows[0])

    def _on_format_chosen(self, value: str) -> None:
        if self._offered is not None:
            self._page.tasks.start("copy", self._copy(self._row(value), *self._offered))


def _credentials(subscription: Subscription, sub_users: Sequence[SubUser]) -> tuple[Credentials, ...]:
    return tuple(credentials_of(subscription, sub_user) for sub_user in sub_users)
