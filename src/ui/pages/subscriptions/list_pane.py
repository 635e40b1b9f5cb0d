"""The list of subscriptions: filter by text and product, rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _, pgettext
from app.i18n.units import found_of
from app.models.subscriptions import MOBILE_GB, RESIDENTIAL
from app.rules.search.words import is_code
from ui.pages.subscriptions.view import matches, present_subscription_row
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.charts.progress import paint_bar
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.tables.card_list import (
    PADDING,
    CardList,
    CardRowDelegate,
    RowRole,
    name_height,
    paint_name,
    paint_pair,
)
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from PySide6.QtWidgets import QStyleOptionViewItem

    from app.services.subscriptions.store import SubscriptionStore
    from ui.pages.subscriptions.view import SubscriptionRow
    from ui.widgets.mirrors import Mirror
    from ui.widgets.tables.columns import ModelIndex

ALL = "all"
PANE_WIDTH = 311
_BAR = 6
_GAP = 5
_ICON = 13
_BAR_TOKENS = {"warning": "warning", "danger": "danger"}


class SubscriptionListModel(QAbstractListModel):
    """The rows of the stored subscriptions: in the service's order, filtered, each presented once.

    Args:
        store: The subscriptions.
        now: Returns the service's time, for 'Expires in 6 days'.
    """

    def __init__(self, store: SubscriptionStore, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._store = store
        self._now = now
        self._rows: dict[str, SubscriptionRow] = {}
        self._shown: list[str] = []
        self._text = ""
        self._product: str | None = None

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        """Returns how many subscriptions are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a row's view, or its accessible text."""
        if role not in {RowRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        if not 0 <= index.row() < len(self._shown):
            return None
        row = self._rows[self._shown[index.row()]]
        if role == RowRole:
            return row
        return tooltip(row.ends_full) if role == Qt.ItemDataRole.ToolTipRole else plain(row.spoken)

    def refresh(self) -> None:
        """Presents all again; where the order is the same, selection and scroll stay."""
        now = self._now()
        self._rows = {one.id: present_subscription_row(one, now) for one in self._store.list()}
        self._show_fitting()

    def filter_by(self, text: str, product: str | None) -> None:
        """Shows only what fits.

        Args:
            text: Words that a row must hold; the one whose id or username it is comes first.
            product: Its product, None for any.
        """
        if (text, product) != (self._text, self._product):
            self._text, self._product = text, product
            self._show_fitting()

    def index_of(self, subscription_id: str) -> QModelIndex:
        """Returns where a subscription is shown; invalid when it isn't."""
        if subscription_id not in self._shown:
            return QModelIndex()
        return self.index(self._shown.index(subscription_id))

    def id_at(self, index: ModelIndex) -> str:
        """Returns the id of a row's subscription; empty when there is none."""
        return self._shown[index.row()] if index.isValid() else ""

    def count(self) -> int:
        """Returns how many subscriptions there are, shown or not."""
        return len(self._rows)

    def _show_fitting(self) -> None:
        shown = [key for key, row in self._rows.items() if matches(row, self._text, self._product)]
        shown.sort(key=lambda key: not is_code(self._text, (key, self._rows[key].username)))
        if shown == self._shown:
            if shown:
                self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))
            return
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()


class SubscriptionRowDelegate(CardRowDelegate):
    """Paints a row in three lines and a bar: label, status, product, traffic, end."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Returns the height of three lines of text and a bar in the present scale."""
        return QSize(100, name_height() + 2 * _line() + _BAR + 4 * _GAP + 2 * PADDING)

    def paint_row(self, painter: QPainter, inner: QRectF, row: SubscriptionRow, mirror: Mirror) -> None:
        """Paints the lines and the bar."""
        first = QRectF(inner.left(), inner.top(), inner.width(), name_height())
        paint_name(painter, first, row.label, row.badge, mirror)
        second = QRectF(inner.left(), first.bottom() + _GAP, inner.width(), _line())
        paint_pair(painter, second, (row.product, row.used), mirror)
        bar = QRectF(inner.left(), second.bottom() + _GAP, inner.width(), _BAR)
        token = _BAR_TOKENS.get(row.bar, "accent")
        paint_bar(painter, bar, row.share, token)
        third = QRectF(inner.left(), bar.bottom() + _GAP, inner.width(), _line())
        words = _("auto-renew") if row.auto_renew else ""
        left = paint_pair(painter, third, (row.ends, words), mirror)
        if words:
            side = theme.scaled(_ICON)
            sign = QRectF(left - side - 5, third.center().y() - side / 2, side, side)
            paint_icon(painter, mirror.map_rect(sign), "refresh-cw", "muted")


def _line() -> int:
    return QFontMetrics(theme.font("secondary")).height()


class SubscriptionListPane(QWidget):
    """Shows the subscriptions that the page has loaded.

    Signals:
        subscription_chosen(str): The ID of the row that the user selected.
        copy_wanted(str): Ctrl+C was pressed on a row; its ID.
        formats_wanted(str, QPoint): The menu of a row, or Ctrl+Shift+C; its ID, the screen position.
    """

    subscription_chosen = Signal(str)
    copy_wanted = Signal(str)
    formats_wanted = Signal(str, QPoint)

    def __init__(self, model: SubscriptionListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._chosen_id = ""
        self._unreadable = ""
        self.search = SearchField(_("Filter subscriptions"), _("Filter"))
        self.search.textChanged.connect(self._on_filter_changed)
        self.products = Segments(
            _("Product"),
            [
                (ALL, pgettext("subscriptions", "All")),
                (RESIDENTIAL, _("Residential")),
                (MOBILE_GB, _("Mobile")),
            ],
        )
        self.products.chosen.connect(self._on_filter_changed)
        self.list = CardList(_("Subscriptions"), model, SubscriptionRowDelegate(), _skeleton())
        self.list.chosen.connect(self._on_row_chosen)
        self.list.copy_wanted.connect(lambda index: self.copy_wanted.emit(model.id_at(index)))
        for signal in (self.list.menu_wanted, self.list.formats_wanted):
            signal.connect(lambda index, at: self.formats_wanted.emit(model.id_at(index), at))
        self._found = Label("", "secondary")
        self._found.setContentsMargins(16, 4, 16, 8)
        self._found.hide()
        self.view = self.list.view
        self.search.lead_to(self.view)
        self._lay_out()

    def show_list(self, unreadable: str | None = None) -> None:
        """Shows the rows and how many pass the filter, or that there are none.

        Args:
            unreadable: How many could not be read, in words; '' for none, None for no change.
        """
        if unreadable is not None:
            self._unreadable = unreadable
        is_filtered = bool(self.search.text().strip()) or self.products.selected() != ALL
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
        self.list.select(self._model.index_of(subscription_id))

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 8)
        head.setSpacing(10)
        head.addWidget(self.search)
        head.addWidget(self.products, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._found)

    def _on_filter_changed(self) -> None:
        product = self.products.selected()
        self._model.filter_by(self.search.text(), None if product == ALL else product)
        self.show_list()
        self.view.scrollToTop()
        self.select(self._chosen_id)

    def _on_row_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self._chosen_id = self._model.id_at(index)
            self.subscription_chosen.emit(self._chosen_id)


def _skeleton() -> QWidget:
    widget = QWidget()
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(18, 10, 18, 0)
    layout.setSpacing(10)
    for _row in range(4):
        layout.addWidget(Skeleton(120, 14))
        layout.addWidget(Skeleton(190, 10))
        layout.addWidget(Skeleton(0, 6))
        layout.addSpacing(22)
    layout.addStretch()
    return widget
