"""'I've sent the payment', with or without a transaction ID."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.texts import _
from ui.widgets.buttons import PrimaryButton
from ui.widgets.cards import Card
from ui.widgets.label import Label
from ui.widgets.line_edit import LineEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.topup_views import ReportView


class ReportCard(Card):
    """The form for reporting a payment as sent.

    Signals:
        submitted(str): The transaction ID as it was entered, maybe empty.
    """

    submitted = Signal(str)

    def __init__(self, paste: Callable[[], str], parent: QWidget | None = None) -> None:
        """Makes the form.

        Args:
            paste: Returns the clipboard's text.
            parent: The parent widget.
        """
        super().__init__(parent=parent)
        self._paste = paste
        self._title = Label("", "strong")
        self._text = Label("", "secondary", wrap=True)
        self.txid = LineEdit(mono=True)
        self.txid.setAccessibleName(_("Transaction ID"))
        self.txid.setMaxLength(256)
        self.txid.textEdited.connect(self._on_txid_edited)
        self.txid.returnPressed.connect(self._on_submitted)
        paste_button = self.txid.add_button("clipboard-paste", _("Paste"))
        paste_button.clicked.connect(self._on_paste_clicked)
        self.send = PrimaryButton(_("I've sent the payment"), "send")
        self.send.clicked.connect(self._on_submitted)
        self._error = Label("", "secondary", wrap=True)
        self._error.set_tone("danger")
        self._error.hide()
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.txid, 1)
        row.addWidget(self.send, 0, Qt.AlignmentFlag.AlignTop)
        self.body.setSpacing(6)
        self.body.addWidget(self._title)
        self.body.addWidget(self._text)
        self.body.addSpacing(4)
        self.body.addLayout(row)
        self.body.addWidget(self._error)

    def show_report(self, view: ReportView) -> None:
        """Shows the form's words; what was typed stays."""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self.txid.setPlaceholderText(view.placeholder)

    def show_error(self, text: str) -> None:
        """Says beside the field what is wrong with it."""
        self._error.setText(text)
        self._error.show()
        self.txid.set_invalid(True)
        self.txid.setAccessibleDescription(text)
        self.txid.setFocus()

    def clear(self) -> None:
        """Empties the form, as for another top-up."""
        self.txid.clear()
        self._clear_error()

    def set_busy(self, *, busy: bool) -> None:
        """Locks the form while a report is under way."""
        self.send.set_busy(busy)
        self.txid.setReadOnly(busy)

    def _clear_error(self) -> None:
        self._error.hide()
        self.txid.set_invalid(False)
        self.txid.setAccessibleDescription("")

    def _on_txid_edited(self) -> None:
        self._clear_error()

    def _on_paste_clicked(self) -> None:
        self.txid.setText(self._paste().strip()[:256])
        self._clear_error()
        self.txid.setFocus()

    def _on_submitted(self) -> None:
        if not self.txid.isReadOnly():
            self.submitted.emit(self.txid.text())
