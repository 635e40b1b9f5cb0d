"""Payment records: the account holder's own reference of a top-up, and the dialog that saves PDFs."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.errors import StorageError
from app.i18n.texts import _, listed
from app.i18n.units import month_name
from app.present.errors import present_error
from app.versions import VERSION
from ui.pages.topups.record_view import present_month, present_record
from ui.pages.topups.report_card import TYPED
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import fill
from ui.widgets.layout.cards import Callout
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import date

    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.models.topups import TopUp
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.topups.record_view import PaymentRecord, RecordTable

MAX_REFERENCE: Final = 200
_MAX_NAME: Final = 64
_MONTHS: Final = 24
_ONE, _MONTH = "one", "month"


class ReferenceField(Field):
    """The own reference of the open top-up, saved as it is typed; `saved` has the ID and the text."""

    saved = Signal(str, str)

    def __init__(self, account: AccountSession, tasks: Tasks) -> None:
        edit = LineEdit()
        edit.setMaxLength(MAX_REFERENCE)
        hint = _("Kept on this computer, for your search, exports and payment records.")
        super().__init__(_("Own reference"), edit, hint)
        self.edit = edit
        self._account = account
        self._tasks = tasks
        self._topup_id = ""
        self.edit.textEdited.connect(self._on_edited)

    def show_topup(self, topup_id: str) -> None:
        """Fills in what was saved for this top-up."""
        if topup_id != self._topup_id:
            self._topup_id = topup_id
            self.edit.clear()
            self._tasks.start("own reference", self._fill_in(topup_id))

    async def _fill_in(self, topup_id: str) -> None:
        with suppress(StorageError):  # then it is typed again
            reference = (await self._account.choices.references()).get(topup_id, "")
            if topup_id == self._topup_id and not self.edit.text():
                self.edit.setText(reference)

    def _on_edited(self, text: str) -> None:
        # Earlier ones are written first, and none is cancelled.
        self._tasks.add(f"{TYPED}reference", self._save(self._topup_id, text.strip()))

    async def _save(self, topup_id: str, reference: str) -> None:
        await self._account.choices.save_reference(topup_id, reference)
        self.saved.emit(topup_id, reference)


class PaymentRecords(QObject):
    """Saves the payment record of one top-up, or of all that were credited in a month."""

    def __init__(self, account: AccountSession, context: PageContext, tasks: Tasks, parent: QWidget) -> None:
        super().__init__(parent)
        self._account = account
        self._context = context
        self._tasks = tasks
        self._window = parent

    def open(self, topup: TopUp) -> RecordDialog:
        """Asks what to save; the dialog stays until that is made."""
        dialog = RecordDialog(self._account.service_clock.now(), self._window.window())
        dialog.one_chosen.connect(lambda: dialog.make(lambda: self._save_one(dialog, topup)))
        dialog.month_chosen.connect(lambda month: dialog.make(lambda: self._save_month(dialog, month)))
        dialog.open()
        return dialog

    async def _save_one(self, dialog: RecordDialog, topup: TopUp) -> None:
        references = await self._account.choices.references()
        now = self._account.service_clock.now()
        record = present_record(topup, self._account_text(), references.get(topup.id, ""), now)
        # A service could name another folder, or have a name that no file system takes.
        part = re.sub(r"[^A-Za-z0-9_-]", "_", topup.id[:_MAX_NAME])
        await self._save(dialog, [record], None, f"payment-record-{part}")

    async def _save_month(self, dialog: RecordDialog, month: date) -> None:
        start, end = _span(month)
        topups, unreadable = await self._account.topups.credited_in(start, end)
        if not topups and not unreadable:
            text = _("No top-up was credited in {month}: nothing was saved.")
            dialog.callout.report("info", text.format(month=month_name(month)))
            return
        references = await self._account.choices.references()
        now = self._account.service_clock.now()
        account = self._account_text()
        table, records = await asyncio.to_thread(
            present_month, topups, month, account, references, now, unreadable
        )
        await self._save(dialog, list(records), table, f"payment-records-{month:%Y-%m}")

    async def _save(
        self, dialog: RecordDialog, records: list[PaymentRecord], table: RecordTable | None, name: str
    ) -> None:
        from ui.pages.topups.record_pdf import records_pdf  # noqa: PLC0415 (seldom used)

        content = await records_pdf(records, table, VERSION)
        dialog.accept()
        self._context.save_file(
            self._window.window(),
            self._tasks,
            title=_("Save payment record"),
            name=f"{name}.pdf",
            content=content,
            message=_("{name} saved, readable by you alone"),
        )

    def _account_text(self) -> str:
        account = self._account.account
        return listed((account.name, account.service_beside_name))


def _span(month: date) -> tuple[datetime, datetime]:
    """Returns the first moment of a month in UTC, and of the next one."""
    start = datetime(month.year, month.month, 1, tzinfo=UTC)
    return start, datetime(month.year + month.month // 12, month.month % 12 + 1, 1, tzinfo=UTC)


class RecordDialog(SheetDialog):
    """Asks whether for one top-up or a month; `month_chosen` has its first day.

    It can be closed while the records are made; then nothing is saved.
    """

    one_chosen = Signal()
    month_chosen = Signal(object)

    def __init__(self, now: datetime, parent: QWidget | None = None) -> None:
        super().__init__(_("Payment record"), parent, width=460)
        self.tasks = Tasks(self, self._show_error)
        text = _("A PDF of what was paid and credited, for your books. It is not an invoice.")
        self.scope = Segments(_("Payment record"), [(_ONE, _("This top-up")), (_MONTH, _("All of a month"))])
        self.month = ComboBox()
        for month in _months(now):
            self.month.addItem(month_name(month), month)
        self._month_field = Field(_("Month in UTC"), self.month)
        self._month_field.hide()
        self.scope.chosen.connect(lambda scope: self._month_field.setVisible(scope == _MONTH))
        self.callout = Callout("info")
        self.callout.hide()
        self.cancel = self.cancel_button()
        self.save = PrimaryButton(_("Save to file"), "download")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save_clicked)
        fill(
            self.body,
            Label(text, "secondary", wrap=True),
            (self.scope, Qt.AlignmentFlag.AlignLeft),
            self._month_field,
            self.callout,
        )
        fill(self.footer, None, self.cancel, self.save)
        self.tasks.delete_at_end(self)

    def make(self, work: Callable[[], Awaitable[None]]) -> None:
        """Makes what was chosen, and shows that it is under way."""
        self.tasks.start("record", self._make(work))

    async def _make(self, work: Callable[[], Awaitable[None]]) -> None:
        self._set_busy(busy=True)
        try:
            await work()
        finally:
            self._set_busy(busy=False)

    def _set_busy(self, *, busy: bool) -> None:
        self.save.set_busy(busy)
        self.scope.setEnabled(not busy)
        self.month.setEnabled(not busy)

    def _show_error(self, error: AppError) -> None:
        self.callout.report("danger", present_error(error).text)

    def _on_save_clicked(self) -> None:
        self.callout.hide()
        if self.scope.selected() == _MONTH:
            self.month_chosen.emit(self.month.currentData())
        else:
            self.one_chosen.emit()


def _months(now: datetime) -> list[date]:
    """Returns the first days of the last months in UTC, this one first."""
    today = now.astimezone(UTC).date()
    numbers = (today.year * 12 + today.month - 1 - back for back in range(_MONTHS))
    return [today.replace(year=one // 12, month=one % 12 + 1, day=1) for one in numbers]
