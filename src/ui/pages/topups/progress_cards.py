"""How far a payment is: confirmations, what is known of it, what is bought with it, the timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.layout.cards import Card
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.text.badge import Badge
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label
from ui.widgets.text.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.present.topup_views import ConfirmingView, PaymentSeenView, PurchaseView


class ConfirmingCard(Card):
    """How many blocks stand on the payment."""

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
        """Shows the transaction and what came of it."""
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
        row = WrappingRow(12, centred=True)
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
