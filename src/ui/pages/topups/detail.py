"""One top-up from payment to credit: a header, the steps, and the cards that its state calls for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.i18n.texts import _
from app.untrusted_text import plain
from ui.pages.topups.payment_card import BlockedCard, PaymentCard
from ui.pages.topups.report_card import PaymentSeenCard
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.inputs.field import Lock
from ui.widgets.layout.boxes import column, fill, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.keyboard_focus import put_behind
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.detail_rows import DetailRows, Timeline
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.present.outcomes import OutcomeView, PurchaseView
    from app.present.payments import BlockedView, DepositView
    from app.present.topups import ConfirmingView, TopUpView
    from ui.pages.topups.report_card import ReportCard

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
    "purchase",
    "report",
    "timeline",
)

CardKind = TypeVar("CardKind", bound=QWidget)
View = TypeVar("View")


class TopUpDetail(ScrollArea):
    """Shows one top-up; each card is built when a state first needs it.

    Signals:
        new_wanted(): 'New top-up, same amount' was pressed.
        check_wanted(): 'Check now' was pressed.
        memo_confirmed(): 'I have the memo' was pressed.
        explorer_wanted(str): See `PaymentSeenCard`.
        wallet_wanted(str): See `PaymentCard`.
        enlarge_wanted(str): Likewise.
        picture_chosen(str): What the code is to contain.
    """

    new_wanted = Signal()
    check_wanted = Signal()
    memo_confirmed = Signal()
    explorer_wanted = Signal(str)
    wallet_wanted = Signal(str)
    enlarge_wanted = Signal(str)
    picture_chosen = Signal(str)

    def __init__(self, report: ReportCard, copy: Callable[[str], None]) -> None:
        super().__init__(is_steady=True)
        self._copy = copy
        self._topup_id = ""
        self._locks: list[Lock] = []
        self._lock_reason = ""
        self._is_compact = False
        self._is_payable = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.report = report
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self.hide_button = LinkButton(_("Hide"), "eye-off")
        self._title = Label("", "title")
        self._subtitle = Label("", "secondary", elide="right")
        self._identifier = Label("", "mono", elide="right", limit=64)
        self._identifier.set_tone("muted")
        self.status = Badge()
        self.stepper = Stepper()
        self.details = DetailRows(
            _("Details"), _("rate, deadlines, identifiers"), copy=copy, action=self.hide_button
        )
        self._lay_out()
        follow(self._fit)

    @cached_property
    def payment(self) -> PaymentCard:
        card = self._add("payment", PaymentCard(self._copy))
        card.wallet_wanted.connect(self.wallet_wanted)
        card.enlarge_wanted.connect(self.enlarge_wanted)
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
        card.check.clicked.connect(self.check_wanted)
        self._offer_new(card.new)
        return card

    @cached_property
    def confirming(self) -> ConfirmingCard:
        return self._add("confirming", ConfirmingCard())

    @cached_property
    def seen(self) -> PaymentSeenCard:
        card = self._add("seen", PaymentSeenCard(self._copy))
        card.explorer_wanted.connect(self.explorer_wanted)
        return card

    @cached_property
    def purchase(self) -> PurchaseCard:
        return self._add("purchase", PurchaseCard())

    @cached_property
    def timeline(self) -> TimelineCard:
        return self._add("timeline", TimelineCard())

    def set_locked(self, reason: str) -> None:
        """Disables new top-ups and the report while offline; '' enables them again."""
        self._lock_reason = reason
        self.report.set_locked(reason)
        for lock in self._locks:
            lock.close(reason)

    def shown_payment(self) -> DepositView | None:
        """Returns what is shown to be paid, if anything is."""
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
        self.status.show_badge(view.badge.kind, view.badge.text, view.badge.icon)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(plain(view.badge.text))
        steps = [Step(step.text, step.state) for step in view.steps]
        self.stepper.show_steps(steps, plain(view.waiting_for))
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
        self._column.setContentsMargins(side, 8 if compact else 16, 4 if compact else _END, 12)
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
        """Puts a card in its place, still hidden."""
        card.hide()
        above = [getattr(self, other) for other in _CARDS[: _CARDS.index(name)] if self._is_built(other)]
        self._column.insertWidget(self._first + len(above), card)
        put_behind(card, [self.back, *above])
        return card

    def _offer_new(self, button: PrimaryButton) -> None:
        button.clicked.connect(self.new_wanted)
        lock = Lock(button)
        lock.close(self._lock_reason)
        self._locks.append(lock)

    def _lay_out(self) -> None:
        self._second = wrapping(self._subtitle, (self._identifier, 1), spacing=6, centered=True)
        self._words = column(self._title, (self._second, 1))
        # The status is in the title's line.
        self._marked = column(self.status)
        named = row((self.back, _TOP), (self._words, 1), spacing=12)
        header = wrapping((named, 1), self._marked, spacing=12)
        content = QWidget()
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        self._column = column(
            header,
            self.stepper,
            2,
            self.report,
            self.details,
            None,
            on=content,
        )
        self._first = self._column.indexOf(self.report)
        self.setWidget(content)
        self.set_compact(compact=False)

    def _fit_report(self) -> None:
        """Keeps the form low below a payment in a small window, so that its button is visible."""
        self.report.set_low(low=self._is_compact and self._is_payable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        directions = QBoxLayout.Direction
        if self._is_built("payment"):
            self.payment.set_stacked(stacked=self._is_stacked())
        is_one_line = self._is_compact and self.viewport().width() >= scaled(_ONE_LINE)
        self._words.setDirection(directions.LeftToRight if is_one_line else directions.TopToBottom)
        self._words.setSpacing(10 if is_one_line else 2)
        self._second.setContentsMargins(0, 5 if is_one_line else 0, 0, 0)

    def _is_stacked(self) -> bool:
        return self.viewport().width() < scaled(_TWO_COLUMNS)


def _show_part(card: QWidget, show: Callable[[View], None], view: View | None) -> None:
    card.setVisible(view is not None)
    if view is not None:
        show(view)


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
        self._lines = [Label("", "secondary", wrap=True, limit=400) for _line in range(2)]
        self._details = Label("", "secondary", wrap=True, limit=_DETAILS_LIMIT)
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        self.check = Button(_("Check now"), "refresh-cw")
        texts = column(self._title, *self._lines, self._details, spacing=5)
        named = row((self._tile, _TOP), (texts, 1), spacing=14)
        self.body.addLayout(wrapping((named, 1), self.new, self.check, spacing=14))
        follow(self._fit)

    def show_outcome(self, view: OutcomeView) -> None:
        """`details` is the service's own text."""
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
        self._badge.show_badge(view.badge.kind, view.badge.text, view.badge.icon)
