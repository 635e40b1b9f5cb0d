"""The first and the last day of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.field import inline_field
from ui.widgets.layout.boxes import column, flow
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from datetime import date

    from app.rules.subscriptions.usage import DayRange


class DateRange(QWidget):
    """Two date fields, and below them what is wrong with the days; `changed` is the user's."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = DateEdit(), DateEdit()
        self._error = Label("", "secondary", wrap=True, tone="danger")
        fields = flow(inline_field(_("From"), self.first), inline_field(_("To"), self.last), spacing=8)
        column(fields, self._error, spacing=8, on=self)
        self._error.hide()
        for edit in (self.first, self.last):
            edit.dateChanged.connect(self.changed)

    def show_days(self, span: DayRange, today: date) -> None:
        """Shows the days of a range, which can't be later than today."""
        for edit, day in ((self.first, span.first), (self.last, span.last)):
            edit.set_last(today)
            edit.show_day(day)
        self.show_error("")

    def show_error(self, text: str) -> None:
        """Shows what is wrong with the days, '' for nothing."""
        self._error.show_text(text)
        for edit in (self.first, self.last):
            edit.setAccessibleDescription(text)

    def row_height(self) -> int:
        """Returns the height of the two fields side by side."""
        return self.first.sizeHint().height()
