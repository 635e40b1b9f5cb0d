"""The list of notifications, and the delegate of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.buttons import Button
from ui.widgets.painting import Mirror, paint_box, paint_ring, paint_text
from ui.widgets.tables.action_list import ActionDelegate, ActionList
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, ModelIndex, RowRole
from ui.widgets.text.badge import badge_size, paint_badge
from ui.widgets.text.untrusted_text import breakable, direction_of

_MARGIN: Final = 8
_PADDING: Final = 10
_ICON: Final = 16
_ICON_GAP: Final = 10
_GAP: Final = 3
_ACTION: Final = 28
_ACTION_GAP: Final = 8
_DOT: Final = 8
_ENDLESS: Final = 10_000


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
        badge: A word at the end of the title; a row with one is muted.
    """

    number: int
    icon: str
    tone: str
    title: str
    text: str
    origin: str
    tooltip: str
    accessible_text: str
    is_read: bool
    action: str = ""
    action_note: str = ""
    badge: str = ""


class NotificationDelegate(ActionDelegate):
    """As high as its sentence needs; mirrored in right-to-left layouts."""

    def height(self, item: NotificationItem, width: int) -> int:
        available = width - 2 * (_MARGIN + _PADDING) - theme.scaled(_ICON) - _ICON_GAP
        lines = _line("strong") + _wrapped_height(item.text, "secondary", available) + _line("caption")
        height = lines + 2 * _GAP + 2 * _PADDING
        if item.action:
            height += _ACTION_GAP + theme.scaled(_ACTION) + _GAP + self._note_height(item, available)
        return height

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        item = cast("NotificationItem", index.data(RowRole))
        mirror = Mirror.of_row(option)
        painter.save()
        box = option.rect.adjusted(_MARGIN, 1, -_MARGIN, -1)
        self._paint_background(painter, option, QRectF(box))
        inner = option.rect.adjusted(_MARGIN + _PADDING, _PADDING, -_MARGIN - _PADDING, -_PADDING)
        side, line = theme.scaled(_ICON), _line("strong")
        icon_rect = QRect(inner.left(), inner.top() + (line - side) // 2, side, side)
        paint_icon(painter, mirror.map_rect(QRectF(icon_rect)), item.icon, item.tone)
        texts = inner.adjusted(side + _ICON_GAP, 0, 0, 0)
        self._paint_title(painter, mirror, QRectF(texts.left(), texts.top(), texts.width(), line), item)
        height = _wrapped_height(item.text, "secondary", texts.width())
        text_rect = QRect(texts.left(), texts.top() + line + _GAP, texts.width(), height)
        painter.setFont(theme.font("secondary"))
        painter.setPen(theme.color("muted" if item.badge else "text"))
        _draw_wrapped(painter, mirror, text_rect, item.text)
        last = QRect(texts.left(), text_rect.bottom() + 1 + _GAP, texts.width(), _line("caption"))
        muted, caption = theme.color("muted"), theme.font("caption")
        origin = sanitized(item.origin, 100)
        paint_text(painter, mirror.map_rect(QRectF(last)), origin, caption, muted, align=mirror.start)
        if item.action:
            above = self.action_rect(option.rect, item)
            note = QRect(above.left(), above.bottom() + 1 + _GAP, above.width(), option.rect.bottom())
            painter.setFont(caption)
            painter.setPen(muted)
            _draw_wrapped(painter, mirror, note, item.action_note)
        painter.restore()

    def action_rect(self, rect: QRect, row: NotificationItem) -> QRect:
        """Returns the rect for the button, above its note at the end of a row."""
        left = rect.left() + _MARGIN + _PADDING + theme.scaled(_ICON) + _ICON_GAP
        width, height = rect.right() - _MARGIN - _PADDING - left, theme.scaled(_ACTION)
        below = _PADDING + self._note_height(row, width + 1) + _GAP
        return QRect(left, rect.bottom() + 1 - below - height, width, height)

    def _note_height(self, item: NotificationItem, available: int) -> int:
        return _wrapped_height(item.action_note, "caption", available)

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, box: QRectF) -> None:
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if has_focus or option.state & QStyle.StateFlag.State_MouseOver:
            paint_box(painter, box, theme.color("sunken"))
        if has_focus:
            paint_ring(painter, box)

    def _paint_title(self, painter: QPainter, mirror: Mirror, line: QRectF, item: NotificationItem) -> None:
        if not item.is_read:
            dot = QRectF(line.right() - _DOT, line.center().y() - _DOT / 2, _DOT, _DOT)
            paint_box(painter, mirror.map_rect(dot), theme.color("accent"), radius=_DOT / 2)
            line.setRight(dot.left() - 6)
        if item.badge:
            size = badge_size(item.badge)
            left, top = line.right() - size.width(), round(line.center().y() - size.height() / 2)
            badge_rect = QRectF(left, top, size.width(), size.height())
            paint_badge(painter, mirror.map_rect(badge_rect), "neutral", item.badge)
            line.setRight(left - 6)
        font = theme.font("medium" if item.is_read else "strong")
        ink = theme.color("muted" if item.badge else "text")
        paint_text(painter, mirror.map_rect(line), item.title, font, ink, align=mirror.start)


def _wrapped_height(text: str, role: theme.FontRole, available: int) -> int:
    text_rect = QRect(0, 0, max(1, available), _ENDLESS)
    metrics = QFontMetrics(theme.font(role))
    return metrics.boundingRect(text_rect, Qt.TextFlag.TextWordWrap, breakable(sanitized(text))).height()


def _draw_wrapped(painter: QPainter, mirror: Mirror, rect: QRect, text: str) -> None:
    """Draws a text in the direction of its script, aligned to the start of the row."""
    painter.setLayoutDirection(direction_of(text))
    flags = Qt.TextFlag.TextWordWrap | mirror.start | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(mirror.map_rect(QRectF(rect)), int(flags), breakable(sanitized(text)))


def _line(role: theme.FontRole) -> int:
    return QFontMetrics(theme.font(role)).height()


_COLUMN: Final[Column[NotificationItem, NotificationItem]] = Column(
    key="notification",
    title=lambda: _("Notifications"),
    text=lambda item: item.accessible_text,
    accessible_text=lambda item: item.accessible_text,
    tooltip=lambda item: item.tooltip,
)


class NotificationList(ActionList):
    """The signals have the number of a notification, as a text."""

    def __init__(self, name: str) -> None:
        super().__init__(name, RecordModel((_COLUMN,), lambda item: item, key=lambda item: str(item.number)))

    def make_delegate(self) -> NotificationDelegate:
        return NotificationDelegate(self)

    def has_action(self, row: NotificationItem) -> bool:
        return bool(row.action)

    def make_button(self, row: NotificationItem) -> Button:
        button = Button(row.action, "wallet", compact=True, parent=self.viewport())
        button.setAccessibleDescription(f"{sanitized(row.text)} {sanitized(row.action_note)}")
        return button
