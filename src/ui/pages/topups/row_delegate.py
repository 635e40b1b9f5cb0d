"""Paints a top-up as a row of the list: coin, amount, state, age."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import theme
from ui.pages.topups.list_model import RowRole
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.coin_badge import paint_coin
from ui.widgets.foreign_text import plain
from ui.widgets.painting import CARD_RADIUS, paint_box, paint_ring, paint_text

if TYPE_CHECKING:
    from app.present.topup_views import TopUpRow

_COIN = 34
_MARGIN = 8
_PADDING = 10
_GAP = 12


class TopUpRowDelegate(QStyledItemDelegate):
    """The look of the list: the selected row is a card, the others stand on the ground."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Returns the height of two lines of text in the present scale."""
        return QSize(100, self._line_height() * 2 + 2 * _PADDING + 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one row."""
        row = cast("TopUpRow | None", index.data(RowRole))
        if row is None:
            return
        painter.save()
        card = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
        self._paint_ground(painter, option, card)
        inner = card.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        coin = min(float(theme.scaled(_COIN)), inner.height())
        middle = inner.center().y()
        paint_coin(painter, QRectF(inner.left(), middle - coin / 2, coin, coin), plain(row.coin, 12))
        text = inner.adjusted(coin + _GAP, 0, 0, 0)
        line = self._line_height()
        self._paint_upper(painter, QRectF(text.left(), middle - line - 1, text.width(), line), row)
        self._paint_lower(painter, QRectF(text.left(), middle + 1, text.width(), line), row)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, card: QRectF) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            paint_box(painter, card, theme.color("surface"), theme.color("border"), radius=CARD_RADIUS)
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_ring(painter, card, radius=CARD_RADIUS)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            paint_box(painter, card, theme.color("sunken"), radius=CARD_RADIUS)

    def _paint_upper(self, painter: QPainter, rect: QRectF, row: TopUpRow) -> None:
        word = plain(row.badge.text, 24)
        size = badge_size(word)
        place = QRectF(
            rect.right() - size.width(), rect.center().y() - size.height() / 2, size.width(), size.height()
        )
        paint_badge(painter, place, row.badge.kind, word, row.badge.icon)
        left = rect.adjusted(0, 0, -size.width() - 6, 0)
        paint_text(painter, left, row.amount, theme.font("strong"), theme.color("text"))

    def _paint_lower(self, painter: QPainter, rect: QRectF, row: TopUpRow) -> None:
        font, ink = theme.font("secondary"), theme.color("muted")
        paint_text(painter, rect, row.when, font, ink, align=Qt.AlignmentFlag.AlignRight)
        left = rect.adjusted(0, 0, -QFontMetrics(font).horizontalAdvance(row.when) - 8, 0)
        paint_text(painter, left, plain(row.subtitle), font, ink)

    def _line_height(self) -> int:
        return max(QFontMetrics(theme.font("strong")).height(), badge_size("x").height())
