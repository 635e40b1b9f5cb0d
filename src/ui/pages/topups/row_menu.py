"""The menu of a top-up in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from ui.theme.icons import icon

if TYPE_CHECKING:
    from ui.pages.context import PageContext
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.list_pane import TopUpListPane
    from ui.pages.topups.topup_page import TopUpPage
    from ui.tasks import Tasks


class RowMenu(QObject):
    """Has a top-up opened beside the list, and shows its menu once the deposit check has passed.

    Attributes:
        shown: The menu that was shown last.

    Signals:
        requested(str): A menu is requested for the top-up of this ID, which is not the open one.
        opened(str): 'Open' was chosen.
    """

    requested = Signal(str)
    opened = Signal(str)

    def __init__(
        self,
        pane: TopUpListPane,
        model: TopUpListModel,
        topup_page: TopUpPage,
        context: PageContext,
        tasks: Tasks,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._model = model
        self._topup_page = topup_page
        self._context = context
        self._tasks = tasks
        self.shown: QMenu | None = None
        for signal in (pane.view.menu_requested, pane.view.formats_requested):
            signal.connect(self._on_requested)
        pane.view.copy_requested.connect(lambda index: self._copy_id(model.id_at(index)))

    def _on_requested(self, index: QModelIndex, position: QPoint) -> None:
        self._tasks.start("menu", self._show(self._model.id_at(index), position))

    async def _show(self, topup_id: str, position: QPoint) -> None:
        self._pane.select(topup_id)
        if self._topup_page.topup_id != topup_id:
            self.requested.emit(topup_id)
        await self._topup_page.wait_for_check()
        self.shown = self._build(topup_id)
        self.shown.popup(position)

    def _build(self, topup_id: str) -> QMenu:
        footer = self._pane.footer
        menu = QMenu(_("Top-up"), self._pane)
        menu.setAccessibleName(_("Top-up"))
        menu.addAction(_("Open"), lambda: self.opened.emit(topup_id))
        menu.addSeparator()
        menu.addAction(icon("copy"), _("Copy ID"), lambda: self._copy_id(topup_id))
        if self._topup_page.topup_id == topup_id:
            self._topup_page.add_actions(menu)
        menu.addSeparator()
        is_hidden = footer.is_hidden(topup_id)
        text = _("Show in the list again") if is_hidden else _("Hide")
        eye = icon("eye" if is_hidden else "eye-off")
        menu.addAction(eye, text, lambda: footer.toggle_hidden(topup_id))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _copy_id(self, topup_id: str) -> None:
        self._context.copy_text(topup_id, _("Top-up ID copied"))
