"""The demo account's strip: plays the wallet's and the network's part."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.texts import _
from ui.theme import follow, scaled
from ui.widgets.badge import Badge
from ui.widgets.buttons import Button
from ui.widgets.flow_layout import FlowLayout
from ui.widgets.label import Label
from ui.widgets.turning_row import TurningRow

_LEAST_WORDS = 220


class DemoStrip(QWidget):
    """Plays the wallet's and the network's part in the demo account.

    Signals:
        pay_exactly_pressed(), underpay_pressed(), confirmation_pressed(): What the wallet is to do.
    """

    pay_exactly_pressed = Signal()
    underpay_pressed = Signal()
    confirmation_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pay_exactly = Button(_("Pay exactly"), compact=True)
        self.underpay = Button(_("Underpay"), compact=True)
        self.confirmation = Button(_("Add confirmation"), compact=True)
        self.pay_exactly.clicked.connect(self.pay_exactly_pressed)
        self.underpay.clicked.connect(self.underpay_pressed)
        self.confirmation.clicked.connect(self.confirmation_pressed)
        badge = Badge()
        badge.show_badge("info", _("Demo"), "flask-conical")
        self._text = Label("", "secondary", wrap=True)
        words = QHBoxLayout()
        words.setSpacing(10)
        words.addWidget(badge)
        words.addWidget(self._text, 1)
        buttons = FlowLayout(10)
        for button in (self.pay_exactly, self.underpay, self.confirmation):
            buttons.addWidget(button)
        row = TurningRow(10, centred=True)
        row.setContentsMargins(24, 5, 24, 5)
        row.add(words, 1)
        row.add(buttons)
        self.setLayout(row)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        follow(self._fit)

    def show_stage(self, *, can_pay: bool, can_confirm: bool, text: str) -> None:
        """Shows which parts can be played now, and what came of the last one."""
        self.pay_exactly.setEnabled(can_pay)
        self.underpay.setEnabled(can_pay)
        self.confirmation.setEnabled(can_confirm)
        self._text.setText(text)

    def _fit(self) -> None:
        self._text.setMinimumWidth(scaled(_LEAST_WORDS))
