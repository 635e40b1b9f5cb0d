"""The cards of a deposit: what to pay once it passed the deposit check, or why nothing; the demo's wallet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QImageWriter, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QSpacerItem, QWidget

from app.i18n.texts import _
from app.present.payments import ADDRESS, LINK
from ui.pages.files import choose_file
from ui.theme.theme import color, follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.inputs.chips import Segments
from ui.widgets.layout.boxes import column, empty, fill, flow, row, wrapping
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.badge import Badge
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.icon_tile import IconLabel, IconTile
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.payments import BlockedView, DepositView
    from app.present.topups import ClockView

_QR_SIDE = 289  # 7 pixels for each module of the usual code, quiet zone and frame included
_MAX_SIDE = 720
_DIALOG_EDGE = 4
_MIN_DIALOG_WIDTH = 440
_MODULE_PX = 8
_MIN_STRIP_WORDS = 220
_TOP = Qt.AlignmentFlag.AlignTop


class PaymentCard(Card):
    """The QR code, amount and address of one deposit; the signals have the checked link or text."""

    wallet_wanted = Signal(str)
    enlarge_wanted = Signal(str)

    def __init__(self, copy: Callable[[str], None]) -> None:
        super().__init__(padding=16)
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
        self.note.setAlignment(_TOP)
        self.note.set_min_lines(2)
        self._note_icon = IconLabel("shield-check", "success")
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
        self.warnings.show_notice("warning" if view.is_serious else "info", " ".join(view.warnings))
        self.show_clock(clock)

    def shown(self) -> DepositView | None:
        """Returns the payable deposit that is shown, None while the card is hidden."""
        return None if self.isHidden() else self._view

    def show_clock(self, clock: ClockView | None) -> None:
        self.countdown.setVisible(clock is not None)
        if clock is not None:
            self.countdown.show_countdown(
                clock.seconds_left, clock.total_seconds, clock.text, clock.trailing, clock.second_line
            )

    def show_no_wallet(self, text: str) -> None:
        """Shows below the code that no wallet was opened; '' hides it."""
        self._no_wallet = text
        if self._view is not None:
            self._show_note(self._view)
        self.open_wallet.setAccessibleDescription(text)
        if text:
            QAccessible.updateAccessibility(
                QAccessibleEvent(self.open_wallet, QAccessible.Event.DescriptionChanged)
            )

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
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)
        alignment = Qt.AlignmentFlag.AlignHCenter if stacked else Qt.AlignmentFlag(0)
        self._columns.setAlignment(self._left, alignment)

    def _fit(self) -> None:
        """Sets the minimum size at which cameras can read the code, and the width of its buttons."""
        minimum = max(self.qr.sizeHint().width(), self.qr.side_for(self._view.pictures if self._view else ()))
        side = minimum if self._is_compact else max(minimum, _QR_SIDE)
        self.qr.setFixedSize(side, side)
        self._left.setFixedWidth(max(side, self._buttons.sizeHint().width()))

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
        self._buttons = row((self.open_wallet, 1), self.enlarge, spacing=8)
        self._left = QWidget()
        code = (self.qr, Qt.AlignmentFlag.AlignHCenter)
        self._left_column = column(code, self._buttons, None, on=self._left)
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
            (self.more, left),
            self._details,
            None,
        )
        self._columns = row(self._left, (self._right_column, 1))
        self.body.addLayout(self._columns)
        self._details.hide()
        self.set_compact(compact=False)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _on_open_wallet_clicked(self) -> None:
        if self._view is not None and self._view.wallet_link:
            self.wallet_wanted.emit(self._view.wallet_link)

    def _on_enlarge_clicked(self) -> None:
        if self._view is not None:
            self.enlarge_wanted.emit(self._view.qr_text)


class BlockedCard(Card):
    """'Do not pay': what is wrong, both values side by side."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", "heading")
        self._title.set_tone("danger")
        self._text = Label("", "secondary", wrap=True, limit=600)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        self.memo = Button(_("I have the memo"))
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        left = Qt.AlignmentFlag.AlignLeft
        texts = column(self._title, self._text, 6, self._grid, 6, (self.memo, left), (self.new, left))
        tile = IconTile("shield-alert", size=40, tone="danger")
        self.body.addLayout(row((tile, _TOP), (texts, 1), spacing=14))

    def show_blocked(self, view: BlockedView) -> None:
        self._title.setText(view.title)
        self._text.setText(view.text)
        self.memo.setVisible(view.asks_memo)
        self.new.setVisible(not view.asks_memo)
        empty(self._grid)
        for number, problem in enumerate(view.problems):
            self._grid.addWidget(Label(problem.text, "medium", wrap=True), number * 3, 0, 1, 2)
            values = ((_("Expected"), problem.expected), (_("Found"), problem.found))
            for side, (title, value) in enumerate(values):
                self._grid.addWidget(Label(title, "secondary"), number * 3 + 1, side)
                self._grid.addWidget(_value_box(title, value), number * 3 + 2, side)


def _value_box(title: str, value: str) -> CopyField:
    """Returns a value to compare; a blocked value can't be copied."""
    box = CopyField(title, "", lambda _text: None)
    box.show_value(value or "–")
    return box


class QrDialog(SheetDialog):
    """Shows one payment's code as large as the window allows."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """`text` has passed the deposit check."""
        super().__init__(_("Payment QR code"), parent=parent)
        self.qr = QrCode(_("Scan with the wallet"))
        self.qr.show_qr(text)
        self._result = Label("", "secondary")
        save = Button(_("Save as PNG"), "download")
        save.clicked.connect(self._on_save_clicked)
        close = PrimaryButton(_("Close"))
        close.clicked.connect(self.accept)
        fill(self.body, (self.qr, Qt.AlignmentFlag.AlignHCenter))
        fill(self.footer, (self._result, 1), save, close)

    def wanted_size(self, available: QSize) -> QSize:
        """As large as the window allows; the code is a square."""
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
        """Writes the code as a PNG file and shows the result."""
        done = QImageWriter(path, b"png").write(self.qr.to_image(_MODULE_PX))
        self._result.setText(_("Saved.") if done else _("The file could not be written."))


class DemoStrip(QWidget):
    """The demo account's strip: plays the wallet and the network."""

    def __init__(self) -> None:
        super().__init__()
        self.pay_exactly = Button(_("Pay exactly"), compact=True)
        self.underpay = Button(_("Underpay"), compact=True)
        self.confirmation = Button(_("Add confirmation"), compact=True)
        badge = Badge()
        badge.show_badge("info", _("Demo"), "flask-conical")
        self._text = Label("", "secondary", wrap=True)
        buttons = flow(self.pay_exactly, self.underpay, self.confirmation, spacing=10)
        texts = row(badge, (self._text, 1), spacing=10)
        layout = wrapping((texts, 1), buttons, spacing=10, centered=True)
        layout.setContentsMargins(24, 5, 20, 5)
        self.setLayout(layout)
        follow(self._fit)

    def show_stage(self, *, can_pay: bool, can_confirm: bool, text: str) -> None:
        """Shows which parts can be played now, and the result of the last one."""
        for button, is_offered in (
            (self.pay_exactly, can_pay),
            (self.underpay, can_pay),
            (self.confirmation, can_confirm),
        ):
            button.setEnabled(is_offered)
            button.setVisible(is_offered)
        self._text.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A dashed line above it: the strip is not part of the product."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.rect(), color("surface"))
        pen = QPen(color("control_border"))
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawLine(0, 0, self.width(), 0)

    def _fit(self) -> None:
        self._text.setMinimumWidth(scaled(_MIN_STRIP_WORDS))
        # Its buttons come and go, what is above it does not move.
        self.setMinimumHeight(self.pay_exactly.sizeHint().height() + 10)
