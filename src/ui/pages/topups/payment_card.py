"""What to pay, where and until when: shown only for a deposit that passed the deposit check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QImageWriter
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.files import choose_file
from ui.pages.topups.payment_view import ADDRESS, LINK
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.inputs.chips import Segments
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.icon_tile import IconSign
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.pages.topups.payment_view import DepositView
    from ui.pages.topups.view import ClockView

_QR_SIDE = 289  # 7 pixels for each module of the usual code, quiet zone and frame included
_MAX_SIDE = 720
_DIALOG_EDGE = 4
_MIN_DIALOG_WIDTH = 440
_MODULE_PX = 8


class PaymentCard(Card):
    """The QR code, amount and address of one deposit.

    Signals:
        wallet_wanted(str): 'Open wallet' was pressed; carries the checked payment link.
        enlarge_wanted(str): The QR code is to be shown large; carries its text.
    """

    wallet_wanted = Signal(str)
    enlarge_wanted = Signal(str)

    def __init__(self, copy: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(padding=16, parent=parent)
        self._view: DepositView | None = None
        self._is_compact = False
        self.qr = QrCode(_("Scan with the wallet"))
        self.open_wallet = Button(_("Open wallet"), "external-link")
        self.open_wallet.clicked.connect(self._on_open_wallet_clicked)
        self._no_wallet = ""
        self.enlarge = IconButton("maximize-2", _("Enlarge QR code"), framed=True)
        self.enlarge.clicked.connect(self._on_enlarge_clicked)
        self.pictures = Segments(
            _("What the code contains"), [(LINK, _("Payment link")), (ADDRESS, _("Address only"))]
        )
        self.note = Label("", "secondary", wrap=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.set_min_lines(2)
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
        self._details.setText(view.details)
        self.more.setVisible(bool(view.details))
        if not view.details:
            self.more.setChecked(False)
        self.amount.show_value(view.amount, view.coin)
        self.address.show_value(view.address)
        self.only.show_notice("warning", send_only)
        self.warnings.setVisible(bool(view.warnings))
        self.warnings.show_notice("warning" if view.is_serious else "info", " ".join(view.warnings))
        self.show_clock(clock)

    def shown(self) -> DepositView | None:
        """Returns what is shown to be paid, None while the card is hidden."""
        return None if self.isHidden() else self._view

    def show_clock(self, clock: ClockView | None) -> None:
        """Moves the rate lock's clock on."""
        self.countdown.setVisible(clock is not None)
        if clock is not None:
            self.countdown.show_countdown(
                clock.seconds_left, clock.total_seconds, clock.text, clock.trailing, clock.second_line
            )

    def show_no_wallet(self, text: str) -> None:
        """Shows below the code that no wallet was opened; '' removes it."""
        self._no_wallet = text
        if self._view is not None:
            self._show_note(self._view)
        self.open_wallet.setAccessibleDescription(text)
        if text:
            QAccessible.updateAccessibility(
                QAccessibleEvent(self.open_wallet, QAccessible.Event.DescriptionChanged)
            )

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout in a small window."""
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
        """Shows the code above amount and address, where it does not fit beside them."""
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)
        alignment = Qt.AlignmentFlag.AlignHCenter if stacked else Qt.AlignmentFlag(0)
        self._columns.setAlignment(self._left, alignment)

    def _fit(self) -> None:
        """Gives the code the size that cameras need, whatever it contains, and its buttons their width."""
        minimum = max(self.qr.sizeHint().width(), self.qr.side_for(self._view.pictures if self._view else ()))
        side = minimum if self._is_compact else max(minimum, _QR_SIDE)
        self.qr.setFixedSize(side, side)
        self._left.setFixedWidth(max(side, self._buttons.sizeHint().width()))

    def _show_wallet_problem(self, view: DepositView) -> None:
        why = view.note if view.picture == ADDRESS else _("This link can't be handed to a wallet safely.")
        self.open_wallet.setToolTip("" if view.wallet_link else tooltip(why))
        self.open_wallet.setAccessibleDescription(self._no_wallet if view.wallet_link else why)

    def _show_note(self, view: DepositView) -> None:
        """It reserves two lines, so that other texts move nothing."""
        self.note.setText(self._no_wallet or view.note)
        good = view.note_is_good and not self._no_wallet
        self._note_icon.show_icon(*(("shield-check", "success") if good else ("info", "muted")))

    def _lay_out(self) -> None:
        self._buttons = buttons = QHBoxLayout()
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
        left.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        left.addLayout(buttons)
        left.addStretch()
        self._left_column = left
        self._right_column = right = QVBoxLayout()
        self._gaps = [QSpacerItem(0, 6) for _gap in range(4)]
        right.addWidget(Label(_("Send exactly"), "secondary"))
        right.addWidget(self.amount)
        right.addSpacerItem(self._gaps[0])
        right.addWidget(Label(_("To this address"), "secondary"))
        right.addWidget(self.address)
        right.addSpacerItem(self._gaps[1])
        right.addWidget(self.countdown)
        right.addSpacerItem(self._gaps[2])
        right.addWidget(self.only)
        right.addWidget(self.warnings)
        right.addSpacerItem(self._gaps[3])
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
        self.set_compact(compact=False)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _on_open_wallet_clicked(self) -> None:
        if self._view is not None and self._view.wallet_link:
            self.wallet_wanted.emit(self._view.wallet_link)

    def _on_enlarge_clicked(self) -> None:
        if self._view is not None:
            self.enlarge_wanted.emit(self._view.qr_text)


class QrDialog(SheetDialog):
    """Shows one payment's code as large as the window allows."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """Makes the dialog.

        Args:
            text: The content of the code; it has passed the deposit check.
        """
        super().__init__(_("Payment QR code"), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.qr = QrCode(_("Scan with the wallet"))
        self.qr.show_qr(text)
        self._result = Label("", "secondary")
        save = Button(_("Save as PNG"), "download")
        save.clicked.connect(self._on_save_clicked)
        close = PrimaryButton(_("Close"))
        close.clicked.connect(self.accept)
        self.body.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        self.footer.addWidget(self._result, 1)
        self.footer.addWidget(save)
        self.footer.addWidget(close)

    def wanted_size(self, available: QSize) -> QSize:
        """As large as the window allows, the code a square."""
        margins = self.body.contentsMargins()
        beside = margins.left() + margins.right()
        minimum = min(available.width(), max(scaled(_MIN_DIALOG_WIDTH), self._foot.minimumSize().width()))
        chrome = self._head.sizeHint().height() + self._foot.heightForWidth(minimum) + 2 * _DIALOG_EDGE
        side = max(
            self.qr.sizeHint().width(),
            min(available.width() - beside, available.height() - chrome, scaled(_MAX_SIDE)),
        )
        self.qr.setFixedSize(side, side)
        return QSize(max(minimum, side + beside), side + chrome).boundedTo(available)

    def _on_save_clicked(self) -> None:
        choose_file(self, _("Save as PNG"), "payment-qr.png", self.save)

    def save(self, path: str) -> None:
        """Writes the code as a PNG file and shows whether it worked."""
        done = QImageWriter(path, b"png").write(self.qr.to_image(_MODULE_PX))
        self._result.setText(_("Saved.") if done else _("The file could not be written."))
