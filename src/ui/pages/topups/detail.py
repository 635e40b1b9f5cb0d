"""One top-up from payment to credit: a header, the steps, and the cards that its state calls for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.topups.payment_card import BlockedCard, PaymentCard
from ui.pages.topups.report_card import PaymentSeenCard
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.layout.boxes import column, fill, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.detail_rows import DetailRows, Timeline
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from ui.pages.topups.outcome_view import OutcomeView, PurchaseView
    from ui.pages.topups.payment_view import BlockedView, DepositView
    from ui.pages.topups.report_card import ReportCard
    from ui.pages.topups.view import ConfirmingView, TopUpView

_TWO_COLUMNS = 500
_ONE_LINE = 700
_SIDE, _END = 24, 8  # at the end, the scroll bar comes on top
_DETAILS_LIMIT = 500
_MIN_WORDS = 200
_TOP = Qt.AlignmentFlag.AlignTop

View = TypeVar("View")


class TopUpDetail(ScrollArea):
    def __init__(self, report: ReportCard, copy: Callable[[str], None]) -> None:
        """Builds all cards once; the ones that a state does not need are hidden."""
        super().__init__(is_steady=True)
        self._topup_id = ""
        self._is_compact = False
        self._is_payable = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.payment = PaymentCard(copy)
        self.checking = framed(column(Skeleton(0, 300)))
        self.blocked = BlockedCard()
        self.outcome = OutcomeCard()
        self.confirming = ConfirmingCard()
        self.seen = PaymentSeenCard(copy)
        self.purchase = PurchaseCard()
        self.report = report
        self._timeline = Timeline()
        self.timeline = Card()
        fill(self.timeline.body, Label(_("Timeline"), "strong"), self._timeline, spacing=10)
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
        _show_part(self.confirming, self.confirming.show_confirming, view)

    def show_hidden(self, *, hidden: bool) -> None:
        self.hide_button.setText(_("Show in the list again") if hidden else _("Hide"))
        self.hide_button.show_icon("eye" if hidden else "eye-off")

    def set_compact(self, *, compact: bool) -> None:
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
        _show_part(self.outcome, self.outcome.show_outcome, view.outcome)
        self.show_confirming(view.confirming)
        _show_part(self.seen, self.seen.show_seen, view.seen)
        _show_part(self.purchase, self.purchase.show_purchase, view.purchase)
        _show_part(self.report, self.report.show_report, view.report)
        self.timeline.setVisible(not view.can_pay)
        self._timeline.show_rows(view.timeline)
        self.details.show_rows(view.details)

    def show_only(self, card: QWidget | None) -> None:
        """Shows one of `checking`, `payment` and `blocked`; None for none."""
        for candidate in (self.checking, self.payment, self.blocked):
            candidate.setVisible(candidate is card)
        self.report.set_quiet(quiet=card is self.blocked)

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
            None,
            on=content,
        )
        self.setWidget(content)
        self.set_compact(compact=False)

    def _fit_report(self) -> None:
        """Keeps the form low below a payment in a small window, so that its button is visible."""
        self.report.set_low(low=self._is_compact and self._is_payable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width, directions = self.viewport().width(), QBoxLayout.Direction
        self.payment.set_stacked(stacked=width < scaled(_TWO_COLUMNS))
        is_one_line = self._is_compact and width >= scaled(_ONE_LINE)
        self._words.setDirection(directions.LeftToRight if is_one_line else directions.TopToBottom)
        self._words.setSpacing(10 if is_one_line else 2)
        self._second.setContentsMargins(0, 5 if is_one_line else 0, 0, 0)


def _show_part(card: QWidget, show: Callable[[View], None], view: View | None) -> None:
    card.setVisible(view is not None)
    if view is not None:
        show(view)


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
