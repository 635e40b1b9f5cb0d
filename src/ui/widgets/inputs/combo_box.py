"""Combo and spin boxes with arrows in the theme's colors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QStyle, QStyleOptionComboBox, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.theme.stylesheet import set_style
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterable

_MIN_WIDTH = 130
_MAX_WIDTH = 420
_AROUND = 30
# More would not fit into the number that Qt counts with.
_MAX_DIGITS = 9


class ComboBox(QComboBox):
    """A choice from a list, or a typed text with suggestions.

    On Linux Qt ignores its accessible name: name it by a label that is its buddy (`Field` does).
    """

    def __init__(self, *, editable: bool = False) -> None:
        super().__init__()
        # The wheel scrolls the page, and takes no keyboard along.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setEditable(editable)
        set_style(self, "editable" if editable else "combo box")
        # Its font is the application's until that changes: Qt then keeps that of the style sheet.
        theme.on_change(self, ComboBox._restyle)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(min(hint.width(), theme.scaled(_MAX_WIDTH)), hint.height())

    def minimumSizeHint(self) -> QSize:
        """A long text is elided."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), theme.scaled(_MIN_WIDTH)), hint.height())

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Elides a text that does not fit."""
        super().initStyleOption(option)
        available = self.width() - theme.scaled(15) - _AROUND
        option.currentText = self.fontMetrics().elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, available
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_arrow(self, "chevron-down")

    def showPopup(self) -> None:
        """Gives the list the box's accessible name, which screen readers announce when it opens."""
        labels = (label for label in self.window().findChildren(Label) if label.buddy() is self)
        label = next(labels, None)
        if label is None:
            self.view().setAccessibleName(self.accessibleName())
        else:
            self.view().setAccessibleName(label.accessibleName() or label.shown_text())
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to the page."""
        event.ignore()

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.updateGeometry()


class FittingComboBox(ComboBox):
    """A combo box that is as wide as its longest item, also when others are shown.

    With Qt's `AdjustToContents` it would be laid out and painted again 20 ms later.
    """

    _text_width: int | None = None

    def __init__(self) -> None:
        super().__init__()
        # Qt would measure all items, too.
        self.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def show_items(self, items: Iterable[tuple[str, str]]) -> None:
        """Shows other items, each a text and a value, without a signal.

        The value that is chosen stays, if it is among them; else the first one is chosen.
        """
        chosen = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for text, value in items:
                self.addItem(text, value)
            self.setCurrentIndex(max(0, self.findData(chosen)))
        self.updateGeometry()

    def clear(self) -> None:
        """Removes all items; the next ones are measured again."""
        self._text_width = None
        super().clear()

    def sizeHint(self) -> QSize:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        content = QSize(self.longest(), super().sizeHint().height())
        fitted = self.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, content, self)
        return QSize(min(fitted.width(), theme.scaled(_MAX_WIDTH)), content.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._text_width = None

    def longest(self) -> int:
        """Returns the width of the longest text, in pixels."""
        if self._text_width is None:
            metrics = self.fontMetrics()
            texts = (self.itemText(number) for number in range(self.count()))
            self._text_width = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        return self._text_width


class SpinBox(QSpinBox):
    """Larger numbers stay as typed, count as the maximum, and are reported by `complained` ('' for none)."""

    complained = Signal(str)

    def __init__(self, minimum: int, maximum: int) -> None:
        super().__init__()
        self._typed_over = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Digits are written from left to right everywhere.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setRange(minimum, maximum)
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        self.lineEdit().textEdited.connect(self._on_text_edited)
        set_style(self, "spin box")
        theme.on_change(self, SpinBox._restyle)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accepts a number over the maximum: refusing its last digit would leave another number."""
        if self._is_over(text):
            return QValidator.State.Acceptable, text, position
        return super().validate(text, position)

    def valueFromText(self, text: str) -> int:
        return self.maximum() if self._is_over(text) else super().valueFromText(text)

    def textFromValue(self, value: int) -> str:
        """Leaves a number over the maximum as it was typed."""
        return (
            self._typed_over if self._typed_over and value == self.maximum() else super().textFromValue(value)
        )

    def stepBy(self, steps: int) -> None:
        self._typed_over = ""
        super().stepBy(steps)
        self.complained.emit("")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_arrow(self, "chevrons-up-down")

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.scaled(16) + 18)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(64), self.sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to the page."""
        event.ignore()

    def _is_over(self, text: str) -> bool:
        return text.isdecimal() and len(text) <= _MAX_DIGITS and int(text) > self.maximum()

    def _on_text_edited(self, text: str) -> None:
        self._typed_over = text if self._is_over(text) else ""
        limit = super().textFromValue(self.maximum())
        self.complained.emit(_("At most {number}.").format(number=limit) if self._typed_over else "")

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        # The line edit inside keeps its initial size.
        self.lineEdit().setFont(theme.font("body"))
        self.updateGeometry()


def paint_arrow(widget: QWidget, icon: str) -> None:
    side = theme.scaled(15)
    left = 9 if widget.isRightToLeft() else widget.width() - side - 9
    token = "text" if widget.isEnabled() else "faint"
    paint_icon(QPainter(widget), QRectF(left, (widget.height() - side) / 2, side, side), icon, token)
