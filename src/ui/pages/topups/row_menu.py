"""What can be done with a row of the list of top-ups: its context menu, and Ctrl+C."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QModelIndex, QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from ui.theme.icons import icon

if TYPE_CHECKING:
    from ui.pages.context import PageContext
    from ui.pages.topups.list_footer import ListFooter
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.list_pane import TopUpListPane
    from ui.pages.topups.topup_page import TopUpPage
    from ui.tasks import Tasks

_CHECK_SECONDS: Final = 0.4
"""Time that a menu waits for the deposit check; without its result nothing is offered to be paid."""


class TopUpViews(Protocol):
    """The list, and what is open beside it: the page's parts that the menu works on."""

    model: TopUpListModel
    pane: TopUpListPane
    topup_page: TopUpPage
    footer: ListFooter
    tasks: Tasks

    def open_beside(self, topup_id: str) -> None:
        """Opens a top-up beside the list, which stays in front in a small window."""


class RowMenu(QObject):
    """Opens the menu of a row; what can be paid is offered only while the detail shows it as payable.

    Attributes:
        menu: The one that was opened last.
    """

    def __init__(self, page: TopUpViews, context: PageContext) -> None:
        super().__init__(page.pane)
        self._page = page
        self._context = context
        self.menu: QMenu | None = None
        rows = page.pane.list
        for signal in (rows.menu_wanted, rows.formats_wanted):
            signal.connect(self._on_menu_wanted)
        rows.copy_wanted.connect(lambda index: self._copy_id(page.model.id_at(index)))

    def _on_menu_wanted(self, index: QModelIndex, position: QPoint) -> None:
        topup_id = self._page.model.id_at(index)
        if topup_id:
            self._page.tasks.start("menu", self._open(topup_id, position))

    async def _open(self, topup_id: str, position: QPoint) -> None:
        """Opens the top-up beside the list, and its menu once the deposit check is through."""
        self._page.pane.select(topup_id)
        if self._page.topup_page.topup_id != topup_id:
            self._page.open_beside(topup_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._page.topup_page.tasks.join("open")
                await self._page.topup_page.tasks.join("check")
        self.menu = self._build(topup_id)
        self.menu.popup(position)

    def _build(self, topup_id: str) -> QMenu:
        menu = QMenu(_("Top-up"), self._page.pane)
        menu.setAccessibleName(_("Top-up"))
        menu.addAction(_("Open"), lambda: self._page.pane.topup_chosen.emit(topup_id))
        menu.addSeparator()
        menu.addAction(icon("copy"), _("Copy ID"), lambda: self._copy_id(topup_id))
        topup = self._page.topup_page.topup
        if topup is not None and topup.id == topup_id:
            if self._page.topup_page.detail.payment.shown() is not None:
                copy = self._copy_payable
                menu.addAction(icon("copy"), _("Copy amount"), lambda: copy(topup_id, address=False))
                menu.addAction(icon("copy"), _("Copy address"), lambda: copy(topup_id, address=True))
            if txid := topup.txid:
                menu.addAction(icon("copy"), _("Copy transaction ID"), lambda: self._copy_txid(txid))
            if url := topup.explorer_url:
                menu.addAction(
                    icon("external-link"),
                    _("Open in explorer"),
                    lambda: self._page.topup_page.open_explorer(url),
                )
        menu.addSeparator()
        is_hidden = self._page.footer.is_hidden(topup_id)
        words = _("Show in the list again") if is_hidden else _("Hide")
        menu.addAction(
            icon("eye" if is_hidden else "eye-off"), words, lambda: self._page.footer.toggle_hidden(topup_id)
        )
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _copy_id(self, topup_id: str) -> None:
        if topup_id:
            self._copy(topup_id, _("Top-up ID copied"))

    def _copy_txid(self, txid: str) -> None:
        self._copy(txid, _("Transaction ID copied"))

    def _copy_payable(self, topup_id: str, *, address: bool) -> None:
        """Copies amount or address, unless it can't be paid any more since the menu was opened."""
        topup, deposit = self._page.topup_page.topup, self._page.topup_page.detail.payment.shown()
        if topup is None or topup.id != topup_id or deposit is None:
            self._context.show_message(_("This can't be paid any more: nothing was copied."))
        elif address:
            self._copy(deposit.address, _("Address copied"))
        else:
            self._copy(deposit.amount, _("Amount copied"))

    def _copy(self, text: str, words: str) -> None:
        self._context.clipboard.copy_text(text)
        self._context.show_message(words)
