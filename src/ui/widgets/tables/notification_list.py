"""The list of notifications, and the delegate of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.i18n.texts import _
from app.untrusted_text import plain
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.theme.stylesheet import dress
from ui.widgets.painting import paint_box, paint_ring, paint_text
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, ModelIndex, RowRole
from ui.widgets.text.untrusted_text import breakable
from ui.widgets.viewports import replace_viewport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent

_MARGIN: Final = 8
_PADDING: Final = 10
_ICON: Final = 16
_ICON_GAP: Final = 10
_GAP: Final = 3
_DOT: Final = 8
_ENDLESS: Final = 10_000
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class NotificationItem:
    """One row.

    Attributes:
        number: Identifies the row.
        tone: The token of the icon's color.
        text: Untrusted text in it is sanitized here.
        origin: Account and age.
    """

    number: int
    icon: str
    tone: str
    title: str
    text: str
    origin: str
    tooltip: str
    spoken: str
    is_read: bool


class NotificationDelegate(QStyledItemDelegate):
    """As high as its sentence needs; mirrored in right-to-left layouts."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def height(self, item: NotificationItem, width: int) -> int:
        available = width - 2 * (_MARGIN + _PADDING) - theme.scaled(_ICON) - _ICON_GAP
        lines = _line("strong") + self._text_height(item, available) + _line("caption")
        return lines + 2 * _GAP + 2 * _PADDING

    def sizeHint(self, _option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, self.height(cast("NotificationItem", index.data(RowRole)), width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        item = cast("NotificationItem", index.data(RowRole))
        painter.save()
        box = option.rect.adjusted(_MARGIN, 1, -_MARGIN, -1)
        self._paint_background(painter, option, QRectF(box))
        inner = option.rect.adjusted(_MARGIN + _PADDING, _PADDING, -_MARGIN - _PADDING, -_PADDING)
        side, line = theme.scaled(_ICON), _line("strong")
        icon_rect = QRect(inner.left(), inner.top() + (line - side) // 2, side, side)
        paint_icon(painter, QRectF(_mirrored(option, icon_rect)), item.icon, item.tone)
        texts = inner.adjusted(side + _ICON_GAP, 0, 0, 0)
        self._paint_title(painter, option, QRect(texts.left(), texts.top(), texts.width(), line), item)
        height = self._text_height(item, texts.width())
        text_rect = QRect(texts.left(), texts.top() + line + _GAP, texts.width(), height)
        self._paint_sentence(painter, option, text_rect, item)
        last = QRect(texts.left(), text_rect.bottom() + 1 + _GAP, texts.width(), _line("caption"))
        muted = theme.color("muted")
        origin_text = plain(item.origin, 100)
        paint_text(
            painter,
            QRectF(_mirrored(option, last)),
            origin_text,
            theme.font("caption"),
            muted,
            align=_start(option),
        )
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, box: QRectF) -> None:
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
            paint_box(painter, QRectF(_mirrored(option, dot)), theme.color("accent"), radius=_DOT / 2)
        available = QRectF(_mirrored(option, line.adjusted(0, 0, -_DOT - 6, 0)))
        font = theme.font("medium" if item.is_read else "strong")
        paint_text(painter, available, item.title, font, theme.color("text"), align=_start(option))

    def _paint_sentence(
        self, painter: QPainter, option: QStyleOptionViewItem, text_rect: QRect, item: NotificationItem
    ) -> None:
        painter.setFont(theme.font("secondary"))
        painter.setPen(theme.color("text"))
        # The sentence has the direction of its script, and is aligned to the start of the row.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        flags = Qt.TextFlag.TextWordWrap | _start(option) | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(_mirrored(option, text_rect), int(flags), breakable(plain(item.text)))

    def _text_height(self, item: NotificationItem, available: int) -> int:
        text_rect = QRect(0, 0, max(1, available), _ENDLESS)
        metrics = QFontMetrics(theme.font("secondary"))
        return metrics.boundingRect(text_rect, Qt.TextFlag.TextWordWrap, breakable(plain(item.text))).height()


def _mirrored(option: QStyleOptionViewItem, rect: QRect) -> QRect:
    return QStyle.visualRect(option.direction, option.rect, rect)


def _start(option: QStyleOptionViewItem) -> Qt.AlignmentFlag:
    is_mirrored = option.direction == Qt.LayoutDirection.RightToLeft
    return Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft


def _line(role: theme.FontRole) -> int:
    return QFontMetrics(theme.font(role)).height()


_COLUMN: Final[Column[NotificationItem, NotificationItem]] = Column(
    key="notification",
    title=lambda: _("Notifications"),
    text=lambda item: item.spoken,
    spoken=lambda item: item.spoken,
    tooltip=lambda item: item.tooltip,
)


class NotificationList(QListView):
    """Enter, Space or a click chooses a row; the signal has its number."""

    notification_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        replace_viewport(self)
        self._items = RecordModel((_COLUMN,), lambda item: item, key=lambda item: str(item.number))
        self.setModel(self._items)
        self._delegate = NotificationDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._on_clicked)
        dress(self, "view")
        theme.follow(self._restyle)

    def show_rows(self, rows: Sequence[NotificationItem]) -> None:
        """Where the order is the same, current row and scroll position stay."""
        self._items.show_records(rows)

    def content_height(self, width: int) -> int:
        return sum(self._delegate.height(item, width) for item in self._items.records())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._on_clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Makes the first row current where none is."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._items.rowCount():
            self.setCurrentIndex(self._items.index(0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _on_clicked(self, index: QModelIndex) -> None:
        row = cast("NotificationItem | None", index.data(RowRole))
        if row is not None:
            self.notification_chosen.emit(row.number)

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
