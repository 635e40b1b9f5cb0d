"""One top-up from payment to credit: a header, the steps, and the cards that its state calls for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.topups.cards import (
    BlockedCard,
    ConfirmingCard,
    OutcomeCard,
    PaymentSeenCard,
    PurchaseCard,
    TimelineCard,
)
from ui.pages.topups.payment_card import PaymentCard
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton, LinkButton
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.detail_rows import DetailRows
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from ui.pages.topups.payment_view import BlockedView, DepositView
    from ui.pages.topups.report_card import ReportCard
    from ui.pages.topups.view import ConfirmingView, TopUpView

_TWO_COLUMNS = 500
_ONE_LINE = 700
_SIDE, _END = 24, 8  # at the end, the scroll bar comes on top


class TopUpDetail(ScrollArea):
    """Shows one top-up."""

    def __init__(self, report: ReportCard, copy: Callable[[str], None]) -> None:
        """Builds all cards once; what a state does not call for is hidden."""
        super().__init__(is_steady=True)
        self._topup_id = ""
        self._is_compact = False
        self._is_payable = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.payment = PaymentCard(copy)
        self.checking = self._build_checking()
        self.blocked = BlockedCard()
        self.outcome = OutcomeCard()
        self.confirming = ConfirmingCard()
        self.seen = PaymentSeenCard(copy)
        self.purchase = PurchaseCard()
        self.report = report
        self.timeline = TimelineCard()
        self._build_header()
        self.details = DetailRows(
            _("Details"), _("rate, deadlines, identifiers"), copy=copy, action=self.hide_button
        )
        self._lay_out()
        follow(self._fit)

    def show_topup(self, view: TopUpView) -> None:
        """Shows the top-up but for its payment details, which are checked first."""
        changed = view.id != self._topup_id
        self._topup_id = view.id
        if changed:
            self.verticalScrollBar().setValue(0)
            self.report.clear()
            self.details.set_expanded(False)
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self._identifier.setText(view.id)
        self.status.show_badge(view.badge.kind, view.badge.text, view.badge.icon)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(plain(view.badge.text))
        steps = [Step(step.text, step.state) for step in view.steps]
        self.stepper.show_steps(steps, plain(view.waiting_for))
        self._is_payable = view.can_pay
        self._fit_report()
        self._show_state_cards(view)

    def begin(self) -> None:
        """Shows it from the top and takes the keyboard, in a small window."""
        self.verticalScrollBar().setValue(0)
        self.back.setFocus()

    def show_checking(self) -> None:
        """Shows that the payment details are being checked."""
        self._show_only(self.checking)

    def show_no_payment(self) -> None:
        """Shows no payment details: nothing may be paid now."""
        self._show_only(None)

    def show_payment(self, deposit: DepositView, view: TopUpView) -> None:
        """Shows what to pay; the deposit has passed the deposit check."""
        self.payment.show_payment(deposit, view.clock, view.send_only)
        self._show_only(self.payment)

    def show_blocked(self, view: BlockedView) -> None:
        """Shows why nothing may be paid."""
        self.blocked.show_blocked(view)
        self._show_only(self.blocked)

    def show_confirming(self, view: ConfirmingView | None) -> None:
        """Shows how far the network is, where it is waited for."""
        self.confirming.setVisible(view is not None)
        if view is not None:
            self.confirming.show_confirming(view)

    def show_hidden(self, *, hidden: bool) -> None:
        """Offers to leave it out of the list, or to show it there again."""
        self.hide_button.setText(_("Show in the list again") if hidden else _("Hide"))
        self.hide_button.show_icon("eye" if hidden else "eye-off")

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout with a Back button, in a small window."""
        self.back.setVisible(compact)
        self._is_compact = compact
        self.payment.set_compact(compact=compact)
        self._fit_report()
        self.stepper.set_compact(compact)
        side = 16 if compact else _SIDE
        self._column.setContentsMargins(side, 8 if compact else 16, 4 if compact else _END, 12)
        self._column.setSpacing(8 if compact else 12)
        self._marked.setContentsMargins(0, 6 if compact else 2, 0, 0)
        self._fit()

    def _show_state_cards(self, view: TopUpView) -> None:
        self.outcome.setVisible(view.outcome is not None)
        if view.outcome is not None:
            self.outcome.show_outcome(view.outcome)
        self.show_confirming(view.confirming)
        self.seen.setVisible(view.seen is not None)
        if view.seen is not None:
            self.seen.show_seen(view.seen)
        self.purchase.setVisible(view.purchase is not None)
        if view.purchase is not None:
            self.purchase.show_purchase(view.purchase)
        self.report.setVisible(view.report is not None)
        if view.report is not None:
            self.report.show_report(view.report)
        self.timeline.setVisible(not view.can_pay)
        self.timeline.show_rows(view.timeline)
        self.details.show_rows(view.details)

    def _show_only(self, card: QWidget | None) -> None:
        for candidate in (self.checking, self.payment, self.blocked):
            candidate.setVisible(candidate is card)
        self.report.set_quiet(quiet=card is self.blocked)

    def _build_header(self) -> None:
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self.hide_button = LinkButton(_("Hide"), "eye-off")
        self._title = Label("", "title")
        self._subtitle = Label("", "secondary", elide="right")
        self._identifier = Label("", "mono", elide="right", limit=64)
        self._identifier.set_tone("muted")
        self.status = Badge()
        self.stepper = Stepper()

    def _build_checking(self) -> QWidget:
        card = QWidget()
        layout = QVBoxLayout(card)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Skeleton(0, 300))
        return card

    def _lay_out(self) -> None:
        self._second = second = WrappingRow(6, centered=True)
        second.add(self._subtitle)
        second.add(self._identifier, 1)
        self._words = words = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        words.addWidget(self._title)
        words.addLayout(second, 1)
        named = QHBoxLayout()
        named.setSpacing(12)
        named.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        named.addLayout(words, 1)
        # The status is in the title's line.
        self._marked = QVBoxLayout()
        self._marked.addWidget(self.status)
        header = WrappingRow(12)
        header.add(named, 1)
        header.add(self._marked)
        content = QWidget()
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        self._column = QVBoxLayout(content)
        self._column.addLayout(header)
        self._column.addWidget(self.stepper)
        self._column.addSpacing(2)
        for card in (
            self.checking,
            self.blocked,
            self.outcome,
            self.confirming,
            self.payment,
            self.seen,
            self.purchase,
            self.report,
            self.timeline,
            self.details,
        ):
            self._column.addWidget(card)
        self._column.addStretch()
        self.setWidget(content)
        self.set_compact(compact=False)

    def _fit_report(self) -> None:
        """Below a payment in a small window the form is low, so that its button is seen."""
        self.report.set_low(low=self._is_compact and self._is_payable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stacks the payment where two columns don't fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Stacks what does not fit side by side."""
        width, directions = self.viewport().width(), QBoxLayout.Direction
        self.payment.set_stacked(stacked=width < scaled(_TWO_COLUMNS))
        is_one_line = self._is_compact and width >= scaled(_ONE_LINE)
        self._words.setDirection(directions.LeftToRight if is_one_line else directions.TopToBottom)
        self._words.setSpacing(10 if is_one_line else 2)
        self._second.setContentsMargins(0, 5 if is_one_line else 0, 0, 0)
