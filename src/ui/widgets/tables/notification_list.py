"""The list of notifications, and the delegate of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.i18n.texts import _
from app.untrusted_text import plain
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.theme.stylesheet import dress
from ui.widgets.buttons.buttons import Button
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
_ACTION: Final = 28
_ACTION_GAP: Final = 8
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
        action: The text of the row's button; empty for none.
        action_note: A text beside the button, and its description.
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
    action: str = ""
    action_note: str = ""


class NotificationDelegate(QStyledItemDelegate):
    """As high as its sentence needs; mirrored in right-to-left layouts."""

    def __init__(self, view: NotificationList) -> None:
        super().__init__(view)
        self._view = view

    def height(self, item: NotificationItem, width: int) -> int:
        available = width - 2 * (_MARGIN + _PADDING) - theme.scaled(_ICON) - _ICON_GAP
        lines = _line("strong") + self._text_height(item, available) + _line("caption")
        return lines + 2 * _GAP + 2 * _PADDING + (_action_height() if item.action else 0)

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
        if item.action:
            note = self.action_rect(option.rect).adjusted(self.action_width(item) + _ICON_GAP, 0, 0, 0)
            note_rect = QRectF(_mirrored(option, note))
            font = theme.font("caption")
            paint_text(painter, note_rect, item.action_note, font, muted, align=_start(option))
        painter.restore()

    def action_rect(self, row: QRect) -> QRect:
        """Returns the rect for the button and its note at the end of a row, not mirrored."""
        left = row.left() + _MARGIN + _PADDING + theme.scaled(_ICON) + _ICON_GAP
        height = _action_height() - _ACTION_GAP
        return QRect(
            left, row.bottom() + 1 - _PADDING - height, row.right() - _MARGIN - _PADDING - left, height
        )

    def action_width(self, item: NotificationItem) -> int:
        return self._view.button_width(item.number)

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


def _action_height() -> int:
    return theme.scaled(_ACTION) + _ACTION_GAP


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
    """Enter, Space or a click chooses a row, and a row's button its action; the signals have its number."""

    notification_chosen = Signal(int)
    action_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        replace_viewport(self)
        self._items = RecordModel((_COLUMN,), lambda item: item, key=lambda item: str(item.number))
        self.setModel(self._items)
        self._delegate = NotificationDelegate(self)
        self.setItemDelegate(self._delegate)
        self._buttons: dict[int, Button] = {}
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
        self._show_buttons({item.number: item for item in rows if item.action})

    def button_width(self, number: int) -> int:
        """Returns how wide the button of a row is; 0 without one."""
        button = self._buttons.get(number)
        return 0 if button is None else button.width()

    def _show_buttons(self, items: dict[int, NotificationItem]) -> None:
        for number in self._buttons.keys() - items.keys():
            self._buttons.pop(number).deleteLater()
        for number in items.keys() - self._buttons.keys():
            button = Button(items[number].action, "wallet", compact=True, parent=self.viewport())
            button.setAccessibleDescription(f"{items[number].text} {items[number].action_note}")
            button.clicked.connect(partial(self.action_chosen.emit, number))
            self._buttons[number] = button
        for above, below in pairwise((self, *(self._buttons[number] for number in items))):
            self.setTabOrder(above, below)
        self._place_buttons()

    def _place_buttons(self) -> None:
        for number in range(self._items.rowCount()):
            index = self._items.index(number, 0)
            item = cast("NotificationItem", index.data(RowRole))
            button = self._buttons.get(item.number)
            if button is not None:
                row = self.visualRect(index)
                rect = self._delegate.action_rect(row)
                rect.setWidth(min(button.sizeHint().width(), rect.width()))
                button.setGeometry(QStyle.visualRect(self.layoutDirection(), row, rect))
                button.show()

    def doItemsLayout(self) -> None:
        super().doItemsLayout()
        self._place_buttons()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._place_buttons()

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
