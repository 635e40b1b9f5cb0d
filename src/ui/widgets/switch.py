"""A switch: a checkbox that looks like what it does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from ui import theme
from ui.widgets.foreign_text import plain, unmnemonic
from ui.widgets.painting import mixed, paint_box, paint_ring, paint_text

_TRACK = QSize(34, 20)
_GAP = 10


class Switch(QCheckBox):
    """A checkbox drawn as a switch, with its text and a line of explanation beside it.

    Args:
        text: the visible text and accessible name; without one, set the accessible name.
        hint: a second line in a quieter voice.
        parent: the widget it stands in.
    """

    def __init__(self, text: str = "", hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(unmnemonic(text), parent)
        self._label = text
        self._hint = plain(hint)
        self._is_ringed = False
        if hint:
            self.setAccessibleDescription(self._hint)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:
        """Track, text and hint."""
        strong, quiet = QFontMetrics(theme.font("strong")), QFontMetrics(theme.font("secondary"))
        track = switch_size()
        if not self._label:
            return QSize(track.width() + 6, track.height() + 8)
        words = max(strong.horizontalAdvance(self._label), quiet.horizontalAdvance(self._hint)) + 2
        height = strong.height() + (quiet.height() + 2 if self._hint else 0)
        return QSize(3 + track.width() + _GAP + words, max(track.height() + 8, height + 4))

    def minimumSizeHint(self) -> QSize:
        """A text is not cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """All of it can be clicked, the text too."""
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws track, thumb and texts."""
        painter = QPainter(self)
        size = switch_size()
        track = QRectF(3, (self.height() - size.height()) / 2, size.width(), size.height())
        paint_switch(
            painter, track, on=self.isChecked(), enabled=self.isEnabled(), mirrored=self.isRightToLeft()
        )
        if self._label:
            self._paint_texts(painter, track.right() + _GAP)
        if self._is_ringed and self.hasFocus():
            ring = track.adjusted(-3, -3, 3, 3)
            paint_ring(painter, ring, radius=ring.height() / 2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard, not the mouse, came here."""
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _paint_texts(self, painter: QPainter, left: float) -> None:
        strong, quiet = theme.font("strong"), theme.font("secondary")
        width = self.width() - left
        first = QFontMetrics(strong).height()
        second = QFontMetrics(quiet).height() + 2 if self._hint else 0
        top = (self.height() - first - second) / 2
        ink = theme.color("text" if self.isEnabled() else "faint")
        paint_text(painter, QRectF(left, top, width, first), self._label, strong, ink)
        if self._hint:
            area = QRectF(left, top + first, width, second)
            paint_text(painter, area, self._hint, quiet, theme.color("muted"))

    def _restyle(self) -> None:
        self.setFont(theme.font("strong"))
        self.updateGeometry()
        self.update()


def switch_size() -> QSize:
    """Returns the size of a track in the present text size."""
    return QSize(theme.scaled(_TRACK.width()), theme.scaled(_TRACK.height()))


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
