"""The cards of a top-up's states, the demo account's strip, and the question before a link is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.theme.theme import color, follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.layout.cards import Card
from ui.widgets.layout.flow_layout import FlowLayout, WrappingRow
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.badge import Badge
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.detail_rows import Timeline
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ui.pages.topups.outcome_view import OutcomeView, PurchaseView
    from ui.pages.topups.payment_view import BlockedView
    from ui.pages.topups.view import ConfirmingView, PaymentSeenView


_DETAILS_LIMIT = 500
_MIN_WORDS = 200
_MIN_STRIP_WORDS = 220


class OutcomeCard(Card):
    """The status or result of a top-up, and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._tile = IconTile("info", size=40, tone="neutral")
        self._title = Label("", "heading", limit=80, wrap=True)
        self._lines = (
            Label("", "secondary", wrap=True, limit=400),
            Label("", "secondary", wrap=True, limit=400),
        )
        self._details = Label("", "secondary", wrap=True, limit=_DETAILS_LIMIT)
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        self.check = Button(_("Check now"), "refresh-cw")
        words = QVBoxLayout()
        words.setSpacing(5)
        for label in (self._title, *self._lines, self._details):
            words.addWidget(label)
        named = QHBoxLayout()
        named.setSpacing(14)
        named.addWidget(self._tile, 0, Qt.AlignmentFlag.AlignTop)
        named.addLayout(words, 1)
        row = WrappingRow(14)
        row.add(named, 1)
        row.add(self.new)
        row.add(self.check)
        self.body.addLayout(row)
        follow(self._fit)

    def show_outcome(self, view: OutcomeView) -> None:
        """Shows it; `details` is the service's own text."""
        self._tile.show_icon(view.icon)
        self._title.setText(view.title)
        self._title.set_tone(view.kind if view.kind in {"success", "danger"} else "")
        for position, label in enumerate(self._lines):
            label.setText(view.lines[position] if position < len(view.lines) else "")
            label.setVisible(position < len(view.lines))
        self._details.setText(_("The service says: {text}").format(text=view.details))
        self._details.setVisible(bool(view.details))
        self.new.setVisible(view.offers_new)
        self.new.set_quiet(view.asks_first)
        self.check.setVisible(view.offers_check)

    def _fit(self) -> None:
        self._title.setMinimumWidth(scaled(_MIN_WORDS))


class BlockedCard(Card):
    """'Do not pay': what is wrong, both values side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = Label("", "heading")
        self._title.set_tone("danger")
        self._text = Label("", "secondary", wrap=True, limit=600)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(IconTile("shield-alert", size=40, tone="danger"), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.addWidget(self._title)
        words.addWidget(self._text)
        words.addSpacing(6)
        words.addLayout(self._grid)
        self.memo = Button(_("I have the memo"))
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        words.addSpacing(6)
        words.addWidget(self.memo, 0, Qt.AlignmentFlag.AlignLeft)
        words.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(words, 1)
        self.body.addLayout(row)

    def show_blocked(self, view: BlockedView) -> None:
        """Shows why nothing may be paid."""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self.memo.setVisible(view.asks_memo)
        self.new.setVisible(not view.asks_memo)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, problem in enumerate(view.problems):
            self._grid.addWidget(Label(problem.text, "medium", wrap=True), number * 3, 0, 1, 2)
            values = ((_("Expected"), problem.expected), (_("Found"), problem.found))
            for column, (title, value) in enumerate(values):
                self._grid.addWidget(Label(title, "secondary"), number * 3 + 1, column)
                self._grid.addWidget(_value_box(title, value), number * 3 + 2, column)


def _value_box(title: str, value: str) -> CopyField:
    """Returns a value to be compared, whole; nothing of what is blocked can be copied."""
    box = CopyField(title, "", lambda _text: None)
    box.show_value(value or "–")
    return box


class ConfirmingCard(Card):
    """The number of confirmations of the payment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = Label("", "strong", wrap=True)
        self._bar = ProgressBar(_("Confirmations"))
        self._note = Label("", "secondary", wrap=True)
        self._left = Label("", "secondary")
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self._title, 1)
        top.addWidget(self._left)
        self.body.setSpacing(12)
        self.body.addLayout(top)
        self.body.addWidget(self._bar)
        self.body.addWidget(self._note)

    def show_confirming(self, view: ConfirmingView) -> None:
        """Shows how far the network is."""
        self._title.setText(view.title)
        self._left.setText(view.left)
        self._bar.show_progress(view.value, view.maximum, text=view.title)
        self._note.setText(view.note)


class PaymentSeenCard(Card):
    """What is known of the payment itself.

    Signals:
        explorer_wanted(str): 'Open in explorer' was pressed; carries the service's link, unchecked.
    """

    explorer_wanted = Signal(str)

    def __init__(self, copy: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._explorer_url = ""
        self.txid = CopyField(_("Transaction"), _("Copy transaction ID"), copy, elide=True)
        self._explorer = self.txid.add_button("external-link", _("Open in explorer"))
        self._explorer.clicked.connect(self._on_explorer_clicked)
        self.received = CopyField(_("Received"), "", copy)
        self._txid_part = self._part(_("Transaction"), self.txid)
        self._received_part = self._part(_("Received"), self.received)
        row = QHBoxLayout()
        row.setSpacing(20)
        row.addWidget(self._txid_part, 1)
        row.addWidget(self._received_part, 1)
        self.body.addLayout(row)

    def show_seen(self, view: PaymentSeenView) -> None:
        """Shows the transaction and what was received."""
        self._explorer_url = view.explorer_url
        self._explorer.setVisible(bool(view.explorer_url))
        self._txid_part.setVisible(bool(view.txid))
        self._received_part.setVisible(bool(view.received))
        self.txid.show_value(view.txid)
        self.received.show_value(view.received, view.coin)

    def _part(self, title: str, field: CopyField) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(Label(title, "secondary"))
        layout.addWidget(field)
        return part

    def _on_explorer_clicked(self) -> None:
        self.explorer_wanted.emit(self._explorer_url)


class PurchaseCard(Card):
    """What is bought with the top-up, apart from the payment's own state."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = Label("", "strong")
        self._text = Label("", "secondary", wrap=True, limit=500)
        self._total = Label("", "strong")
        self._badge = Badge()
        words, right = QVBoxLayout(), QVBoxLayout()
        words.setSpacing(2)
        right.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._text)
        right.addWidget(self._total, 0, Qt.AlignmentFlag.AlignRight)
        right.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignRight)
        bought = QHBoxLayout()
        bought.setSpacing(12)
        bought.addWidget(IconTile("package", size=36), 0, Qt.AlignmentFlag.AlignVCenter)
        bought.addLayout(words, 1)
        row = WrappingRow(12, centered=True)
        row.add(bought, 1)
        row.add(right)
        self.body.addLayout(row)

    def show_purchase(self, view: PurchaseView) -> None:
        """Shows the order's own state."""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self._total.setText(view.total)
        self._badge.show_badge(view.badge.kind, view.badge.text, view.badge.icon)


class TimelineCard(Card):
    """What this app saw, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._timeline = Timeline()
        self.body.setSpacing(10)
        self.body.addWidget(Label(_("Timeline"), "strong"))
        self.body.addWidget(self._timeline)

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Shows (time, text) rows."""
        self._timeline.show_rows(rows)


class LinkDialog(SheetDialog):
    """Shows the host, in punycode, so that the user can decide; `accepted` means to open it."""

    def __init__(self, host: str, parent: QWidget) -> None:
        super().__init__(_("Open this site?"), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = _("The service links to a site that this app does not know. It opens in your browser:")
        cancel, proceed = Button(_("Cancel")), PrimaryButton(_("Open in explorer"), "external-link")
        cancel.clicked.connect(self.reject)
        proceed.clicked.connect(self.accept)
        self.body.addWidget(Label(text, wrap=True))
        self.body.addWidget(Label(host, "mono", wrap=True, limit=260))
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(proceed)


class DemoStrip(QWidget):
    """The demo account's strip: plays the wallet's and the network's part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pay_exactly = Button(_("Pay exactly"), compact=True)
        self.underpay = Button(_("Underpay"), compact=True)
        self.confirmation = Button(_("Add confirmation"), compact=True)
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
        """Draws a dashed line above it: it is no part of the product."""
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
