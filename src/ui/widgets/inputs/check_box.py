"""Check boxes and switches that paint themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyleOptionButton, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import mixed, paint_box, paint_ground, paint_ring, paint_text
from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

_SIDE = 16
_GAP = 9
_RADIUS = 4.0
_TRACK = QSize(34, 20)
_SWITCH_GAP = 10


def fill_box(button: QAbstractButton, option: QStyleOptionButton) -> None:
    """Has the style treat the whole button as its clickable area; call it in `initStyleOption`.

    WORKAROUND: Qt reports to screen readers the style's own rectangle of indicator, icon and text (in
    `QAccessibleButton::rect`), which for a button that draws itself is a corner of it. An icon as large as
    the button makes that rectangle the button's; it is never drawn.
    """
    picture = QPixmap(button.size())
    picture.fill(Qt.GlobalColor.transparent)
    option.icon, option.iconSize = QIcon(picture), button.size()


class _Toggle(QCheckBox):
    """A check box that paints itself: all of it can be clicked, and it has a focus ring."""

    def __init__(self, text: str, role: theme.FontRole, parent: QWidget | None = None) -> None:
        super().__init__(unmnemonic(text), parent)
        self._label, self._role = text, role
        self._is_ringed = False
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        fill_box(self, option)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)


class CheckBox(_Toggle):
    """A check box with a text beside it."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, "body", parent)

    def sizeHint(self) -> QSize:
        side = theme.scaled(_SIDE)
        text_width = theme.text_width(self._label, self._role) + 2
        return QSize(4 + side + _GAP + text_width, max(side, theme.metrics(self._role).height()) + 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = theme.scaled(_SIDE)
        is_mirrored = self.isRightToLeft()
        left = self.width() - side - 3 if is_mirrored else 3
        box = QRectF(left, (self.height() - side) / 2, side, side)
        is_partial = self.checkState() == Qt.CheckState.PartiallyChecked
        paint_check(painter, box, checked=self.isChecked(), enabled=self.isEnabled(), partial=is_partial)
        ink = theme.color("text" if self.isEnabled() else "faint")
        width = self.width() - side - 3 - _GAP
        text_rect = QRectF(0 if is_mirrored else side + 3 + _GAP, 0, width, self.height())
        align = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        paint_text(painter, text_rect, self._label, theme.font(self._role), ink, align=align)
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, box.adjusted(-3, -3, 3, 3), radius=_RADIUS + 3)


def paint_check(
    painter: QPainter, box: QRectF, *, checked: bool, enabled: bool = True, partial: bool = False
) -> None:
    """Draws a check box, also for delegates; `partial` draws a bar for the check mark."""
    if not checked:
        fill = theme.color("surface" if enabled else "sunken")
        paint_box(painter, box, fill, theme.color("control_border"), radius=_RADIUS, width=1.5)
        return
    paint_box(painter, box, theme.color("accent" if enabled else "border"), radius=_RADIUS)
    ink = "on_accent" if enabled else "muted"
    if partial:
        side = box.width()
        bar = QRectF(box.left() + side * 0.25, box.center().y() - 1, side * 0.5, 2)
        paint_ground(painter, bar, theme.color(ink))
    else:
        paint_icon(painter, box.adjusted(1, 1, -1, -1), "check", ink)


class Switch(_Toggle):
    """A check box drawn as a switch with a text; without one, set the accessible name.

    Signals:
        switched(bool): The user switched it: with the mouse, a key, or a screen reader, which toggles and
            does not click.
    """

    switched = Signal(bool)

    def __init__(self, text: str = "") -> None:
        super().__init__(text, "strong")
        self._emits = True
        self.toggled.connect(self._on_toggled)

    def setChecked(self, on: bool) -> None:  # noqa: FBT001 (Qt's method)
        """Switches it without the signal `switched`; what the user does comes past this method."""
        self._emits = False
        super().setChecked(on)
        self._emits = True

    def sizeHint(self) -> QSize:
        track = switch_size()
        if not self._label:
            return QSize(track.width() + 6, track.height() + 8)
        width = text_inset() + theme.text_width(self._label, self._role) + 2
        return QSize(width, max(track.height() + 8, theme.metrics(self._role).height() + 4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        size = switch_size()
        left = self.width() - 3 - size.width() if self.isRightToLeft() else 3
        track = QRectF(left, (self.height() - size.height()) / 2, size.width(), size.height())
        paint_switch(
            painter, track, on=self.isChecked(), enabled=self.isEnabled(), mirrored=self.isRightToLeft()
        )
        if self._label:
            self._paint_text(painter)
        if self._is_ringed and self.hasFocus():
            ring = track.adjusted(-3, -3, 3, 3)
            paint_ring(painter, ring, radius=ring.height() / 2)

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        if self._emits:
            self.switched.emit(on)

    def _paint_text(self, painter: QPainter) -> None:
        width = self.width() - text_inset()
        area = QRectF(0 if self.isRightToLeft() else text_inset(), 0, width, self.height())
        ink = theme.color("text" if self.isEnabled() else "faint")
        align = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        paint_text(painter, area, self._label, theme.font("strong"), ink, align=align)


def switch_size() -> QSize:
    return QSize(theme.scaled(_TRACK.width()), theme.scaled(_TRACK.height()))


def text_inset() -> int:
    """Returns the distance of a switch's text from the start."""
    return 3 + switch_size().width() + _SWITCH_GAP


def paint_switch(
    painter: QPainter, track: QRectF, *, on: bool, enabled: bool = True, mirrored: bool = False
) -> None:
    fill = theme.color("accent" if on else "control_border")
    if not enabled:
        fill = mixed(fill, theme.color("surface"), 0.6)
    paint_box(painter, track, fill, radius=track.height() / 2)
    side = track.height() - 6
    left = track.right() - side - 3 if on != mirrored else track.left() + 3
    thumb = QColor(theme.current_tokens().surface if on else "#FFFFFF")
    paint_box(painter, QRectF(left, track.top() + 3, side, side), thumb, radius=side / 2)
