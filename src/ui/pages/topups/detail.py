"""One top-up from payment to credit: a header, the steps, and the cards that its state calls for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from app.untrusted_text import sanitized
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
from ui.widgets.buttons.buttons import IconButton, LinkButton, PrimaryButton
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.inputs.detail_rows import DetailRows
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column, framed, row, set_margins, set_stacked, wrapping
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.present.deposits import BlockedView, DepositView
    from app.present.topups import ConfirmingView, TopUpView
    from ui.pages.topups.report_card import Density, ReportCard
    from ui.widgets.inputs.lock import Lock

_TWO_COLUMNS = 500
_ONE_LINE = 700
_SIDE, _END = 24, 8  # at the end, the scroll bar comes on top
_DETAILS_LIMIT = 500
_MIN_WORDS = 200
_TOP = Qt.AlignmentFlag.AlignTop

# The cards that come and go, from top to bottom.
_CARDS: Final = (
    "checking",
    "blocked",
    "outcome",
    "confirming",
    "payment",
    "seen",
    "report",
    "purchase",
    "timeline",
)

CardKind = TypeVar("CardKind", bound=QWidget)
View = TypeVar("View")


class TopUpDetail(ScrollArea):
    """Shows one top-up; each card is built when a state first needs it.

    Signals:
        new_requested(): 'New top-up, same amount' was pressed.
        check_requested(): 'Check now' was pressed.
        memo_confirmed(): 'I have the memo' was pressed.
        explorer_requested(str): See `PaymentSeenCard`.
        wallet_requested(): 'Open wallet' was pressed.
        enlarge_requested(): 'Enlarge QR code' was pressed.
        picture_chosen(str): What the code is to contain.
        record_requested(): 'Payment record' was pressed.
    """

    new_requested = Signal()
    check_requested = Signal()
    memo_confirmed = Signal()
    explorer_requested = Signal(str)
    wallet_requested = Signal()
    enlarge_requested = Signal()
    picture_chosen = Signal(str)
    record_requested = Signal()

    def __init__(
        self,
        report: ReportCard,
        copy: Callable[[str], None],
        lock: Lock,
        make_reference: Callable[[], QWidget],
    ) -> None:
        """`lock` disables new top-ups while offline; `make_reference` makes what is below the details."""
        super().__init__(is_steady=True)
        self._copy = copy
        self._topup_id = ""
        self._lock = lock
        self._is_compact = False
        self._is_payable = False
        self.report = report
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self.hide_button = LinkButton(_("Hide"), "eye-off")
        self._title = Label("", "title")
        self._subtitle = Label("", "secondary", elide="right")
        self._identifier = Label("", "mono", elide="right", limit=64, tone="muted")
        self.status = Badge()
        self.stepper = Stepper()
        self.details = DetailRows(
            _("Details"),
            _("rate, deadlines, identifiers, own reference"),
            copy=copy,
            action=self.hide_button,
            below=make_reference,
        )
        self.details.expanded.connect(self._on_expanded)
        self._lay_out()
        follow(self._fit)

    @cached_property
    def payment(self) -> PaymentCard:
        card = self._add("payment", PaymentCard(self._copy))
        card.open_wallet.clicked.connect(self.wallet_requested)
        card.enlarge.clicked.connect(self.enlarge_requested)
        card.pictures.chosen.connect(self.picture_chosen)
        card.set_compact(compact=self._is_compact)
        card.set_stacked(stacked=self._is_stacked())
        return card

    @cached_property
    def checking(self) -> QWidget:
        return self._add("checking", framed(column(Skeleton(0, 300))))

    @cached_property
    def blocked(self) -> BlockedCard:
        card = self._add("blocked", BlockedCard())
        card.memo.clicked.connect(self.memo_confirmed)
        self._offer_new(card.new)
        return card

    @cached_property
    def outcome(self) -> OutcomeCard:
        card = self._add("outcome", OutcomeCard())
        card.check.clicked.connect(self.check_requested)
        card.record.clicked.connect(self.record_requested)
        self._offer_new(card.new)
        return card

    @cached_property
    def confirming(self) -> ConfirmingCard:
        return self._add("confirming", ConfirmingCard())

    @cached_property
    def seen(self) -> PaymentSeenCard:
        card = self._add("seen", PaymentSeenCard(self._copy))
        card.explorer_requested.connect(self.explorer_requested)
        return card

    @cached_property
    def purchase(self) -> PurchaseCard:
        return self._add("purchase", PurchaseCard())

    @cached_property
    def timeline(self) -> TimelineCard:
        return self._add("timeline", TimelineCard())

    def shown_payment(self) -> DepositView | None:
        return self.payment.shown() if self._is_built("payment") else None

    def show_topup(self, view: TopUpView) -> None:
        changed = view.id != self._topup_id
        self._topup_id = view.id
        if changed:
            self.verticalScrollBar().setValue(0)
            self.report.clear()
            self.details.set_expanded(False)
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self._identifier.setText(view.id)
        self.status.show_badge(*view.badge)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(sanitized(view.badge.text))
        self.stepper.show_steps([Step(*step) for step in view.steps], sanitized(view.waiting_for))
        self._is_payable = view.can_pay
        self._fit_report()
        self._show_state_cards(view)

    def begin(self) -> None:
        """In a small window, shows it from the top and takes the focus."""
        self.verticalScrollBar().setValue(0)
        self.back.setFocus()

    def show_payment(self, deposit: DepositView, view: TopUpView) -> None:
        """The deposit has passed the deposit check."""
        self.payment.show_payment(deposit, view.clock, view.send_only)
        self.show_only(self.payment)

    def show_blocked(self, view: BlockedView) -> None:
        self.blocked.show_blocked(view)
        self.show_only(self.blocked)

    def show_confirming(self, view: ConfirmingView | None) -> None:
        if self._is_needed("confirming", view):
            _show_part(self.confirming, self.confirming.show_confirming, view)

    def show_hidden(self, *, hidden: bool) -> None:
        self.hide_button.setText(_("Show in the list again") if hidden else _("Hide"))
        self.hide_button.show_icon("eye" if hidden else "eye-off")

    def set_compact(self, *, compact: bool) -> None:
        self.back.setVisible(compact)
        self._is_compact = compact
        if self._is_built("payment"):
            self.payment.set_compact(compact=compact)
        self._fit_report()
        self.stepper.set_compact(compact)
        side = 16 if compact else _SIDE
        set_margins(self._column, side, 8 if compact else 16, 4 if compact else _END, 12)
        self._column.setSpacing(8 if compact else 12)
        self._marked.setContentsMargins(0, 6 if compact else 2, 0, 0)
        self._fit()

    def _show_state_cards(self, view: TopUpView) -> None:
        if self._is_needed("outcome", view.outcome):
            _show_part(self.outcome, self.outcome.show_outcome, view.outcome)
        self.show_confirming(view.confirming)
        if self._is_needed("seen", view.seen):
            _show_part(self.seen, self.seen.show_seen, view.seen)
        if self._is_needed("purchase", view.purchase):
            _show_part(self.purchase, self.purchase.show_purchase, view.purchase)
        _show_part(self.report, self.report.show_report, view.report)
        timeline = None if view.can_pay else view.timeline
        if self._is_needed("timeline", timeline):
            _show_part(self.timeline, self.timeline.rows.show_rows, timeline)
        self.details.show_rows(view.details)

    def show_only(self, card: QWidget | None) -> None:
        """Shows one of `checking`, `payment` and `blocked`; None for none."""
        for name in filter(self._is_built, ("checking", "payment", "blocked")):
            candidate: QWidget = getattr(self, name)
            candidate.setVisible(candidate is card)
        self.report.set_quiet(quiet=isinstance(card, BlockedCard))

    def _is_built(self, card: str) -> bool:
        return card in vars(self)

    def _is_needed(self, card: str, view: object) -> bool:
        """Returns whether a card is to be shown or hidden, which one that was never built is already."""
        return view is not None or self._is_built(card)

    def _add(self, name: str, card: CardKind) -> CardKind:
        """Inserts a card at its position, still hidden."""
        card.hide()
        above = [getattr(self, other) for other in _CARDS[: _CARDS.index(name)] if self._is_built(other)]
        self._column.insertWidget(self._first + len(above), card)
        put_behind(card, [self.back, *above])
        return card

    def _offer_new(self, button: PrimaryButton) -> None:
        button.clicked.connect(self.new_requested)
        self._lock.add(button)

    def _lay_out(self) -> None:
        self._second = wrapping(self._subtitle, (self._identifier, 1), spacing=6, centered=True)
        self._words = column(self._title, (self._second, 1))
        # The status is in the title's line.
        self._marked = column(self.status)
        named = row((self.back, _TOP), (self._words, 1), spacing=12)
        header = wrapping((named, 1), self._marked, spacing=12)
        content = QWidget()
        self._column = column(header, self.stepper, 2, self.report, self.details, None, on=content)
        self._first = self._column.indexOf(self.report)
        self.setWidget(content)
        self.set_compact(compact=False)

    def _on_expanded(self, is_open: bool) -> None:  # noqa: FBT001 (a signal's slot)
        if is_open:
            self.reveal(self.details)

    def _fit_report(self) -> None:
        """Reduces the height of the form below a payment, so that its button is visible in a small window."""
        small: Density = "low" if self._is_compact else "tight"
        self.report.set_density(small if self._is_payable else "usual")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._is_built("payment"):
            self.payment.set_stacked(stacked=self._is_stacked())
        is_one_line = self._is_compact and self.viewport().width() >= scaled(_ONE_LINE)
        set_stacked(self._words, stacked=not is_one_line)
        self._words.setSpacing(10 if is_one_line else 2)
        self._second.setContentsMargins(0, 5 if is_one_line else 0, 0, 0)

    def _is_stacked(self) -> bool:
        return self.viewport().width() < scaled(_TWO_COLUMNS)


def _show_part(card: QWidget, show: Callable[[View], None], view: View | None) -> None:
    card.setVisible(view is not None)
    if view is not None:
        show(view)
