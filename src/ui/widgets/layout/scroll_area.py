"""Scroll areas: one that scrolls to the focused control, and one that takes its content's height."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from ui.theme.stylesheet import set_style
from ui.widgets.painting import paint_ring
from ui.widgets.viewports import replace_viewport

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_AROUND = 50
"""What is shown around a control, in pixels: its name is above or beside it."""
_BESIDE = 12
"""What is shown above and below a card, in pixels."""
_MAX = 10_000


class ScrollArea(QScrollArea):
    """Scrolls one widget, which fills its width.

    Qt scrolls for a Tab within the area alone; this one also for a Tab from outside, and for what a
    screen reader or the app itself gives the keyboard to. Under the mouse nothing moves.

    Args:
        is_steady: Scrolls up and down alone, and keeps the bar's room free where nothing scrolls: a bar that
            appears would rewrap lines, which then need it permanently.
    """

    def __init__(self, parent: QWidget | None = None, *, is_steady: bool = False) -> None:
        super().__init__(parent)
        replace_viewport(self)
        if is_steady:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            # Disabled, it is not drawn.
            self.verticalScrollBar().setEnabled(False)
            self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._last: ref[QWidget] | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            set_style(bar, "scroll bar")
        _watch_focus()

    def take_focus(self, control: QWidget) -> None:
        """Scrolls to a control in it that gets the focus."""
        # It has it still when the window comes back: what was scrolled meanwhile stays.
        is_back = self._last is not None and self._last() is control
        self._last = ref(control)
        if not is_back and QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._scroll_to(control)

    def reveal(self, card: QWidget) -> None:
        """Scrolls to all of a widget, or to its top where it is too high, once it has been laid out."""
        QTimer.singleShot(0, card, partial(self._reveal, card))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws a focus ring where the area itself has the focus, so that its arrows scroll."""
        super().paintEvent(event)
        if self.hasFocus():
            ring = QRectF(self.viewport().rect())
            paint_ring(QPainter(self.viewport()), ring, radius=6)

    def setWidget(self, content: QWidget) -> None:
        """Shows this widget on the window's background.

        Without a horizontal bar it is as wide as the viewport, whatever its own minimum: a minimum that
        depends on the width, as where cards are stacked, would change the width again, without end.
        """
        super().setWidget(content)
        if self.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            content.setMinimumWidth(1)
            # It adds up lines as if every label were at its narrowest: a gap at the end.
            content.setMinimumHeight(1)
        # Qt gives it a ground of its own.
        content.setAutoFillBackground(False)

    def _on_range_changed(self, first: int, last: int) -> None:
        self.verticalScrollBar().setEnabled(last > first)

    def _reveal(self, card: QWidget) -> None:
        # A timer may be earlier than the layouts that wait for their turn.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        bar = self.verticalScrollBar()
        top = bar.value() + card.mapTo(self.viewport(), QPoint()).y() - _BESIDE
        bottom = top + card.height() + 2 * _BESIDE
        bar.setValue(min(max(bar.value(), bottom - self.viewport().height()), top))

    def _scroll_to(self, control: QWidget) -> None:
        content, available = self.widget(), self.viewport().size()
        if content is None or control.height() + 2 * _AROUND > available.height():
            self.ensureWidgetVisible(control, 0, _AROUND)
            return
        # All of it: Qt would be content with the line of a text that the cursor is in.
        middle = control.mapTo(content, control.rect().center())
        beside = min(control.width(), available.width()) // 2
        self.ensureVisible(middle.x(), middle.y(), beside, control.height() // 2 + _AROUND)


def reveal(widget: QWidget) -> None:
    """Scrolls the areas around a widget to it, as `ScrollArea.reveal` does."""
    at = widget.parentWidget()
    while at is not None:
        if isinstance(at, ScrollArea):
            at.reveal(widget)
        at = at.parentWidget()


@cache
def _watch_focus() -> None:
    application = QApplication.instance()
    if isinstance(application, QApplication):
        # Without the signal's arguments: of them, one may be a widget that is just being destroyed.
        application.focusChanged.connect(_on_focus_changed)


def _on_focus_changed() -> None:
    control = QApplication.focusWidget()
    at = None if control is None else control.parentWidget()
    while control is not None and at is not None:
        if isinstance(at, ScrollArea) and at.viewport().isAncestorOf(control):
            at.take_focus(control)
        at = at.parentWidget()


class ShrinkingArea(ScrollArea):
    """Takes the height of its rows at its width, up to the available height.

    Args:
        takes_focus: Takes the keyboard where it scrolls, as nothing in it does.
    """

    def __init__(self, *, takes_focus: bool = False) -> None:
        super().__init__()
        self._takes_focus = takes_focus
        self._max_height = _MAX
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        content.installEventFilter(self)
        self.setWidget(content)
        self.rows = QVBoxLayout(content)

    def limit_height(self, height: int) -> None:
        """Sets the maximum height, in pixels; the rest is scrolled."""
        self._max_height = height
        self._fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._fit_height()
        return super().eventFilter(watched, event)

    def _fit_height(self) -> None:
        wanted = self.rows.totalHeightForWidth(self.width())
        if wanted < 0:  # nothing in it wraps
            wanted = self.rows.totalSizeHint().height()
        # A bar that comes and goes changes what wraps, and so whether it is needed, without end.
        policies = Qt.ScrollBarPolicy
        is_short = wanted > self._max_height
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAsNeeded if is_short else policies.ScrollBarAlwaysOff
        )
        if self._takes_focus:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_short else Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(max(1, min(self._max_height, wanted)))
