"""A value to read and copy: every character visible, wrapped where needed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy

from app.untrusted_text import sanitized
from ui.theme import theme

_LIMIT = 1000
_MAX_WRAPPED = 200
"""Letters; what is longer is no address, and would push all below out of sight: its middle is cut."""
_UNIT_GAP = 3  # pixels between value and unit, beside a space


class ValueLine(QLineEdit):
    """A read-only line that wraps and paints itself.

    To screen readers it is a read-only text with a name. The mouse selects nothing, so nothing
    reaches the PRIMARY selection.
    """

    copy_requested = Signal()

    def __init__(
        self,
        name: str,
        *,
        font_role: theme.FontRole = "mono",
        emphasis: int = 0,
        elide: bool = False,
    ) -> None:
        super().__init__()
        self._role: theme.FontRole = font_role
        self._emphasis = emphasis
        self._elides_always = self._elide = elide
        self._shown = self._suffix = ""
        self._heights: dict[int, int] = {}
        self.setFrame(False)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setMaxLength(_LIMIT * 10)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.follow(self._restyle)

    def show_value(self, value: str, suffix: str) -> None:
        self._suffix = sanitized(suffix, 40)
        shown = sanitized(value, _LIMIT)
        self._elide = self._elides_always or len(shown) > _MAX_WRAPPED
        self.setText(f"{shown} {self._suffix}" if self._suffix else shown)
        self._shown = shown
        self._heights.clear()
        self.setCursorPosition(0)
        self.updateGeometry()
        self._fit_height()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return not self._elide

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            _layout, self._heights[width] = self._laid_out(width)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        layout, height = self._laid_out(100_000)
        return QSize(round(layout.maximumWidth()) + self._suffix_width() + 2, height)

    def minimumSizeHint(self) -> QSize:
        minimum = 0 if self._elide else self._suffix_width()
        return QSize(minimum + QFontMetrics(self.font()).averageCharWidth() * 8, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies through the owner, byte for byte."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes the focus, selects nothing."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paints the value with bold ends, and the unit on the same baseline."""
        painter = QPainter(self)
        layout, height = self._laid_out(self.width())
        painter.setPen(theme.color("text"))
        top = max(0.0, (self.height() - height) / 2)
        layout.draw(painter, QPointF(0, top))
        if self._suffix and layout.lineCount():
            last = layout.lineAt(layout.lineCount() - 1)
            font = theme.font("strong")
            painter.setFont(font)
            space = QFontMetrics(font).horizontalAdvance(" ") + _UNIT_GAP
            position = QPointF(last.naturalTextWidth() + space, top + last.y() + last.ascent())
            painter.drawText(position, self._suffix)

    def _laid_out(self, width: int) -> tuple[QTextLayout, int]:
        text, font = self._shown, self.font()
        available = max(1, width - self._suffix_width())
        if self._elide:
            text = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, available)
        layout = QTextLayout(text, font)
        modes, flags = QTextOption.WrapMode, Qt.AlignmentFlag
        is_prose = not self._role.startswith("mono")
        option = QTextOption(flags.AlignRight if is_prose and self.isRightToLeft() else flags.AlignLeft)
        option.setWrapMode(modes.WrapAtWordBoundaryOrAnywhere if is_prose else modes.WrapAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        layout.setTextOption(option)
        layout.setFormats(self._formats(text, font))
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(available)
            line.setPosition(QPointF(0, height))
            height += line.height() + 2
        layout.endLayout()
        return layout, max(1, round(height) - 2)

    def _formats(self, text: str, font: QFont) -> list[QTextLayout.FormatRange]:
        ranges = []
        if self._emphasis and len(text) > 2 * self._emphasis:
            heavy = QFont(font)
            heavy.setWeight(QFont.Weight.Bold)
            strong = QTextCharFormat()
            strong.setFont(heavy)
            strong.setForeground(theme.color("accent"))
            for start in (0, len(text) - self._emphasis):
                part = QTextLayout.FormatRange()
                part.start, part.length, part.format = start, self._emphasis, strong
                ranges.append(part)
        return ranges

    def _suffix_width(self) -> int:
        if not self._suffix:
            return 0
        return theme.text_width(f" {self._suffix}", "strong") + _UNIT_GAP + 4

    def _fit_height(self) -> None:
        height = self.heightForWidth(self.width())
        if self.minimumHeight() != height:
            self.setMinimumHeight(height)

    def _restyle(self) -> None:
        self.setFont(theme.font(self._role))
        self._heights.clear()
        self._fit_height()
