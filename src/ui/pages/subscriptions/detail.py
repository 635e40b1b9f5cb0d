"""The layout of one subscription: its title, which can be renamed, a callout, and the cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from app.i18n.texts import _
from app.present.statuses import label_counter
from app.rules.identifiers import MAX_LABEL
from app.untrusted_text import sanitized
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.detail_rows import DetailRows
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.keyboard_focus import tab_stops
from ui.widgets.layout.boxes import column, framed, row, set_stacked, wrapping
from ui.widgets.layout.cards import Callout
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QResizeEvent

    from app.present.subscriptions import CalloutView, SubscriptionView
    from ui.pages.subscriptions.alerts_card import AlertsCard
    from ui.pages.subscriptions.countries_card import CountriesCard
    from ui.pages.subscriptions.credentials_card import CredentialsCard
    from ui.pages.subscriptions.sticky_card import StickyCard
    from ui.pages.subscriptions.usage_card import UsageCard

_FIELD_WIDTH = 220
_NAMED_WIDTH = 260
_TWO_COLUMNS = 700
_USAGE_BESIDE = 800
_GAP = 12
_CARDS_BELOW = 2
_END = 8  # the scroll bar comes on top


class SubscriptionHeader(QWidget):
    """Name, state and auto-renew of one subscription; `renamed` has a name of at most 60 characters."""

    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._label = ""
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self.title = Label("", "title", elide="right")
        # A long name is cut before it pushes the rest out of the window.
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.rename = IconButton("pencil", _("Rename"))
        self.rename.clicked.connect(self.start_renaming)
        self.status = Badge()
        self.sub_users = LinkButton("", "users")
        self.sub_users.setToolTip(tooltip(_("Show the sub-users")))
        self.switch = Switch()
        self.switch.setAccessibleName(_("Auto-renew"))
        self._build_form()
        self._lay_out()
        follow(self._fit)

    def show_subscription(self, view: SubscriptionView) -> None:
        """A new name that is being entered stays."""
        self._label = view.row.label
        self.title.setText(view.row.label)
        self.sub_users.setText(view.sub_users)
        self.status.show_badge(*view.row.badge)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(sanitized(view.row.badge.text))

    def start_renaming(self) -> None:
        """Replaces the name with a line edit."""
        self.field.setText(self._label)
        self.field.setReadOnly(False)
        self.save.set_busy(False)
        self._show_error("")
        self._show_form(shown=True)
        self.field.setFocus()
        self.field.selectAll()

    def stop_renaming(self) -> None:
        if self.is_renaming():
            self._show_form(shown=False)

    def is_renaming(self) -> bool:
        return not self._form.isHidden()

    def set_busy(self, *, busy: bool) -> None:
        self.field.setReadOnly(busy)
        self.save.set_busy(busy)

    def show_rename_error(self, text: str) -> None:
        """Shows the field error of the new name; the input stays."""
        self.set_busy(busy=False)
        self._show_error(text)
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc cancels renaming; a name that is being saved is saved all the same."""
        is_escape = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        )
        if is_escape:
            self.stop_renaming()
            self.rename.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _build_form(self) -> None:
        self.field = LineEdit()
        self.field.setAccessibleName(_("New name"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_field_changed)
        self.field.returnPressed.connect(self._on_save_pressed)
        self.counter = Label("", "caption")
        self.save = PrimaryButton(_("Save"), "check")
        self.save.clicked.connect(self._on_save_pressed)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.stop_renaming)
        self._error = Label("", "secondary", wrap=True, tone="danger")

    def _lay_out(self) -> None:
        self._shown = framed(row(self.title, self.rename, 2, self.status, None, spacing=6))
        self._form = framed(row(self.field, self.counter, self.save, self.cancel, None, spacing=8))
        self._form.hide()
        label = Label(_("Auto-renew"), "secondary")
        label.setBuddy(self.switch)
        left = row(self.back, (self._shown, 1), (self._form, 1), spacing=10)
        right = row(self.sub_users, row(label, self.switch, spacing=6), spacing=10)
        lines = wrapping((left, 1), right, spacing=10, centered=True)
        column(lines, self._error, spacing=4, on=self)
        self._error.hide()

    def _show_form(self, *, shown: bool) -> None:
        self._shown.setVisible(not shown)
        self._form.setVisible(shown)
        if not shown:
            self._show_error("")

    def _show_error(self, text: str) -> None:
        self._error.show_text(text)
        self.field.set_invalid(bool(text))
        self.field.setAccessibleDescription(text)

    def _on_field_changed(self, text: str) -> None:
        fits = len(text.strip()) <= MAX_LABEL
        self.counter.setText(label_counter(text))
        self.counter.set_tone("" if fits else "danger")
        self._show_error("")
        self.field.set_invalid(not fits)
        self.save.setEnabled(fits)

    def _on_save_pressed(self) -> None:
        if self.save.isEnabled() and not self.field.isReadOnly():
            self.renamed.emit(self.field.text())

    def _fit(self) -> None:
        self.field.setMinimumWidth(scaled(_FIELD_WIDTH))
        self._shown.setMinimumWidth(scaled(_NAMED_WIDTH))
        self.setMinimumHeight(scaled(16) + 18)


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
        self._column.setContentsMargins(*((16, 12, 4, 12) if compact else (20, 12, _END, 12)))

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
        if lower != self._lower.direction():
            self._lower.setDirection(lower)
            self._order_tabs(is_map_first=lower == directions.BottomToTop)

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
