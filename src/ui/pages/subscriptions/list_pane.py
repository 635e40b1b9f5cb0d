"""The list of subscriptions, with a text filter and one by product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _, pgettext
from app.i18n.units import found_of
from app.models.subscriptions import MOBILE_GB, RESIDENTIAL
from app.rules.words import is_code, is_found
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.boxes import column, framed
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.progress import paint_bar
from ui.widgets.tables.card_list import (
    PADDING,
    CardList,
    CardRowDelegate,
    name_height,
    paint_name,
    paint_pair,
)
from ui.widgets.tables.columns import KeyRole
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.models.subscriptions import Subscription
    from app.present.subscriptions import SubscriptionRow
    from ui.widgets.painting import Mirror
    from ui.widgets.tables.column_model import RecordModel

_ALL = "all"
_BAR = 6
_GAP = 5
_ICON = 13


class SubscriptionRowDelegate(CardRowDelegate):
    """Paints three lines and a bar: label, status, product, traffic, end, days left."""

    def height(self) -> int:
        return name_height() + 2 * _line() + _BAR + 4 * _GAP + 2 * PADDING

    def paint_row(self, painter: QPainter, inner: QRectF, row: SubscriptionRow, mirror: Mirror) -> None:
        first = QRectF(inner.left(), inner.top(), inner.width(), name_height())
        paint_name(painter, first, row.label, row.badge, mirror)
        second = QRectF(inner.left(), first.bottom() + _GAP, inner.width(), _line())
        paint_pair(painter, second, (row.product, row.used), mirror)
        bar = QRectF(inner.left(), second.bottom() + _GAP, inner.width(), _BAR)
        paint_bar(painter, bar, row.share, row.bar)
        third = QRectF(inner.left(), bar.bottom() + _GAP, inner.width(), _line())
        if row.renews:
            side = theme.scaled(_ICON)
            icon_rect = QRectF(third.left(), third.center().y() - side / 2, side, side)
            paint_icon(painter, mirror.map_rect(icon_rect), "refresh-cw", "muted")
            third.setLeft(icon_rect.right() + 5)
        tone = "muted" if row.days.severity == "normal" else row.days.severity
        paint_pair(painter, third, (row.ends, row.days.text), mirror, tone=tone)


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
        self.list = CardList(_("Subscriptions"), model, SubscriptionRowDelegate(), _skeleton)
        self.list.chosen.connect(self._on_row_chosen)
        self._found = Label("", "secondary")
        self._found.setContentsMargins(16, 4, 16, 8)
        self._found.hide()
        self.view = self.list.view
        self.search.set_rows(self.view)
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
