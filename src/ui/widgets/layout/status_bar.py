"""The status bar: connection, message, progress."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.widgets.hairlines import paint_hairline
from ui.widgets.layout.boxes import row
from ui.widgets.painting import paint_ground, picture_of
from ui.widgets.screen_reader import announce
from ui.widgets.text.label import Label

_DOT = 7
_MAX_RIGHT = 3
_MESSAGE_MS = 4000


class _Dot(QWidget):
    """A dot in the color of a token."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.color = "muted"
        theme.follow(self._restyle)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(self.color))
        painter.drawEllipse(QRectF(self.rect()))

    def _restyle(self) -> None:
        self.setFixedSize(QSize(theme.scaled(_DOT), theme.scaled(_DOT)))


class StatusBar(QWidget):
    """Shows short texts; it never gets the focus."""

    def __init__(self) -> None:
        super().__init__()
        # In no layout: else a text that changes, as the age does each second, would lay out the whole window.
        self._parts = inner = QWidget(self)
        self._needed = QSize()
        self._dot = _Dot(inner)
        self._left = Label(role="secondary", elide="right", parent=inner)
        self._message = Label(role="secondary", elide="right", parent=inner)
        self._end = QTimer(self, singleShot=True, interval=_MESSAGE_MS)
        self._end.timeout.connect(lambda: self._message.setText(""))
        self._right = [Label(role="secondary", parent=inner) for _place in range(_MAX_RIGHT)]
        self._dot.hide()
        parts = (self._dot, self._left, None, self._message, None, row(*self._right, spacing=14))
        row(*parts, spacing=6, margins=(16, 5, 16, 5), on=inner)
        self.show_right()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_connection(self, tone: Literal["success", "warning", "danger", "neutral"], text: str) -> None:
        color = "muted" if tone == "neutral" else tone
        if color != self._dot.color:
            self._dot.color = color
            self._dot.update()
        self._left.setText(text)
        self._dot.setVisible(bool(text))

    def show_message(self, text: str, *, permanent: bool = False) -> None:
        """Shows a message such as 'Saved' for 4 seconds, with an announcement; '' for none.

        Args:
            permanent: Until the next one, and without an announcement, such as each second of a countdown.
        """
        self._message.setText(text)
        if text and not permanent:
            announce(self, self._message.shown_text())
            self._end.start()
        else:
            self._end.stop()

    def message(self) -> str:
        """Returns the message in the middle, '' for none."""
        return self._message.shown_text()

    def show_right(self, *texts: str) -> None:
        """Shows up to three texts at the end."""
        for index, label in enumerate(self._right):
            label.setText(texts[index] if index < len(texts) else "")
            label.setVisible(index < len(texts))

    def picture_with(self, text: str) -> QPixmap:
        """Returns a picture of it with a text in place of connection and message."""
        other = StatusBar()
        other.resize(self.size())
        other.show_connection("neutral", text)
        other.show_right(*(label.shown_text() for label in self._right if not label.isHidden()))
        picture = picture_of(other, other.rect())
        other.deleteLater()
        return picture

    def sizeHint(self) -> QSize:
        return self._parts.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._parts.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._parts.resize(self.size())

    def event(self, event: QEvent) -> bool:
        """Notifies the window's layout when it needs another height, or more width than it has."""
        if event.type() == QEvent.Type.LayoutRequest:
            needed = QSize(self.minimumSizeHint().width(), self.sizeHint().height())
            if needed != self._needed:
                self._needed = needed
                self.updateGeometry()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_ground(painter, self.rect(), theme.color("surface"))
        paint_hairline(painter, 0, 0, self.width(), theme.color("border"))
