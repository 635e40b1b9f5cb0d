"""Copying and saving credentials with sticky sessions, and keeping what was used for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.present.copies import copied_text
from app.present.proxy_formats import reason_text
from app.storage.sticky_file import StickyChoices
from app.texts import _
from ui.pages.files import choose_file, write_file

if TYPE_CHECKING:
    from app.services.accounts import OpenAccount
    from ui.clipboard import Clipboard
    from ui.pages.subscriptions.orders import Order
    from ui.pages.subscriptions.sticky_card import StickyCard
    from ui.tasks import Tasks


class Copying(QObject):
    """Joins the card of sticky sessions with clipboard and files.

    Signals:
        said(str): Words for the status bar.
    """

    said = Signal(str)

    def __init__(self, account: OpenAccount, card: StickyCard, clipboard: Clipboard, tasks: Tasks) -> None:
        """Joins them.

        Args:
            account: Whose credentials these are.
            card: Where people choose what to copy.
            clipboard: Takes it.
            tasks: Runs the work.
        """
        super().__init__(card)
        self._account = account
        self._card = card
        self._clipboard = clipboard
        self._tasks = tasks
        card.copy_wanted.connect(self._on_copy_wanted)
        card.save_wanted.connect(self._on_save_wanted)

    async def load_kept(self) -> None:
        """Takes in the sessions and the template of earlier starts.

        Raises:
            StorageError: They can't be read.
        """
        kept = await self._account.sticky.load()
        self._card.remember(kept.sessions, kept.template)

    def copy_secret(self, text: str) -> None:
        """Puts a secret on the clipboard for a while."""
        words = _("Copied")
        self._clipboard.copy_secret(text, words)
        self.said.emit(copied_text(words, self._clipboard.clear_after_s))

    async def _copy(self, order: Order) -> None:
        text = await self._rendered(order)
        if text is None:
            return
        if order.is_secret:
            self.copy_secret(text)
        else:
            self._clipboard.copy_text(text)
            self.said.emit(_("Copied"))
        self._card.say_copied()
        await self._keep(order)

    async def _keep(self, order: Order) -> None:
        """Keeps the session and the template for the next start."""
        self._card.note_used(order.session)
        await self._account.sticky.keep(StickyChoices(self._card.menu.recent(), self._card.template.text()))

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
        self.said.emit(_("Saved, readable by you alone"))

    async def _rendered(self, order: Order) -> str | None:
        """Returns what is to be copied; None when it can't be, which is said."""
        self._card.set_busy(busy=True)
        try:
            rendered = await order.render_resolved(self._account.subscriptions.resolve_host)
        finally:
            self._card.set_busy(busy=False)
        if not rendered.ok:
            self.said.emit(reason_text(rendered.reason))
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
