"""The tab of subscriptions: the list, filtered by text and product, beside the one that is open."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _, pgettext
from app.i18n.units import found_of
from app.models.subscriptions import MOBILE_GB, RESIDENTIAL, Subscription
from app.present.statuses import unreadable_text
from app.present.subscriptions import SubscriptionRow, present_subscription_row
from app.rules.words import is_code, is_found
from ui.pages.page import Page, listen, show_unloaded
from ui.pages.subscriptions.subscription_page import SubscriptionPage
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.charts.progress import paint_bar
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.boxes import column, framed, stacked
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.layout.two_panes import TwoPanes
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.tables.card_list import (
    PADDING,
    CardList,
    CardRowDelegate,
    name_height,
    paint_name,
    paint_pair,
)
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, KeyRole
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter, QShowEvent

    from app.errors import AppError
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.widgets.painting import Mirror

_ALL = "all"
_PANE_WIDTH = 311
_CARD: Final[Column[Subscription, SubscriptionRow]] = Column(
    key="card",
    title=lambda: _("Subscriptions"),
    text=lambda row: row.spoken,
    tooltip=lambda row: row.ends_full,
)
_BAR = 6
_GAP = 5
_ICON = 13
_BAR_TOKENS = {"warning": "warning", "danger": "danger"}
_SKELETON_AFTER_MS = 300
_TIMES_EVERY = 60
_REST_MS = 1000
_FRESH_FOR = timedelta(minutes=1)


class SubscriptionRowDelegate(CardRowDelegate):
    """Paints three lines and a bar: label, status, product, traffic, end."""

    def height(self) -> int:
        return name_height() + 2 * _line() + _BAR + 4 * _GAP + 2 * PADDING

    def paint_row(self, painter: QPainter, inner: QRectF, row: SubscriptionRow, mirror: Mirror) -> None:
        first = QRectF(inner.left(), inner.top(), inner.width(), name_height())
        paint_name(painter, first, row.label, row.badge, mirror)
        second = QRectF(inner.left(), first.bottom() + _GAP, inner.width(), _line())
        paint_pair(painter, second, (row.product, row.used), mirror)
        bar = QRectF(inner.left(), second.bottom() + _GAP, inner.width(), _BAR)
        token = _BAR_TOKENS.get(row.bar, "accent")
        paint_bar(painter, bar, row.share, token)
        third = QRectF(inner.left(), bar.bottom() + _GAP, inner.width(), _line())
        text = _("auto-renew") if row.auto_renew else ""
        left = paint_pair(painter, third, (row.ends, text), mirror)
        if text:
            side = theme.scaled(_ICON)
            icon_rect = QRectF(left - side - 5, third.center().y() - side / 2, side, side)
            paint_icon(painter, mirror.map_rect(icon_rect), "refresh-cw", "muted")


def _line() -> int:
    return theme.metrics("secondary").height()


class SubscriptionListPane(QWidget):
    subscription_chosen = Signal(str)

    def __init__(self, model: RecordModel[Subscription, SubscriptionRow]) -> None:
        super().__init__()
        self._model = model
        self._chosen_id = ""
        self._unreadable = ""
        self.search = SearchField(_("Filter subscriptions"), _("Filter"))
        self.search.textChanged.connect(self._on_filter_changed)
        self.products = Segments(
            _("Product"),
            [
                (_ALL, pgettext("subscriptions", "All")),
                (RESIDENTIAL, _("Residential")),
                (MOBILE_GB, _("Mobile")),
            ],
        )
        self.products.chosen.connect(self._on_filter_changed)
        self.list = CardList(_("Subscriptions"), model, SubscriptionRowDelegate(), _skeleton())
        self.list.chosen.connect(self._on_row_chosen)
        self._found = Label("", "secondary")
        self._found.setContentsMargins(16, 4, 16, 8)
        self._found.hide()
        self.view = self.list.view
        self.search.lead_to(self.view)
        head = column(
            self.search,
            (self.products, Qt.AlignmentFlag.AlignLeft),
            spacing=10,
            margins=(16, 14, 16, 8),
        )
        column(head, (self.list, 1), self._found, spacing=0, on=self)

    def show_list(self, unreadable: str | None = None) -> None:
        """Shows the rows and their number, or why there are none; `unreadable` is unchanged if None."""
        if unreadable is not None:
            self._unreadable = unreadable
        is_filtered = bool(self.search.text().strip()) or self.products.selected() != _ALL
        self._found.setText(found_of(self._model.rowCount(), self._model.count()))
        self._found.setVisible(is_filtered)
        self.search.show_found(self._found.shown_text() if self.search.text().strip() else "")
        if self._model.rowCount():
            self.list.show_rows()
        elif self.search.text().strip():
            self.list.show_nothing("search", _("Nothing found"), _("No subscription matches this filter."))
        elif self._unreadable:
            self.list.show_nothing("triangle-alert", _("None could be read"), self._unreadable)
        else:
            text = _("There are no subscriptions of this product.")
            self.list.show_nothing("gauge", _("None here"), text)

    def select(self, subscription_id: str) -> None:
        """Selects a row without a signal, and scrolls to it."""
        self._chosen_id = subscription_id
        start, exactly = self._model.index(0, 0), Qt.MatchFlag.MatchExactly
        found = self._model.match(start, KeyRole, subscription_id, 1, exactly)
        self.list.select(found[0] if found else QModelIndex())

    def _on_filter_changed(self) -> None:
        text, product = self.search.text(), self.products.selected()
        self._model.filter_by(
            lambda row: product in {_ALL, row.product_id} and is_found(text, row.search, row.id),
            lambda subscription: is_code(text, (subscription.id, subscription.username)),
        )
        self.show_list()
        self.view.scrollToTop()
        self.select(self._chosen_id)

    def _on_row_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self._chosen_id = index.data(KeyRole)
            self.subscription_chosen.emit(self._chosen_id)


def _skeleton() -> QWidget:
    rows = [column(Skeleton(120, 14), Skeleton(190, 10), Skeleton(0, 6), spacing=10) for _row in range(4)]
    return framed(column(*rows, None, spacing=32, margins=(18, 10, 18, 0)))


class SubscriptionsPage(Page):
    def __init__(self, account: AccountSession, context: PageContext) -> None:
        super().__init__(account.clock, connection_status=account.connection_status)
        self._account = account
        self._store = account.subscription_store
        self._wanted = ("", "")
        self._is_outdated = False
        self._shown: tuple[Subscription, ...] = ()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self.model = RecordModel(
            (_CARD,),
            lambda one: present_subscription_row(one, account.service_clock.now()),
            key=lambda one: one.id,
        )
        self.pane = SubscriptionListPane(self.model)
        self.subscription_page = SubscriptionPage(account, context, self.show_error, self.report_response)
        self.panes = TwoPanes(self.pane, self.subscription_page, _PANE_WIDTH)
        self.first_column = self.pane
        self.empty = EmptyState(
            "gauge",
            _("No subscriptions yet"),
            _("A subscription begins when a plan is bought: with a top-up, or directly at the service."),
        )
        self.unloaded = EmptyState("wifi-off", "", "")
        self._stack = stacked(self.panes, self.empty, self.unloaded)
        self.body.addWidget(self._stack)
        self._connect()
        SecondTicks(self).ticked.connect(self._on_second_passed)

    def focus_search(self) -> None:
        self.panes.show_pane(detail=False)
        self.pane.search.setFocus()

    def show_subscription(self, subscription_id: str) -> None:
        if self._open_beside(subscription_id):
            self.panes.show_pane(detail=True)

    def _open_beside(self, subscription_id: str) -> bool:
        """Opens a subscription without leaving the list; returns whether it is loaded."""
        if self._store.get(subscription_id) is None:
            return False
        if subscription_id != self.current_id():
            self.subscription_page.open_subscription(subscription_id)
        self.pane.select(subscription_id)
        return True

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        """Shows the usage of a sub-user, as soon as its subscription is loaded."""
        self._wanted = (subscription_id, sub_user_id)
        self._show_wanted()

    def _show_wanted(self) -> None:
        subscription_id, sub_user_id = self._wanted
        if subscription_id and self._store.get(subscription_id) is not None:
            self._wanted = ("", "")
            self.show_subscription(subscription_id)
            self.subscription_page.show_usage(sub_user_id)

    def current_id(self) -> str:
        """Returns the ID of the open subscription, '' for none."""
        return self.subscription_page.subscription_id

    def showEvent(self, event: QShowEvent) -> None:
        """Loads the list again if sub-users were changed or it is older than a minute."""
        super().showEvent(event)
        self._on_store_changed()
        if self._responded_at is not None and not self.is_offline:
            self._is_outdated |= self._clock.now() - self._responded_at > _FRESH_FOR
        self._catch_up()

    def _catch_up(self) -> None:
        if self._is_outdated and self.isVisible():
            self.load()

    def show_error(self, error: AppError) -> None:
        super().show_error(error)
        if self._responded_at is None:
            show_unloaded(self.unloaded, error)
            self._stack.setCurrentWidget(self.unloaded)

    async def load_now(self) -> None:
        self._is_outdated = False
        if self.model.count() == 0:
            QTimer.singleShot(_SKELETON_AFTER_MS, self, self._on_loading_takes_long)
        found = await self._account.subscriptions.list()
        self.report_response()
        self.clear_banner()
        unreadable = unreadable_text("subscriptions", found.unreadable)
        self.show_unreadable(unreadable, found.problems)
        self._stack.setCurrentWidget(self.panes if found.items or unreadable else self.empty)
        self.pane.show_list(unreadable)
        await self.subscription_page.build()
        self._reopen()
        self._show_wanted()

    def _reopen(self) -> None:
        """Loads the open subscription again; opens the first one if it is gone."""
        current = self.current_id()
        if self._store.get(current) is not None:
            self.pane.select(current)
            self.subscription_page.open_subscription(current)
            return
        self.subscription_page.close_subscription()
        first = self.model.index(0, 0).data(KeyRole)
        if not first or self.panes.is_compact:
            self.panes.show_pane(detail=False)
            return
        self.show_subscription(first)
        self.pane.view.setFocus()

    def _connect(self) -> None:
        self.connection_changed.connect(self._on_connection_changed)
        self._rest.timeout.connect(self._catch_up)
        listen(self, self._account.sub_users.on_change, self._on_sub_users_changed)
        listen(self, self._store.on_change, self._on_store_changed)
        self.unloaded.acted.connect(self.load)
        self.pane.subscription_chosen.connect(self.show_subscription)
        cards = self.pane.view
        cards.copy_wanted.connect(lambda index: self._on_copy_wanted(index.data(KeyRole)))
        for signal in (cards.menu_wanted, cards.formats_wanted):
            signal.connect(lambda index, position: self._on_formats_wanted(index.data(KeyRole), position))
        self.panes.follow_compact(self._on_compact_changed)
        self.panes.follow_compact(self.pane.list.set_compact)
        detail = self.subscription_page.detail
        self.panes.page_turned.connect(lambda turned: (detail.begin if turned else cards.setFocus)())
        detail.header.back.clicked.connect(lambda: self.panes.show_pane(detail=False))

    def _on_connection_changed(self) -> None:
        reason = _("You are offline: changes are possible again once the connection is back.")
        self.subscription_page.lock.close(reason if self.is_offline else "")

    def _on_sub_users_changed(self, _subscription_id: str) -> None:
        """Loads the counts and sub-users again after a pause: a bulk run changes many."""
        self._is_outdated = True
        self._rest.start()

    def _show_stored(self) -> None:
        """Presents all subscriptions again; where the order is the same, selection and scroll stay."""
        self._shown = self._store.list()
        self.model.show_records(self._shown)

    def _on_store_changed(self) -> None:
        """Shows what has changed; while the page is hidden, when it is shown again."""
        if self._responded_at is not None and (not self.isVisible() or self._store.list() == self._shown):
            return
        self._show_stored()
        if self._responded_at is None:
            return
        self.pane.show_list()
        if self.current_id() and self._store.get(self.current_id()) is None:
            self._reopen()
        else:
            self.subscription_page.refresh()

    def _on_copy_wanted(self, subscription_id: str) -> None:
        subscription = self._store.get(subscription_id)
        if subscription is not None and self._open_beside(subscription_id):
            self.subscription_page.sticky.copy_credentials(subscription)

    def _on_formats_wanted(self, subscription_id: str, position: QPoint) -> None:
        subscription = self._store.get(subscription_id)
        if subscription is not None and self._open_beside(subscription_id):
            menu = self.subscription_page.sticky.formats_menu(subscription)
            menu.popup(position)
            menu.setActiveAction(menu.actions()[0])

    def _on_compact_changed(self, compact: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.subscription_page.detail.set_compact(compact=compact)
        self.panes.show_pane(detail=bool(self.current_id()))

    def _on_loading_takes_long(self) -> None:
        if self._responded_at is None and self.tasks.is_running("load"):
            self.pane.list.show_loading()

    def _on_second_passed(self, count: int) -> None:
        self.show_connection_status()
        if count % _TIMES_EVERY == 0:
            self._show_stored()
