"""A switch that takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyleOptionButton, QWidget

from ui.theme import theme
from ui.widgets.inputs.drawn_boxes import fill_box
from ui.widgets.painting import mixed, paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import unmnemonic

_TRACK = QSize(34, 20)
_GAP = 10


class Switch(QCheckBox):
    """A checkbox drawn as a switch, with its text beside it.

    Args:
        text: the visible text and accessible name; without one, set the accessible name.
        parent: the widget it stands in.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(unmnemonic(text), parent)
        self._label = text
        self._is_ringed = False
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:
        """Track and text."""
        metrics, track = QFontMetrics(theme.font("strong")), switch_size()
        if not self._label:
            return QSize(track.width() + 6, track.height() + 8)
        words = metrics.horizontalAdvance(self._label) + 2
        return QSize(text_inset() + words, max(track.height() + 8, metrics.height() + 4))

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
        """Draws track, thumb and texts."""
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard, not the mouse, came here."""
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _paint_text(self, painter: QPainter) -> None:
        width = self.width() - text_inset()
        area = QRectF(0 if self.isRightToLeft() else text_inset(), 0, width, self.height())
        ink = theme.color("text" if self.isEnabled() else "faint")
        align = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        paint_text(painter, area, self._label, theme.font("strong"), ink, align=align)

    def _restyle(self) -> None:
        self.setFont(theme.font("strong"))
        self.updateGeometry()
        self.update()


def switch_size() -> QSize:
    """Returns the size of a track in the present text size."""
    return QSize(theme.scaled(_TRACK.width()), theme.scaled(_TRACK.height()))


def text_inset() -> int:
    """Returns how far from its beginning a switch's text stands."""
    return 3 + switch_size().width() + _GAP


def paint_switch(
    painter: QPainter, track: QRectF, *, on: bool, enabled: bool = True, mirrored: bool = False
) -> None:
    """Draws track and thumb; also for delegates."""
    fill = theme.color("accent" if on else "control_border")
    if not enabled:
        fill = mixed(fill, theme.color("surface"), 0.6)
    paint_box(painter, track, fill, radius=track.height() / 2)
    side = track.height() - 6
    left = track.right() - side - 3 if on != mirrored else track.left() + 3
    painter.setBrush(QColor(theme.current_tokens().surface if on else "#FFFFFF"))
    painter.drawEllipse(QRectF(left, track.top() + 3, side, side))
