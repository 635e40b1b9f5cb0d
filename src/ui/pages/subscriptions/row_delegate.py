"""Paints a subscription as a row of the list: label, state, product, traffic, end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QFontMetrics, QPainter

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.charts.progress import paint_bar
from ui.widgets.tables.card_rows import PADDING, CardRowDelegate, name_height, paint_name, paint_pair

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem

    from app.present.subscription_views import SubscriptionRow
    from ui.widgets.mirrors import Mirror

_BAR = 6
_GAP = 5
_ICON = 13
_BAR_TOKENS = {"warning": "warning", "danger": "danger"}


class SubscriptionRowDelegate(CardRowDelegate):
    """Three lines and a bar."""

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
            paint_icon(painter, mirror.place(sign), "refresh-cw", "muted")


def _line() -> int:
    return QFontMetrics(theme.font("secondary")).height()
