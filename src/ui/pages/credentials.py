"""Copies, saves, shares and prints credentials, for the pages of subscriptions and of sub-users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import Order
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, OwnTemplates
from app.rules.subscriptions.sticky import StickyChoices
from ui.clipboard import CredentialSource
from ui.pages.formats_menu import format_rows, refusal_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.formats_menu import FormatRow
    from ui.pages.hand_outs.share_dialog import ShareDialog
    from ui.tasks import Tasks


class CredentialActions(QObject):
    """What can be done with credentials, and the formats for it.

    Attributes:
        rows: The formats that are offered, with the saved templates.
        draft: The template without a name that was used last.
    """

    copied = Signal(object)

    def __init__(self, account: AccountSession, context: PageContext, tasks: Tasks, owner: QWidget) -> None:
        """`owner` is in the window that dialogs open over."""
        super().__init__(owner)
        self._account = account
        self._context = context
        self._tasks = tasks
        self._owner = owner
        self.show_templates(DEFAULT_TEMPLATE, OwnTemplates())

    async def load_templates(self) -> StickyChoices:
        """Loads the saved templates; returns the choices with the last one without a name."""
        state, account_id = self._account.state, self._account.account.id
        choices = await state.load(StickyChoices, account_id)
        self.show_templates(choices.template or DEFAULT_TEMPLATE, await state.load(OwnTemplates, account_id))
        return choices

    def show_templates(self, draft: str, saved: OwnTemplates) -> None:
        self.draft, self.saved = draft, saved
        self.rows = format_rows(draft, saved)

    def order(self, row: FormatRow, subscription: Subscription, sub_users: Sequence[SubUser] = ()) -> Order:
        """Returns the order of sub-users' credentials, or of the main user's, in a format."""
        users = [credentials_of(subscription, one) for one in sub_users or (None,)]
        ids = tuple(one.id for one in sub_users)
        others = tuple(users[1:])
        return Order(row.key, row.template, users[0], None, 1, others, subscription.id, ids)

    async def copy(self, order: Order, message: str) -> None:
        """Copies what was ordered, or shows why that is not possible."""
        text = await self._text(order)
        if not text:
            return
        if order.is_secret:
            of = (order.subscription_id, order.format_key, order.template, order.sub_user_ids)
            self._context.copy_secret(text, message, CredentialSource(self._account.account.id, *of))
        else:
            self._context.copy_text(text, message)
        self.copied.emit(order)

    async def save(self, order: Order, dialog: ShareDialog | None = None) -> bool:
        """Asks for a path to save what was ordered, or shows why that is not possible.

        Args:
            dialog: What asks, and shows errors, instead of the page.
        """
        text = await self._text(order)
        if text:
            ended = text if text.endswith("\n") else f"{text}\n"
            self._save_file(_("Save to file"), f"proxies.{order.file_ending}", ended, dialog)
        return bool(text)

    def copy_password(self, subscription: Subscription, sub_user: SubUser | None = None) -> None:
        user, ids = (subscription, ()) if sub_user is None else (sub_user, (sub_user.id,))
        source = CredentialSource(self._account.account.id, subscription.id, sub_user_ids=ids)
        self._context.copy_secret(user.password, _("Password copied"), source)

    def share(self, subscription: Subscription, sub_user: SubUser | None = None) -> None:
        from ui.pages.hand_outs.share_dialog import ShareDialog  # noqa: PLC0415 (seldom used)

        sub_users = () if sub_user is None else (sub_user,)
        dialog = ShareDialog(
            credentials_of(subscription, sub_user),
            self.rows,
            self._account.subscriptions.render,
            self._owner.window(),
            is_main_user=sub_user is None,
        )

        def copy(row: FormatRow) -> None:
            order = self.order(row, subscription, sub_users)
            dialog.hand_outs.start("copy", self.copy(order, _("Credentials copied")))

        async def save(row: FormatRow) -> None:
            await self.save(self.order(row, subscription, sub_users), dialog)

        dialog.copy_requested.connect(copy)
        dialog.save_requested.connect(lambda row: dialog.hand_outs.start("copy", save(row)))
        dialog.print_requested.connect(lambda row: self.print_sheet(subscription, sub_users, row))
        self.copied.connect(dialog.show_copied)
        dialog.open()

    def print_sheet(self, subscription: Subscription, sub_users: Sequence[SubUser], row: FormatRow) -> None:
        """Opens the dialog of print sheets, for the main user if there are no sub-users; `row` is chosen."""
        from ui.pages.hand_outs.print_dialog import PrintDialog  # noqa: PLC0415 (seldom used)

        dialog = PrintDialog(
            subscription,
            sub_users,
            self.rows,
            chosen=row.value,
            now=self._account.service_clock.now(),
            save_with=(self._context, self._tasks),
            parent=self._owner.window(),
        )
        dialog.open()

    async def _text(self, order: Order) -> str:
        """Returns the text of an order; '' after a message where there is none. Raises an `AppError`."""
        rendered = await self._account.subscriptions.render(order)
        if not rendered.ok:
            self._context.show_message(refusal_text(rendered))
        return rendered.text

    def _save_file(self, title: str, name: str, text: str, dialog: ShareDialog | None = None) -> None:
        self._context.save_file(
            self._owner.window() if dialog is None else dialog,
            self._tasks if dialog is None else dialog.hand_outs,
            title=title,
            name=name,
            content=text.encode(),
            message=_("Saved, readable by you alone"),
        )
