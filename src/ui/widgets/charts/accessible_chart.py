"""The base of charts: cached pixmap, current item by mouse or keyboard, accessible text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPixmap
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from ui.theme import theme
from ui.widgets.painting import paint_ring

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent

_POINTED = frozenset((Qt.FocusReason.MouseFocusReason, Qt.FocusReason.ActiveWindowFocusReason))


class SpokenChart(QWidget):
    """A widget that paints a chart; screen readers announce each step of the keyboard.

    Args:
        name: What the chart shows, for screen readers.
        parent: The widget it stands in.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spoken_interface: QAccessibleWidget | None = None
        self._picture: QPixmap | None = None
        self._reached = -1
        self._is_ringed = False
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        _install()

    def spoken_texts(self) -> list[str]:
        """Returns a sentence for each spot that can be reached, in the order of the keyboard."""
        raise NotImplementedError

    def first_spot(self) -> int:
        """Returns the index of the spot where the keyboard begins."""
        raise NotImplementedError

    def next_spot(self, key: Qt.Key) -> int | None:
        """Returns where a key leads from the reached spot, maybe beyond the ends; None for other keys."""
        raise NotImplementedError

    def paint_picture(self, painter: QPainter) -> None:
        """Draws everything but the reached spot."""
        raise NotImplementedError

    def paint_spot(self, painter: QPainter, index: int) -> None:
        """Draws the reached spot over the picture, with its bubble."""
        raise NotImplementedError

    def reached(self) -> int:
        """Returns the index of the spot that is shown in the bubble, -1 for none."""
        return self._reached

    def show_spot(self, index: int) -> None:
        """Shows one spot in the bubble, -1 for none."""
        if index != self._reached:
            self._reached = index
            self.update()

    def to_pixmap(self) -> QPixmap:
        """Returns the chart as a picture, without the bubble."""
        dpr = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != dpr:
            picture = QPixmap(self.size() * dpr)
            picture.setDevicePixelRatio(dpr)
            # Opaque, as it stands on a card: that is copied faster.
            picture.fill(theme.color("surface"))
            painter = QPainter(picture)
            self.paint_picture(painter)
            painter.end()
            self._picture = picture
        return self._picture

    def redraw(self) -> None:
        """Repaints the cached pixmap when it is shown next."""
        self._picture = None
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the picture and the spot over it."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self.to_pixmap())
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, QRectF(self.rect()))
        if self._reached >= 0:
            self.paint_spot(painter, self._reached)

    def leaveEvent(self, event: QEvent) -> None:
        """Hides the spot that the pointer left."""
        super().leaveEvent(event)
        self.show_spot(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves over the spots; Esc hides the bubble."""
        key = Qt.Key(event.key())
        target = self.next_spot(key)
        if key == Qt.Key.Key_Escape and self._reached >= 0:
            self.show_spot(-1)
        elif target is None or not self.spoken_texts():
            super().keyPressEvent(event)
        else:
            self._connection_status(target)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring, and the first spot, when the keyboard came here."""
        super().focusInEvent(event)
        self._is_ringed = event.reason() not in _POINTED
        if self._is_ringed and self._reached < 0 and self.spoken_texts():
            self._connection_status(self.first_spot())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Takes ring and spot away."""
        super().focusOutEvent(event)
        self.show_spot(-1)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Repaints in the new size."""
        super().resizeEvent(event)
        self.redraw()

    def _connection_status(self, target: int) -> None:
        texts = self.spoken_texts()
        index = min(len(texts) - 1, max(0, target))
        self.show_spot(index)
        self.setAccessibleDescription(texts[index])
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, texts[index]))


@cache
def _install() -> None:
    QAccessible.installFactory(_interface)


def _interface(_class_name: str, subject: QObject) -> QAccessibleWidget | None:
    if not isinstance(subject, SpokenChart):
        return None
    # Kept by its widget: Qt holds it for as long as the widget lives, and no longer.
    subject.spoken_interface = QAccessibleWidget(subject, QAccessible.Role.Chart, subject.accessibleName())
    return subject.spoken_interface
