"""A row of exclusive choices: the base of chips and segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

if TYPE_CHECKING:
    from ui.widgets.buttons.painted_button import PaintedButton

_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class Choices(QWidget):
    """Checkable buttons with keys; arrows, Home and End move the choice, Tab leaves the row.

    Signals:
        chosen: the user chose another one; its key.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._buttons: dict[str, PaintedButton] = {}
        self._group = QButtonGroup(self)
        self._is_telling = True
        self._group.buttonToggled.connect(self._on_group_button_toggled)

    def keys(self) -> list[str]:
        """Returns the keys in their order."""
        return list(self._buttons)

    def button(self, key: str) -> PaintedButton:
        """Returns the button of a key."""
        return self._buttons[key]

    def selected(self) -> str:
        """Returns the chosen key, '' where there is none."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def select(self, key: str) -> None:
        """Chooses without a signal; '' for none."""
        self._is_telling = False
        if key:
            self._buttons[key].setChecked(True)
        else:
            self._group.setExclusive(False)
            for button in self._buttons.values():
                button.setChecked(False)
            self._group.setExclusive(True)
        self._is_telling = True
        self._aim_tab_key()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the moving keys before a button does, which would only move the keyboard."""
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
        self._buttons[target].setFocus(Qt.FocusReason.TabFocusReason)
        if target != current:
            self.select(target)
            self.chosen.emit(target)
        return True

    def add_choice(self, key: str, button: PaintedButton) -> None:
        """Takes in a button; the first one is chosen."""
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
        goal = self.selected() or next(iter(self._buttons))
        for key, button in self._buttons.items():
            policy = Qt.FocusPolicy.StrongFocus if key == goal else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)

    def _on_group_button_toggled(self, toggled: PaintedButton, checked: bool) -> None:  # noqa: FBT001 (Qt's signal)
        """Emits the choice, for a click as for a screen reader, which toggles."""
        if checked and self._is_telling:
            self._aim_tab_key()
            self.chosen.emit(next(key for key, button in self._buttons.items() if button is toggled))
