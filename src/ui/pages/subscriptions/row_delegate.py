"""Paints a subscription as a row of the list: name, state, what is used, how long it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.texts import _
from ui import theme
from ui.icons import paint_icon
from ui.pages.subscriptions.list_model import RowRole
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.foreign_text import plain
from ui.widgets.painting import CARD_RADIUS, paint_box, paint_ring, paint_text
from ui.widgets.progress import paint_bar

if TYPE_CHECKING:
    from app.present.subscription_views import SubscriptionRow

_MARGIN = 8
_PADDING = 10
_BAR = 6
_GAP = 5
_ICON = 13
_BAR_TOKENS = {"warning": "warning", "danger": "danger"}
_RIGHT = Qt.AlignmentFlag.AlignRight


class SubscriptionRowDelegate(QStyledItemDelegate):
    """The look of the list: the selected row is a card, the others stand on the ground."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Returns the height of three lines of text and a bar in the present scale."""
        return QSize(100, self._first_line() + 2 * self._line() + _BAR + 4 * _GAP + 2 * _PADDING)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one row."""
        row = cast("SubscriptionRow | None", index.data(RowRole))
        if row is None:
            return
        painter.save()
        card = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
        self._paint_ground(painter, option, card)
        inner = card.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        first = QRectF(inner.left(), inner.top(), inner.width(), self._first_line())
        self._paint_name(painter, first, row)
        second = QRectF(inner.left(), first.bottom() + _GAP, inner.width(), self._line())
        self._paint_pair(painter, second, row.product, row.used)
        bar = QRectF(inner.left(), second.bottom() + _GAP, inner.width(), _BAR)
        paint_bar(painter, bar, row.share, _BAR_TOKENS.get(row.bar, "accent"))
        third = QRectF(inner.left(), bar.bottom() + _GAP, inner.width(), self._line())
        words = _("auto-renew") if row.auto_renew else ""
        left = self._paint_pair(painter, third, row.ends, words)
        if words:
            side = theme.scaled(_ICON)
            sign = QRectF(left - side - 5, third.center().y() - side / 2, side, side)
            paint_icon(painter, sign, "refresh-cw", "muted")
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, card: QRectF) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            paint_box(painter, card, theme.color("surface"), theme.color("border"), radius=CARD_RADIUS)
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_ring(painter, card, radius=CARD_RADIUS)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            paint_box(painter, card, theme.color("sunken"), radius=CARD_RADIUS)

    def _paint_name(self, painter: QPainter, rect: QRectF, row: SubscriptionRow) -> None:
        word = plain(row.badge.text, 24)
        size = badge_size(word)
        place = QRectF(
            rect.right() - size.width(), rect.center().y() - size.height() / 2, size.width(), size.height()
        )
        paint_badge(painter, place, row.badge.kind, word, row.badge.icon)
        left = rect.adjusted(0, 0, -size.width() - 6, 0)
        paint_text(painter, left, plain(row.label), theme.font("strong"), theme.color("text"))

    def _paint_pair(self, painter: QPainter, rect: QRectF, left: str, right: str) -> float:
        """Paints a text at each end; returns where the right one begins."""
        font, ink = theme.font("secondary"), theme.color("muted")
        width = QFontMetrics(font).horizontalAdvance(right)
        paint_text(painter, rect, right, font, ink, align=_RIGHT)
        paint_text(painter, rect.adjusted(0, 0, -width - 8, 0), plain(left), font, ink)
        return rect.right() - width

    def _first_line(self) -> int:
        return max(QFontMetrics(theme.font("strong")).height(), badge_size("x").height())

    def _line(self) -> int:
        return QFontMetrics(theme.font("secondary")).height()
