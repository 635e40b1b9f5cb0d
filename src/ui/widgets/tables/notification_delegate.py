"""Paints a notification in the list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import breakable, plain

NotificationRole: Final = int(Qt.ItemDataRole.UserRole) + 1
type_index = QModelIndex | QPersistentModelIndex

_MARGIN: Final = 8
_PADDING: Final = 10
_ICON: Final = 16
_ICON_GAP: Final = 10
_GAP: Final = 3
_DOT: Final = 8
_ENDLESS: Final = 10_000


@dataclass(frozen=True, slots=True)
class NotificationItem:
    """One row.

    Attributes:
        number: Identifies the row.
        icon: The name of its sign.
        tone: The token of the icon's color.
        title: What happened.
        text: More of it; untrusted text in it is sanitized here.
        place: Account and age.
        tooltip: When, in full.
        spoken: The accessible text.
        is_read: Whether it has been seen: then it has no dot.
    """

    number: int
    icon: str
    tone: str
    title: str
    text: str
    place: str
    tooltip: str
    spoken: str
    is_read: bool


class NotificationDelegate(QStyledItemDelegate):
    """As high as its sentence needs; mirrored in right-to-left layouts."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def height(self, item: NotificationItem, width: int) -> int:
        """Returns the height of a row at a width, in the present text size."""
        room = width - 2 * (_MARGIN + _PADDING) - theme.scaled(_ICON) - _ICON_GAP
        lines = _line("strong") + self._text_height(item, room) + _line("caption")
        return lines + 2 * _GAP + 2 * _PADDING

    def sizeHint(self, _option: QStyleOptionViewItem, index: type_index) -> QSize:
        """Returns the size of a row at the present width."""
        width = self._view.viewport().width()
        return QSize(width, self.height(cast("NotificationItem", index.data(NotificationRole)), width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: type_index) -> None:
        """Paints one row."""
        item = cast("NotificationItem", index.data(NotificationRole))
        painter.save()
        box = option.rect.adjusted(_MARGIN, 1, -_MARGIN, -1)
        self._paint_ground(painter, option, QRectF(box))
        inner = option.rect.adjusted(_MARGIN + _PADDING, _PADDING, -_MARGIN - _PADDING, -_PADDING)
        side, line = theme.scaled(_ICON), _line("strong")
        sign = QRect(inner.left(), inner.top() + (line - side) // 2, side, side)
        paint_icon(painter, QRectF(_placed(option, sign)), item.icon, item.tone)
        words = inner.adjusted(side + _ICON_GAP, 0, 0, 0)
        self._paint_title(painter, option, QRect(words.left(), words.top(), words.width(), line), item)
        height = self._text_height(item, words.width())
        place = QRect(words.left(), words.top() + line + _GAP, words.width(), height)
        self._paint_sentence(painter, option, place, item)
        last = QRect(words.left(), place.bottom() + 1 + _GAP, words.width(), _line("caption"))
        muted = theme.color("muted")
        origin_text = plain(item.place, 100)
        paint_text(
            painter,
            QRectF(_placed(option, last)),
            origin_text,
            theme.font("caption"),
            muted,
            align=_start(option),
        )
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, box: QRectF) -> None:
        has_keyboard = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if has_keyboard or option.state & QStyle.StateFlag.State_MouseOver:
            paint_box(painter, box, theme.color("sunken"))
        if has_keyboard:
            paint_ring(painter, box)

    def _paint_title(
        self, painter: QPainter, option: QStyleOptionViewItem, line: QRect, item: NotificationItem
    ) -> None:
        if not item.is_read:
            dot = QRect(line.right() - _DOT + 1, line.top() + (line.height() - _DOT) // 2, _DOT, _DOT)
            paint_box(painter, QRectF(_placed(option, dot)), theme.color("accent"), radius=_DOT / 2)
        room = QRectF(_placed(option, line.adjusted(0, 0, -_DOT - 6, 0)))
        font = theme.font("medium" if item.is_read else "strong")
        paint_text(painter, room, item.title, font, theme.color("text"), align=_start(option))

    def _paint_sentence(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, item: NotificationItem
    ) -> None:
        painter.setFont(theme.font("secondary"))
        painter.setPen(theme.color("text"))
        # The sentence reads as its own script does, and stands where the row begins.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        flags = Qt.TextFlag.TextWordWrap | _start(option) | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(_placed(option, place), int(flags), breakable(plain(item.text)))

    def _text_height(self, item: NotificationItem, room: int) -> int:
        place = QRect(0, 0, max(1, room), _ENDLESS)
        metrics = QFontMetrics(theme.font("secondary"))
        return metrics.boundingRect(place, Qt.TextFlag.TextWordWrap, breakable(plain(item.text))).height()


def _placed(option: QStyleOptionViewItem, rect: QRect) -> QRect:
    return QStyle.visualRect(option.direction, option.rect, rect)


def _start(option: QStyleOptionViewItem) -> Qt.AlignmentFlag:
    is_mirrored = option.direction == Qt.LayoutDirection.RightToLeft
    return Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft


def _line(role: theme.FontRole) -> int:
    return QFontMetrics(theme.font(role)).height()
