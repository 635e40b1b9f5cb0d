"""Chips and segments: exclusive choices in a row, with optional counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.buttons.painted_button import ButtonColors, PaintedButton
from ui.widgets.keyboard_focus import takes_tab_key
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.painting import paint_box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class Choices(QWidget):
    """Checkable buttons with keys; arrows, Home and End move the choice, Tab leaves the row."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._buttons: dict[str, PaintedButton] = {}
        self._group = QButtonGroup(self)
        self._emits = True
        self._group.buttonToggled.connect(self._on_group_button_toggled)

    def keys(self) -> list[str]:
        return list(self._buttons)

    def button(self, key: str) -> PaintedButton:
        return self._buttons[key]

    def selected(self) -> str:
        """Returns the chosen key, '' for none."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def select(self, key: str) -> None:
        """Chooses without a signal; '' for none."""
        self._emits = False
        if key:
            self._buttons[key].setChecked(True)
        else:
            self._group.setExclusive(False)
            for button in self._buttons.values():
                button.setChecked(False)
            self._group.setExclusive(True)
        self._emits = True
        self._aim_tab_key()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles arrow keys before a button does, which would only move the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._move(event.key())
        return super().eventFilter(watched, event)

    def _move(self, key: int) -> bool:
        keys = list(self._buttons)
        current = self.selected()
        if key in _STEPS:
            is_mirrored = self.isRightToLeft() and key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
            step = -_STEPS[key] if is_mirrored else _STEPS[key]
            start = keys.index(current) if current else -max(step, 0)
            target = keys[(start + step) % len(keys)]
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            target = keys[0 if key == Qt.Key.Key_Home else -1]
        else:
            return False
        if target != current:
            self.select(target)
            self.chosen.emit(target)
        # Last: the next arrow moves on from here, also where a choice hands the focus to what it opens.
        self._buttons[target].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def add_choice(self, key: str, button: PaintedButton) -> None:
        """Adds a button; the first one is chosen."""
        button.setCheckable(True)
        # Its accessible role is 'radio button'.
        button.setAutoExclusive(True)
        self._buttons[key] = button
        self._group.addButton(button)
        button.installEventFilter(self)
        if len(self._buttons) == 1:
            button.setChecked(True)
        self._aim_tab_key()

    def _aim_tab_key(self) -> None:
        goal = self._buttons[self.selected() or next(iter(self._buttons))]
        goal.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in filter(takes_tab_key, self._buttons.values()):
            if button is not goal:
                # Qt orders only what takes the Tab key: the goal takes the place of the former one.
                QWidget.setTabOrder(button, goal)
                button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def _on_group_button_toggled(self, toggled: PaintedButton, checked: bool) -> None:  # noqa: FBT001 (Qt's signal)
        """Emits the choice, for a click as for a screen reader, which toggles."""
        if checked and self._emits:
            self._aim_tab_key()
            self.chosen.emit(next(key for key, button in self._buttons.items() if button is toggled))


class Chip(PaintedButton):
    """One chip of a row."""

    padding = 8
    base_height = 26
    radius = 13.0
    max_width = 200
    font_role: theme.FontRole = "secondary"

    def colors(self) -> ButtonColors:
        if self.isChecked():
            return ButtonColors(theme.color("surface"), theme.color("text"), ring="surface", ring_inset=2)
        fill = theme.color("sunken") if self.is_hovered() else theme.color("surface")
        return ButtonColors(theme.color("muted"), fill, theme.color("control_border"))

    def paintEvent(self, event: QPaintEvent) -> None:
        self.radius = self.height() / 2
        super().paintEvent(event)


class ChipGroup(Choices):
    """Chips of which one is chosen, the first at first; `options` are keys and untrusted texts."""

    def __init__(self, name: str, options: Sequence[tuple[str, str]]) -> None:
        super().__init__(name)
        self._texts = {key: sanitized(text) for key, text in options}
        layout = FlowLayout(spacing=6, even=True, parent=self)
        for key, text in self._texts.items():
            chip = Chip(text, parent=self)
            layout.addWidget(chip)
            self.add_choice(key, chip)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Shows counts after the texts, as in 'All 148'; the accessible names stay."""
        for key, text in self._texts.items():
            chip = self.button(key)
            chip.setText(f"{text} {counts[key]}" if key in counts else text)
            chip.setAccessibleName(text)


class _Segment(PaintedButton):
    padding = 12
    base_height = 26
    radius = 6.0
    font_role: theme.FontRole = "secondary"

    def colors(self) -> ButtonColors:
        if self.isChecked():
            return ButtonColors(theme.color("text"), theme.color("surface"))
        return ButtonColors(theme.color("text" if self.is_hovered() else "muted"))


class Segments(Choices):
    """A segmented control, as for the days of a chart; interface of `ChipGroup` without counts."""

    def __init__(self, name: str, options: Sequence[tuple[str, str]]) -> None:
        super().__init__(name)
        layout = FlowLayout(spacing=0, parent=self)
        layout.setContentsMargins(3, 3, 3, 3)
        for key, text in options:
            segment = _Segment(text, parent=self)
            layout.addWidget(segment)
            self.add_choice(key, segment)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_box(QPainter(self), QRectF(self.rect()), theme.color("sunken"))
