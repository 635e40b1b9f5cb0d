"""The card of a deposit that has passed the deposit check: what to pay, to which address, and its code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QSpacerItem, QWidget

from app.i18n.texts import _, sentences
from app.present.deposits import ADDRESS, LINK
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.layout.boxes import column, row, set_stacked
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.layout.details import Details
from ui.widgets.screen_reader import describe
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.deposits import DepositView
    from app.present.topups import ClockView

_QR_SIDE = 289  # 7 pixels for each module of the usual code, quiet zone and frame included
_TOP = Qt.AlignmentFlag.AlignTop


class PaymentCard(Card):
    """The QR code, amount and address of one deposit."""

    def __init__(self, copy: Callable[[str], None]) -> None:
        super().__init__(padding=16)
        self._view: DepositView | None = None
        self._is_compact = False
        self.qr = QrCode(_("Scan with the wallet"))
        self.open_wallet = Button(_("Open wallet"), "external-link")
        self._no_wallet = ""
        self.enlarge = IconButton("maximize-2", _("Enlarge QR code"), framed=True)
        self.pictures = Segments(
            _("What the code contains"), [(LINK, _("Payment link")), (ADDRESS, _("Address only"))]
        )
        self.note = Label("", "secondary", wrap=True)
        self.note.setAlignment(_TOP)
        self.note.set_min_lines(2)
        self._note_icon = IconLabel("shield-check", "success")
        self._details = Details(_("Details of the payment link"))
        self.amount = CopyField(_("Amount to send"), _("Copy amount"), copy, size="large")
        self.address = CopyField(_("Address"), _("Copy address"), copy, emphasis=6)
        self.countdown = Countdown()
        self.only = Callout("warning")
        self.warnings = Callout("info")
        self._lay_out()
        follow(self._fit)

    def show_payment(self, view: DepositView, clock: ClockView | None, send_only: str) -> None:
        if self._view is None or view.wallet_link != self._view.wallet_link:
            self._no_wallet = ""
        self._view = view
        drawn = self.qr.show_qr(view.qr_text)
        self._fit()
        self.enlarge.setVisible(drawn)
        self.open_wallet.setEnabled(bool(view.wallet_link))
        self._show_wallet_problem(view)
        self.pictures.setVisible(view.choices)
        self.pictures.select(view.picture)
        self._show_note(view)
        self._details.show_details(view.details)
        self.amount.show_value(view.amount, view.coin)
        self.address.show_value(view.address)
        self.only.show_callout("warning", send_only)
        self.warnings.show_callout("warning" if view.is_serious else "info", sentences(view.warnings))
        self.show_clock(clock)

    def shown(self) -> DepositView | None:
        """Returns the payable deposit that is shown, None while the card is hidden."""
        return None if self.isHidden() else self._view

    def show_clock(self, clock: ClockView | None) -> None:
        self.countdown.setVisible(clock is not None)
        if clock is not None:
            self.countdown.show_countdown(*clock)

    def show_no_wallet(self, text: str) -> None:
        """Shows below the code that no wallet was opened; '' hides it."""
        self._no_wallet = text
        if self._view is not None:
            self._show_note(self._view)
        describe(self.open_wallet, text)

    def set_compact(self, *, compact: bool) -> None:
        self._is_compact = compact
        self._columns.setSpacing(16 if compact else 22)
        self.set_padding(10 if compact else 16)
        self._left_column.setSpacing(8 if compact else 10)
        self._right_column.setSpacing(5 if compact else 6)
        for gap in self._gaps:
            gap.changeSize(0, 0 if compact else 6)
        self._right_column.invalidate()
        self._fit()

    def set_stacked(self, *, stacked: bool) -> None:
        """Shows the code above amount and address."""
        set_stacked(self._columns, stacked=stacked)
        alignment = Qt.AlignmentFlag.AlignHCenter if stacked else Qt.AlignmentFlag(0)
        self._columns.setAlignment(self._left, alignment)

    def _fit(self) -> None:
        """Sets the minimum size at which cameras can read the code."""
        minimum = max(self.qr.sizeHint().width(), self.qr.side_for(self._view.pictures if self._view else ()))
        side = minimum if self._is_compact else max(minimum, _QR_SIDE)
        self.qr.setFixedSize(side, side)

    def _show_wallet_problem(self, view: DepositView) -> None:
        why = view.note if view.picture == ADDRESS else _("This link can't be handed to a wallet safely.")
        self.open_wallet.setToolTip("" if view.wallet_link else tooltip(why))
        self.open_wallet.setAccessibleDescription(self._no_wallet if view.wallet_link else why)

    def _show_note(self, view: DepositView) -> None:
        """Reserves two lines, so that other texts move nothing."""
        self.note.setText(self._no_wallet or view.note)
        good = view.note_is_good and not self._no_wallet
        self._note_icon.show_icon(*(("shield-check", "success") if good else ("info", "muted")))

    def _lay_out(self) -> None:
        buttons = row((self.open_wallet, 1), self.enlarge, spacing=8)
        self._left = QWidget()
        # As wide as the code, or as its buttons.
        self._left.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        code = (self.qr, Qt.AlignmentFlag.AlignHCenter)
        self._left_column = column(code, buttons, None, on=self._left)
        self._gaps = gaps = [QSpacerItem(0, 6) for _gap in range(4)]
        left = Qt.AlignmentFlag.AlignLeft
        self._right_column = column(
            Label(_("Send exactly"), "secondary"),
            self.amount,
            gaps[0],
            Label(_("To this address"), "secondary"),
            self.address,
            gaps[1],
            self.countdown,
            gaps[2],
            self.only,
            self.warnings,
            gaps[3],
            (self.pictures, left),
            row((self._note_icon, _TOP), (self.note, 1), spacing=8),
            self._details,
            None,
        )
        self._columns = row(self._left, (self._right_column, 1))
        self.body.addLayout(self._columns)
        self.set_compact(compact=False)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
