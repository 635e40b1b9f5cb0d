"""The layout of one subscription: title, notice, credentials, sticky sessions, usage, details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.subscriptions.header import SubscriptionHeader
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.cards import Notice
from ui.widgets.layout.keyboard_focus import takes_tab_key
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.detail_rows import DetailRows

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from ui.pages.subscriptions.countries_card import CountriesCard
    from ui.pages.subscriptions.credentials_card import CredentialsCard
    from ui.pages.subscriptions.sticky_card import StickyCard
    from ui.pages.subscriptions.usage_card import UsageCard
    from ui.pages.subscriptions.view import NoticeView, SubscriptionView

_TWO_COLUMNS = 700
_USAGE_BESIDE = 800
_GAP = 12
_END = 8  # the scroll bar comes on top
_UPPER_SHARES = (9, 8)
_LOWER_SHARES = (147, 56)


class SubscriptionDetail(ScrollArea):
    """Arranges the cards of one subscription.

    Args:
        copy: Copies a text that is no secret.
    """

    def __init__(
        self,
        credentials: CredentialsCard,
        sticky: StickyCard,
        usage: UsageCard,
        countries: CountriesCard,
        *,
        copy: Callable[[str], None],
    ) -> None:
        super().__init__(is_steady=True)
        self._subscription_id = ""
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header = SubscriptionHeader()
        self.credentials = credentials
        self.sticky = sticky
        self.usage = usage
        self.countries = countries
        self.countries.map_switched.connect(self._fit)
        self.details = DetailRows(_("Details"), _("plan, identifiers, dates"), copy=copy)
        self._lay_out()
        follow(self._fit)

    def show_subscription(self, view: SubscriptionView) -> None:
        """Shows a subscription; its usage comes later."""
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
        """Shows it from the top and takes the keyboard, in a small window."""
        self.verticalScrollBar().setValue(0)
        self.header.back.setFocus()

    def set_compact(self, *, compact: bool) -> None:
        """Uses the compact layout with a Back button, in a small window."""
        self.header.back.setVisible(compact)
        self._column.setContentsMargins(*((16, 12, 4, 12) if compact else (20, 12, _END, 12)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stacks the cards where two columns don't fit."""
        super().resizeEvent(event)
        self._fit()

    def _show_ended(self, ended: NoticeView | None, plan_id: str) -> None:
        self._ended.setVisible(ended is not None)
        if ended is not None:
            self._ended_notice.show_notice(ended.kind, ended.text)
            self.topup.setVisible(bool(plan_id))

    def _lay_out(self) -> None:
        self._ended_notice = Notice("warning")
        self.topup = Button(_("Top up for this plan"), "plus")
        self._ended = QWidget()
        ended = QHBoxLayout(self._ended)
        ended.setContentsMargins(0, 0, 0, 0)
        ended.setSpacing(10)
        ended.addWidget(self._ended_notice, 1)
        ended.addWidget(self.topup)
        self._ended.hide()
        self._upper = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._upper.setSpacing(_GAP)
        for card, share in zip((self.credentials, self.sticky), _UPPER_SHARES, strict=True):
            self._upper.addWidget(card, share)
        self._lower = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lower.setSpacing(_GAP)
        for lower, share in zip((self.usage, self.countries), _LOWER_SHARES, strict=True):
            self._lower.addWidget(lower, share)
        content = QWidget()
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        self._column = QVBoxLayout(content)
        self._column.setSpacing(_GAP)
        self._column.addWidget(self.header)
        self._column.addWidget(self._ended)
        self._column.addLayout(self._upper)
        self._column.addLayout(self._lower)
        self._column.addWidget(self.details)
        self._column.addStretch()
        self.setWidget(content)
        self.set_compact(compact=False)

    def _fit(self) -> None:
        """Uses one column where two do not fit, or for the map.

        The map is then above the chart, so that its button does not move when it is pressed.
        """
        directions = QBoxLayout.Direction
        is_narrow = self.viewport().width() < scaled(_TWO_COLUMNS)
        self._upper.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        lower = directions.TopToBottom
        if self.viewport().width() >= scaled(_USAGE_BESIDE):
            lower = directions.BottomToTop if self.countries.is_map_shown() else directions.LeftToRight
        if lower != self._lower.direction():
            self._lower.setDirection(lower)
            self._order_tabs(is_map_first=lower == directions.BottomToTop)

    def _order_tabs(self, *, is_map_first: bool) -> None:
        """Lets Tab follow the order on screen: to the map and its button before the chart, or after it."""
        before: QWidget = self.sticky if is_map_first else self.usage
        control = before.nextInFocusChain()
        stops = []
        while control is not None and before.isAncestorOf(control):
            if takes_tab_key(control):
                stops.append(control)
            control = control.nextInFocusChain()
        self.countries.tab_after(stops[-1])
