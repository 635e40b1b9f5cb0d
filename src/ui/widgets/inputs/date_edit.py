"""A date field with year, month and day, typed or stepped."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QDateEdit

from ui.theme import theme
from ui.theme.stylesheet import set_style
from ui.widgets.inputs.combo_box import paint_arrow

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QWheelEvent

_FORMAT = "yyyy-MM-dd"
_SEPARATORS = frozenset("-/.")


class DateEdit(QDateEdit):
    """A day; Up and Down step the part at the cursor."""

    def __init__(self) -> None:
        super().__init__()
        # The wheel scrolls the page, and takes no keyboard along.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Digits are written from left to right everywhere.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setDisplayFormat(_FORMAT)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        set_style(self, "spin box")
        self.dateChanged.connect(self._emit_value)
        self._emit_value()
        theme.on_change(self, DateEdit._restyle)

    def day(self) -> date:
        chosen = self.date()
        return date(chosen.year(), chosen.month(), chosen.day())

    def show_day(self, day: date) -> None:
        """Shows a day without a signal."""
        with QSignalBlocker(self):
            self.setDate(QDate(day.year, day.month, day.day))
        self._emit_value()

    def set_last(self, last: date) -> None:
        with QSignalBlocker(self):
            self.setMaximumDate(QDate(last.year, last.month, last.day))
        self._emit_value()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_arrow(self, "chevrons-up-down")

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(80) + theme.scaled(15) + 28, theme.scaled(16) + 18)

    def minimumSizeHint(self) -> QSize:
        """A truncated date would be another date."""
        return self.sizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Starts at the day, which is stepped most often."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.setSelectedSection(QDateEdit.Section.DaySection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Takes a day that is typed as a whole, with or without separators, also over all of the text.

        Qt leaves the field at a separator, and takes no digit while all of the text is selected.
        """
        selected = self.lineEdit().selectedText()
        if event.text() in _SEPARATORS:
            # After four digits of a year Qt has moved on by itself.
            if selected != self.sectionText(self.currentSection()):
                following = min(self.currentSectionIndex() + 1, self.sectionCount() - 1)
                self.setSelectedSection(self.sectionAt(following))
            return
        if event.text().isdecimal() and selected == self.text():
            self.setSelectedSection(self.Section.YearSection)
        super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 (Qt's own name and shape)
        """Lets Tab leave at once; Left and Right go from part to part."""
        return QAbstractSpinBox.focusNextPrevChild(self, next)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to the page."""
        event.ignore()

    def _emit_value(self) -> None:
        """Gives screen readers a number that reads like the day, 20261119.

        WORKAROUND: Qt asks every spin box for the numbers of a `QSpinBox` (in `QAccessibleAbstractSpinBox`),
        and warns of a day that has none.
        """
        days = {"value": self.date(), "minimum": self.minimumDate(), "maximum": self.maximumDate()}
        for name, day in days.items():
            self.setProperty(name, day.year() * 10_000 + day.month() * 100 + day.day())
        self.setProperty("stepSize", 1)

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        # The line edit inside keeps its initial size.
        self.lineEdit().setFont(theme.font("body"))
        self.updateGeometry()
