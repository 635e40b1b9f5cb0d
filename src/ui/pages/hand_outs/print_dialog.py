"""The dialog that makes a print sheet: its QR codes' format and its paper, progress, then a file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLocale, Qt

from app.i18n.texts import _, ngettext, pgettext
from app.i18n.units import number
from app.present.errors import present_error
from app.present.sub_users import subscription_name
from app.rules.words import fold
from app.versions import VERSION
from ui.pages.hand_outs.sheet_pdf import PAPERS, page_count, sheet_pdf
from ui.pages.hand_outs.sheet_view import fits_sheet, present_sheet, sheet_refusal, sheet_users
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.searchable_combo_box import SearchableComboBox
from ui.widgets.layout.boxes import column, fill, framed
from ui.widgets.layout.cards import Callout
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.progress import ProgressBar
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from ui.pages.context import PageContext
    from ui.pages.formats_menu import FormatRow

_WIDTH: Final = 460


class PrintDialog(SheetDialog):
    """Makes the print sheet of one or many users; it can be closed while it is made.

    Args:
        sub_users: Of the subscription; none for its main user.
        chosen: The format that is offered first, where it fits.
        save_with: The page's, which outlive the dialog.
    """

    def __init__(  # noqa: PLR0913 (what is printed, and its surroundings)
        self,
        subscription: Subscription,
        sub_users: Sequence[SubUser],
        rows: Sequence[FormatRow],
        *,
        chosen: str,
        now: datetime,
        save_with: tuple[PageContext, Tasks],
        parent: QWidget,
    ) -> None:
        super().__init__(_("Print sheet"), parent, width=_WIDTH)
        self._name, self._now = subscription_name(subscription), now
        self._users = users = sheet_users(subscription, sub_users)
        self._save_with, self._window = save_with, parent
        self._rows = [row for row in rows if fits_sheet(row.key, row.template, users)]
        self.tasks = Tasks(self, self._show_error)
        self.format = SearchableComboBox(_("Search formats"), fold)
        self.format.show_items((row.item() for row in self._rows), chosen)
        self.format.currentIndexChanged.connect(self._show_format)
        is_us = QLocale.system().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
        names = (_("A4"), pgettext("paper size", "Letter"))
        self.paper = Segments(_("Paper"), list(zip(PAPERS, names, strict=True)))
        self.paper.select("Letter" if is_us else "A4")
        self.callout = Callout("warning")
        self.progress = ProgressBar(_("Progress"))
        self.progress.hide()
        self.cancel = self.cancel_button()
        self.save = PrimaryButton(_("Save to file"), "download")
        self.save.setDefault(True)
        self.save.clicked.connect(lambda: self.tasks.start("print", self._print()))
        self._lay_out()
        self._show_format()
        self.tasks.delete_at_end(self)

    async def _print(self) -> None:
        row, paper = self._rows[self.format.currentIndex()], self.paper.selected()
        form = (row.name, row.key, row.template)
        self._set_busy(busy=True)
        try:
            sheet = await asyncio.to_thread(present_sheet, self._name, self._users, form, self._now)
            content = await sheet_pdf(sheet, paper, VERSION, self._show_progress)
        finally:
            self._set_busy(busy=False)
        self.accept()
        context, tasks = self._save_with
        context.save_file(
            self._window,
            tasks,
            title=_("Save print sheet"),
            name="print-sheet.pdf",
            content=content,
            message=_("Saved, readable by you alone"),
        )

    def _show_progress(self, done: int) -> None:
        total = len(self._users)
        text = _("{n} of {m}").format(n=number(done), m=number(total))
        self.progress.show_progress(done, total, text=text)

    def _set_busy(self, *, busy: bool) -> None:
        self.save.set_busy(busy)
        self.format.setEnabled(not busy)
        self.paper.setEnabled(not busy)
        self._pages.setVisible(not busy)
        self.progress.setVisible(busy)

    def _show_format(self) -> None:
        reason = _("No format has a QR code for these credentials.")
        if self._rows:
            row = self._rows[self.format.currentIndex()]
            reason = sheet_refusal(row.key, row.template, self._users)
        warning = _("The sheet contains passwords. Whoever has it can use the traffic.")
        self.callout.show_callout("warning", reason or warning)
        self.save.setEnabled(not reason)

    def _show_error(self, error: AppError) -> None:
        self.callout.report("danger", present_error(error).text)

    def _lay_out(self) -> None:
        users, pages = len(self._users), page_count(len(self._users))
        name = Label(self._name, "secondary", wrap=True)
        cards = ngettext("{n} card", "{n} cards", users).format(n=number(users))
        sheets = ngettext("{n} page", "{n} pages", pages).format(n=number(pages))
        self._pages = Label(_("{cards} on {pages}").format(cards=cards, pages=sheets), "secondary")
        paper = (self.paper, Qt.AlignmentFlag.AlignLeft)
        below = framed(column(self._pages, self.progress))
        fill(self.body, name, Field(_("Format of the QR codes"), self.format), paper, below, self.callout)
        fill(self.footer, None, self.cancel, self.save)
