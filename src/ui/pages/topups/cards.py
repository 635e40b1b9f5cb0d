"""The cards that show the state of a top-up: why nothing may be paid, its outcome, progress and payment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout

from app.i18n.texts import _
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.inputs.detail_rows import Timeline
from ui.widgets.layout.boxes import column, empty, fill, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.progress import ProgressBar
from ui.widgets.text.badge import Badge
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.deposits import BlockedView
    from app.present.outcomes import OutcomeView, PurchaseView
    from app.present.topups import ConfirmingView, PaymentSeenView

_DETAILS_LIMIT = 500
_MIN_WORDS = 200
_TOP = Qt.AlignmentFlag.AlignTop


class BlockedCard(Card):
    """'Do not pay': what is wrong, both values side by side."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", "heading", tone="danger")
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


class TimelineCard(Card):
    """What was seen of a top-up, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = Timeline()
        fill(self.body, Label(_("Timeline"), "strong"), self.rows, spacing=10)


class OutcomeCard(Card):
    def __init__(self) -> None:
        super().__init__()
        self._tile = IconTile("info", size=40, tone="neutral")
        self._title = Label("", "heading", limit=80, wrap=True)
        self._lines = [Label("", "secondary", wrap=True, limit=400) for _line in range(3)]
        self._details = Label("", "secondary", wrap=True, limit=_DETAILS_LIMIT)
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        self.check = Button(_("Check now"), "refresh-cw")
        self.record = Button(_("Payment record"), "file-text")
        texts = column(self._title, *self._lines, self._details, spacing=5)
        named = row((self._tile, _TOP), (texts, 1), spacing=14)
        self.body.addLayout(wrapping((named, 1), self.new, self.check, self.record, spacing=14))
        follow(self._fit)

    def show_outcome(self, view: OutcomeView) -> None:
        """`details` is the service's own text."""
        self._tile.show_icon(view.icon)
        self._title.setText(view.title)
        self._title.set_tone(view.kind if view.kind in {"success", "danger"} else "")
        for position, label in enumerate(self._lines):
            label.setText(view.lines[position] if position < len(view.lines) else "")
            label.setVisible(position < len(view.lines))
        details = _("The service says: {text}").format(text=view.details)
        self._details.show_text(details if view.details else "")
        self.new.setVisible(view.offers_new)
        self.new.set_quiet(view.asks_first)
        self.check.setVisible(view.offers_check)
        self.record.setVisible(view.offers_record)

    def _fit(self) -> None:
        self._title.setMinimumWidth(scaled(_MIN_WORDS))


class ConfirmingCard(Card):
    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", "strong", wrap=True)
        self._bar = ProgressBar(_("Confirmations"))
        self._note = Label("", "secondary", wrap=True)
        self._left = Label("", "secondary")
        fill(self.body, row((self._title, 1), self._left, spacing=12), self._bar, self._note)

    def show_confirming(self, view: ConfirmingView) -> None:
        self._title.setText(view.title)
        self._left.setText(view.left)
        self._bar.show_progress(view.value, view.maximum, text=view.title)
        self._note.setText(view.note)


class PurchaseCard(Card):
    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", "strong")
        self._text = Label("", "secondary", wrap=True, limit=500)
        self._total = Label("", "strong")
        self._badge = Badge()
        tile = (IconTile("package", size=36), Qt.AlignmentFlag.AlignVCenter)
        end = Qt.AlignmentFlag.AlignRight
        bought = row(tile, (column(self._title, self._text, spacing=2), 1), spacing=12)
        right = column((self._total, end), (self._badge, end), spacing=4)
        self.body.addLayout(wrapping((bought, 1), right, spacing=12, centered=True))

    def show_purchase(self, view: PurchaseView) -> None:
        self._title.setText(view.title)
        self._text.setText(view.text)
        self._total.setText(view.total)
        self._badge.show_badge(*view.badge)


class PaymentSeenCard(Card):
    """The known facts of the payment; `explorer_requested` has the service's link, unchecked."""

    explorer_requested = Signal(str)

    def __init__(self, copy: Callable[[str], None]) -> None:
        super().__init__()
        self._explorer_url = ""
        self.txid = CopyField(_("Transaction"), _("Copy transaction ID"), copy, elide=True)
        self._explorer = self.txid.add_button("external-link", _("Open in explorer"))
        self._explorer.clicked.connect(lambda: self.explorer_requested.emit(self._explorer_url))
        self.received = CopyField(_("Received"), "", copy)
        self._txid_part = framed(column(Label(_("Transaction"), "secondary"), self.txid, None, spacing=6))
        self._received_part = framed(
            column(Label(_("Received"), "secondary"), self.received, None, spacing=6)
        )
        self.body.addLayout(row((self._txid_part, 1), (self._received_part, 1), spacing=20))

    def show_seen(self, view: PaymentSeenView) -> None:
        self._explorer_url = view.explorer_url
        self._explorer.setVisible(bool(view.explorer_url))
        self._txid_part.setVisible(bool(view.txid))
        self._received_part.setVisible(bool(view.received))
        self.txid.show_value(view.txid)
        self.received.show_value(view.received, view.coin)
