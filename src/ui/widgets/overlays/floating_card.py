"""Cards above the window: modal ones in its middle, and panels below a button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QBitmap,
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget
from shiboken6 import isValid

from ui.theme import theme
from ui.widgets.painting import CARD_RADIUS, paint_box, paint_ground

DISTANCE = 16
"""The minimum distance from the window's edge, in pixels."""
_PANEL_DISTANCE = 12  # pixels: of a panel from the window's edges
_PANEL_GAP = 12  # pixels below its button: the header ends there
_SCRIM = QColor(10, 14, 20, 120)
_SIZE_WITHOUT_WINDOW = QSize(2000, 2000)


def prepare_card(card: QWidget) -> None:
    """Makes a window's background transparent where that is possible."""
    card.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, on=not _is_cut())


def cut_card(card: QWidget) -> None:
    """Masks the corners where they can't be transparent; call it after each resize."""
    if _is_cut():
        shape = QBitmap(card.size())
        shape.fill(Qt.GlobalColor.color0)
        painter = QPainter(shape)
        painter.setBrush(Qt.GlobalColor.color1)
        painter.drawRoundedRect(card.rect(), CARD_RADIUS, CARD_RADIUS)
        painter.end()
        card.setMask(shape)


def paint_card(card: QWidget) -> None:
    fill, border = theme.color("surface"), theme.color("border")
    paint_box(QPainter(card), QRectF(card.rect()), fill, border, radius=CARD_RADIUS)


def paint_over_card(cover: QWidget, ink: QColor) -> None:
    """Fills the card below `cover` with a color."""
    radius = 0.0 if _is_cut() else CARD_RADIUS
    paint_box(QPainter(cover), QRectF(cover.rect()), ink, radius=radius)


def _is_cut() -> bool:
    # Without a compositor X11 shows black where a window is translucent.
    return QGuiApplication.platformName() == "xcb"


class _Scrim(QWidget):
    """Dims what is behind a card, the window or another card, and follows its geometry."""

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self._below = below
        self.setGeometry(below.rect())
        below.installEventFilter(self)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._below.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if isinstance(self._below, FloatingCard):
            paint_over_card(self, _SCRIM)
        else:
            paint_ground(QPainter(self), self.rect(), _SCRIM)


class FloatingCard(QDialog):
    """Stays above its window, follows it, and dims what is behind it; Esc closes it.

    Its accessible name is the title. Subclasses return their preferred size (`preferred_size`).

    While it is open, Qt drops what the window manager asks of the window behind it: only the card can be
    closed by Alt+F4 or from a taskbar. Ctrl+Q quits from it (see `shell.shortcuts`).
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._host = parent.window() if parent else None
        self._scrim: _Scrim | None = None
        # The whole window is painted again below it: in a turn after the one in which the card is shown.
        self._dimming = QTimer(self, singleShot=True, interval=0)
        self._dimming.timeout.connect(self._dim)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        prepare_card(self)
        self.finished.connect(self._on_finished)

    def preferred_size(self, available: QSize) -> QSize:
        """Returns the preferred size of the card, at most `available`."""
        return self.sizeHint().boundedTo(available)

    def preferred_top(self, height: int, host_height: int) -> int:
        """Returns the distance from the window's upper edge: centered, unless overridden."""
        return (host_height - height) // 2

    def fit(self) -> None:
        host = self._host
        available = host.size() if host is not None else _SIZE_WITHOUT_WINDOW
        size = self.preferred_size(available - QSize(2 * DISTANCE, 2 * DISTANCE))
        self.setFixedSize(size)
        if host is not None:
            left = (host.width() - size.width()) // 2
            self.move(host.mapToGlobal(QPoint(left, self.preferred_top(size.height(), host.height()))))

    def showEvent(self, event: QShowEvent) -> None:
        if self._host is not None and self._scrim is None:
            self._host.installEventFilter(self)
            self._dimming.start()
        self.fit()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._host and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_card(self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_card(self)

    def _dim(self) -> None:
        if self._host is not None and self._scrim is None:
            self._scrim = _Scrim(self._widget_below(self._host))

    def _on_finished(self) -> None:
        self._dimming.stop()
        if self._host is not None:
            self._host.removeEventFilter(self)
        # A card behind it may be gone already, and the scrim with it.
        if self._scrim is not None and isValid(self._scrim):
            self._scrim.deleteLater()
        self._scrim = None

    def _widget_below(self, host: QWidget) -> QWidget:
        """Returns the topmost open card, or the window."""
        # Among all widgets of the window, the search would take 2 ms.
        cards = host.findChildren(FloatingCard, options=Qt.FindChildOption.FindDirectChildrenOnly)
        open_cards = [card for card in cards if card.isVisible() and card is not self]
        return open_cards[-1] if open_cards else host


def raise_below_cards(part: QWidget, host: QWidget) -> None:
    """Raises a part of a window above the others, but below the scrims of cards."""
    part.raise_()
    for child in host.children():
        if isinstance(child, _Scrim):
            child.raise_()


class PopupPanel(QWidget):
    """A panel below a button of the header."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._button: QWidget | None = None
        self._width = 0
        self.setWindowTitle(name)
        self.setAccessibleName(name)
        prepare_card(self)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)

    def preferred_height(self, width: int) -> int:
        """Returns the preferred height at a width."""
        return self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height()

    def open_below(self, button: QWidget, width: int) -> None:
        """Opens below a button, aligned to its end, inside the window; `width` is in pixels."""
        self._button, self._width = button, width
        button.window().installEventFilter(self)
        self.fit()
        self.show()

    def fit(self) -> None:
        if self._button is None:
            return
        button, host = self._button, self._button.window()
        width = min(self._width, host.width() - 2 * _PANEL_DISTANCE)
        top = button.mapTo(host, QPoint(0, button.height() + _PANEL_GAP)).y()
        self.setFixedWidth(width)
        self.setFixedHeight(min(self.preferred_height(width), host.height() - top - _PANEL_DISTANCE))
        start = button.mapTo(host, QPoint(0, 0)).x()
        left = start if button.isRightToLeft() else start + button.width() - width
        left = max(_PANEL_DISTANCE, min(left, host.width() - width - _PANEL_DISTANCE))
        self.move(host.mapToGlobal(QPoint(left, top)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.fit()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._button is not None:
            self._button.window().removeEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_card(self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_card(self)
