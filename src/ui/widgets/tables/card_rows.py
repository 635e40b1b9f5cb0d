"""Paints a row of a card list: background, name with badge, texts at both ends."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import theme
from ui.widgets.mirrors import Mirror
from ui.widgets.painting import CARD_RADIUS, paint_box, paint_ring, paint_text
from ui.widgets.text.badge import badge_size, paint_badge
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from typing import Any

    from ui.widgets.text.badge import BadgeKind

RowRole = int(Qt.ItemDataRole.UserRole) + 1
"""The role under which a model gives a row's view."""

PADDING = 10
"""Between a card's edge and what stands in it, in pixels."""

_MARGIN = 8
_MAX_SHARE = 0.7
"""Of a line, for the text at its end."""


class State(Protocol):
    """A state as a badge shows it."""

    @property
    def kind(self) -> BadgeKind:
        """Its color."""

    @property
    def text(self) -> str:
        """Its text, untrusted."""

    @property
    def icon(self) -> str:
        """Its icon."""


class CardRowDelegate(QStyledItemDelegate):
    """The style of the list: the selected row is a card, the others are on the background."""

    @abstractmethod
    def paint_row(self, painter: QPainter, inner: QRectF, row: Any, mirror: Mirror) -> None:  # noqa: ANN401 (each its own view)
        """Paints what stands in the card.

        Args:
            painter: Paints it.
            inner: The card without its padding.
            row: The model's view of the row.
            mirror: Mirrors rects in right-to-left layouts.
        """

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one row."""
        row = index.data(RowRole)
        if row is None:
            return
        painter.save()
        card = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
        _paint_ground(painter, option, card)
        inner = card.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        self.paint_row(painter, inner, row, Mirror.of_row(option))
        painter.restore()


def paint_name(painter: QPainter, rect: QRectF, name: str, state: State, mirror: Mirror) -> None:
    """Paints a name, which may be untrusted, and the status at the other end of the line."""
    word, shown = plain(state.text, 24), plain(name)
    size = badge_size(word)
    # The name goes first: a long state takes what it leaves, or half of the line.
    left = rect.width() - QFontMetrics(theme.font("strong")).horizontalAdvance(shown) - 8
    size.setWidth(min(size.width(), int(max(left, rect.width() / 2))))
    top = rect.center().y() - size.height() / 2
    place = QRectF(rect.right() - size.width(), top, size.width(), size.height())
    paint_badge(painter, mirror.place(place), state.kind, word, state.icon)
    room = mirror.place(rect.adjusted(0, 0, -size.width() - 6, 0))
    paint_text(painter, room, shown, theme.font("strong"), theme.color("text"), align=mirror.start)


def paint_pair(painter: QPainter, rect: QRectF, texts: tuple[str, str], mirror: Mirror) -> float:
    """Paints a text, which may be untrusted, at the start, and one of ours at the end.

    Returns:
        Where the latter begins, counted from the left.
    """
    first, last = texts
    font, ink = theme.font("secondary"), theme.color("muted")
    width = min(QFontMetrics(font).horizontalAdvance(last), int(rect.width() * _MAX_SHARE))
    end = rect.adjusted(rect.width() - width, 0, 0, 0)
    paint_text(painter, mirror.place(end), last, font, ink, align=mirror.end)
    room = mirror.place(rect.adjusted(0, 0, -width - 8, 0))
    paint_text(painter, room, plain(first), font, ink, align=mirror.start)
    return rect.right() - width


def name_height() -> int:
    """Returns the height of a line with a name and its state, in pixels."""
    return max(QFontMetrics(theme.font("strong")).height(), badge_size("x").height())


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem, card: QRectF) -> None:
    if option.state & QStyle.StateFlag.State_Selected:
        paint_box(painter, card, theme.color("surface"), theme.color("border"), radius=CARD_RADIUS)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_ring(painter, card, radius=CARD_RADIUS)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        paint_box(painter, card, theme.color("sunken"), radius=CARD_RADIUS)
