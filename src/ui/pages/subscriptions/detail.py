"""The layout of one subscription: its header, a callout, and the cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.subscriptions.header import SubscriptionHeader
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.detail_rows import DetailRows
from ui.widgets.keyboard_focus import tab_stops
from ui.widgets.layout.boxes import column, framed, row, set_margins, set_stacked
from ui.widgets.layout.cards import Callout
from ui.widgets.layout.scroll_area import ScrollArea

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QResizeEvent

    from app.present.subscriptions import CalloutView, SubscriptionView
    from ui.pages.subscriptions.alerts_card import AlertsCard
    from ui.pages.subscriptions.countries_card import CountriesCard
    from ui.pages.subscriptions.credentials_card import CredentialsCard
    from ui.pages.subscriptions.sticky_card import StickyCard
    from ui.pages.subscriptions.usage_card import UsageCard

_TWO_COLUMNS = 700
_USAGE_BESIDE = 800
_GAP = 12
_CARDS_BELOW = 2
_END = 8  # the scroll bar comes on top


class SubscriptionDetail(ScrollArea):
    """Arranges the cards of one subscription."""

    credentials: CredentialsCard
    sticky: StickyCard
    usage: UsageCard
    countries: CountriesCard
    alerts: AlertsCard
    details: DetailRows

    def __init__(self) -> None:
        super().__init__(is_steady=True)
        self._subscription_id = ""
        self._is_map_first = False
        self._lay_out()
        follow(self._fit)

    def add_credentials(self, credentials: CredentialsCard) -> None:
        self.credentials = credentials
        self._upper.addWidget(credentials, 9)

    def add_sticky(self, sticky: StickyCard) -> None:
        self.sticky = sticky
        self._upper.addWidget(sticky, 8)

    def add_usage(self, usage: UsageCard) -> None:
        self.usage = usage
        self._lower.addWidget(usage, 147)

    def add_countries(self, countries: CountriesCard) -> None:
        self.countries = countries
        self.usage.countries_changed.connect(countries.show_countries)
        self.usage.loading_took_long.connect(countries.show_loading)
        countries.map_switched.connect(self._fit)
        self._lower.addWidget(countries, 56)

    def add_last(self, alerts: AlertsCard, copy: Callable[[str], None]) -> None:
        """Adds the last cards, which are closed at first."""
        self.alerts = alerts
        self.details = DetailRows(_("Details"), _("plan, IDs, dates"), copy=copy)
        self._bottom.addWidget(alerts, 147)
        self._bottom.addWidget(self.details, 56)
        for card in (alerts, self.details):
            card.expanded.connect(partial(self._on_expanded, card))
        self._fit()

    def show_cards(self) -> Iterator[None]:
        """Shows the rows of cards in steps: to lay out new ones takes its time."""
        for cards in self._rows:
            cards.show()
            yield

    def are_cards_shown(self) -> bool:
        return not self._rows[-1].isHidden()

    def show_subscription(self, view: SubscriptionView) -> None:
        if view.row.id != self._subscription_id:
            self._subscription_id = view.row.id
            self.verticalScrollBar().setValue(0)
            self.header.stop_renaming()
            self.credentials.clear_check()
            self.credentials.password.hide_secret()
            self.details.set_expanded(False)
        self.header.show_subscription(view)
        self.credentials.show_subscription(view)
        self._show_ended(view.ended, view.plan_id)
        self.details.show_rows([(_("Left"), view.remaining), *view.details])

    def begin(self) -> None:
        """In a small window, shows it from the top and takes the focus."""
        self.verticalScrollBar().setValue(0)
        self.header.back.setFocus()

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout with a Back button, in a small window."""
        self.header.back.setVisible(compact)
        set_margins(self._column, *((16, 12, 4, 12) if compact else (20, 12, _END, 12)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _show_ended(self, ended: CalloutView | None, plan_id: str) -> None:
        self._ended.setVisible(ended is not None)
        if ended is not None:
            self._ended_callout.show_callout(ended.kind, ended.text)
            self.topup.setVisible(bool(plan_id))

    def _lay_out(self) -> None:
        # Its content is in place before it is filled: moving a finished card costs as much as making it.
        content = QWidget()
        self.setWidget(content)
        self.header = SubscriptionHeader()
        self._ended_callout = Callout("warning")
        self.topup = Button(_("Top up for this plan"), "plus")
        self._ended = framed(row((self._ended_callout, 1), self.topup, spacing=10))
        self._ended.hide()
        self._upper, self._lower, self._bottom = (
            QBoxLayout(QBoxLayout.Direction.LeftToRight) for _row in range(3)
        )
        for cards in (self._upper, self._lower, self._bottom):
            cards.setSpacing(_GAP)
            cards.setContentsMargins(0, 0, 0, 0)
        self._rows = [framed(cards) for cards in (self._upper, self._lower, self._bottom)]
        for hidden in self._rows:
            hidden.hide()
        self._column = column(self.header, self._ended, *self._rows, None, spacing=_GAP, on=content)
        self.set_compact(compact=False)

    def _on_expanded(self, card: QWidget, is_open: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self._fit()
        if is_open:
            self.reveal(card)

    def _fit(self) -> None:
        """Uses one column where two do not fit, or for the map."""
        directions = QBoxLayout.Direction
        is_narrow = self.viewport().width() < scaled(_TWO_COLUMNS)
        set_stacked(self._upper, stacked=is_narrow)
        if self._lower.count() < _CARDS_BELOW:
            return
        self._fit_last()
        lower = directions.TopToBottom
        if self.viewport().width() >= scaled(_USAGE_BESIDE):
            lower = directions.BottomToTop if self.countries.show_map.isChecked() else directions.LeftToRight
        self._lower.setDirection(lower)
        is_map_first = lower == directions.BottomToTop
        if is_map_first != self._is_map_first:
            self._is_map_first = is_map_first
            self._order_tabs(is_map_first=is_map_first)

    def _fit_last(self) -> None:
        """An open card takes the whole width."""
        if not self._bottom.count():
            return
        is_open = self.alerts.opener.isChecked() or self.details.is_expanded()
        is_stacked = is_open or self.viewport().width() < scaled(_USAGE_BESIDE)
        set_stacked(self._bottom, stacked=is_stacked)

    def _order_tabs(self, *, is_map_first: bool) -> None:
        """Lets Tab follow the order on screen: to the map and its button before the chart, or after it."""
        before: QWidget = self.sticky if is_map_first else self.usage
        self.countries.tab_after(tab_stops(before)[-1])
