"""Interactive table cells: check mark, bar, switch, hidden secret, menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.buttons import FEEDBACK_MS
from ui.widgets.hairlines import paint_hairline
from ui.widgets.inputs.check_box import paint_check, paint_switch, switch_size
from ui.widgets.painting import Mirror, paint_box, paint_ground, paint_ring, paint_text
from ui.widgets.progress import paint_bar
from ui.widgets.tables.columns import KeyRole, ModelIndex, RowRole

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from PySide6.QtCore import QAbstractItemModel, QEvent, QObject
    from PySide6.QtGui import QPainter

_States = QStyle.StateFlag
PADDING = 12
_BOX = 16
_SIGN = 16
_BAR = 6
_BAR_SHARE = 0.45
_BESIDE = 170


class Cell(QStyledItemDelegate):
    """The background of every cell: the tint of a selected row, a line below, a focus ring.

    Signals:
        pressed(str): The key of the row whose cell was pressed, by mouse or keyboard.

    Attributes:
        rings: Whether the focus ring is drawn: for those who use the keyboard.
    """

    pressed = Signal(str)
    rings = False
    is_hovered = False
    is_pressable = False

    @property
    def mirrored(self) -> bool:
        """Whether the reading direction is right to left."""
        return QGuiApplication.isRightToLeft()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        painter.save()
        rect, state = QRectF(option.rect), option.state
        self.is_hovered = _States.State_MouseOver in state
        if _States.State_Selected in state:
            paint_ground(painter, rect, theme.color("accent_tint"))
        paint_hairline(painter, rect.left(), rect.bottom() - 1, rect.width(), theme.color("border"))
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        self.paint_inside(painter, inner, index)
        if self.rings and _States.State_HasFocus in state:
            paint_ring(painter, rect, radius=6, inset=2)
        painter.restore()

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        """Paints the content of the cell."""

    def hit_rect(self, rect: QRect) -> QRect:
        """Returns the rect that can be pressed; empty unless overridden."""
        return QRect(rect.topLeft(), rect.topLeft())

    def editorEvent(
        self,
        _event: QEvent,
        _model: QAbstractItemModel,
        _option: QStyleOptionViewItem,
        _index: ModelIndex,
    ) -> bool:
        """The table presses cells; Qt would switch a second time."""
        return False

    def press(self, index: ModelIndex) -> None:
        self.pressed.emit(index.data(KeyRole))


class TextCell(Cell):
    """A text, and a warning icon behind it where the row needs attention.

    Args:
        color: A color token.
        warning: Returns why a row needs attention, '' if it does not.
    """

    def __init__(
        self,
        parent: QObject,
        font_role: theme.FontRole = "body",
        color: str = "text",
        warning: Callable[[Any], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._font_role: theme.FontRole = font_role
        self._color = color
        self._warning = warning

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        area = QRectF(rect)
        if self._warning is not None and self._warning(index.data(RowRole)):
            side = theme.scaled(_SIGN)
            left = area.left() if self.mirrored else area.right() - side
            paint_icon(
                painter, QRectF(left, area.center().y() - side / 2, side, side), "circle-alert", "danger"
            )
            area.adjust(side + 8 if self.mirrored else 0, 0, 0 if self.mirrored else -side - 8, 0)
        text = sanitized(str(index.data(Qt.ItemDataRole.DisplayRole) or ""))
        sides = Qt.AlignmentFlag
        align = sides.AlignRight if self.mirrored else sides.AlignLeft
        paint_text(painter, area, text, theme.font(self._font_role), theme.color(self._color), align=align)


class CheckCell(Cell):
    """The check mark of a selected row."""

    is_pressable = True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        super().paint(painter, option, index)
        painter.save()
        box = QRectF(self._box(option.rect))
        paint_check(painter, box, checked=_States.State_Selected in option.state)
        painter.restore()

    def hit_rect(self, rect: QRect) -> QRect:
        return rect

    def _box(self, rect: QRect) -> QRect:
        side = theme.scaled(_BOX)
        box = QRect(0, 0, side, side)
        box.moveCenter(rect.center())
        return box


class BarCell(Cell):
    """A bar for a share, and a text beside it, or above it where it is narrow.

    Args:
        share: Returns the filled share, 0 to 1; None for an empty bar, and none at all beside a long text.
        severity: Returns that of the bar.
    """

    def __init__(
        self, parent: QObject, share: Callable[[Any], float | None], severity: Callable[[Any], str]
    ) -> None:
        super().__init__(parent)
        self._share, self._severity = share, severity

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        text_rect = QRectF(rect)
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        beside = rect.width() * (1 - _BAR_SHARE) - 8
        row, mirror = index.data(RowRole), Mirror(rect, is_on=self.mirrored)
        share, bar = self._share(row), QRectF()
        is_long = theme.text_width(text, "secondary") > beside
        if rect.width() < theme.scaled(_BESIDE) or (is_long and share is not None):
            text_rect.setBottom(rect.center().y() + theme.scaled(6))
            bar = QRectF(rect.left(), text_rect.bottom(), rect.width(), _BAR)
        elif not is_long:
            width = rect.width() * _BAR_SHARE
            bar = QRectF(rect.left(), rect.center().y() - _BAR / 2, width, _BAR)
            text_rect.setLeft(bar.right() + 8)
        if not bar.isEmpty():
            paint_bar(painter, mirror.map_rect(bar), share or 0.0, self._severity(row))
        ink, font = theme.color("muted"), theme.font("secondary")
        paint_text(painter, mirror.map_rect(text_rect), text, font, ink, align=mirror.end)


class SwitchCell(Cell):
    """A switch; its state is the model's check state, which it changes by `setData`."""

    is_pressable = True

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        size = switch_size()
        left = rect.right() - size.width() if self.mirrored else rect.left()
        track = QRectF(left, rect.center().y() - size.height() / 2, size.width(), size.height())
        can = _can_be_switched(index)
        paint_switch(painter, track, on=_is_on(index), enabled=can, mirrored=self.mirrored)

    def hit_rect(self, rect: QRect) -> QRect:
        """The track with a margin."""
        width = min(rect.width(), switch_size().width() + 2 * PADDING)
        left = rect.right() - width if self.mirrored else rect.left()
        return QRect(left, rect.top(), width, rect.height())

    def press(self, index: ModelIndex) -> None:
        if _can_be_switched(index):
            states = Qt.CheckState
            wanted = states.Unchecked if _is_on(index) else states.Checked
            index.model().setData(index, wanted, Qt.ItemDataRole.CheckStateRole)


class SecretCell(Cell):
    """Dots for a secret, and a button that copies it; the secret is never in the model."""

    is_pressable = True

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._copied: frozenset[str] = frozenset()
        self._timer = QTimer(self, singleShot=True, interval=FEEDBACK_MS)
        self._timer.timeout.connect(lambda: self._show_copied(()))

    def show_copied(self, keys: Collection[str]) -> None:
        """Shows a check mark for two seconds, in the rows of these keys."""
        self._show_copied(keys)
        self._timer.start()

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        mirror, icon_rect = Mirror(rect, is_on=self.mirrored), QRectF(self._icon_rect(rect.toRect()))
        width = mirror.map_rect(icon_rect).left() - rect.left() - 8
        text_rect = mirror.map_rect(QRectF(rect.left(), rect.top(), width, rect.height()))
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        paint_text(painter, text_rect, text, theme.font("mono"), theme.color("text"), align=mirror.start)
        is_copied = index.data(KeyRole) in self._copied
        name, token = ("check", "success") if is_copied else ("copy", "text" if self.is_hovered else "muted")
        paint_icon(painter, icon_rect, name, token)

    def hit_rect(self, rect: QRect) -> QRect:
        """The icon with a margin."""
        return self._icon_rect(rect.adjusted(PADDING, 0, -PADDING, 0)).adjusted(-8, -8, 8, 8)

    def _icon_rect(self, inner: QRect) -> QRect:
        side = theme.scaled(_SIGN)
        left = min(inner.left() + theme.scaled(82), inner.right() - side)
        box = QRectF(left, inner.center().y() - side // 2, side, side)
        return Mirror(QRectF(inner), is_on=self.mirrored).map_rect(box).toRect()

    def _show_copied(self, keys: Collection[str]) -> None:
        self._copied = frozenset(keys)
        view = self.parent()
        if view is not None:
            view.viewport().update()  # type: ignore[attr-defined] # a delegate's parent is its view


class MenuCell(Cell):
    """A button with three dots that opens the row's menu."""

    is_pressable = True

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        del index
        side = theme.scaled(_SIGN)
        icon_rect = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        if self.is_hovered:
            paint_box(painter, icon_rect.adjusted(-6, -6, 6, 6), theme.color("sunken"))
        paint_icon(painter, icon_rect, "ellipsis", "text")

    def hit_rect(self, rect: QRect) -> QRect:
        return rect


def _is_on(index: ModelIndex) -> bool:
    return bool(index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked)


def _can_be_switched(index: ModelIndex) -> bool:
    return bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
