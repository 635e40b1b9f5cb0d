"""The base of charts: cached pixmap, current item by mouse or keyboard, its bubble, accessible text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from ui.theme import theme
from ui.widgets.painting import Mirror, mixed, paint_box, paint_ring, paint_text
from ui.widgets.screen_reader import announce

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent

_PADDING = 10
_DISTANCE = 8
_POINTED = frozenset((Qt.FocusReason.MouseFocusReason, Qt.FocusReason.ActiveWindowFocusReason))


class AccessibleChart(QWidget):
    """The base of a painted chart; screen readers announce each item reached by keyboard."""

    def __init__(self, name: str) -> None:
        super().__init__()
        # Before its first event: Qt keeps the interface that it has made for that.
        _install()
        self.accessible_interface: QAccessibleWidget | None = None
        self._picture: QPixmap | None = None
        self._current = -1
        self._is_ringed = False
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def accessible_texts(self) -> list[str]:
        """Returns a sentence for each item, in keyboard order."""
        raise NotImplementedError

    def first_item(self) -> int:
        """Returns the index of the first item by keyboard."""
        raise NotImplementedError

    def next_item(self, key: Qt.Key) -> int | None:
        """Returns the index that a key moves to, maybe beyond the ends; None for other keys."""
        raise NotImplementedError

    def paint_picture(self, painter: QPainter) -> None:
        """Paints everything but the current item."""
        raise NotImplementedError

    def paint_item(self, painter: QPainter, index: int) -> None:
        """Paints the current item over the picture, with its bubble."""
        raise NotImplementedError

    def current(self) -> int:
        """Returns the index of the item in the bubble, -1 for none."""
        return self._current

    def show_item(self, index: int) -> None:
        """Shows an item in the bubble, -1 for none."""
        if index != self._current:
            self._current = index
            self.update()

    def to_pixmap(self) -> QPixmap:
        """Returns the chart without the bubble."""
        dpr = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != dpr:
            picture = QPixmap(self.size() * dpr)
            picture.setDevicePixelRatio(dpr)
            # Opaque, in the color of a card: that is copied faster.
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
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self.to_pixmap())
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, QRectF(self.rect()))
        if self._current >= 0:
            self.paint_item(painter, self._current)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.show_item(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move between items; Esc hides the bubble."""
        key = Qt.Key(event.key())
        target = self.next_item(key)
        if key == Qt.Key.Key_Escape and self._current >= 0:
            self.show_item(-1)
        elif target is None or not self.accessible_texts():
            super().keyPressEvent(event)
        else:
            self._go_to(target)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._is_ringed = event.reason() not in _POINTED
        if self._is_ringed and self._current < 0 and self.accessible_texts():
            self._go_to(self.first_item())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.show_item(-1)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.redraw()

    def _go_to(self, target: int) -> None:
        texts = self.accessible_texts()
        index = min(len(texts) - 1, max(0, target))
        self.show_item(index)
        self.setAccessibleDescription(texts[index])
        announce(self, texts[index])


def paint_bubble(painter: QPainter, point: QPointF, area: QRectF, title: str, caption: str) -> None:
    """Draws two lines above an item's position, or below where they don't fit in an area."""
    strong, quiet = theme.font("strong"), theme.font("caption")
    first, second = QFontMetrics(strong), QFontMetrics(quiet)
    width = max(first.horizontalAdvance(title), second.horizontalAdvance(caption)) + 2 * _PADDING + 2
    height = first.height() + second.height() + 2 + _PADDING
    left = min(max(area.left(), point.x() - width / 2), max(area.left(), area.right() - width))
    top = point.y() - _DISTANCE - height
    if top < area.top():
        top = min(point.y() + 2 * _DISTANCE, max(area.top(), area.bottom() - height))
    box = QRectF(left, top, width, height)
    paint_box(painter, box, theme.color("text"), radius=6)
    # The two pixels spare a text that is a hair wider than it measures from being cut.
    text_rect = box.adjusted(_PADDING - 1, _PADDING / 2, -_PADDING + 1, -_PADDING / 2)
    ink, start = theme.color("surface"), Mirror.of_app(box).start
    line = QRectF(text_rect.left(), text_rect.top(), text_rect.width(), first.height())
    paint_text(painter, line, title, strong, ink, align=start)
    below = QRectF(text_rect.left(), line.bottom() + 2, text_rect.width(), second.height())
    paint_text(painter, below, caption, quiet, mixed(ink, theme.color("text"), 0.2), align=start)


@cache
def _install() -> None:
    QAccessible.installFactory(_interface)


def _interface(_class_name: str, subject: QObject) -> QAccessibleWidget | None:
    if not isinstance(subject, AccessibleChart):
        return None
    # Referenced by its widget: Qt needs it for as long as the widget lives.
    subject.accessible_interface = QAccessibleWidget(
        subject, QAccessible.Role.Chart, subject.accessibleName()
    )
    return subject.accessible_interface
