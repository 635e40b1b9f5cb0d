"""The base of all buttons: icon, text and focus ring painted by hand."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.keyboard_focus import can_have_focus
from ui.widgets.painting import Mirror, paint_box, paint_ring, paint_text
from ui.widgets.text.untrusted_text import set_whole_tooltip, tooltip, unmnemonic

_TABBED = frozenset((Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason))
_WITH_WINDOW = frozenset((Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason))
_POINTED = frozenset((Qt.FocusReason.MouseFocusReason, Qt.FocusReason.ActiveWindowFocusReason))


class ButtonColors(NamedTuple):
    """The colors of a button in its current state."""

    ink: QColor
    fill: QColor | None = None
    border: QColor | None = None
    ring: str = "accent"
    ring_inset: float = 0


class PaintedButton(QPushButton):
    """A button that draws itself; its text is its accessible name.

    While disabled it keeps the focus that it had: Qt would move the focus on, and scroll the page there.

    Attributes:
        is_destructive: Whether it never gets the focus automatically, when a focused control disappears.

    Args:
        text: The visible text, '&' included.
    """

    font_role: theme.FontRole = "medium"
    radius = 8.0
    padding = 13
    icon_size = 16
    gap = 8
    base_height = 32
    max_width = 420
    """In pixels at the usual size of text; a longer text is cut, and the tooltip has the whole."""

    def __init__(self, text: str = "", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ""
        self._is_icon_only = False
        self._icon_name = icon
        self._is_ringed = False
        self._arrived_by = Qt.FocusReason.NoFocusReason
        self._left_with_window = False
        self.is_destructive = False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # paints it again when the mouse comes and goes
        self.setAutoDefault(False)
        self.setFlat(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        """A '&' is no shortcut."""
        self._label = text
        super().setText(unmnemonic(text))
        if self._full_width() > self._greatest_width():
            set_whole_tooltip(self, text, is_cut=True)
        self.updateGeometry()

    def label_text(self) -> str:
        """Returns the visible text unescaped."""
        return self._label

    def set_icon_only(self, *, icon_only: bool) -> None:
        """Shows only the icon where it is narrow; the text stays its accessible name, and is the tooltip."""
        if icon_only != self._is_icon_only:
            self._is_icon_only = icon_only
            self.setToolTip(tooltip(self._label) if icon_only else "")
            self.updateGeometry()
            self.update()

    def show_icon(self, icon: str) -> None:
        if icon != self._icon_name:
            self._icon_name = icon
            self.updateGeometry()
            self.update()

    def colors(self) -> ButtonColors:
        """Returns the colors of the current state, by subclass."""
        return ButtonColors(theme.color("text"))

    def sizeHint(self) -> QSize:
        width = min(self._full_width(), self._greatest_width())
        height = theme.metrics(self.font_role).height()
        return QSize(width, max(self.base_height, height + self.base_height - 16))

    def minimumSizeHint(self) -> QSize:
        """A button does not cut its text, unless it is longer than any button's."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self.colors()
        rect = QRectF(self.rect())
        if colors.fill is not None or colors.border is not None:
            paint_box(painter, rect, colors.fill, colors.border, radius=self.radius)
        self.paint_content(painter, colors)
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, rect, radius=self.radius, color=colors.ring, inset=colors.ring_inset)

    def paint_content(self, painter: QPainter, colors: ButtonColors) -> None:
        mirror, content = Mirror.of_widget(self), self._content_width()
        width, height = self.width(), self.height()
        inset = self.padding if content > width else 0
        left = (width - min(content, width - 2 * inset)) / 2
        icon = self.drawn_icon()
        if icon:
            side = theme.scaled(self.icon_size)
            icon_rect = mirror.map_rect(QRectF(left, (height - side) / 2, side, side))
            paint_icon(painter, icon_rect, icon, colors.ink)
            left += side + self.gap
        label = self._drawn_label()
        if label:
            text_rect = mirror.map_rect(QRectF(left, 0, width - left - inset, height))
            paint_text(painter, text_rect, label, theme.font(self.font_role), colors.ink, align=mirror.start)

    def drawn_icon(self) -> str:
        return self._icon_name

    def menu_position(self) -> QPoint:
        """Returns the global position of a menu below the button."""
        return self.mapToGlobal(QPoint(0, self.height() + 2))

    def set_destructive(self) -> None:
        """Never gets the focus automatically from a control that is hidden, disabled or deleted."""
        self.is_destructive = True
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 (Qt's own)
        """Keeps the focus when it is disabled; Tab moves on all the same."""
        if self.isEnabled() or self.isHidden():
            return super().focusNextPrevChild(forward)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it like Space, also outside of dialogs; not a choice that is made already."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.autoExclusive() and self.isChecked():
                event.ignore()
            else:
                self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the focus ring only for focus by keyboard."""
        self._arrived_by = event.reason()
        if event.reason() not in _POINTED:
            self._is_ringed = True
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the focus ring, unless only the window lost the focus."""
        self._left_with_window = event.reason() in _WITH_WINDOW
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._is_ringed = False
        super().focusOutEvent(event)

    def is_hovered(self) -> bool:
        return self.isEnabled() and self.underMouse()

    def _full_width(self) -> int:
        return 2 * self.padding + self._content_width()

    def _greatest_width(self) -> int:
        return theme.scaled(self.max_width)

    def _content_width(self) -> int:
        label = self._drawn_label()
        text = theme.text_width(label, self.font_role) + 1 if label else 0
        icon = theme.scaled(self.icon_size) if self._icon_name else 0
        return text + icon + (self.gap if text and icon else 0)

    def _drawn_label(self) -> str:
        return "" if self._is_icon_only else self._label

    def _on_focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is not self:
            return
        was_here, self._left_with_window = self._left_with_window, False
        is_inherited = (
            old is not None and not can_have_focus(old)
            if self._arrived_by in _TABBED
            else self._arrived_by in _WITH_WINDOW and not was_here
        )
        if is_inherited:
            self._pass_keyboard_on()

    def _pass_keyboard_on(self) -> None:
        # Not by `nextInFocusChain`: PySide would take each for a child of the one before (see `tab_stops`).
        goal: QWidget | None = self
        while goal is not None and goal.focusNextChild():
            goal = QApplication.focusWidget()
            if goal is self:
                break
            if not (isinstance(goal, PaintedButton) and goal.is_destructive):
                return
        self.clearFocus()
