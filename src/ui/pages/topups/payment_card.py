"""What to pay, where and until when: shown only for a deposit that passed the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.present.deposits import ADDRESS, LINK
from app.texts import _
from ui.theme import follow, scaled
from ui.widgets.buttons import Button, IconButton, LinkButton
from ui.widgets.cards import Card, Notice
from ui.widgets.chips import Segments
from ui.widgets.copy_field import CopyField
from ui.widgets.countdown import Countdown
from ui.widgets.icon_tile import IconSign
from ui.widgets.label import Label
from ui.widgets.qr_code import QrCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.deposits import DepositView
    from app.present.topup_views import ClockView

_LEFT_WIDTH = 246


class PaymentCard(Card):
    """The QR code, amount and address of one deposit.

    Signals:
        wallet_wanted(str): 'Open wallet' was pressed; carries the checked payment link.
        enlarge_wanted(str): The QR code is to be shown large; carries its text.
        picture_chosen(str): `link` or `address` was chosen for the code.
    """

    wallet_wanted = Signal(str)
    enlarge_wanted = Signal(str)
    picture_chosen = Signal(str)

    def __init__(self, copy: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._view: DepositView | None = None
        self.qr = QrCode(_("Scan with the wallet"))
        self.open_wallet = Button(_("Open wallet"), "external-link")
        self.open_wallet.clicked.connect(self._on_open_wallet_clicked)
        self.enlarge = IconButton("maximize-2", _("Enlarge QR code"), framed=True)
        self.enlarge.clicked.connect(self._on_enlarge_clicked)
        self.pictures = Segments(
            _("What the code holds"), [(LINK, _("Payment link")), (ADDRESS, _("Address only"))]
        )
        self.pictures.chosen.connect(self.picture_chosen)
        self.note = Label("", "secondary", wrap=True)
        self._note_icon = IconSign("shield-check", "success")
        self.more = LinkButton(_("Details of the payment link"))
        self.more.setCheckable(True)
        self._details = Label("", "secondary", wrap=True, limit=500)
        self.more.toggled.connect(self._details.setVisible)
        self.amount = CopyField(_("Amount to send"), _("Copy amount"), copy, size="large")
        self.address = CopyField(_("Address"), _("Copy address"), copy, emphasis=6)
        self.countdown = Countdown()
        self.only = Notice("warning")
        self.warnings = Notice("info")
        self._lay_out()
        follow(self._fit)

    def show_payment(self, view: DepositView, clock: ClockView | None, send_only: str) -> None:
        """Shows a deposit that may be paid."""
        self._view = view
        drawn = self.qr.show_qr(view.qr_text)
        self._fit()
        self.enlarge.setVisible(drawn)
        self.open_wallet.setEnabled(bool(view.wallet_link))
        self.open_wallet.setToolTip("" if view.wallet_link else _("No wallet can be given this link safely."))
        self.pictures.setVisible(view.choices)
        self.pictures.select(view.picture)
        self.note.setText(view.note)
        self._note_icon.show_icon(*(("shield-check", "success") if view.note_is_good else ("info", "muted")))
        self._details.setText(view.details)
        self.more.setVisible(bool(view.details))
        if not view.details:
            self.more.setChecked(False)
        self.amount.show_value(view.amount, view.coin)
        self.address.show_value(view.address)
        self.only.show_notice("warning", send_only)
        self.warnings.setVisible(bool(view.warnings))
        self.warnings.show_notice("info", " ".join(view.warnings))
        self.show_clock(clock)

    def show_clock(self, clock: ClockView | None) -> None:
        """Moves the rate lock's clock on."""
        self.countdown.setVisible(clock is not None)
        if clock is not None:
            self.countdown.show_countdown(
                clock.seconds_left, clock.total_seconds, clock.text, clock.trailing, clock.second_line
            )

    def set_compact(self, *, compact: bool) -> None:
        """Takes less room in a small window."""
        self._columns.setSpacing(16 if compact else 22)

    def set_stacked(self, *, stacked: bool) -> None:
        """Shows the code above the amount and address, where there is no room beside it."""
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)

    def _fit(self) -> None:
        """Gives the code the room that cameras need, and its buttons the room of their words."""
        self.qr.setFixedSize(self.qr.sizeHint())
        self._left.setFixedWidth(max(self.qr.width(), scaled(_LEFT_WIDTH)))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.open_wallet, 1)
        buttons.addWidget(self.enlarge)
        note = QHBoxLayout()
        note.setSpacing(8)
        note.addWidget(self._note_icon, 0, Qt.AlignmentFlag.AlignTop)
        note.addWidget(self.note, 1)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(12)
        left.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        left.addLayout(buttons)
        left.addStretch()
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(Label(_("Send exactly"), "secondary"))
        right.addWidget(self.amount)
        right.addSpacing(6)
        right.addWidget(Label(_("To this address"), "secondary"))
        right.addWidget(self.address)
        right.addSpacing(6)
        right.addWidget(self.countdown)
        right.addSpacing(6)
        right.addWidget(self.only)
        right.addWidget(self.warnings)
        right.addSpacing(4)
        right.addWidget(self.pictures, 0, Qt.AlignmentFlag.AlignLeft)
        right.addLayout(note)
        right.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self._details)
        self._details.hide()
        right.addStretch()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.addWidget(self._left)
        self._columns.addLayout(right, 1)
        self.body.addLayout(self._columns)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _on_open_wallet_clicked(self) -> None:
        if self._view is not None and self._view.wallet_link:
            self.wallet_wanted.emit(self._view.wallet_link)

    def _on_enlarge_clicked(self) -> None:
        if self._view is not None:
            self.enlarge_wanted.emit(self._view.qr_text)
