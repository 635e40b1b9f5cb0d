"""A check box, for choices that take effect when a form is submitted."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPaintEvent, Qt
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyleOptionButton, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.inputs.drawn_boxes import fill_box
from ui.widgets.painting import paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import unmnemonic

_SIDE = 16
_GAP = 9
_RADIUS = 4.0


class CheckBox(QCheckBox):
    """A box with a text beside it.

    Args:
        text: The visible text and accessible name.
        parent: The widget it stands in.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(unmnemonic(text), parent)
        self._label = text
        self._is_ringed = False
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:
        """Box and text."""
        metrics = QFontMetrics(self.font())
        side = theme.scaled(_SIDE)
        words = metrics.horizontalAdvance(self._label) + 2
        return QSize(4 + side + _GAP + words, max(side, metrics.height()) + 12)

    def minimumSizeHint(self) -> QSize:
        """A text is not cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """All of it can be clicked, the text too."""
        return self.rect().contains(pos)

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        """Lets screen readers find all of it."""
        super().initStyleOption(option)
        fill_box(self, option)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws box, text and ring."""
        painter = QPainter(self)
        side = theme.scaled(_SIDE)
        is_mirrored = self.isRightToLeft()
        left = self.width() - side - 3 if is_mirrored else 3
        box = QRectF(left, (self.height() - side) / 2, side, side)
        is_partial = self.checkState() == Qt.CheckState.PartiallyChecked
        paint_check(painter, box, checked=self.isChecked(), enabled=self.isEnabled(), partial=is_partial)
        ink = theme.color("text" if self.isEnabled() else "faint")
        width = self.width() - side - 3 - _GAP
        words = QRectF(0 if is_mirrored else side + 3 + _GAP, 0, width, self.height())
        align = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        paint_text(painter, words, self._label, self.font(), ink, align=align)
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, box.adjusted(-3, -3, 3, 3), radius=_RADIUS + 3)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard, not the mouse, came here."""
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.updateGeometry()
        self.update()


def paint_check(
    painter: QPainter, box: QRectF, *, checked: bool, enabled: bool = True, partial: bool = False
) -> None:
    """Draws the box alone; also for delegates. One that is checked in part has a bar for its check."""
    if not checked:
        fill = theme.color("surface" if enabled else "sunken")
        paint_box(painter, box, fill, theme.color("control_border"), radius=_RADIUS, width=1.5)
        return
    paint_box(painter, box, theme.color("accent" if enabled else "border"), radius=_RADIUS)
    ink = "on_accent" if enabled else "muted"
    if partial:
        side = box.width()
        bar = QRectF(box.left() + side * 0.25, box.center().y() - 1, side * 0.5, 2)
        painter.fillRect(bar, theme.color(ink))
    else:
        paint_icon(painter, box.adjusted(1, 1, -1, -1), "check", ink)
