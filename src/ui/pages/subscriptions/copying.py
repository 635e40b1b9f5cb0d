"""Copies and saves credentials with sticky sessions, and saves the choices for the next start."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.i18n.texts import _
from app.present.proxy_formats import reason_text
from app.rules.proxy_formats import credentials_of
from app.rules.subscriptions.sticky import StickyChoices
from ui.clipboard import CredentialSource
from ui.pages.files import choose_file, write_file
from ui.pages.formats_menu import FIRST_FORMAT, FormatsMenu
from ui.pages.subscriptions.orders import Order

if TYPE_CHECKING:
    from app.models.subscriptions import Subscription
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.subscriptions.sticky_card import StickyCard
    from ui.tasks import Tasks


class Copying(QObject):
    """Joins the card of sticky sessions with clipboard and files."""

    def __init__(self, account: AccountSession, card: StickyCard, context: PageContext, tasks: Tasks) -> None:
        super().__init__(card)
        self._account = account
        self._card = card
        self._context = context
        self._tasks = tasks
        card.copy_wanted.connect(self._on_copy_wanted)
        card.save_wanted.connect(self._on_save_wanted)

    async def load_kept(self) -> None:
        """Takes in the sessions and the template of earlier starts.

        Raises:
            StorageError: They can't be read.
        """
        kept = await self._account.state.load(StickyChoices, self._account.account.id)
        self._card.remember(kept.sessions, kept.template)

    def copy_credentials(self, subscription: Subscription) -> None:
        """Copies the main user's credentials without a session, in the card's format or as a URL."""
        self._tasks.start("copy", self._copy(self._main_order(subscription), _("Credentials copied")))

    def copy_password(self, subscription: Subscription, password: str) -> None:
        """Copies the password of a subscription's main user."""
        source = self._source(self._main_order(subscription))
        self._context.copy_secret(password, _("Copied"), source)

    def offer(self, subscription: Subscription) -> FormatsMenu:
        """Returns the menu of formats for a subscription; what is chosen is copied, and stays chosen."""
        menu = FormatsMenu(_("Copy credentials"), self._card)
        menu.show_formats((credentials_of(subscription),), self._card.template.text())

        def copy(format_key: str) -> None:
            self._card.format.setCurrentIndex(self._card.format.findData(format_key))
            self.copy_credentials(subscription)

        menu.chosen.connect(copy)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _main_order(self, subscription: Subscription) -> Order:
        key, template = self._card.format.currentData(), self._card.template.text()
        order = Order(key, template, credentials_of(subscription), None, 1, subscription.id)
        return order if order.is_secret else replace(order, format_key=FIRST_FORMAT)

    def _source(self, order: Order) -> CredentialSource:
        sub_users = (order.sub_user_id,) if order.sub_user_id else ()
        account_id = self._account.account.id
        return CredentialSource(
            account_id, order.subscription_id, order.format_key, order.template, sub_users
        )

    async def _copy(self, order: Order, words: str = "") -> None:
        text = await self._rendered(order)
        if text is None:
            return
        if order.is_secret:
            self._context.copy_secret(text, words or _("Copied"), self._source(order))
        else:
            self._context.clipboard.copy_text(text)
            self._context.show_message(_("Copied"))
        self._card.show_copied()
        await self._keep(order)

    async def _keep(self, order: Order) -> None:
        """Saves the session and the template for the next start."""
        self._card.add_used(order.session)
        choices = StickyChoices(self._card.menu.recent(), self._card.template.text())
        await self._account.state.save(choices, self._account.account.id)

    async def _save(self, order: Order) -> None:
        text = await self._rendered(order)
        if text is None:
            return
        content = text if text.endswith("\n") else text + "\n"
        await self._keep(order)
        choose_file(
            self._card.window(),
            _("Save to file"),
            f"proxies.{order.file_ending}",
            lambda path: self._tasks.start("write", self._write(path, content)),
        )

    async def _write(self, path: str, content: str) -> None:
        await write_file(path, content.encode())
        self._context.show_message(_("Saved, readable by you alone"))

    async def _rendered(self, order: Order) -> str | None:
        """Returns the text to copy; None when it can't be rendered, with a message."""
        self._card.set_busy(busy=True)
        try:
            rendered = await order.render_resolved(self._account.subscriptions.resolve_host)
        finally:
            self._card.set_busy(busy=False)
        if not rendered.ok:
            self._context.show_message(reason_text(rendered.reason))
            return None
        return rendered.text

    def _on_copy_wanted(self) -> None:
        order = self._card.order()
        if order is not None:
            self._tasks.start("copy", self._copy(order))

    def _on_save_wanted(self) -> None:
        order = self._card.order()
        if order is not None:
            self._tasks.start("copy", self._save(order))
