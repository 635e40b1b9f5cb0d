"""The demo account's strip: plays the wallet's and the network's part."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.i18n.texts import _
from ui.theme.theme import color, follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

_MIN_WORDS = 220


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
        row = WrappingRow(10, centered=True)
        row.setContentsMargins(24, 5, 20, 5)
        row.add(words, 1)
        row.add(buttons)
        self.setLayout(row)
        follow(self._fit)

    def show_stage(self, *, can_pay: bool, can_confirm: bool, text: str) -> None:
        """Shows which parts can be played now, and what came of the last one."""
        for button, is_offered in (
            (self.pay_exactly, can_pay),
            (self.underpay, can_pay),
            (self.confirmation, can_confirm),
        ):
            button.setEnabled(is_offered)
            button.setVisible(is_offered)
        self._text.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws a dashed line above it: it is no part of the product."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.rect(), color("surface"))
        pen = QPen(color("control_border"))
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawLine(0, 0, self.width(), 0)

    def _fit(self) -> None:
        self._text.setMinimumWidth(scaled(_MIN_WORDS))
        # Its buttons come and go, what stands above it stays.
        self.setMinimumHeight(self.pay_exactly.sizeHint().height() + 10)
