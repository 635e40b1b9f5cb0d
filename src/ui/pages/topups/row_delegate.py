"""Paints a top-up as a row of the list: coin, amount, state, age."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize

from ui.theme import theme
from ui.widgets.tables.card_rows import PADDING, CardRowDelegate, name_height, paint_name, paint_pair
from ui.widgets.text.coin_badge import paint_coin
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from app.present.topup_views import TopUpRow
    from ui.widgets.mirrors import Mirror

_COIN = 34
_GAP = 12


class TopUpRowDelegate(CardRowDelegate):
    """Two lines beside the coin's sign."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Returns the height of two lines of text in the present scale."""
        return QSize(100, name_height() * 2 + 2 * PADDING + 4)

    def paint_row(self, painter: QPainter, inner: QRectF, row: TopUpRow, mirror: Mirror) -> None:
        """Paints the coin and both lines."""
        coin = min(float(theme.scaled(_COIN)), inner.height())
        middle, line = inner.center().y(), name_height()
        sign = mirror.place(QRectF(inner.left(), middle - coin / 2, coin, coin))
        paint_coin(painter, sign, plain(row.coin, 12))
        text = inner.adjusted(coin + _GAP, 0, 0, 0)
        upper = QRectF(text.left(), middle - line - 1, text.width(), line)
        paint_name(painter, upper, row.amount, row.badge, mirror)
        lower = QRectF(text.left(), middle + 1, text.width(), line)
        paint_pair(painter, lower, (row.subtitle, row.when), mirror)
