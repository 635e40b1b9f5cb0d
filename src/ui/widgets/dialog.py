"""A dialog as a card above the dimmed window, for what must be answered."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBitmap,
    QColor,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.texts import _
from ui import theme
from ui.widgets.buttons import IconButton
from ui.widgets.label import Label
from ui.widgets.painting import CARD_RADIUS, paint_box

_WIDTH = 600
_MARGIN = 24
_DISTANCE = 16  # from the edge of the window
_SCRIM = QColor(10, 14, 20, 120)


class _Scrim(QWidget):
    """Dims the window behind a dialog."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), _SCRIM)


class _Scroller(QScrollArea):
    """Shows the body, as high as it is where there is room."""

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._content = content
        content.setObjectName("scrolled")
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        """As low as a low body; Qt's own minimum would squeeze the footer."""
        return QSize(0, 24)

    def content_height(self, width: int) -> int:
        """Returns the height of all of the body at a width."""
        content, layout = self._content, self._content.layout()
        if layout is not None and layout.hasHeightForWidth():
            return max(layout.totalHeightForWidth(width), content.minimumSizeHint().height())
        return content.sizeHint().height()


class SheetDialog(QDialog):
    """A modal dialog: title, a body that scrolls when it must, and a footer of buttons.

    Open it with `open()` and listen to `finished`; Esc closes it. Its accessible name is the title.

    Args:
        title: what it is about.
        parent: a widget of the window it belongs to.
        width: of the card, in pixels at a text scale of 1.
    """

    def __init__(self, title: str, parent: QWidget | None = None, *, width: int = _WIDTH) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._base_width = width
        self._host = parent.window() if parent else None
        self._scrim: _Scrim | None = None
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        # Without a compositor X11 shows black where a window is translucent: there the shape is cut instead.
        self._is_cut = QGuiApplication.platformName() == "xcb"
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, on=not self._is_cut)
        self._content = content = QWidget()
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(_MARGIN, 4, _MARGIN, 4)
        self.body.setSpacing(14)
        self._scroller = _Scroller(content, self)
        content.installEventFilter(self)
        self.footer = QHBoxLayout()
        self.footer.setContentsMargins(_MARGIN, 12, _MARGIN, 22)
        self.footer.setSpacing(10)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(_MARGIN, 18, _MARGIN - 8, 8)
        self._head.addWidget(Label(title, "title", elide="right", parent=self), 1)
        self._close = IconButton("x", _("Close"), parent=self)
        self._close.clicked.connect(self.reject)
        self._head.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._head)
        layout.addWidget(self._scroller, 1)
        layout.addLayout(self.footer)
        self.finished.connect(self._on_finished)
        theme.follow(self._on_look_changed)

    def fit(self) -> None:
        """Takes the size that the content needs and the window allows, in the window's middle."""
        host = self._host
        room = host.size() if host is not None else QSize(2000, 2000)
        width = min(theme.scaled(self._base_width), room.width() - 2 * _DISTANCE)
        chrome = self._head.sizeHint().height() + self.footer.sizeHint().height()
        height = min(chrome + self._scroller.content_height(width), room.height() - 2 * _DISTANCE)
        size = QSize(width, height)
        self.setFixedSize(size)
        if host is not None:
            middle = host.mapToGlobal(host.rect().center())
            self.move(QRect(middle.x() - width // 2, middle.y() - height // 2, width, height).topLeft())

    def showEvent(self, event: QShowEvent) -> None:
        """Dims the window and takes its place."""
        if self._host is not None and self._scrim is None:
            self._scrim = _Scrim(self._host)
            self._scrim.setGeometry(self._host.rect())
            self._scrim.show()
            self._host.installEventFilter(self)
        self.fit()
        super().showEvent(event)
        if self.focusWidget() is None or self.focusWidget() is self._close:
            self._focus_first()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the window, and a body that grows."""
        kind = event.type()
        if watched is self._content:
            if kind == QEvent.Type.LayoutRequest and self.isVisible():
                self.fit()
        elif (
            kind in (QEvent.Type.Resize, QEvent.Type.Move)
            and self._scrim is not None
            and self._host is not None
        ):
            self._scrim.setGeometry(self._host.rect())
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cuts the corners where they cannot be transparent."""
        super().resizeEvent(event)
        if self._is_cut:
            shape = QBitmap(self.size())
            shape.fill(Qt.GlobalColor.color0)
            painter = QPainter(shape)
            painter.setBrush(Qt.GlobalColor.color1)
            painter.drawRoundedRect(self.rect(), CARD_RADIUS, CARD_RADIUS)
            painter.end()
            self.setMask(shape)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the card."""
        paint_box(
            QPainter(self),
            QRectF(self.rect()),
            theme.color("surface"),
            theme.color("border"),
            radius=CARD_RADIUS,
        )

    def _focus_first(self) -> None:
        """What must be answered gets the keyboard, not the close button."""
        takes_tab = Qt.FocusPolicy.TabFocus.value
        for child in self._content.findChildren(QWidget):
            if child.focusPolicy().value & takes_tab and child.isVisibleTo(self) and child.isEnabled():
                child.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _on_finished(self) -> None:
        if self._scrim is not None and self._host is not None:
            self._host.removeEventFilter(self)
            self._scrim.deleteLater()
            self._scrim = None

    def _on_look_changed(self) -> None:
        if self.isVisible():
            self.fit()
        self.update()
