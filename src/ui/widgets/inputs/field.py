"""A form's field: name, control, hint and error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from ui.widgets.inputs.combo_box import SpinBox
from ui.widgets.layout.boxes import column, framed, row, wrapping
from ui.widgets.layout.scroll_area import reveal
from ui.widgets.screen_reader import describe
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence


class Field(QWidget):
    """A control with its name, hint and error.

    Args:
        label: The visible name; also the accessible one, unless the control has its own.
        hint: A quiet line below the control.
    """

    def __init__(
        self,
        label: str,
        control: QWidget,
        hint: str = "",
        hint_icon: str = "",
        *,
        beside: Sequence[QWidget] = (),
    ) -> None:
        super().__init__()
        self.control = control
        self._hint = hint
        self._label = Label(label, "secondary", parent=self)
        self._label.setBuddy(control)
        self._below = Label(role="secondary", limit=600, wrap=True, parent=self)
        self._icon = IconLabel(hint_icon, "muted", size=14, parent=self) if hint_icon else None
        self._name_control(label)
        self._lay_out(beside)
        self.clear_error()
        if isinstance(control, SpinBox):
            control.complained.connect(self._on_complained)

    def show_error(self, text: str) -> None:
        """Shows the field error instead of the hint, with an announcement, and scrolls to it."""
        self._below.set_tone("danger")
        describe(self.control, text)
        self._show_below(text)
        mark_invalid(self.control, invalid=True)
        reveal(self)

    def clear_error(self) -> None:
        self._below.set_tone("")
        self._show_below(self._hint)
        mark_invalid(self.control, invalid=False)

    def set_hint(self, text: str) -> None:
        """Shows another hint; an error that is shown stays."""
        is_hinting = self._below.shown_text() == self._hint
        self._hint = text
        if is_hinting:
            self._show_below(text)

    def _on_complained(self, text: str) -> None:
        if text:
            self.show_error(text)
        else:
            self.clear_error()

    def _name_control(self, label: str) -> None:
        if not self.control.accessibleName():
            self.control.setAccessibleName(label)
        editor = self.control.lineEdit() if isinstance(self.control, QComboBox) else None
        if editor is not None:
            editor.setAccessibleName(label)

    def _lay_out(self, beside: Sequence[QWidget]) -> None:
        across = wrapping((self.control, 1), row(*beside, spacing=8), centered=True)
        icon = [(self._icon, Qt.AlignmentFlag.AlignTop)] if self._icon else []
        below = row(*icon, (self._below, 1), spacing=5)
        column(self._label, across, below, spacing=5, on=self)

    def _show_below(self, text: str) -> None:
        self._below.show_text(text)
        if self._icon:
            self._icon.setVisible(bool(text) and text == self._hint)
        self.control.setAccessibleDescription(self._below.shown_text())


def mark_invalid(control: QWidget, *, invalid: bool) -> None:
    """Draws a control as invalid, or as usual."""
    if bool(control.property("invalid")) != invalid:
        control.setProperty("invalid", invalid)
        control.style().unpolish(control)
        control.style().polish(control)
        control.update()


def inline_field(label: str, control: QWidget, *, accessible_name: str = "") -> QWidget:
    """Returns a control beside its name; `accessible_name` is an accessible name that needs no context."""
    words = Label(label, "secondary")
    words.setBuddy(control)
    words.setAccessibleName(accessible_name)
    control.setAccessibleName(accessible_name or label)
    # Beside its control, where there is more room than both need.
    words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return framed(row(words, control, spacing=6))
